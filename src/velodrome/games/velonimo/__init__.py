"""Velonimo: animals race to the summit; be the first to empty your hand (2 to 5 seats)."""
