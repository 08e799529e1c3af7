"""Bot that plays by its game's heuristic, exactly or with noise."""

import re

from velodrome.core.contract import Game, State
from velodrome.core.errors import VelodromeError
from velodrome.core.heuristic import Heuristic, sample_index
from velodrome.core.playout import Bot
from velodrome.core.rng import Rng
from velodrome.games import GAMES


class BadTemperature(VelodromeError):
    """A temperature that is not a number above 0."""


def make_heuristic_bot(game: Game, rest: str = "") -> Bot:
    """Make `heuristic`, which plays the move of the greatest weight; `heuristic:2` samples at temperature 2."""
    heuristic = make_heuristic(game)
    if not rest:
        return heuristic.choose
    if not re.fullmatch(r"\d+(\.\d+)?", rest) or not float(rest):
        raise BadTemperature(f'"{rest}" is no temperature: expected a number above 0, such as heuristic:2.')
    temperature = float(rest)

    def answer(seen: State, rng: Rng) -> int:
        return seen.nth(sample_index([weight / temperature for weight in heuristic.weigh(seen)], rng))

    return answer


def make_heuristic(game: Game) -> Heuristic:
    """Make the heuristic that the game is registered with."""
    return GAMES[game.name].heuristic(game)
