"""Tests of `velodrome bench`: the rows and the table that it prints, but not the measured speeds."""

import json

import pytest

from velodrome import bench
from velodrome.games import GAMES


def test_json_output_has_a_row_for_each_game_and_twin(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["--json", "--seconds", "0.01"]) == 0
    rows = json.loads(capsys.readouterr().out)
    kinds = [True, False] if bench.is_compiled() else [False]
    assert [(row["game"], row["compiled"]) for row in rows] == [(name, kind) for name in GAMES for kind in kinds]
    for row in rows:
        assert set(row) == {"game", "seats", "compiled", "decisions_per_s", "stepped_per_s", "copies_per_s"}
        assert row["seats"] == bench.BENCH_SEATS[row["game"]]
        assert min(row["decisions_per_s"], row["stepped_per_s"], row["copies_per_s"]) > 0


def test_a_table_is_printed_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main([next(iter(GAMES)), "--seconds", "0.01"]) == 0
    assert "interpreted" in capsys.readouterr().out


def test_an_unknown_game_is_refused_with_a_list_of_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["chess"]) == 2
    assert "no game is called chess. There are: " in capsys.readouterr().err
