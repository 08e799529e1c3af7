"""Fixtures for tests of Arc en Ciel: set up a position, play moves from it, list the legal moves."""

from typing import Any

import pytest
from tests.games.arcenciel.situations import ListLegal, Ride, SetUp

from velodrome.core.contract import Value
from velodrome.games.arcenciel.game import ArcEnCiel
from velodrome.games.arcenciel.rules import ArcEnCielState


@pytest.fixture
def set_up() -> SetUp:
    """Return a function that makes a state: set_up({option: value}, square=7, energy=[20, 20, 20]).

    The keyword arguments are keys of the position. All other keys get their defaults.
    """

    def make(options: dict[str, Value] | None = None, seats: int = 3, **entries: object) -> Any:
        return ArcEnCiel(seats, options or {}).position(dict(entries))

    return make


@pytest.fixture
def ride() -> Ride:
    """Return a function that plays moves and returns the state: ride(state, "white 2"). It fails on an illegal move."""

    def run(state: ArcEnCielState, *texts: str) -> ArcEnCielState:
        for text in texts:
            move = state.game.parse(text)
            assert state.allows(move), f"{text} is not legal: {[state.game.text(m) for m in state.legal()]}"
            state.play(move)
        return state

    return run


@pytest.fixture
def list_legal() -> ListLegal:
    """Return a function that returns the texts of a state's legal moves."""
    return lambda state: [state.game.text(move) for move in state.legal()]
