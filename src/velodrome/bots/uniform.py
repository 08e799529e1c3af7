"""The player that every other one is measured against: any legal move, all equally likely."""

from velodrome.core.contract import Game, State
from velodrome.core.errors import VelodromeError
from velodrome.core.play import Bot
from velodrome.core.rng import Rng


class UniformTakesNoSettings(VelodromeError):
    """A wish for a player that has none."""


def make_uniform_bot(game: Game, rest: str = "") -> Bot:
    """`uniform`, and nothing after it."""
    if rest:
        raise UniformTakesNoSettings(f'"uniform:{rest}" is no bot: expected uniform alone.')
    return pick_uniformly


def pick_uniformly(seen: State, rng: Rng) -> int:
    return seen.pick(rng)
