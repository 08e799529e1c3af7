"""Tests of thinking times: how long a bot takes to answer reveals nothing about its hand."""

import pytest

from velodrome.bots import LEVELS
from velodrome.bots.thinking_time import BEAT_SECONDS, SLOW_BEATS, thinking_pause
from velodrome.core.rng import Rng


@pytest.mark.parametrize("name", [*LEVELS, "uniform", "heuristic"])
def test_the_time_of_the_answer_does_not_depend_on_the_thinking_time(name: str) -> None:
    beat = SLOW_BEATS.get(name, BEAT_SECONDS)
    for seed in range(20):
        times = {
            round(spent + thinking_pause(name, spent, Rng(seed)), 9) for spent in (0.0, 0.001, 0.3 * beat, 0.99 * beat)
        }
        assert len(times) == 1
        assert beat <= times.pop() < 1.5 * beat + BEAT_SECONDS


def test_pauses_are_random() -> None:
    rng = Rng(1)
    assert len({thinking_pause("level3", 0.0, rng) for _ in range(50)}) > 45


def test_repeated_decisions_of_a_seat_have_shorter_pauses() -> None:
    once = [thinking_pause("level4", 0.01, Rng(seed)) for seed in range(20)]
    again = [thinking_pause("level4", 0.01, Rng(seed), again=True) for seed in range(20)]
    assert max(again) < min(once)
