"""The list of the four games. To add a game, add its folder here and its `Listing` in `GAMES`."""

from collections.abc import Callable
from typing import NamedTuple

from velodrome.core.contract import Data, Game, State, Value
from velodrome.core.errors import UnknownGame
from velodrome.core.figures import no_figures
from velodrome.core.heuristic import Heuristic
from velodrome.core.log import Entry
from velodrome.core.options import Option
from velodrome.games.arcenciel import figures as arcenciel_figures
from velodrome.games.arcenciel import game as arcenciel_game
from velodrome.games.arcenciel.bot import heuristic as arcenciel_heuristic
from velodrome.games.velocity import figures as velocity_figures
from velodrome.games.velocity import game as velocity_game
from velodrome.games.velocity.bot import heuristic as velocity_heuristic
from velodrome.games.velonimo import figures as velonimo_figures
from velodrome.games.velonimo import game as velonimo_game
from velodrome.games.velonimo.bot import heuristic as velonimo_heuristic
from velodrome.games.velvet import figures as velvet_figures
from velodrome.games.velvet import game as velvet_game
from velodrome.games.velvet.bot import heuristic as velvet_heuristic


class Listing(NamedTuple):
    """A game in the list of games: its name, class, numbers of seats, options, heuristic and figures.

    Calling a listing makes a game. The call raises UnknownGame if the game does not support this number of seats.
    """

    name: str
    make: Callable[..., Game]  # make(seats, {option: value})
    seats: range
    options: tuple[Option, ...]
    heuristic: Callable[[Game], Heuristic]  # creates the heuristic for a game
    figures: Callable[[State, list[Entry]], list[Data]] = no_figures  # from the final state and the standing moves

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
            velonimo_figures.figures,
        ),
        Listing(
            "velocity",
            velocity_game.VeloCity,
            velocity_game.SEATS,
            velocity_game.OPTIONS,
            velocity_heuristic.VeloCityHeuristic,
            velocity_figures.figures,
        ),
        Listing(
            "arcenciel",
            arcenciel_game.ArcEnCiel,
            arcenciel_game.SEATS,
            arcenciel_game.OPTIONS,
            arcenciel_heuristic.ArcEnCielHeuristic,
            arcenciel_figures.figures,
        ),
        Listing(
            "velvet",
            velvet_game.Velvet,
            velvet_game.SEATS,
            velvet_game.OPTIONS,
            velvet_heuristic.VelvetHeuristic,
            velvet_figures.figures,
        ),
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
