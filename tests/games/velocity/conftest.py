"""Fixture for tests of VeloCity: a function that sets up any position."""

import pytest
from tests.games.velocity.tables import TEAMS, Sit, Table

from velodrome.core.contract import Data, Value
from velodrome.games.velocity.game import VeloCity


@pytest.fixture
def sit() -> Sit:
    """Return a function that makes a `Table` from a position: sit(3, {option: value}, couriers=…, cans=…)."""

    def make(seats: int = 3, options: dict[str, Value] | None = None, **position: object) -> Table:
        game = VeloCity(seats, {"colours": TEAMS, **(options or {})})
        description: Data = dict(position)
        return Table(game, game.position(description))

    return make
