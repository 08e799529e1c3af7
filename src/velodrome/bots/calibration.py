"""Calibration of the outlooks in hints, so that seats with an outlook of 70 % really get about 70 % on average.

Search looks only to the end of a round or some moves ahead, and the opponents in its playouts play more simply than
real opponents. So its mean rewards are too high or too low, in the same way in similar positions of a game.
`benchmarks/calibration.py` measures this error. Its option --fit computes the points below.
"""

from collections.abc import Sequence
from itertools import pairwise

from velodrome.core.contract import State
from velodrome.core.heuristic import Heuristic

# {kind of position: points (mean reward in search, outlook), between which outlooks are interpolated}
CURVES: dict[str, Sequence[tuple[float, float]]] = {}


def find_kind(heuristic: Heuristic, seen: State) -> str:
    """Return the kind of a position, for `calibrate`: the name of its game, with " set-up" during Velvet's set-up."""
    return f"{seen.game.name} set-up" if heuristic.should_randomize(seen) else seen.game.name


def calibrate(kind: str, mean: float) -> float:
    """Convert the mean reward of a move in a search into an honest outlook; a higher mean gives a higher outlook.

    >>> calibrate("a kind that was never measured", 0.25)
    0.25
    """
    return interpolate(CURVES[kind], mean) if kind in CURVES else mean


def interpolate(points: Sequence[tuple[float, float]], x: float) -> float:
    """Return the value at `x` on straight lines between points (x, value), which are sorted.

    Before the first point and after the last, the value stays the same.

    >>> interpolate([(0.0, 0.0), (0.5, 0.2), (1.0, 1.0)], 0.75)
    0.6
    """
    if x <= points[0][0]:
        return points[0][1]
    for (left, low), (right, high) in pairwise(points):
        if x <= right:
            return low + (high - low) * (x - left) / (right - left)
    return points[-1][1]
