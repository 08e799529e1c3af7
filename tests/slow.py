"""Lists of tests that are slow on code that is not compiled, mostly because they play many whole games."""

from pathlib import PurePath

# Modules marked `slow`, which `dev.py test --fast` leaves out.
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
    "laws/test_boards.py",
    "repo/test_bench.py",
    "repo/test_examples.py",
    "repo/test_walk.py",
    "server/test_cli.py",
    "server/test_hints.py",
    "server/test_migrations.py",
    "server/test_old_database.py",
    "server/test_plain_mode.py",
    "server/test_pool.py",
    "server/test_replays.py",
)
# Tests marked `very_slow`, which the coverage run leaves out too.
VERY_SLOW_TESTS = (
    "games/velocity/test_heuristic.py::test_the_heuristic_laws_hold_on_any_track",
    "games/velonimo/test_generator.py::test_t34_vn18_thousands_of_games_end_within_the_maximum_length",
    "games/velvet/test_heuristic.py::test_it_beats_a_blind_runner",
    "server/test_pool.py::test_every_level_chooses_a_legal_move_from_plain_data",
    "server/test_pool.py::test_worker_processes_are_replaced_when_they_die_and_exit_with_the_server",
    "server/test_replays.py::test_a_room_can_continue_from_any_ply",
)


def is_slow(path: PurePath) -> bool:
    """Return whether a test module is slow; `path` is relative to tests/."""
    return any(path.match(pattern) for pattern in SLOW_MODULES)


def is_very_slow(path: PurePath, test: str) -> bool:
    """Return whether a test is very slow; the parameters in the test's name are ignored."""
    return f"{path.as_posix()}::{test.split('[')[0]}" in VERY_SLOW_TESTS
