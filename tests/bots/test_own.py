"""Bots of one's own: found by name, also in other processes, and refused clearly."""

from pathlib import Path

import pytest

from velodrome.arena.contest import Plan, contest
from velodrome.arena.match import arranged
from velodrome.arena.workers import local
from velodrome.bots import bot
from velodrome.bots.own import NoOwnBot
from velodrome.games import game


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "my_bots_here.py").write_text(
        "def last(seen, rng):\n    return seen.legal()[-1]\n\n\nnone = 3\n", "utf-8"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)  # gone again after the test
    return "my_bots_here"


def test_it_plays_in_the_arena_with_several_processes(module: str) -> None:
    match = arranged("velvet", [f"python:{module}:last", "uniform"])
    standing = contest(match, Plan(2), local(2))
    assert len(standing.counted) == 2
    assert not [room for block in standing.counted for room in block["rooms"] if "forfeit" in room]


@pytest.mark.parametrize("rest", ["", "my_bots_here", "no_such_module:last", "my_bots_here:first", "my_bots_here:none"])
def test_what_is_no_bot_is_refused(module: str, rest: str) -> None:
    with pytest.raises(NoOwnBot, match="is no bot"):
        bot(f"python:{rest}", game("velvet"))
