"""What rooms want to be kept, on its way to the store and back."""

import logging
from collections.abc import Callable
from typing import TypeAlias

from sqlalchemy import Executable

LOG = logging.getLogger("velodrome")
MoveRow: TypeAlias = tuple[str, int, str]  # room, ply, move


class Write:
    """What a room wants to be kept, all of it or nothing."""

    __slots__ = ("done", "moves", "others")

    def __init__(self, moves: list[MoveRow], others: list[Executable], done: Callable[[bool], None]) -> None:
        self.moves = moves  # in order; refused whole if one of its plies is taken
        self.others = others
        self.done = done  # told whether it is kept

    def tell(self, kept: bool) -> None:
        """Say whether it is kept; what fails there concerns no other room."""
        try:
            self.done(kept)
        except Exception:
            LOG.exception("write.broken")


def tell(batch: list[Write], refused: set[int]) -> None:
    """Say of each whether it is kept; those that are not by their ids."""
    for wanted in batch:
        wanted.tell(not refused or id(wanted) not in refused)


def rows_of(batch: list[Write]) -> list[MoveRow]:
    """Every move of these."""
    rows: list[MoveRow] = []
    for wanted in batch:
        rows += wanted.moves
    return rows


def count(batch: list[Write]) -> int:
    """How many rows these write."""
    return sum([len(wanted.moves) + len(wanted.others) for wanted in batch])
