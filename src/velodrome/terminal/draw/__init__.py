"""How each game looks in a terminal: a sketch a game, each drawn from a seen state's table alone."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from velodrome.terminal.draw.base import Sketch, View

__all__ = ["Sketch", "View", "drawing", "sketch"]


@cache
def drawing(game: str) -> type[Sketch]:
    """The game's own drawing, or the plain one that shows any table."""
    name = f"velodrome.terminal.draw.{game}"
    found: type[Sketch] = import_module(name).Drawing if find_spec(name) else Sketch
    return found


def sketch(view: View) -> Sketch:
    return drawing(view.game.name)(view)
