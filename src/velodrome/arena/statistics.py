"""Statistics on blocks; a block is one observation, because its games share their chance moves."""

from math import log, sqrt
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

Z_95 = NormalDist().inv_cdf(0.975)  # half the width of a 95 % interval, in standard deviations of a normal distribution
STUDENT_BY_DEGREES = {
    1: 12.706,
    2: 4.303,
    3: 3.182,
}  # {degrees of freedom: exact 97.5 % quantile}; for more degrees, a series is accurate enough


class Interval(NamedTuple):
    """A mean with its 95 % confidence interval."""

    mean: float
    low: float
    high: float


def student_quantile(degrees: int) -> float:
    """Return the 97.5 % quantile of Student's t-distribution with this number of degrees of freedom.

    >>> round(student_quantile(4), 2), round(student_quantile(1000), 2)
    (2.77, 1.96)
    """
    if degrees in STUDENT_BY_DEGREES:
        return STUDENT_BY_DEGREES[degrees]
    z, d = Z_95, degrees
    first = (z**3 + z) / (4 * d)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * d**2)
    return z + first + second + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * d**3)


def mean_interval(values: list[float], least: float = 0.0) -> Interval:
    """Return the mean of independent observations, with its interval; every observation is between `least` and 1.

    >>> mean_interval([1.0] * 8).low < 0.6
    True
    """
    return make_interval(fmean(values), stdev(values) if len(values) > 1 else 0.0, len(values), least)


def running_intervals(values: list[float], least: float = 0.0) -> list[Interval]:
    """Return one interval for each observation: the mean of all observations so far, with its confidence interval.

    Every observation is between `least` and 1.
    """
    found: list[Interval] = []
    mean = squares = 0.0  # Welford's algorithm avoids cancellation
    for count, value in enumerate(values, 1):
        before, mean = mean, mean + (value - mean) / count
        squares += (value - before) * (value - mean)
        found.append(make_interval(mean, sqrt(squares / max(1, count - 1)), count, least))
    return found


def make_interval(mean: float, deviation: float, count: int, least: float) -> Interval:
    """Return Student's confidence interval for the mean of `count` observations between `least` and 1.

    `deviation` is their standard deviation. If it is 0, return Hoeffding's interval instead, because Student's
    interval would be a single point.
    """
    if deviation < 1e-9:
        wide = (1 - least) * sqrt(log(2 / 0.05) / (2 * count))
    else:
        wide = student_quantile(count - 1) * deviation / sqrt(count)
    return Interval(mean, max(least, mean - wide), min(1.0, mean + wide))


def wilson_interval(wins: float, total: int) -> Interval:
    """Return the share of wins with its Wilson interval. A tie counts as half a win.

    If there are ties, the interval is wider than necessary, because the formula assumes only wins and losses.

    >>> wilson_interval(10, 10).low > 0.7, wilson_interval(10, 10).high
    (True, 1.0)
    """
    share = wins / total
    centre = (share + Z_95 * Z_95 / (2 * total)) / (1 + Z_95 * Z_95 / total)
    wide = Z_95 / (1 + Z_95 * Z_95 / total) * sqrt(share * (1 - share) / total + Z_95 * Z_95 / (4 * total * total))
    return Interval(share, max(0.0, centre - wide), min(1.0, centre + wide))


# ---------------------------------------------------------------- sequential test

BLOCK_RESULTS = (0.0, 0.5, 1.0)  # for the first bot: behind, tied, ahead
PRIOR_COUNT = 1e-3  # added to each count, so that no result has probability 0


class Sprt:
    """Sequential probability ratio test between two hypotheses about the share of blocks that the first bot wins.

    One hypothesis says that this share is `even`, the other says that it is `better`; a tie counts as half a win. The
    test ends as soon as one hypothesis is likely enough. `error` is the accepted probability of a wrong verdict.

    Neither hypothesis says how many blocks are tied. So for each hypothesis the test assumes the probabilities of win,
    tie and loss that fit the results best (generalised likelihood ratio).
    """

    def __init__(self, even: float, better: float, error: float = 0.05) -> None:
        self.even, self.better, self.error = even, better, error
        self.bound = log((1 - error) / error)
        self.counts = [PRIOR_COUNT] * len(BLOCK_RESULTS)
        self.ratio = 0.0  # log likelihood ratio so far
        self.verdict = ""  # "better" or "even" once the test has ended
        self.blocks = 0

    def add(self, result: float) -> str:
        """Add the result of a block, one of BLOCK_RESULTS; return the verdict, or "" while there is none."""
        self.counts[BLOCK_RESULTS.index(result)] += 1
        self.blocks += 1
        self.ratio = max_log_likelihood(self.counts, self.better) - max_log_likelihood(self.counts, self.even)
        if abs(self.ratio) >= self.bound:
            self.verdict = "better" if self.ratio > 0 else "even"
        return self.verdict


def max_log_likelihood(counts: list[float], share: float) -> float:
    """Find the distribution that fits the results best and has the mean `share`; return their log likelihood under it.

    `counts` has the number of blocks for each of `BLOCK_RESULTS`: the first bot was behind, tied or ahead.
    """
    low, high = -1 / (1 - share), 1 / share  # between these bounds all probabilities are positive
    total = sum(counts)
    for _ in range(30):  # 30 steps are enough, because the likelihood is flat at its maximum
        tilt = (low + high) / 2
        slope = sum(n * (x - share) / (1 + tilt * (x - share)) for n, x in zip(counts, BLOCK_RESULTS, strict=True))
        low, high = (tilt, high) if slope > 0 else (low, tilt)
    return sum(n * log(n / total / (1 + tilt * (x - share))) for n, x in zip(counts, BLOCK_RESULTS, strict=True))


def compare_scores(mine: float, theirs: float) -> float:
    """Return 1 if the first score is higher, 0 if it is lower, 0.5 if they are equal up to rounding."""
    return 0.5 if abs(mine - theirs) < 1e-9 else float(mine > theirs)
