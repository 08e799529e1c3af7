"""The laws of heuristics for one given game, such as a game on a custom board, which random options never produce."""

from tests.laws.strategies import LAWS, load_laws

from velodrome.core.contract import Game
from velodrome.core.record import Record
from velodrome.core.rng import Rng


def check_heuristic_laws(game: Game, seed: int) -> None:
    """Check all laws of heuristics on one random play of `game`."""
    load_laws()
    for name, check in LAWS.items():
        if name.startswith("test_heuristic"):
            check(Record(game), Rng(seed))
