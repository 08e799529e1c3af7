"""Records of the situations that the rulebook prints, replayed with every assertion."""

from pathlib import Path

import pytest

from velodrome.core import record
from velodrome.games import GAMES

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_record_holds_and_is_written_back(path):
    game = record.read(path.read_text("utf-8"), GAMES)
    again = record.read(game.write(), GAMES)
    assert again.state.key() == game.state.key()
    assert again.write() == game.write()
