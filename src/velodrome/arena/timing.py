"""How long a bot thinks: a few numbers that can be added up, whatever the number of moves."""

from math import floor, log
from typing import TypedDict

STEP = log(1.1)  # times fall into classes, each a tenth longer than the one before
SHORTEST = 1e-6


class Clock(TypedDict):
    """The times of a bot's moves."""

    count: int
    total: float  # seconds
    worst: float
    classes: dict[str, int]  # how many moves fell into each


def new_clock() -> Clock:
    return {"count": 0, "total": 0.0, "worst": 0.0, "classes": {}}


def tick(clock: Clock, seconds: float) -> None:
    """One more move."""
    into = str(floor(log(max(seconds, SHORTEST)) / STEP))
    clock["count"] += 1
    clock["total"] += seconds
    clock["worst"] = max(clock["worst"], seconds)
    clock["classes"][into] = clock["classes"].get(into, 0) + 1


def added(clocks: list[Clock]) -> Clock:
    """All of them as one."""
    total = new_clock()
    for clock in clocks:
        total["count"] += clock["count"]
        total["total"] += clock["total"]
        total["worst"] = max(total["worst"], clock["worst"])
        for into, many in clock["classes"].items():
            total["classes"][into] = total["classes"].get(into, 0) + many
    return total


def mean(clock: Clock) -> float:
    return clock["total"] / max(1, clock["count"])


def percentile(clock: Clock, share: float) -> float:
    """The time that this share of the moves does not exceed, to a tenth."""
    left = share * clock["count"]
    for into in sorted(map(int, clock["classes"])):
        left -= clock["classes"][str(into)]
        if left <= 0:
            upper: float = 1.1 ** (into + 1)
            return min(upper, clock["worst"])
    return clock["worst"]
