"""Test `benchmarks/tracks.py`, which counts what happens in games of VeloCity on a track."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.games.velocity.tables import make_track

from velodrome.core.log import Log, Turn
from velodrome.games.velocity.figures import figures
from velodrome.games.velocity.game import VeloCity

ROOT = Path(__file__).resolve().parents[2]


def load_script() -> ModuleType:
    """Import the benchmark script, which is not part of the package."""
    spec = importlib.util.spec_from_file_location("tracks", ROOT / "benchmarks" / "tracks.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["tracks"] = module
    spec.loader.exec_module(module)
    return module


tracks = load_script()


def play_and_log(game: VeloCity, bot: str, number: int) -> tuple[Any, Log]:
    """Play a game with the script; return what the script counted, and a log of the same moves."""
    driver = tracks.CountingDriver(game, [bot], 1, number)
    log = Log(game)
    turn = Turn(log)
    play = driver.play

    def play_twice(move: int) -> None:
        turn.play(move)
        play(move)

    driver.play = play_twice
    driver.run()
    log.append(turn)
    assert log.state.key() == driver.state.key()
    return driver.figures(), log


@pytest.mark.parametrize("track", ["city_default", "rough_city"])
@pytest.mark.parametrize("bot", ["uniform", "level6"])
def test_the_counts_agree_with_the_log_of_the_game(track: str, bot: str) -> None:
    for number in range(3):
        found, log = play_and_log(VeloCity(4, {"track": track}), bot, number)
        rows: list[Any] = figures(log.state, log.entries)
        totals = {row["key"]: sum(row["values"]) for row in rows}
        assert (found.retreats, found.pursuits) == (totals["figure.retreats"], totals["figure.pursuits"])
        assert found.won - found.spent == totals["figure.cans"]
        keys = [text["key"] for entry in log.entries for text in entry.outcomes]
        assert found.to_start == keys.count("outcome.back.start")
        assert 0 <= found.forced <= found.retreats
        assert found.rounds == 1 + keys.count("outcome.round")
        assert found.three_couriers == ("prompt.over.three" in keys)
        assert found.full_podium == ("prompt.over.podium" in keys)


def test_a_game_is_determined_by_its_seed_and_number() -> None:
    game = VeloCity(3, {"track": "rough_city"})
    played = [tracks.play_game(game, ["level6"], seed, number) for seed, number in ((1, 0), (1, 0), (1, 1), (2, 0))]
    assert played[0] == played[1]
    assert len(set(played)) == 3


def test_the_table_has_a_row_for_each_track_and_seat_count(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--games", "2", "--seats", "3", "4", "--bots", "uniform", "level1", "--seed", "5"]
    assert tracks.main(words) == 0
    head, _, *rows, _, last = capsys.readouterr().out.splitlines()
    cells = [[cell.strip() for cell in row.split("|")[1:-1]] for row in rows]
    assert [row[:3] for row in cells] == [
        [track, seats, "2"] for track in ("city_default", "rough_city") for seats in ("3", "4")
    ]
    assert {len(row) for row in cells} == {head.count("|") - 1}
    assert last.startswith("bots uniform level1, seed 5, commit ")


def test_an_own_track_is_measured_and_a_missing_one_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "flat.toml"
    path.write_text(make_track("rrrrrr"), "utf-8")
    assert tracks.main([str(path), "--games", "1", "--seats", "3", "--bots", "uniform"]) == 0
    assert "| own_1 | 3 | 1 | 0.0 | 0.0 | 0.0% | 0.0 |" in capsys.readouterr().out
    assert tracks.main(["nowhere.toml", "--games", "1"]) == 2
    assert "nowhere.toml: cannot be read" in capsys.readouterr().err
