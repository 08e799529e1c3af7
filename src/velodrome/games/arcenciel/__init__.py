"""Arc en Ciel: a cycling race of energy, auctions and breakaways for three to six players."""
