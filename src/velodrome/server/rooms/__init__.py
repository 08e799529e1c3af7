"""Rooms: games in play with their seats, chat and clocks, and the handlers of everything that guests do in them."""
