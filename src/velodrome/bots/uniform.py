"""The player that every other one is measured against: any legal move, all equally likely."""

from velodrome.core.contract import Game, State
from velodrome.core.errors import VelodromeError
from velodrome.core.play import Bot
from velodrome.core.rng import Rng


class NoChoice(VelodromeError):
    """A wish for a player that has none."""


def uniform(game: Game, rest: str = "") -> Bot:
    """`uniform`, and nothing after it."""
    if rest:
        raise NoChoice(f'"uniform:{rest}" is no bot: expected uniform alone.')
    return by_lot


def by_lot(seen: State, rng: Rng) -> int:
    return seen.pick(rng)
