"""Figures of a finished game of Velonimo, shown with the result."""

from velodrome.core.contract import Data, State
from velodrome.core.figures import count_by_seat, figure
from velodrome.core.log import Entry
from velodrome.games.velonimo.moves import FACE, GIVE, PLAY, STEAL, VALUE_SHIFT


def figures(state: State, entries: list[Entry]) -> list[Data]:
    """Return three figures for each seat: rounds won, value of its highest play, and cards stolen."""
    seats = state.game.seats
    decisions = [entry for entry in entries if entry.actor >= 0]
    plays = [[0] for _ in range(seats)]
    for entry in decisions:
        if PLAY <= entry.move < GIVE:
            plays[entry.actor].append(int(FACE[entry.move] >> VALUE_SHIFT))
    steals = [(entry.actor, int((entry.move - STEAL) % 7 + 1)) for entry in decisions if entry.move >= STEAL]
    return [
        figure("rounds", count_by_seat(seats, [(seat, 1) for seat in round_winners(entries)])),
        figure("best", [max(values) for values in plays]),
        figure("stolen", count_by_seat(seats, steals)),
    ]


def round_winners(entries: list[Entry]) -> list[int]:
    """List the seat that finished first in each round, according to the outcomes in the log entries."""
    found: list[int] = []
    for outcome in [outcome for entry in entries for outcome in entry.outcomes]:
        if outcome["key"] == "outcome.round":
            each = outcome["each"]
            assert isinstance(each, list)
            found.append(each[0]["seat"])
    return found
