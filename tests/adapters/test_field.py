"""Tests of the benchmark `field.py`: matches against OpenSpiel's bots can be resumed, and moves are counted."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from tests.extras import needs

from velodrome.bots import BOTS

needs("pyspiel")
FIELD = Path(__file__).parents[2] / "benchmarks" / "field.py"


@pytest.fixture
def field(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Load the benchmark and make it save to a temporary folder; after the test, unregister its bots."""
    spec = spec_from_file_location("field", FIELD)
    assert spec and spec.loader
    module = module_from_spec(spec)
    known = dict(BOTS)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "FOLDER", tmp_path)
    yield module
    BOTS.clear()
    BOTS.update(known)


@pytest.mark.parametrize(("name", "seats"), [("velvet", 2), ("velocity", 3)])
@pytest.mark.parametrize("rollouts", ["", ":ours"])
def test_a_match_is_played_and_its_moves_are_counted(field: Any, name: str, seats: int, rollouts: str) -> None:
    match = field.create_match(name, ["ours:1", f"openspiel:1{rollouts}"], seats)
    cells = [cell.strip() for cell in field.play_match(match, 1).strip("|").split("|")]
    assert cells[:3] == [name, str(seats), "1"]
    assert sum(int(count) for count in cells[3].split(",")) == 1
    for kind in ("ours", "theirs"):
        assert field.TALLY[kind]["moves"] > 0
        assert field.TALLY[kind]["simulations"] >= field.TALLY[kind]["moves"] / 2  # set-ups are random, without search
    again = field.play_match(match, 1)
    assert again.split("|")[4:] == [" " + cell + " " for cell in cells[3:]] + [""]
