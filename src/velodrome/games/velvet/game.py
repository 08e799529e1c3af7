"""The game Velvet: its options, and who goes first in a rematch."""

from typing import Final, final

from velodrome.core.contract import Data, Game, State, Value
from velodrome.core.errors import UnknownGame
from velodrome.core.options import RANDOM, Option, collect_defaults, resolve_options
from velodrome.games.velvet.moves import FIRST, MOVES, PASS, PLACE, RETURN
from velodrome.games.velvet.settings import VelvetSettings

VERSION: Final = 1
SEATS: Final[range] = range(2, 3)
OPTIONS: Final[tuple[Option, ...]] = (
    Option("first_player", "seat", RANDOM, group="game"),
    Option("pass_policy", "choice", "only_if_stuck", ("only_if_stuck", "always"), group="turns", advanced=True),
    Option("event_windows", "choice", "standard", ("standard", "full", "own_turn_only"), group="game"),
    Option("adjacency", "choice", "linear", ("linear", "circular"), group="game"),
    Option("scout_reach", "choice", "speed", ("speed", "speed_plus_one"), group="turns", advanced=True),
    Option("scout_answer", "choice", "printed", ("printed", "effective"), group="turns", advanced=True),
    Option("pit_target", "choice", "any", ("any", "active_only"), group="cards", advanced=True),
    Option("dragon_hides_self", "flag", False, group="cards", advanced=True),
    Option("encountered_event_usable", "flag", False, group="cards", advanced=True),
    Option("no_progress_limit", "number", 50, (), 1, 1000, group="limits", advanced=True),
    Option("max_plies", "number", 300, (), 1, 10000, group="limits", advanced=True),
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
        # A seat always chooses its action itself, even if only one is legal. If OK is the only legal reaction, it is
        # played automatically. That reveals nothing: everybody knows which cards are hidden in a kingdom (though not in
        # which slots), so everybody knows whether its owner could react (VV-25).
        self.always_asked = frozenset([PASS, *range(PLACE, RETURN)])

    def start(self) -> State:
        from velodrome.games.velvet.rules import make_start

        return make_start(self)

    def position(self, description: Data) -> State:
        from velodrome.games.velvet.position import read

        return read(self, description)

    def rematch(self, state: State, lost: int = -1) -> Game:
        """Return the game for a rematch, in which the winner goes second (VV-05).

        After a draw, the seat that went first goes second. `lost` is the seat that lost on time, or -1 if none did.
        """
        from velodrome.games.velvet.rules import VelvetState

        assert isinstance(state, VelvetState)
        winner = state.winner if lost < 0 else 1 - lost
        second = winner if winner >= 0 else state.first_seat()
        return Velvet(self.seats, {**self.options, "first_player": int(1 - second)})
