"""Calibration of the outlooks in hints, so that seats with an outlook of 70 % really get about 70 % on average.

Search looks only to the end of a round or some moves ahead, and the opponents in its playouts play more simply than
real opponents. So its mean rewards are too high or too low, in the same way in similar positions of a game.
`benchmarks/calibration.py` measures this error. Its option --fit computes the constants below.
"""

from math import exp, log

from velodrome.core.contract import State
from velodrome.core.heuristic import Heuristic

# {kind of position: (shift, slope) of the line from the logit of a mean reward to the logit of the outlook}
LINES: dict[str, tuple[float, float]] = {}
CERTAIN = 0.002  # means closer than this to 0 or 1 count as this far away, because their logit would be infinite


def find_kind(heuristic: Heuristic, seen: State) -> str:
    """Return the kind of a position, for `calibrate`: the name of its game, with " set-up" during Velvet's set-up."""
    return f"{seen.game.name} set-up" if heuristic.should_randomize(seen) else seen.game.name


def calibrate(kind: str, mean: float) -> float:
    """Convert the mean reward of a move in a search into an honest outlook; a higher mean gives a higher outlook.

    >>> calibrate("a kind that was never measured", 0.25)
    0.25
    """
    if kind not in LINES:
        return mean
    shift, slope = LINES[kind]
    return 1.0 / (1.0 + exp(-shift - slope * logit(mean)))


def logit(share: float) -> float:
    """Return the logarithm of the odds of a share.

    >>> logit(0.5)
    0.0
    """
    inside = min(max(share, CERTAIN), 1.0 - CERTAIN)
    return log(inside / (1.0 - inside))
