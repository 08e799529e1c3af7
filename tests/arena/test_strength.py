"""Test `benchmarks/strength.py`, which plays matches between the levels and writes a page about their strength.

The last tests play short matches between the real levels.
"""

import importlib.util
import json
import re
import sys
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest

from velodrome import bots
from velodrome.arena.match import create_match
from velodrome.arena.run import MatchPlan, run_match
from velodrome.arena.summary import MatchSummary, summarize_match
from velodrome.arena.workers import play_here
from velodrome.bots.uniform import make_uniform_bot
from velodrome.core.contract import Game
from velodrome.core.playout import Bot
from velodrome.games import GAMES

ROOT = Path(__file__).resolve().parents[2]


def load_script() -> ModuleType:
    """Import the benchmark script, which is not part of the package."""
    spec = importlib.util.spec_from_file_location("strength", ROOT / "benchmarks" / "strength.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["strength"] = module
    spec.loader.exec_module(module)
    return module


strength = load_script()


@pytest.fixture
def ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace all levels by the fast bot `uniform`, for tests in which the strength of the levels does not matter."""
    monkeypatch.setattr(bots, "LEVELS", {})
    for number in range(1, 9):
        monkeypatch.setitem(bots.BOTS, f"level{number}", make_uniform_bot)


def test_every_level_meets_the_one_below_in_all_games_at_two_seat_counts() -> None:
    assert set(strength.TABLES) == set(GAMES)
    for game, seats in strength.TABLES.items():
        assert len(seats) == min(2, len(GAMES[game].seats))
        for higher in range(2, 9):
            found = [task for task in strength.list_tasks(games=(game,)) if task.bots[0] == f"level{higher}"]
            assert {task.bots[1] for task in found} - {"uniform"} == {f"level{higher - 1}"}
            assert set(seats) <= {task.seats for task in found}


def test_blocks_levels_and_budgets_can_be_reduced() -> None:
    whole = strength.list_tasks()
    part = strength.list_tasks(Fraction(1, 10))
    assert [task.blocks for task in part] == [task.blocks // 10 for task in whole]
    for game in GAMES:
        found = strength.list_tasks(games=(game,), levels=(6, 7, 8), budget=Fraction(1, 2))
        many = [made.simulations // 2 for made in strength.LADDERS[game]]
        names = [f"search:{simulations}" if simulations else f"level{i}" for i, simulations in enumerate(many, 1)]
        pairs = [(names[i], names[i - 1]) for i in (5, 6, 7)]
        assert [task.bots for task in found[1:]] == [pair for pair in pairs for _ in strength.TABLES[game]]
        assert ":" not in found[-1].folder()
        assert strength.label_bot(game, names[7], Fraction(1, 2)) == f"{names[7]}, level8 at 1/2"
    assert "The levels that use search had 1/2 of their simulations" in strength.render_page([], [], Fraction(1, 2))


LINE = re.compile(
    r"^\| level(\d) \| level(\d) \| (\d+) \| [\d.]+ % \[[\d.]+, [\d.]+\] \| [+-][\d.]+ \[[+-][\d.]+, [+-][\d.]+\]"
    r" \| [\d.]+, [\d.]+, [\d.]+ \| [\d.]+, [\d.]+, [\d.]+ \| 1 \| (\S.*) \|$",
    re.MULTILINE,
)


def test_the_page_is_written_and_a_second_run_repeats_no_match(ladder: None, tmp_path: Path) -> None:
    words = ["velvet", "--out", str(tmp_path / "night"), "--page", str(tmp_path / "page.md"), "--scale", "1/1000"]
    assert strength.main([*words, "--jobs", "1"]) == 0
    first = (tmp_path / "page.md").read_text("utf-8")
    assert strength.main([*words, "--jobs", "1"]) == 0
    assert (tmp_path / "page.md").read_text("utf-8") == first, "the times are equal too, so nothing was played again"
    assert [tuple(map(int, found[:3])) for found in LINE.findall(first)] == [(n, n - 1, 2) for n in range(2, 9)]
    assert "\n### velvet with 2 seats\n" in first
    row = r"^\| velvet \| 2 \| level3 uniform \| 2 \| [\d.]+ % \[.*\] \| [\d.]+, [\d.]+, [\d.]+ \| 1 \| \S"
    assert re.search(row, first, re.MULTILINE)
    assert "are not finished." not in first
    assert strength.main([*words, "--seed", "2"]) == 2


def test_the_page_uses_unfinished_matches_of_any_code_version(ladder: None, tmp_path: Path) -> None:
    """Test that the page shows an unfinished match, but only the blocks before the first missing block.

    The match may have been started by another code version, and the last line of its file may be incomplete.
    """
    night = tmp_path / "night"
    for task, blocks in zip(strength.list_tasks(games=("velvet",))[1:3], (3, 2), strict=True):
        strength.play_task(task._replace(blocks=blocks), night, 1, play_here)
    path = night / "velvet-2-level2-level1" / "match.jsonl"
    header, *lines = path.read_text().splitlines()
    changed = {**json.loads(header), "code": "abc", "commit": "1234567"}
    path.write_text("\n".join([json.dumps(changed), *lines, lines[0].replace('"block": 0', '"block": 7'), '{"bl']))
    before = path.read_bytes()
    words = ["--out", str(night), "--page", str(tmp_path / "page.md"), "--only-page"]
    assert strength.main(words) == 0
    text = (tmp_path / "page.md").read_text("utf-8")
    assert LINE.findall(text)[0][2:] == ("3", "1234567")
    assert [found[2] for found in LINE.findall(text)] == ["3", "2"]
    assert "53 of 53 matches are not finished." in text
    assert path.read_bytes() == before
    assert sorted(folder.name for folder in night.iterdir()) == ["velvet-2-level2-level1", "velvet-2-level3-level2"]


def test_the_page_is_written_when_play_is_stopped(
    ladder: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0

    def stopping(game: Game, rest: str) -> Bot:
        nonlocal asked
        asked += 1
        if asked > 40:
            raise KeyboardInterrupt
        return make_uniform_bot(game, rest)

    monkeypatch.setitem(bots.BOTS, "level1", stopping)
    words = ["velvet", "--out", str(tmp_path), "--page", str(tmp_path / "page.md"), "--jobs", "1", "--levels", "2"]
    assert strength.main(words) == 130
    assert [found[2] for found in LINE.findall((tmp_path / "page.md").read_text("utf-8"))] == ["19"]


def test_a_page_without_matches_is_refused(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("as it was")
    assert strength.main(["--out", str(tmp_path / "none"), "--page", str(tmp_path / "page.md"), "--only-page"]) == 2
    assert (tmp_path / "page.md").read_text() == "as it was"


@pytest.mark.parametrize("words", [["--scale", "0"], ["--scale", "x"], ["--scale", "1/0"], ["--levels", "1"], ["go"]])
def test_impossible_arguments_are_refused(words: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        strength.main(["--out", "nowhere", *words])


# ---------------------------------------------------------------- short matches between the real levels


def short(name: str, bots: list[str], blocks: int, seed: int = 1) -> MatchSummary:
    """Play a match of a few blocks with the smallest number of seats; return its summary. Fail if a bot forfeits."""
    match = create_match(name, bots, strength.TABLES[name][0], seed=seed)
    summary = summarize_match(match, run_match(match, MatchPlan(blocks)).counted)
    assert summary["forfeits"] == []
    return summary


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_two_levels_higher_wins_three_blocks_of_five(name: str) -> None:
    ahead = short(name, ["level5", "level3"], 120)["pairs"][0]["ahead"]
    assert ahead.mean >= 0.6
    assert ahead.low > 0.5


@pytest.mark.parametrize(
    ("name", "share"), [("velonimo", 0.95), ("velocity", 0.95), ("arcenciel", 0.6), ("velvet", 0.95)]
)
def test_level_3_wins_often_enough_against_uniform_players(name: str, share: float) -> None:
    others = ["uniform"] * (strength.AMONG_UNIFORM[name] - 1)
    assert short(name, ["level3", *others], 60)["bots"][0]["wins"] >= share


@pytest.mark.parametrize("name", GAMES)
def test_a_level_that_searches_plays_a_match(name: str) -> None:
    assert short(name, ["level7", "level6"], 1)["blocks"] == 1


def test_search_beats_the_heuristic_with_a_temperature() -> None:
    assert short("velocity", ["level7", "level3"], 8)["pairs"][0]["ahead"].mean > 0.6


@pytest.mark.parametrize("name", GAMES)
def test_a_level_ties_against_itself(name: str) -> None:
    pair = short(name, ["level3", "level3"], 24, seed=2)["pairs"][0]
    assert pair["ahead"].low <= 0.5 <= pair["ahead"].high
    assert pair["difference"].low <= 0 <= pair["difference"].high
