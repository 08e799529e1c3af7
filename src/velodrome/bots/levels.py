"""Eight levels of play, the same names in every game: from a first ride to all that search can do here.

The recipes were tuned by `velodrome arena`, each level against the one below: docs/strength.md has the figures.
"""

from typing import NamedTuple

from velodrome.bots.thinker import searching
from velodrome.bots.thumb import heuristic
from velodrome.core.contract import Game, State
from velodrome.core.errors import VelodromeError
from velodrome.core.play import Bot
from velodrome.core.rng import Rng

TITLES = {
    "en": ("Tricycle", "Sunday rider", "Commuter", "Club rider", "Domestique", "Climber", "Champion", "Legend"),
    "fr": ("Tricycle", "Promeneur", "Vélotafeur", "Licencié", "Équipier", "Grimpeur", "Champion", "Légende"),
}
PARTS = 1 << 20  # a share is drawn in so many parts


class Level(NamedTuple):
    """How a level is made."""

    slips: float = 0.0  # share of decisions made with less thought: by rules of thumb instead of search, else by lot
    heat: float = 0.0  # rules of thumb are followed so loosely; 0 for to the letter
    simulations: int = 0  # of search for each decision; 0 for rules of thumb alone


LADDERS: dict[str, tuple[Level, ...]] = {}  # by game, level 1 first
USUAL = (
    Level(slips=0.7),
    Level(slips=0.4),
    Level(slips=0.15),
    Level(),
    Level(simulations=100),
    Level(simulations=400),
    Level(simulations=1600),
    Level(simulations=6400),
)


class NoLevel(VelodromeError):
    """A number that no level has."""


def level(game: Game, number: int) -> Bot:
    """The bot of a level, 1 to 8.

    >>> from velodrome import game
    >>> beginner = level(game("velonimo"), 1)
    """
    if number not in range(1, 9):
        raise NoLevel(f"there is no level {number}: expected 1 to 8.")
    made = LADDERS.get(game.name, USUAL)[number - 1]
    if made.simulations:
        return slipping(made.slips, searching(game, f"{made.simulations}"), heuristic(game))
    return slipping(made.slips, heuristic(game, f"{made.heat}" if made.heat else ""), by_lot)


def slipping(share: float, careful: Bot, careless: Bot) -> Bot:
    """Decides with care, but for a share of its decisions."""

    def answer(seen: State, rng: Rng) -> int:
        slips = rng.below(PARTS) < round(share * PARTS)
        return careless(seen, rng) if slips else careful(seen, rng)

    return answer


def by_lot(seen: State, rng: Rng) -> int:
    return seen.pick(rng)
