"""The options of Velvet as typed fields for the rules."""

from typing import Final, final

from mypy_extensions import i64

from velodrome.core.contract import Value
from velodrome.core.options import RANDOM

# values of the option `event_windows`
STANDARD_WINDOWS: Final = 0
FULL_WINDOWS: Final = 1
OWN_TURN_WINDOWS: Final = 2


@final
class VelvetSettings:
    """Options of one game."""

    def __init__(self, chosen: dict[str, Value]) -> None:
        first = chosen["first_player"]
        self.first_player: i64 = -1 if first == RANDOM else read_number(first)  # -1: drawn at random
        self.free_pass: bool = chosen["pass_policy"] == "always"
        self.windows: i64 = ["standard", "full", "own_turn_only"].index(str(chosen["event_windows"]))
        self.circular: bool = chosen["adjacency"] == "circular"
        self.extra_reach: i64 = 1 if chosen["scout_reach"] == "speed_plus_one" else 0  # reach of a Scout beyond Speed
        self.effective: bool = chosen["scout_answer"] == "effective"
        self.active_only: bool = chosen["pit_target"] == "active_only"
        self.hides_self: bool = bool(chosen["dragon_hides_self"])
        self.event_usable: bool = bool(chosen["encountered_event_usable"])
        self.idle_limit: i64 = read_number(chosen["no_progress_limit"])
        self.ply_limit: i64 = read_number(chosen["max_plies"])


def read_number(value: Value) -> int:
    assert isinstance(value, int)
    return value
