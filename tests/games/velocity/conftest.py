"""A table of VeloCity at any position, driven by the lines of a record."""

from collections.abc import Callable

import pytest

from velodrome.core.contract import Data, Value
from velodrome.core.record import Record, answer, read_line
from velodrome.games.velocity.game import VeloCity
from velodrome.games.velocity.rules import VeloCityState

TEAMS = ("blue", "yellow", "red", "green", "black", "white", "gray")  # seats 0, 1, 2 … of the acceptance tables


class Table:
    """A race in progress: `do` plays lines such as "0 solo" and "* roll 6", `is_` checks what `=` lines would."""

    def __init__(self, game: VeloCity, start: VeloCityState | None = None) -> None:
        self.game = game
        self.record = Record(game, start)

    @property
    def race(self) -> VeloCityState:
        state = self.record.state
        assert isinstance(state, VeloCityState)
        return state

    def do(self, *lines: str) -> "Table":
        for line in lines:
            read_line(self.record, line)
        return self

    def is_(self, *facts: str) -> "Table":
        """Each fact begins with its name: "cans 1 0 0", "reserve 14", "actor 1", "open pay, back"."""
        for fact in facts:
            name = fact.split(" ", 1)[0]
            assert f"{name} {answer(self.race, name)}".strip() == fact
        return self

    def open(self) -> list[str]:
        return [self.game.text(move) for move in self.race.legal()]


Sit = Callable[..., Table]


@pytest.fixture
def sit() -> Sit:
    """A table at a position: sit(3, {option: value}, couriers=…, cans=…)."""

    def make(seats: int = 3, options: dict[str, Value] | None = None, **position: object) -> Table:
        game = VeloCity(seats, {"colours": TEAMS, **(options or {})})
        description: Data = dict(position)
        return Table(game, game.position(description))

    return make
