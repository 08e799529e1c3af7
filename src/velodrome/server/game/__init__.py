"""The game of a room: its log, the tables that its viewers get, and explanations of illegal moves.

This code depends only on the state of the game: it does not use SQL, sockets or the clock.
"""
