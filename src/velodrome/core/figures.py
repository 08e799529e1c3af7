"""Figures of a finished game, such as the rounds won. Each figure has one number for each seat."""

from velodrome.core.contract import Data, State
from velodrome.core.log import Entry


def figure(name: str, values: list[int]) -> Data:
    """Return a figure as plain data: the key of the text that names it, and one value for each seat."""
    return {"key": f"figure.{name}", "values": values}


def count_by_seat(seats: int, amounts: list[tuple[int, int]]) -> list[int]:
    """Add up amounts by seat; each amount is a pair of a seat and a number."""
    sums = [0] * seats
    for seat, amount in amounts:
        sums[seat] += amount
    return sums


def outcome_seats(entries: list[Entry], key: str) -> list[int]:
    """Find all outcomes with this key in a log; return the seat that each of them names."""
    seats = [outcome["seat"] for entry in entries for outcome in entry.outcomes if outcome["key"] == key]
    return [seat for seat in seats if isinstance(seat, int)]


def no_figures(state: State, entries: list[Entry]) -> list[Data]:
    """Return no figures, for a game that has none."""
    return []
