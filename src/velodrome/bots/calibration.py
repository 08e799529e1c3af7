"""Calibration of the outlooks in hints, so that a promise of 70 % comes true in about 70 of 100 positions.

Search sees the end of a round or a number of moves ahead, and its opponents play by simpler rules than real ones. So
its means are too bold or too timid, in the same way in all positions of a game. `benchmarks/calibration.py` measures
this; its option --fit computes the constants below.
"""

from math import exp, log

LINES: dict[str, tuple[float, float]] = {}  # by game: (shift, slope) of the line from logit(mean) to logit(outlook)
CERTAIN = 0.002  # means closer than this to 0 or 1 count as this far away, because their logit would be infinite


def calibrate(game: str, mean: float) -> float:
    """Convert the mean reward of a move in a search into an honest outlook; a higher mean gives a higher outlook.

    >>> calibrate("a game that was never measured", 0.25)
    0.25
    """
    if game not in LINES:
        return mean
    shift, slope = LINES[game]
    return 1.0 / (1.0 + exp(-shift - slope * logit(mean)))


def logit(share: float) -> float:
    """Return the logarithm of the odds of a share.

    >>> logit(0.5)
    0.0
    """
    inside = min(max(share, CERTAIN), 1.0 - CERTAIN)
    return log(inside / (1.0 - inside))
