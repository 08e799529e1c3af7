"""Histograms of bots' thinking times. They stay small, and those of several blocks can be merged."""

from math import floor, log
from typing import TypedDict

LOG_CLASS_RATIO = log(1.1)  # each bin of the histogram covers times 10 % longer than the bin before
MIN_SECONDS = 1e-6  # shorter times count as this time


class ThinkingTime(TypedDict):
    """Histogram of a bot's thinking times, with their number, sum and maximum.

    Each bin covers times that are 10 % longer than those in the bin before, so the histogram stays small.
    """

    count: int  # number of moves
    total: float  # seconds
    worst: float  # seconds
    classes: dict[str, int]  # {bin: number of moves}; bin n covers times from 1.1**n to 1.1**(n + 1) seconds


def new_thinking_time() -> ThinkingTime:
    return {"count": 0, "total": 0.0, "worst": 0.0, "classes": {}}


def add_move(time: ThinkingTime, seconds: float) -> None:
    """Add the thinking time of one move to the histogram `time`."""
    bucket = str(floor(log(max(seconds, MIN_SECONDS)) / LOG_CLASS_RATIO))
    time["count"] += 1
    time["total"] += seconds
    time["worst"] = max(time["worst"], seconds)
    time["classes"][bucket] = time["classes"].get(bucket, 0) + 1


def merge_times(times: list[ThinkingTime]) -> ThinkingTime:
    """Return a new histogram with the moves of all these histograms."""
    total = new_thinking_time()
    for time in times:
        total["count"] += time["count"]
        total["total"] += time["total"]
        total["worst"] = max(total["worst"], time["worst"])
        for bucket, count in time["classes"].items():
            total["classes"][bucket] = total["classes"].get(bucket, 0) + count
    return total


def mean_seconds(time: ThinkingTime) -> float:
    return time["total"] / max(1, time["count"])


def percentile(time: ThinkingTime, share: float) -> float:
    """Return the seconds within which the bot made this share of its moves; the result may be up to 10 % too high."""
    left = share * time["count"]
    for bucket in sorted(map(int, time["classes"])):
        left -= time["classes"][str(bucket)]
        if left <= 0:
            upper: float = 1.1 ** (bucket + 1)
            return min(upper, time["worst"])
    return time["worst"]
