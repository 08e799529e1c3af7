"""Bot that plays a random legal move; all are equally likely. It is the baseline for every comparison."""

from velodrome.core.contract import Game, State
from velodrome.core.errors import VelodromeError
from velodrome.core.playout import Bot
from velodrome.core.rng import Rng


class UniformTakesNoSettings(VelodromeError):
    """Raised when the name of the bot `uniform` contains settings, such as `uniform:2`; `uniform` takes none."""


def make_uniform_bot(game: Game, rest: str = "") -> Bot:
    """Create the bot `uniform`, which takes no settings."""
    if rest:
        raise UniformTakesNoSettings(f'"uniform:{rest}" is not a bot: uniform takes no settings.')
    return pick_uniformly


def pick_uniformly(seen: State, rng: Rng) -> int:
    return seen.pick(rng)
