"""What the tests of the rules share: boards of their own, seats, and a look at a situation."""

from pathlib import Path
from typing import Any

BOARDS = Path(__file__).parent / "boards"
VILLAGE = {"circuit": str(BOARDS / "village.toml"), "deck": str(BOARDS / "fair.toml")}
A, B, C = 0, 1, 2


def read(state: Any, *names: str) -> list[object]:
    """Some entries of the written state."""
    told = state.write()
    return [told[name] for name in names]
