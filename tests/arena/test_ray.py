"""Tests of matches on a Ray cluster that the tests start on this machine."""

import faulthandler
import sys
import warnings

import pytest
from tests.extras import needs

from velodrome.arena.match import BadMatch, create_match
from velodrome.arena.run import MatchPlan, run_match
from velodrome.arena.workers import connect_ray, play_here

TIMEOUT_SECONDS = 240


@pytest.mark.filterwarnings("default")  # Ray itself causes warnings
def test_a_match_on_ray_gives_the_same_results() -> None:
    needs("ray")
    match = create_match("velvet", ["uniform", "uniform"])
    plain = run_match(match, MatchPlan(4), play_here)
    faulthandler.dump_traceback_later(
        TIMEOUT_SECONDS, exit=True
    )  # if Ray hangs, print every thread's traceback and exit
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            played = run_match(match, MatchPlan(4), connect_ray("local", 1))
    finally:
        faulthandler.cancel_dump_traceback_later()
    assert [block["rooms"] for block in played.counted] == [block["rooms"] for block in plain.counted]


def test_without_ray_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadMatch, match=r"velodrome\[cluster\]"):
        connect_ray("auto", 1)
