"""Velvet with its options and the rematch rule."""

from typing import Final, final

from velodrome.core.contract import Data, Game, State, Value
from velodrome.core.errors import UnknownGame
from velodrome.core.options import RANDOM, Option, collect_defaults, resolve_options
from velodrome.games.velvet.moves import FIRST, MOVES, OK, PASS, PLACE, RETURN
from velodrome.games.velvet.settings import VelvetSettings

VERSION: Final = 1
SEATS: Final[range] = range(2, 3)
OPTIONS: Final[tuple[Option, ...]] = (
    Option("first_player", "seat", RANDOM),
    Option("pass_policy", "choice", "only_if_stuck", ("only_if_stuck", "always")),
    Option("event_windows", "choice", "standard", ("standard", "full", "own_turn_only")),
    Option("adjacency", "choice", "linear", ("linear", "circular")),
    Option("scout_reach", "choice", "speed", ("speed", "speed_plus_one")),
    Option("scout_answer", "choice", "printed", ("printed", "effective")),
    Option("pit_target", "choice", "any", ("any", "active_only")),
    Option("dragon_hides_self", "flag", False),
    Option("encountered_event_usable", "flag", False),
    Option("no_progress_limit", "number", 50, (), 1, 1000),
    Option("max_plies", "number", 300, (), 1, 10000),
)


@final
class Velvet(Game):
    """A game of Velvet with fixed options."""

    def __init__(self, seats: int = 2, options: dict[str, Value] | None = None) -> None:
        if seats not in SEATS:
            raise UnknownGame(f"velvet is played by 2, not by {seats}.")
        chosen = resolve_options("velvet", OPTIONS, options or {}, seats)
        super().__init__("velvet", VERSION, seats, chosen, collect_defaults(OPTIONS), MOVES, FIRST)
        self.settings: VelvetSettings = VelvetSettings(chosen)
        # never played automatically, because that would reveal that the seat has no other move
        self.always_asked = frozenset([OK, PASS, *range(PLACE, RETURN)])

    def start(self) -> State:
        from velodrome.games.velvet.rules import make_start

        return make_start(self)

    def position(self, description: Data) -> State:
        from velodrome.games.velvet.position import read

        return read(self, description)

    def rematch(self, state: State, lost: int = -1) -> Game:
        """Return the game for a rematch: the last winner goes second; after a draw the seats swap (VV-05)."""
        from velodrome.games.velvet.rules import VelvetState

        assert isinstance(state, VelvetState)
        winner = state.winner if lost < 0 else 1 - lost
        second = winner if winner >= 0 else state.first_seat()
        return Velvet(self.seats, {**self.options, "first_player": int(1 - second)})
