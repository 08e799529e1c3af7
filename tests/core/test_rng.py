"""Tests of the random generators: their numbers are uniform, repeatable, and different for each seed."""

from collections import Counter
from hashlib import sha256
from itertools import pairwise

import pytest

from velodrome.core.rng import Rng, Stream

SIDES = 6
THROWS = 6000
FAR = 45.0  # a uniform generator exceeds this chi-square value once in a hundred million tests


def assert_uniform(found: Counter[int]) -> None:
    expected = found.total() / SIDES
    assert set(found) <= set(range(SIDES))
    assert sum((found[side] - expected) ** 2 / expected for side in range(SIDES)) < FAR


def test_the_fast_generator_is_uniform() -> None:
    rng = Rng(1)
    assert_uniform(Counter(rng.below(SIDES) for _ in range(THROWS)))


def test_the_fast_generator_is_uniform_whatever_the_previous_number() -> None:
    rng = Rng(2)
    throws = [rng.below(SIDES) for _ in range(6 * THROWS)]
    for side in range(SIDES):
        assert_uniform(Counter(after for before, after in pairwise(throws) if before == side))


@pytest.mark.parametrize("place", [0, 1, 7])
def test_nearby_seeds_give_uncorrelated_numbers(place: int) -> None:
    assert_uniform(Counter(number_at(seed, place) for seed in range(THROWS)))


def number_at(seed: int, place: int) -> int:
    """Return the number at index `place` in the sequence of random numbers that a seed produces."""
    rng = Rng(seed)
    return [rng.below(SIDES) for _ in range(place + 1)][-1]


def test_differences_between_nearby_seeds_are_uniform() -> None:
    first = [Rng(seed).below(SIDES) for seed in range(THROWS)]
    assert_uniform(Counter((b - a) % SIDES for a, b in pairwise(first)))


def test_the_same_seed_gives_the_same_numbers() -> None:
    one, two, other = Rng(5), Rng(5), Rng(6)
    numbers = [one.below(1000) for _ in range(50)]
    assert numbers == [two.below(1000) for _ in range(50)]
    assert numbers != [other.below(1000) for _ in range(50)]


@pytest.mark.parametrize("n", [1, 2, 55, 2**31])
def test_numbers_stay_below_n(n: int) -> None:
    rng = Rng(7)
    drawn = [rng.below(n) for _ in range(2000)]
    assert min(drawn) >= 0 and max(drawn) < n
    assert max(drawn) >= n * 9 // 10


@pytest.mark.parametrize("seed", [0, -1, 2**64, 2**200])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    assert 0 <= Rng(seed).below(10) < 10


def test_a_stream_is_uniform() -> None:
    stream = Stream(b"a secret")
    assert_uniform(Counter(stream.below(SIDES) for _ in range(THROWS)))


def test_a_stream_repeats_with_its_seed_and_matches_its_commitment() -> None:
    one, two, other = Stream(b"a secret"), Stream(b"a secret"), Stream(b"another")
    numbers = [one.below(1000) for _ in range(50)]
    assert numbers == [two.below(1000) for _ in range(50)]
    assert numbers != [other.below(1000) for _ in range(50)]
    assert one.commitment == sha256(one.seed).hexdigest() == two.commitment != other.commitment


def test_a_stream_rejects_numbers_that_would_favour_low_results() -> None:
    stream = Stream(b"a secret")
    drawn = [stream.below(2**63 + 1) for _ in range(200)]
    assert stream.position > 250, "half of the words lie past the last whole multiple"
    assert max(drawn) <= 2**63


def test_a_stream_chooses_by_weight() -> None:
    stream = Stream(b"a secret")
    chosen = Counter(stream.choose([(10, 1), (11, 2), (12, 3)]) for _ in range(THROWS))
    assert set(chosen) == {10, 11, 12}
    for move, share in ((10, 1 / 6), (11, 2 / 6), (12, 3 / 6)):
        assert abs(chosen[move] / THROWS - share) < 0.04
