"""How each game looks in a terminal: a sketch a game, each drawn from a seen state's table alone."""

from importlib import import_module
from importlib.util import find_spec

from velodrome.terminal.draw.sketch import Sketch, View

__all__ = ["Sketch", "View", "sketch"]


def sketch(view: View) -> Sketch:
    """The game's own sketch, or the plain one that draws any table."""
    name = f"velodrome.terminal.draw.{view.game.name}"
    found: type[Sketch] = import_module(name).Drawing if find_spec(name) else Sketch
    return found(view)
