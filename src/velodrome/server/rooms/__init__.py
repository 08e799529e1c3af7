"""Rooms: games in progress with their seats, chat and clocks, and handlers for everything that guests do in them."""
