"""Drawings of the games for a terminal, one per game, made from the table of a seen state alone."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from velodrome.terminal.draw.base import Drawing, DrawingView

__all__ = ["Drawing", "DrawingView", "find_drawing", "make_drawing"]


@cache
def find_drawing(game: str) -> type[Drawing]:
    """Return `DRAWING` of the game's module; without such a module, the generic drawing."""
    name = f"velodrome.terminal.draw.{game}"
    found: type[Drawing] = import_module(name).DRAWING if find_spec(name) else Drawing
    return found


def make_drawing(view: DrawingView) -> Drawing:
    """Create the drawing of a view's game."""
    return find_drawing(view.game.name)(view)
