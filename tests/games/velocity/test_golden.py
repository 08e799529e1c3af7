"""The rulebook's examples as game records."""

from pathlib import Path

import pytest

from velodrome.core.record import read
from velodrome.games import GAMES

RECORDS = sorted(Path(__file__).parent.joinpath("golden").glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_vc06_the_examples_of_the_rulebook_replay(path):
    record = read(path.read_text("utf-8"), GAMES)
    again = read(record.write(), GAMES)
    assert again.write() == record.write()
    assert again.state.key() == record.state.key()


def test_vc06_every_example_has_its_record():
    assert [path.stem for path in RECORDS] == ["group", "obstacles", "pursuit", "tie"]
