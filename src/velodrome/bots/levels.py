"""Eight levels of bots for every game, from a beginner to a search that takes a few tenths of a second.

Each level is tuned to beat the level below in about two of three blocks; `benchmarks/strength.py` measures this.
"""

from typing import NamedTuple

from velodrome.bots.heuristic_bot import make_heuristic_bot
from velodrome.bots.search_bot import make_search_bot
from velodrome.core import texts
from velodrome.core.contract import Game, State
from velodrome.core.errors import VelodromeError
from velodrome.core.playout import Bot
from velodrome.core.rng import Rng

NUMBER_OF_LEVELS = 8


class BotLevel(NamedTuple):
    """Settings of one level."""

    slips: float = 0.0  # share of decisions in which the bot plays a random move
    simulations: int = 0  # search simulations per decision; 0: play by the heuristic alone


def build_ladder(slips: tuple[float, ...], simulations: tuple[int, ...]) -> tuple[BotLevel, ...]:
    """Return all levels, weakest first: heuristic bots that sometimes move at random, then search bots.

    `slips` has the share of random moves for each heuristic bot; `simulations` has the budget of each search bot.
    """
    return (*[BotLevel(share) for share in slips], *[BotLevel(simulations=number) for number in simulations])


LADDERS = {  # {game: its levels, level 1 first}; in Arc en Ciel, search is hardly stronger than the heuristic
    "velonimo": build_ladder((0.44, 0.345, 0.26, 0.17, 0.075, 0.0), (40, 500)),
    "velocity": build_ladder((0.47, 0.385, 0.3, 0.195, 0.085, 0.0), (400, 4000)),
    "arcenciel": build_ladder((0.5, 0.315, 0.225, 0.16, 0.11, 0.073, 0.04), (600,)),
    "velvet": build_ladder((0.6, 0.475, 0.34, 0.22, 0.1, 0.0), (60, 600)),
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
    made = LADDERS[game.name][number - 1]
    steady = make_search_bot(game, f"{made.simulations}") if made.simulations else make_heuristic_bot(game)
    return add_slips(made.slips, steady) if made.slips else steady


def add_slips(share: float, steady: Bot) -> Bot:
    """Return a bot that plays this share of its moves at random, and otherwise plays like `steady`."""

    def answer(seen: State, rng: Rng) -> int:
        return seen.pick(rng) if rng.random() < share else steady(seen, rng)

    return answer
