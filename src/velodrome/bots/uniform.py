"""The player that every other one is measured against: any legal move, all equally likely."""

from velodrome.core.contract import State
from velodrome.core.play import Player
from velodrome.core.rng import Rng


def uniform(rng: Rng) -> Player:
    """A player that picks with this generator."""

    def answer(seen: State) -> int:
        return seen.pick(rng)

    return answer
