"""The table in a terminal: drawn from what one seat sees, played by numbers or by words."""
