"""Vocabulary of moves for a track, a number of couriers and the colours of the teams.

Spaces are numbered from 1. So an offset with the comment "+ space" is one less than the index of the first move
of its kind. Courier moves are ordered by die, then by space.
"""

from typing import Final, final

from mypy_extensions import i64

from velodrome.core.contract import Move
from velodrome.games.velocity.pieces import FACES, space_name

SOLO: Final = 0
SOLO_BONUS: Final = 1
SOLO_SPRINT: Final = 2
PAY: Final = 3
BACK: Final = 4
PURSUE: Final = 5  # + number of couriers

OWN: Final = 0  # numbers of the dice in courier moves
ENERGY: Final = 1
SUM: Final = 2
TEAM: Final = 3  # + seat


@final
class VeloCityVocabulary:
    """Every move in a game, and the index at which each kind of move starts."""

    def __init__(self, start: int, couriers: int, colours: list[str]) -> None:
        seats = len(colours)
        self.start: i64 = start
        self.take: i64 = PURSUE + couriers + 1  # + seat
        self.group: i64 = self.take + seats - 1  # + space
        self.bonus: i64 = self.group + start  # + space: a group run with an energy bonus
        self.move: i64 = self.bonus + start  # + die * start + space
        self.first: i64 = self.move + (TEAM + seats) * start + 1  # + seat; from here on, moves of chance
        self.roll: i64 = self.first + seats - 1  # + pips
        self.moves: list[Move] = list_decisions(start, couriers, colours)
        self.moves += [Move(f"first {seat}") for seat in range(seats)]
        self.moves += [Move(f"roll {pips}") for pips in range(1, FACES + 1)]

    def die(self, move: i64) -> i64:
        """Return the die that a courier's move uses: OWN, ENERGY, SUM, or TEAM + seat."""
        move -= self.move
        die: i64 = OWN
        while move > self.start:  # faster than a division, because the die is mostly OWN
            move -= self.start
            die += 1
        return die


def list_decisions(start: int, couriers: int, colours: list[str]) -> list[Move]:
    """List the moves that seats decide on; the picks of a move are ids of pieces in `view.table`.

    `start` is the number of the space START, and `couriers` is how many couriers of each team race.
    """
    course = [space_name(space, start) for space in range(1, start + 1)]
    dice = ["own", "energy", "sum", *colours]
    moves = [Move("solo", ("solo",)), Move("solo bonus", ("solo", "bonus")), Move("solo sprint", ("solo", "sprint"))]
    moves += [Move("pay", ("pay",)), Move("back", ("back",))]
    moves += [Move(f"pursue {k}", (f"pursue:{k}",)) for k in range(couriers + 1)]
    moves += [Move(f"take {colour}", (f"cans_{colour}",)) for colour in colours]
    moves += [Move(f"group {space}", (space_id(space),)) for space in course]
    moves += [Move(f"group {space} bonus", (space_id(space), "bonus")) for space in course]
    moves += [Move(f"move {space} {die}", (space_id(space), f"die_{die}")) for die in dice for space in course]
    return moves


def space_id(space: str) -> str:
    """Return the id of the piece that stands for a space on the table."""
    return f"space_{space}"
