"""The list of the four games. A new game adds its folder and one line here."""

from collections.abc import Callable
from typing import NamedTuple

from velodrome.core.contract import Game, Value
from velodrome.core.errors import UnknownGame
from velodrome.core.heuristic import Heuristic
from velodrome.core.options import Option
from velodrome.games.arcenciel import game as arcenciel_game
from velodrome.games.arcenciel.bot import heuristic as arcenciel_heuristic
from velodrome.games.velocity import game as velocity_game
from velodrome.games.velocity.bot import heuristic as velocity_heuristic
from velodrome.games.velonimo import game as velonimo_game
from velodrome.games.velonimo.bot import heuristic as velonimo_heuristic
from velodrome.games.velvet import game as velvet_game
from velodrome.games.velvet.bot import heuristic as velvet_heuristic


class Listing(NamedTuple):
    """Entry in the list of games: the class of a game, and its seats, options and heuristic."""

    name: str
    make: Callable[..., Game]  # make(seats, {option: value})
    seats: range
    options: tuple[Option, ...]
    heuristic: Callable[[Game], Heuristic]  # creates the heuristic for a game

    def __call__(self, seats: int, options: dict[str, Value]) -> Game:
        if seats not in self.seats:
            low, high = self.seats[0], self.seats[-1]
            supported = f"{low} to {high}" if low < high else f"{low}"
            raise UnknownGame(f"{self.name} is played by {supported}, not by {seats}.")
        return self.make(seats, options)


GAMES: dict[str, Listing] = {
    listing.name: listing
    for listing in (
        Listing(
            "velonimo",
            velonimo_game.Velonimo,
            velonimo_game.SEATS,
            velonimo_game.OPTIONS,
            velonimo_heuristic.VelonimoHeuristic,
        ),
        Listing(
            "velocity",
            velocity_game.VeloCity,
            velocity_game.SEATS,
            velocity_game.OPTIONS,
            velocity_heuristic.VeloCityHeuristic,
        ),
        Listing(
            "arcenciel",
            arcenciel_game.ArcEnCiel,
            arcenciel_game.SEATS,
            arcenciel_game.OPTIONS,
            arcenciel_heuristic.ArcEnCielHeuristic,
        ),
        Listing("velvet", velvet_game.Velvet, velvet_game.SEATS, velvet_game.OPTIONS, velvet_heuristic.VelvetHeuristic),
    )
}


def game(name: str, seats: int | None = None, **options: Value) -> Game:
    """Make a game by name, with the given options; `seats` defaults to the smallest number that the game supports.

    >>> game("velonimo", 4, edition="fr").seats
    4
    """
    if name not in GAMES:
        raise UnknownGame(f"no game is called {name}. There are: {', '.join(GAMES)}.")
    return GAMES[name](GAMES[name].seats[0] if seats is None else seats, options)
