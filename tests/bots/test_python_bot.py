"""Tests of bots from a user's Python module: every process can load them, and a wrong name gives a clear error."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from velodrome.arena.match import BadMatch, create_match
from velodrome.arena.run import MatchPlan, run_match, run_stored_match
from velodrome.arena.workers import choose_local_workers
from velodrome.bots import make_bot
from velodrome.bots.python_bot import BadPythonBot
from velodrome.cli import main
from velodrome.games import game

BOTS = """
import sys

class Odd(Exception):
    def __str__(self): raise ValueError

def last(seen, rng): return seen.legal()[-1]
def leaves(seen, rng): sys.exit(0)
def odd(seen, rng): raise Odd
def huge(seen, rng): return 10 ** 5000
def nothing(seen, rng): return None
none = 3
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    (tmp_path / "my_bots_here.py").write_text(BOTS, "utf-8")
    (tmp_path / "broken_bots.py").write_text("raise SystemExit(4)\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)  # undone after the test
    yield "my_bots_here"
    for name in ("my_bots_here", "broken_bots"):  # forget these modules: the next test writes its own
        sys.modules.pop(name, None)


def test_a_python_bot_plays_in_the_arena_with_several_processes(module: str) -> None:
    match = create_match("velvet", [f"python:{module}:last", "uniform"])
    standing = run_match(match, MatchPlan(2), choose_local_workers(2))
    assert len(standing.counted) == 2
    assert not [room for block in standing.counted for room in block["rooms"] if "forfeit" in room]


@pytest.mark.parametrize("rest", ["", "my_bots_here", "no_such_module:last", "my_bots_here:first", "my_bots_here:none",
                                  "broken_bots:last", ".:last"])  # fmt: skip
def test_a_name_that_is_not_a_python_bot_is_refused(module: str, rest: str) -> None:
    with pytest.raises(BadPythonBot, match="is not a bot"):
        make_bot(f"python:{rest}", game("velvet"))


@pytest.mark.parametrize(
    ("name", "why"), [("leaves", "SystemExit"), ("odd", "Odd"), ("huge", "int"), ("nothing", "None")]
)
def test_a_failing_python_bot_forfeits_and_its_error_is_shown(
    module: str, name: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["arena", "velvet", f"python:{module}:{name}", "uniform", "--blocks", "1", "--jobs", "1"]
    assert main(words) == 1
    assert f"gave no legal answer: {why}" in capsys.readouterr().err


def test_a_changed_python_bot_cannot_resume_a_match(module: str, tmp_path: Path) -> None:
    match = create_match("velvet", [f"python:{module}:last", "uniform"])
    run_stored_match(tmp_path / "match", match, MatchPlan(1))
    run_stored_match(tmp_path / "match", match, MatchPlan(1))
    (tmp_path / f"{module}.py").write_text(BOTS + "# better\n", "utf-8")
    with pytest.raises(BadMatch, match="its own is"):
        run_stored_match(tmp_path / "match", match, MatchPlan(2))
