"""The player that every other one is measured against: any legal move, all equally likely."""

from collections.abc import Callable

from velodrome.core.contract import Game, State
from velodrome.core.rng import Rng


def uniform(game: Game, rest: str = "") -> Callable[[State, Rng], int]:
    return lambda seen, rng: seen.pick(rng)
