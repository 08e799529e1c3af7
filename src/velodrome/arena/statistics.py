"""Statistics on blocks: a block is one observation, since its rooms share their luck."""

from math import log, sqrt
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

Z_95 = NormalDist().inv_cdf(0.975)  # every interval holds the truth in 95 of 100 matches
STUDENT_BY_DEGREES = {
    1: 12.706,
    2: 4.303,
    3: 3.182,
}  # instead of it for so few degrees of freedom; from 4 on a series serves


class Interval(NamedTuple):
    """A figure, and between what limits the truth is likely to lie."""

    mean: float
    low: float
    high: float


def student_quantile(degrees: int) -> float:
    """How many standard errors wide an interval is on each side.

    >>> round(student(4), 2), round(student(1000), 2)
    (2.77, 1.96)
    """
    if degrees in STUDENT_BY_DEGREES:
        return STUDENT_BY_DEGREES[degrees]
    z, d = Z_95, degrees
    first = (z**3 + z) / (4 * d)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * d**2)
    return z + first + second + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * d**3)


def mean_interval(values: list[float], least: float = 0.0) -> Interval:
    """The mean of independent observations from least to 1.

    >>> interval([1.0] * 8).low < 0.6
    True
    """
    return make_interval(fmean(values), stdev(values) if len(values) > 1 else 0.0, len(values), least)


def running_intervals(values: list[float], least: float = 0.0) -> list[Interval]:
    """The same after the first observation, after the second, and so on."""
    found: list[Interval] = []
    mean = squares = 0.0  # Welford's: what they sum up does not cancel out
    for many, value in enumerate(values, 1):
        before, mean = mean, mean + (value - mean) / many
        squares += (value - before) * (value - mean)
        found.append(make_interval(mean, sqrt(squares / max(1, many - 1)), many, least))
    return found


def make_interval(mean: float, deviation: float, many: int, least: float) -> Interval:
    """Student's interval; where all are equal, which says nothing of their spread, that of Hoeffding's inequality."""
    if deviation < 1e-9:
        wide = (1 - least) * sqrt(log(2 / 0.05) / (2 * many))
    else:
        wide = student_quantile(many - 1) * deviation / sqrt(many)
    return Interval(mean, max(least, mean - wide), min(1.0, mean + wide))


def wilson_interval(wins: float, total: int) -> Interval:
    """A share and its interval, which stays inside 0 to 1; ties count half, which only makes it wider.

    >>> wilson(10, 10).low > 0.7, wilson(10, 10).high
    (True, 1.0)
    """
    share = wins / total
    centre = (share + Z_95 * Z_95 / (2 * total)) / (1 + Z_95 * Z_95 / total)
    wide = Z_95 / (1 + Z_95 * Z_95 / total) * sqrt(share * (1 - share) / total + Z_95 * Z_95 / (4 * total * total))
    return Interval(share, max(0.0, centre - wide), min(1.0, centre + wide))


# ---------------------------------------------------------------- when to stop

BLOCK_RESULTS = (0.0, 0.5, 1.0)  # of a block for the first bot: behind, even, ahead
PRIOR_COUNT = 1e-3  # of each result, so that what has not happened yet is not impossible


class Sprt:
    """A sequential test of two shares of blocks ahead: it ends as soon as one is clear enough.

    How often blocks are even is not known, so each share is given its likeliest distribution of the three results
    (a generalised likelihood ratio).
    """

    def __init__(self, even: float, better: float, error: float = 0.05) -> None:
        self.even, self.better, self.error = even, better, error
        self.bound = log((1 - error) / error)
        self.counts = [PRIOR_COUNT] * len(BLOCK_RESULTS)
        self.ratio = 0.0  # logarithm of the likelihood ratio
        self.verdict = ""  # or "better", "even"
        self.blocks = 0

    def add(self, result: float) -> str:
        """One more block; the verdict, or nothing yet."""
        self.counts[BLOCK_RESULTS.index(result)] += 1
        self.blocks += 1
        self.ratio = max_log_likelihood(self.counts, self.better) - max_log_likelihood(self.counts, self.even)
        if abs(self.ratio) >= self.bound:
            self.verdict = "better" if self.ratio > 0 else "even"
        return self.verdict


def max_log_likelihood(counts: list[float], share: float) -> float:
    """The logarithm of the greatest likelihood of these results if their mean is the share."""
    low, high = -1 / (1 - share), 1 / share  # between these every probability is positive
    total = sum(counts)
    for _ in range(30):  # the likelihood is flat where it is greatest: more would change nothing
        tilt = (low + high) / 2
        slope = sum(n * (x - share) / (1 + tilt * (x - share)) for n, x in zip(counts, BLOCK_RESULTS, strict=True))
        low, high = (tilt, high) if slope > 0 else (low, tilt)
    return sum(n * log(n / total / (1 + tilt * (x - share))) for n, x in zip(counts, BLOCK_RESULTS, strict=True))


def compare_scores(mine: float, theirs: float) -> float:
    """1 ahead, 0 behind; what rounding alone tells apart is even."""
    return 0.5 if abs(mine - theirs) < 1e-9 else float(mine > theirs)
