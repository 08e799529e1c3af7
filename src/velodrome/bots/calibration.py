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
CURVES: dict[str, Sequence[tuple[float, float]]] = {
    "velonimo": (
        (0.000, 0.000),
        (0.061, 0.058),
        (0.194, 0.161),
        (0.272, 0.267),
        (0.356, 0.326),
        (0.461, 0.436),
        (0.538, 0.504),
        (0.644, 0.589),
        (0.748, 0.660),
        (0.850, 0.779),
        (0.947, 0.913),
        (1.000, 1.000),
    ),
    "velocity": (
        (0.000, 0.000),
        (0.111, 0.122),
        (0.192, 0.237),
        (0.265, 0.257),
        (0.358, 0.374),
        (0.455, 0.461),
        (0.544, 0.539),
        (0.643, 0.632),
        (0.744, 0.732),
        (0.832, 0.806),
        (0.965, 0.975),
        (1.000, 1.000),
    ),
    "arcenciel": (
        (0.000, 0.000),
        (0.072, 0.063),
        (0.153, 0.138),
        (0.252, 0.247),
        (0.357, 0.372),
        (0.459, 0.475),
        (0.540, 0.559),
        (0.647, 0.662),
        (0.746, 0.757),
        (0.846, 0.844),
        (0.940, 0.928),
        (1.000, 1.000),
    ),
    "velvet": (
        (0.000, 0.000),
        (0.022, 0.019),
        (0.151, 0.124),
        (0.249, 0.257),
        (0.349, 0.356),
        (0.452, 0.508),
        (0.550, 0.564),
        (0.649, 0.685),
        (0.750, 0.773),
        (0.852, 0.824),
        (0.955, 0.921),
        (1.000, 1.000),
    ),
    "velvet set-up": (
        (0.000, 0.000),
        (0.049, 0.011),
        (0.150, 0.072),
        (0.255, 0.121),
        (0.351, 0.289),
        (0.454, 0.386),
        (0.550, 0.515),
        (0.652, 0.587),
        (0.755, 0.611),
        (0.870, 0.677),
        (1.000, 1.000),
    ),
}


def find_kind(heuristic: Heuristic, seen: State) -> str:
    """Return the kind of a position, for `calibrate`: the name of its game, with " set-up" during Velvet's set-up."""
    return f"{seen.game.name} set-up" if heuristic.should_randomize(seen) else seen.game.name


def calibrate(kind: str, mean: float) -> float:
    """Convert `mean`, the mean reward of a move in search, to an honest outlook. A higher mean gives a higher outlook.

    `kind` is the kind of the position, from `find_kind`. For an unknown kind, return `mean` unchanged.

    >>> calibrate("a kind that was never measured", 0.25)
    0.25
    """
    return interpolate(CURVES[kind], mean) if kind in CURVES else mean


def interpolate(points: Sequence[tuple[float, float]], x: float) -> float:
    """Return the value at `x` on straight lines between points (x, value), which are sorted.

    Before the first point and after the last, the value stays the same.

    >>> interpolate([(0.0, 0.0), (0.5, 0.25), (1.0, 1.0)], 0.75)
    0.625
    """
    if x <= points[0][0]:
        return points[0][1]
    for (left, low), (right, high) in pairwise(points):
        if x <= right:
            return low + (high - low) * (x - left) / (right - left)
    return points[-1][1]
