"""Figures: numbers that sum up a finished game, such as the rounds that each seat won."""

from velodrome.core.contract import Data, State
from velodrome.core.log import Entry


def figure(name: str, values: list[int]) -> Data:
    """Return a figure as plain data: the key of the sentence that names the figure, and one value for each seat."""
    return {"key": f"figure.{name}", "values": values}


def count_by_seat(seats: int, amounts: list[tuple[int, int]]) -> list[int]:
    """Add up (seat, number) pairs; return the sum for each seat."""
    sums = [0] * seats
    for seat, amount in amounts:
        sums[seat] += amount
    return sums


def outcome_seats(entries: list[Entry], key: str) -> list[int]:
    """Return the seat that each outcome with this key names, in the order of `entries`.

    Leave out outcomes whose "seat" is not a number.
    """
    seats = [outcome["seat"] for entry in entries for outcome in entry.outcomes if outcome["key"] == key]
    return [seat for seat in seats if isinstance(seat, int)]


def no_figures(state: State, entries: list[Entry]) -> list[Data]:
    """Return no figures, for a game that has none."""
    return []
