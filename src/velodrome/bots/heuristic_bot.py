"""Bot that plays by its game's heuristic, which gives each legal move a weight.

Without a temperature, the bot plays the move with the highest weight. With a temperature, it draws a random
move, and moves with higher weights are more likely.
"""

import re

from velodrome.core.contract import Game, State
from velodrome.core.errors import VelodromeError
from velodrome.core.heuristic import Heuristic, sample_index
from velodrome.core.playout import Bot
from velodrome.core.rng import Rng
from velodrome.games import GAMES


class BadTemperature(VelodromeError):
    """Raised for a temperature that is not a number above 0."""


def make_heuristic_bot(game: Game, rest: str = "") -> Bot:
    """Create the bot `heuristic` or, with a temperature, a bot such as `heuristic:2`.

    `rest` is the part of the name after the colon: the temperature, or "". Without a temperature, the bot plays the
    best move. With one, it draws moves at random; the higher the temperature, the more often it plays weak moves.
    """
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
