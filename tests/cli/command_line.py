"""Arguments of `velodrome play` as the parser gives them, and the game that it saved."""

from argparse import Namespace
from pathlib import Path

from velodrome.terminal.saves import Save, read_save


def play_arguments(game: str | None = None, **changes: object) -> Namespace:
    """Return the arguments of a game with seed 7 and quick bots, changed as given."""
    defaults: dict[str, object] = {"game": game, "seats": None, "option": [], "seed": 7, "resume": None, "file": None}
    return Namespace(**defaults | {"quick": True} | changes)


def read_only_save(folder: Path) -> Save:
    """Read the only saved game of a folder."""
    (path,) = folder.glob("*.txt")
    return read_save(path)
