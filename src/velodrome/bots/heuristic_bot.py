"""Bot that plays the best move by its game's heuristic, or draws moves at random with a temperature."""

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
    """Create `heuristic`, which plays the move with the highest weight; `heuristic:2` draws at temperature 2."""
    heuristic = make_heuristic(game)
    if not rest:
        return heuristic.choose
    if not re.fullmatch(r"\d+(\.\d+)?", rest) or not float(rest):
        raise BadTemperature(f'"{rest}" is not a temperature: expected a number above 0, such as heuristic:2.')
    temperature = float(rest)

    def answer(seen: State, rng: Rng) -> int:
        return seen.nth(sample_index([weight / temperature for weight in heuristic.weigh(seen)], rng))

    return answer


def make_heuristic(game: Game) -> Heuristic:
    """Create the heuristic registered for a game."""
    return GAMES[game.name].heuristic(game)
