"""The page of strengths: written from matches that can be stopped, with all that is needed to play them again."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from velodrome import bots
from velodrome.arena.contest import Plan, contest
from velodrome.arena.match import arranged
from velodrome.arena.strength import TABLES, page, play, tasks
from velodrome.arena.summary import summed_up
from velodrome.arena.workers import here
from velodrome.games import GAMES

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels that are all the same, where it matters only that they are played."""
    monkeypatch.setattr(bots, "LEVELS", {})
    for number in range(1, 9):
        monkeypatch.setitem(bots.BOTS, f"level{number}", bots.uniform)


@pytest.fixture
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("strength", ROOT / "benchmarks" / "strength.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_level_meets_the_one_below_in_all_games_at_two_tables_each() -> None:
    assert set(TABLES) == set(GAMES)
    for game, seats in TABLES.items():
        assert len(seats) == min(2, len(GAMES[game].seats))
        for higher in range(2, 9):
            pairs = [task.seats for task in tasks(games=(game,)) if task.bots[0] == f"level{higher}"]
            assert set(seats) <= set(pairs)


def test_the_page_is_written_and_a_second_run_plays_nothing_again(
    ladder: None, script: ModuleType, tmp_path: Path
) -> None:
    words = ["velvet", "--out", str(tmp_path / "night"), "--page", str(tmp_path / "page.md"), "--scale", "0.001"]
    assert script.main([*words, "--jobs", "1"]) == 0
    first = (tmp_path / "page.md").read_text("utf-8")
    assert script.main([*words, "--jobs", "1"]) == 0
    assert (tmp_path / "page.md").read_text("utf-8") == first, "times included: nothing was played again"
    assert len(re.findall(r"^\| 2 \| level\d \| level\d \| 2 \| [\d.]+ % \[", first, re.MULTILINE)) == 7
    assert "Level 3 among uniform players" in first
    assert re.search(r"Commit \S+; seed 1\.", first)
    assert "still to be played" not in first
    assert script.main([*words, "--seed", "2"]) == 2


def test_a_page_says_what_is_still_missing(ladder: None, tmp_path: Path) -> None:
    todo = tasks(0.001, ("velocity",))
    row = play(todo[1], tmp_path, 5, here)
    assert "seed 5. 14 matches are still to be played." in page([row], 14)


# ---------------------------------------------------------------- a short part of the page itself, in every run


@pytest.mark.parametrize("bots", [("level4", "level1"), ("level3", "uniform")], ids="-".join)
@pytest.mark.parametrize("name", GAMES)
def test_a_level_is_clearly_ahead_of_a_much_lower_one(name: str, bots: tuple[str, str]) -> None:
    match = arranged(name, list(bots), TABLES[name][0], seed=1)
    summary = summed_up(match, contest(match, Plan(24)).counted)
    assert summary["forfeits"] == []
    assert summary["pairs"][0]["ahead"].low > 0.5


@pytest.mark.parametrize("name", GAMES)
def test_a_level_against_itself_is_even(name: str) -> None:
    match = arranged(name, ["level3", "level3"], TABLES[name][0], seed=2)
    pair = summed_up(match, contest(match, Plan(24)).counted)["pairs"][0]
    assert pair["ahead"].low <= 0.5 <= pair["ahead"].high
    assert pair["difference"].low <= 0 <= pair["difference"].high
