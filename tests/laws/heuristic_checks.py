"""The laws of heuristics for a given game, such as one on a custom board, which the random games never use."""

from tests.laws.strategies import LAWS, load_laws

from velodrome.core.contract import Game
from velodrome.core.record import Record
from velodrome.core.rng import Rng


def check_heuristic_laws(game: Game, seed: int) -> None:
    """Play `game` at random and check all laws of heuristics."""
    load_laws()
    for name, check in LAWS.items():
        if name.startswith("test_heuristic"):
            check(Record(game), Rng(seed))
