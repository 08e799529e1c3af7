"""How long a bot thinks: a few numbers that can be added up, whatever the number of moves."""

from math import floor, log
from typing import TypedDict

LOG_CLASS_RATIO = log(1.1)  # times fall into classes, each a tenth longer than the one before
MIN_SECONDS = 1e-6


class ThinkingTime(TypedDict):
    """The times of a bot's moves."""

    count: int
    total: float  # seconds
    worst: float
    classes: dict[str, int]  # how many moves fell into each


def new_thinking_time() -> ThinkingTime:
    return {"count": 0, "total": 0.0, "worst": 0.0, "classes": {}}


def add_move(clock: ThinkingTime, seconds: float) -> None:
    """One more move."""
    into = str(floor(log(max(seconds, MIN_SECONDS)) / LOG_CLASS_RATIO))
    clock["count"] += 1
    clock["total"] += seconds
    clock["worst"] = max(clock["worst"], seconds)
    clock["classes"][into] = clock["classes"].get(into, 0) + 1


def merge_times(clocks: list[ThinkingTime]) -> ThinkingTime:
    """All of them as one."""
    total = new_thinking_time()
    for clock in clocks:
        total["count"] += clock["count"]
        total["total"] += clock["total"]
        total["worst"] = max(total["worst"], clock["worst"])
        for into, many in clock["classes"].items():
            total["classes"][into] = total["classes"].get(into, 0) + many
    return total


def mean_seconds(clock: ThinkingTime) -> float:
    return clock["total"] / max(1, clock["count"])


def percentile(clock: ThinkingTime, share: float) -> float:
    """The time that this share of the moves does not exceed, to a tenth."""
    left = share * clock["count"]
    for into in sorted(map(int, clock["classes"])):
        left -= clock["classes"][str(into)]
        if left <= 0:
            upper: float = 1.1 ** (into + 1)
            return min(upper, clock["worst"])
    return clock["worst"]
