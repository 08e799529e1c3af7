"""Setting up a situation and riding on from it."""

from typing import Any

import pytest
from tests.games.arcenciel.situations import Opened, Ride, SetUp

from velodrome.core.contract import Value
from velodrome.games.arcenciel.game import ArcEnCiel
from velodrome.games.arcenciel.rules import ArcEnCielState


@pytest.fixture
def set_up() -> SetUp:
    """A situation of three riders: set_up({option: value}, square=7, energy=[20, 20, 20])."""

    def make(options: dict[str, Value] | None = None, seats: int = 3, **entries: object) -> Any:
        return ArcEnCiel(seats, options or {}).position(dict(entries))

    return make


@pytest.fixture
def ride() -> Ride:
    """Play moves by their texts, each of which must be open."""

    def run(state: ArcEnCielState, *texts: str) -> ArcEnCielState:
        for text in texts:
            move = state.game.parse(text)
            assert state.allows(move), f"{text} is not open: {[state.game.text(m) for m in state.legal()]}"
            state.play(move)
        return state

    return run


@pytest.fixture
def opened() -> Opened:
    """The texts of the moves open to the actor."""
    return lambda state: [state.game.text(move) for move in state.legal()]
