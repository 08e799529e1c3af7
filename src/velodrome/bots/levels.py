"""Eight levels of bots for every game, from a beginner to a search that takes a few tenths of a second.

Each level is tuned to beat the level below in about two of three blocks; `benchmarks/strength.py` measures this.
"""

from typing import NamedTuple

from velodrome.bots.heuristic_bot import make_heuristic_bot
from velodrome.bots.search_bot import make_search_bot
from velodrome.core import texts
from velodrome.core.contract import Game
from velodrome.core.errors import VelodromeError
from velodrome.core.playout import Bot

NUMBER_OF_LEVELS = 8


class BotLevel(NamedTuple):
    """Settings of one level."""

    temperature: float = 0.0  # of the heuristic's random choice, as in `heuristic:2`; 0: always its best move
    simulations: int = 0  # search simulations per decision; 0: play by the heuristic alone


def build_ladder(temperatures: tuple[float, ...], simulations: tuple[int, ...]) -> tuple[BotLevel, ...]:
    """Return all levels, weakest first: heuristic bots, then search bots.

    `temperatures` has the temperature of each heuristic bot; `simulations` has the budget of each search bot. A
    heuristic bot draws moves by their weights: even a weak level plays the second-best move more often than a bad
    one, and never a move that the heuristic rules out.
    """
    return (*[BotLevel(heat) for heat in temperatures], *[BotLevel(simulations=number) for number in simulations])


LADDERS = {  # levels by game, level 1 first; tuned with benchmarks/strength.py
    "velonimo": build_ladder((1.98, 1.5, 1.11, 0.77, 0.4, 0.0), (40, 500)),
    "velocity": build_ladder((2.34, 1.78, 1.33, 0.93, 0.64, 0.0), (400, 4000)),
    "arcenciel": build_ladder((2.62, 2.19, 1.77, 1.37, 1.04, 0.74, 0.45), (600,)),
    "velvet": build_ladder((1.78, 1.45, 1.13, 0.89, 0.68, 0.0), (60, 600)),
}


def level_title(number: int, language: str) -> str:
    """Return the name of a level, such as "Climber"."""
    return texts.load("bots", language)[f"level{number}"]


class UnknownLevel(VelodromeError):
    """Raised for a level number that does not exist."""


def make_level_bot(game: Game, number: int) -> Bot:
    """Create the bot for a level from 1 to 8.

    >>> from velodrome import game
    >>> beginner = make_level_bot(game("velonimo"), 1)
    """
    if number not in range(1, 1 + NUMBER_OF_LEVELS):
        raise UnknownLevel(f"there is no level {number}: expected 1 to {NUMBER_OF_LEVELS}.")
    level = LADDERS[game.name][number - 1]
    if level.simulations:
        return make_search_bot(game, f"{level.simulations}")
    return make_heuristic_bot(game, f"{level.temperature}" if level.temperature else "")
