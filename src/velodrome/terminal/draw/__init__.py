"""Drawings of the games for a terminal, one for each game, made only from what the viewer may see."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from velodrome.terminal.draw.base import Drawing, DrawingView

__all__ = ["Drawing", "DrawingView", "find_drawing", "make_drawing"]


@cache
def find_drawing(game: str) -> type[Drawing]:
    """Return the subclass of `Drawing` for a game; return `Drawing` itself if the game has no drawing module."""
    name = f"velodrome.terminal.draw.{game}"
    found: type[Drawing] = import_module(name).DRAWING if find_spec(name) else Drawing
    return found


def make_drawing(view: DrawingView) -> Drawing:
    """Create the drawing for a view."""
    return find_drawing(view.game.name)(view)
