"""The laws of heuristics for a table that random options do not make, such as one with its own board."""

from tests.laws.strategies import LAWS, load_laws

from velodrome.core.contract import Game
from velodrome.core.record import Record
from velodrome.core.rng import Rng


def keep_the_laws(game: Game, seed: int) -> None:
    """Check every law of heuristics on one game."""
    load_laws()
    for name, check in LAWS.items():
        if name.startswith("test_rules_of_thumb"):
            check(Record(game), Rng(seed))
