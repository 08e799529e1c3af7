"""VeloCity: teams of bike couriers race through the city for the podium (Kevin G. Nunn, 2010)."""
