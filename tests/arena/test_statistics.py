"""Tests of the match statistics, with results for which the right statistics are known."""

from random import Random

import pytest

from velodrome.arena.html_report import MAX_PLOT_POINTS, sample_intervals
from velodrome.arena.statistics import (
    BLOCK_RESULTS,
    Sprt,
    max_log_likelihood,
    mean_interval,
    running_intervals,
    student_quantile,
    wilson_interval,
)


@pytest.mark.parametrize(("degrees", "value"), [(1, 12.706), (4, 2.776), (9, 2.262), (30, 2.042), (10000, 1.960)])
def test_students_quantiles_equal_published_values(degrees: int, value: float) -> None:
    assert student_quantile(degrees) == pytest.approx(value, abs=0.008)


def test_wilsons_interval_equals_published_values() -> None:
    """Check Wilson's intervals for 81 successes in 263 trials and for 0 in 20. Newcombe (1998) published both."""
    assert wilson_interval(81, 263)[1:] == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson_interval(0, 20)[1:] == pytest.approx((0.0, 0.1611), abs=1e-4)


@pytest.mark.parametrize("many", [8, 60])
def test_intervals_contain_the_true_mean_in_95_of_100_matches(many: int) -> None:
    chance = Random(many)
    held = sum(
        found.low <= 0.5 <= found.high
        for found in (mean_interval([chance.random() for _ in range(many)]) for _ in range(2000))
    )
    assert 0.935 <= held / 2000 <= 0.965


@pytest.mark.parametrize("value", [-1.0, 0.0, 0.1, 1.0])
@pytest.mark.parametrize("many", [1, 2, 50])
def test_the_interval_of_identical_results_is_not_a_single_point(value: float, many: int) -> None:
    """Check the 95 % interval of a mean, which follows from Hoeffding's inequality.

    For n results, its half-width is sqrt(ln(2 / 0.05) / (2n)) times the range of possible values.
    """
    found = mean_interval([value] * many, -1.0)
    wide = 2 * (3.6889 / (2 * many)) ** 0.5
    assert found[1:] == pytest.approx((max(-1.0, value - wide), min(1.0, value + wide)), abs=1e-4)
    assert found.high - found.low > 0.3


def test_running_intervals_equal_the_interval_after_every_block() -> None:
    chance = Random(3)
    values = [*[0.1] * 5, *[chance.choice([-0.5, 0.0, 1.0]) for _ in range(40)]]
    for many in range(1, len(values) + 1):
        assert running_intervals(values[:many], -1.0)[-1] == pytest.approx(mean_interval(values[:many], -1.0))
        assert sample_intervals(values)[many - 1] == (many, *running_intervals(values, -1.0)[many - 1])
    assert [row[0] for row in sample_intervals([0.5] * (2 * MAX_PLOT_POINTS + 1))][-2:] == [
        2 * MAX_PLOT_POINTS,
        2 * MAX_PLOT_POINTS + 1,
    ]


def draw_result(chance: Random, share: float, even: float) -> float:
    """Return a random result of a block: 0.5 (a tie) with probability `even`, otherwise 0 or 1.

    `share` is the mean of all results, including ties.
    """
    return 0.5 if chance.random() < even else float(chance.random() < 0.5 + (share - 0.5) / (1 - even))


def run(chance: Random, share: float, even: float) -> Sprt:
    test = Sprt(0.5, 0.6)
    while not test.add(draw_result(chance, share, even)):
        assert test.blocks < 5000
    return test


@pytest.mark.parametrize("even", [0.0, 0.3])
@pytest.mark.parametrize(("share", "verdict"), [(0.5, "better"), (0.6, "even")])
def test_the_sequential_test_has_its_promised_error_rate(share: float, even: float, verdict: str) -> None:
    chance = Random(1)
    wrong = sum(run(chance, share, even).verdict == verdict for _ in range(100))
    assert wrong / 100 <= 0.05 + 0.04


def test_the_sequential_test_stops_early_when_it_is_clear() -> None:
    chance = Random(2)
    assert max(run(chance, 0.95, 0.0).blocks for _ in range(50)) < 60
    assert max(run(chance, 0.2, 0.0).blocks for _ in range(50)) < 60


def test_the_likelihood_without_ties_is_binomial() -> None:
    from math import log

    counts = [3.0, 1e-12, 7.0]
    assert max_log_likelihood(counts, 0.6) == pytest.approx(7 * log(0.6) + 3 * log(0.4), abs=1e-6)
    assert BLOCK_RESULTS == (0.0, 0.5, 1.0)
