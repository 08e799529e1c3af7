"""A room's game: its log, the table that each viewer gets, and explanations of illegal moves.

This code depends only on the state of the game: it does not use SQL, sockets or the clock.
"""
