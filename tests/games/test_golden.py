"""Replay the golden records, in which rulebook examples and fixed bugs are stored, and check their assertions."""

from pathlib import Path

import pytest

from velodrome.core import record
from velodrome.games import GAMES

RECORDS = sorted(Path(__file__).parent.glob("*/golden/*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_golden_record_replays_and_is_written_back_unchanged(path: Path) -> None:
    game = record.read(path.read_text("utf-8"), GAMES)
    again = record.read(game.write(), GAMES)
    assert again.write() == game.write()
    assert again.state.key() == game.state.key()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_golden_records(game: str) -> None:
    assert [path for path in RECORDS if path.parent.parent.name == game]
