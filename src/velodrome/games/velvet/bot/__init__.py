"""Heuristic, estimates and reasons for moves, used only by bots and hints."""
