"""Figures of a finished game of Arc en Ciel, shown with the result."""

from velodrome.core.contract import Data, State
from velodrome.core.figures import count_by_seat, figure, outcome_seats
from velodrome.core.log import Entry
from velodrome.games.arcenciel.moves import ATTACK
from velodrome.games.arcenciel.pieces import ENERGY
from velodrome.games.arcenciel.rules import ArcEnCielState


def figures(state: State, entries: list[Entry]) -> list[Data]:
    """Return three figures, each with a number for each seat: auctions won, attacks made, and energy left."""
    assert isinstance(state, ArcEnCielState)
    seats = state.game.seats
    attacks = [(entry.actor, 1) for entry in entries if entry.actor >= 0 and entry.move == ATTACK]
    return [
        figure("auctions", count_by_seat(seats, [(seat, 1) for seat in outcome_seats(entries, "outcome.sold")])),
        figure("attacks", count_by_seat(seats, attacks)),
        figure("energy", [int(state.team[ENERGY + seat]) for seat in range(seats)]),
    ]
