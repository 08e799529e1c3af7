"""The player that every other one is measured against: any legal move, all equally likely."""

from velodrome.core.contract import Game
from velodrome.core.play import Bot


def uniform(game: Game, rest: str = "") -> Bot:
    return lambda seen, rng: seen.pick(rng)
