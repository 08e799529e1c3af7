"""Check that the heuristic obeys the laws in one given game.

Tests use this check for custom boards, because the random games of `tests/laws` have only built-in boards.
"""

from tests.laws.strategies import LAWS, load_laws

from velodrome.core.contract import Game
from velodrome.core.record import Record
from velodrome.core.rng import Rng


def check_heuristic_laws(game: Game, seed: int) -> None:
    """Run all laws of heuristics, which are in test_heuristics.py, on random play of `game`."""
    load_laws()
    for name, check in LAWS.items():
        if name.startswith("test_heuristic"):
            check(Record(game), Rng(seed))
