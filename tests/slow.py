"""Test modules that take long on plain sources, mostly because they play many whole games."""

from pathlib import PurePath

SLOW_MODULES = (
    "games/*/test_generator.py",
    "games/*/test_heuristic.py",
    "games/velonimo/test_knowledge.py",
    "games/velvet/test_engine.py",
)


def is_slow(path: PurePath) -> bool:
    """Return whether `--fast` leaves this module out; the path starts below tests/."""
    return any(path.match(pattern) for pattern in SLOW_MODULES)
