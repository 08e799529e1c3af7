"""Helpers that make parsed arguments for `velodrome play`, and read the game that the command has saved."""

from argparse import Namespace
from pathlib import Path

from velodrome.terminal.saves import Save, read_save


def play_arguments(game: str | None = None, **changes: object) -> Namespace:
    """Return parsed arguments of `velodrome play`: a game with seed 7 and quick bots, except for the given changes."""
    defaults: dict[str, object] = {"game": game, "seats": None, "option": [], "seed": 7, "resume": None, "file": None}
    return Namespace(**defaults | {"quick": True} | changes)


def read_only_save(folder: Path) -> Save:
    """Read the only saved game in a folder."""
    (path,) = folder.glob("*.txt")
    return read_save(path)
