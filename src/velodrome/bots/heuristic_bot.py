"""The player by rules of thumb: the game's own, exact or with noise."""

import re

from velodrome.core.contract import Game, State
from velodrome.core.errors import VelodromeError
from velodrome.core.heuristic import Heuristic, sample_index
from velodrome.core.play import Bot
from velodrome.core.rng import Rng
from velodrome.games import GAMES


class BadTemperature(VelodromeError):
    """A number by which weights cannot be divided."""


def make_heuristic_bot(game: Game, rest: str = "") -> Bot:
    """`heuristic` plays what its game's rules of thumb like best; `heuristic:2` draws from weights halved."""
    thumb = make_heuristic(game)
    if not rest:
        return thumb.choose
    if not re.fullmatch(r"\d+(\.\d+)?", rest) or not float(rest):
        raise BadTemperature(f'"{rest}" is no heat: expected a number above 0, such as heuristic:2.')
    heat = float(rest)

    def answer(seen: State, rng: Rng) -> int:
        return seen.nth(sample_index([weight / heat for weight in thumb.weigh(seen)], rng))

    return answer


def make_heuristic(game: Game) -> Heuristic:
    """Those that the game is registered with."""
    return GAMES[game.name].heuristic(game)
