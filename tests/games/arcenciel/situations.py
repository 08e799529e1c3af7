"""Helpers for the rule tests: a custom circuit and deck, short names for seats, and `read` for parts of a state."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from velodrome.core.contract import Value

BOARDS = Path(__file__).parent / "boards"
VILLAGE: dict[str, Value] = {"circuit": str(BOARDS / "village.toml"), "deck": str(BOARDS / "fair.toml")}
A, B, C = 0, 1, 2

# Types of the fixtures in conftest.py; states are Any because tests index their plain data at any depth.
SetUp = Callable[..., Any]
Ride = Callable[..., Any]
ListLegal = Callable[[Any], list[str]]


def read(state: Any, *names: str) -> list[Any]:
    """Return the values with these names from the data that `State.write` returns."""
    written = state.write()
    return [written[name] for name in names]
