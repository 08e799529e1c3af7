"""Test modules that take long on plain sources, mostly because they play many whole games."""

from pathlib import PurePath

SLOW_MODULES = (
    "cli/test_play.py",
    "cli/test_secrets.py",
    "cli/test_terminal.py",
    "games/*/test_games.py",
    "games/*/test_generator.py",
    "games/*/test_heuristic.py",
    "games/*/test_knowledge.py",
    "games/*/test_reference.py",
    "games/velocity/test_position.py",
    "games/velonimo/test_positions.py",
    "games/velvet/test_engine.py",
    "games/velvet/test_texts.py",
    "repo/test_bench.py",
    "repo/test_examples.py",
    "server/test_cli.py",
    "server/test_hints.py",
    "server/test_pool.py",
    "server/test_replays.py",
)


def is_slow(path: PurePath) -> bool:
    """Return whether `--fast` leaves this module out; the path starts below tests/."""
    return any(path.match(pattern) for pattern in SLOW_MODULES)
