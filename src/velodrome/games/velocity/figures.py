"""Figures of a finished race of VeloCity, shown with the result."""

from velodrome.core.contract import Data, State
from velodrome.core.figures import count_by_seat, figure
from velodrome.core.log import Entry
from velodrome.games.velocity.moves import BACK, PURSUE
from velodrome.games.velocity.rules import VeloCityState


def figures(state: State, entries: list[Entry]) -> list[Data]:
    """Return three figures for each seat: cans left, couriers sent in pursuit, and retreats from obstacles."""
    assert isinstance(state, VeloCityState)
    seats, take = state.game.seats, state.vocabulary.take
    decisions = [entry for entry in entries if entry.actor >= 0]
    pursuits = [(entry.actor, entry.move - PURSUE) for entry in decisions if PURSUE <= entry.move < take]
    retreats = [(entry.actor, 1) for entry in decisions if entry.move == BACK]
    return [
        figure("cans", [int(state.cans_of(seat)) for seat in range(seats)]),
        figure("pursuits", count_by_seat(seats, pursuits)),
        figure("retreats", count_by_seat(seats, retreats)),
    ]
