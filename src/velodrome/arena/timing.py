"""Thinking times of a bot, as a histogram of constant size that can be merged."""

from math import floor, log
from typing import TypedDict

LOG_CLASS_RATIO = log(1.1)  # each bin of the histogram is a tenth longer than the one before
MIN_SECONDS = 1e-6


class ThinkingTime(TypedDict):
    """The thinking times of a bot."""

    count: int
    total: float  # seconds
    worst: float
    classes: dict[str, int]  # number of moves by bin


def new_thinking_time() -> ThinkingTime:
    return {"count": 0, "total": 0.0, "worst": 0.0, "classes": {}}


def add_move(time: ThinkingTime, seconds: float) -> None:
    """Add the time of one move."""
    bucket = str(floor(log(max(seconds, MIN_SECONDS)) / LOG_CLASS_RATIO))
    time["count"] += 1
    time["total"] += seconds
    time["worst"] = max(time["worst"], seconds)
    time["classes"][bucket] = time["classes"].get(bucket, 0) + 1


def merge_times(times: list[ThinkingTime]) -> ThinkingTime:
    """Merge thinking times into one."""
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
    """Return the time that is not exceeded by this share of the moves, accurate to a tenth."""
    left = share * time["count"]
    for bucket in sorted(map(int, time["classes"])):
        left -= time["classes"][str(bucket)]
        if left <= 0:
            upper: float = 1.1 ** (bucket + 1)
            return min(upper, time["worst"])
    return time["worst"]
