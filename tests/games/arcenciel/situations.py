"""What the tests of the rules share: boards of their own, seats, and a look at a situation."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from velodrome.core.contract import Value

BOARDS = Path(__file__).parent / "boards"
VILLAGE: dict[str, Value] = {"circuit": str(BOARDS / "village.toml"), "deck": str(BOARDS / "fair.toml")}
A, B, C = 0, 1, 2

# Fixtures of conftest.py; states are Any, because tests look into their plain data at any depth.
SetUp = Callable[..., Any]
Ride = Callable[..., Any]
Opened = Callable[[Any], list[str]]


def read(state: Any, *names: str) -> list[Any]:
    """Some entries of the written state."""
    told = state.write()
    return [told[name] for name in names]
