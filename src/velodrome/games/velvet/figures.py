"""Figures of a finished game of Velvet, shown with the result."""

from velodrome.core.bits import count_bits
from velodrome.core.contract import Data, State
from velodrome.core.figures import count_by_seat, figure
from velodrome.core.log import Entry
from velodrome.games.velvet.kingdom import GONE, SIDE_SIZE
from velodrome.games.velvet.moves import FIRST, MOVE, SCOUT, SHOW
from velodrome.games.velvet.rules import VelvetState


def figures(state: State, entries: list[Entry]) -> list[Data]:
    """Return three figures; they count the cards that each seat's invaders met, that it scouted, and that it lost."""
    assert isinstance(state, VelvetState)
    seats = state.game.seats
    decisions = [entry for entry in entries if entry.actor >= 0]
    met = [(1 - entry.actor, 1) for entry in decisions if SHOW <= entry.move < FIRST]  # a card's owner shows it
    scouted = [(entry.actor, 1) for entry in decisions if SCOUT <= entry.move < MOVE]
    return [
        figure("met", count_by_seat(seats, met)),
        figure("scouted", count_by_seat(seats, scouted)),
        figure("lost", [count_bits(state.sides[seat * SIDE_SIZE + GONE]) for seat in range(seats)]),
    ]
