"""A match on a real Ray, started here, is the same match."""

import faulthandler
import sys
import warnings

import pytest
from tests.extras import needs

from velodrome.arena.match import BadMatch, create_match
from velodrome.arena.run import MatchPlan, run_match
from velodrome.arena.workers import connect_ray, play_here

TIMEOUT_SECONDS = 240


@pytest.mark.filterwarnings("default")  # of Ray's own making
def test_a_match_on_ray_is_the_same() -> None:
    needs("ray")
    match = create_match("velvet", ["uniform", "uniform"])
    plain = run_match(match, MatchPlan(4), play_here)
    faulthandler.dump_traceback_later(
        TIMEOUT_SECONDS, exit=True
    )  # a Ray that hangs ends the run, with every thread's trace
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            played = run_match(match, MatchPlan(4), connect_ray("local", 1))
    finally:
        faulthandler.cancel_dump_traceback_later()
    assert [block["rooms"] for block in played.counted] == [block["rooms"] for block in plain.counted]


def test_without_ray_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadMatch, match=r"velodrome\[cluster\]"):
        connect_ray("auto", 1)
