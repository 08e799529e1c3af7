"""Teams, dice, cans and the track: names, constants of the rules, and lookup tables for packed fields.

Small numbers for each seat (couriers on a space, pips on a die) are packed into one integer, with four bits for each
seat. The energy die comes after the seats. Cans take eight bits per seat. A set of spaces is a bit mask, bit s
for space s. Spaces are numbered down from START = length + 1 to 1; 0 and below lie behind the finish line.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT, nth_bit
from velodrome.core.board_form import BoardField, BoardForm
from velodrome.core.boards import Board
from velodrome.core.contract import Value
from velodrome.core.errors import BadOption

COLOURS: Final = ("red", "black", "yellow", "white", "green", "gray", "blue")  # VC-01
FACES: Final = 6  # sides of every die, VC-10
COURIERS_TO_WIN: Final = 3  # on the podium, VC-25
COMPENSATION: Final = 1  # number of cans for a retreat to an obstacle, VC-23
CONSOLATION: Final = 2  # number of cans for a retreat to START, VC-23

TRACKS: Final = ("city_default", "rough_city")  # tracks that come with the game
KINDS: Final = ("road", "can", "obstacle")  # VC-02
SEAT_COUNTS: Final = range(3, 8)  # seat counts that a track must provide for
TRACK_LENGTHS: Final = (6, 60)  # fewest and most spaces; the mask of all spaces and START fits 62 bits
PODIUM_PLACES: Final = (3, 12)  # fewest and most places
TEAM_SIZES: Final = (4, 16)  # fewest and most couriers, including the captain: three must race, four bits count to 15
CAN_COUNTS: Final = (1, 99)  # fewest and most cans in the game
TRACK_FORM: Final = BoardForm(
    "spaces",
    *TRACK_LENGTHS,
    KINDS,
    length="length",
    numbering="down",
    settings=(BoardField("name", "text"), BoardField("podium", "number", *PODIUM_PLACES)),
    seats="setup",
    seat_settings=(BoardField("couriers", "number", *TEAM_SIZES), BoardField("cans", "number", *CAN_COUNTS)),
)

ENERGY_SLOT: Final = 7  # slot of the energy die in packed dice, after the seats
SPACES_UP_TO: Final = vec[i64]([(2 << i) - 1 for i in range(62)])  # [i]: mask of the spaces 0 to i
SEAT_UNIT: Final = vec[i64]([16**seat for seat in range(8)])  # one courier or one pip of a seat
PLACE_UNIT: Final = vec[i64]([16**place for place in range(PODIUM_PLACES[1])])  # a place in the packed podium
CAN_UNIT: Final = vec[i64]([256**seat for seat in range(7)])  # one can of a seat


@final
class Track:
    """Track, read from its board file and validated: spaces, podium, and the set-up for each number of players."""

    def __init__(self, board: Board) -> None:
        data = board.data
        board.check_keys(data, ("format", "game", "id", "name", "source", "length", "podium", "spaces", "setup"))
        self.id: str = board.read_id(data)
        self.name: str = board.read_word(data, "name")
        if "source" in data:
            board.read_word(data, "source")
        self.length: int = board.read_number(data, "length", *TRACK_LENGTHS)
        self.podium: int = board.read_number(data, "podium", *PODIUM_PLACES)
        self.kinds: list[str] = read_spaces(board, self.length)  # [space]: its kind; "start" for START and "" for 0
        self.couriers: dict[int, int] = {}  # {number of seats: racing couriers of each team}, VC-03
        self.cans: dict[int, int] = {}  # {number of seats: cans in the reserve}, VC-04
        for i, row in enumerate(board.read_rows("setup", len(SEAT_COUNTS), len(SEAT_COUNTS))):
            where = f"setup[{i}]."
            board.check_keys(row, ("players", "couriers", "cans", "source"), where)
            players = board.read_number(row, "players", SEAT_COUNTS[0], SEAT_COUNTS[-1], where)
            if players in self.cans:
                raise board.error(where + "players", players, "each number of players once", "once")
            self.couriers[players] = board.read_number(row, "couriers", *TEAM_SIZES, where) - 1  # minus the captain
            self.cans[players] = board.read_number(row, "cans", *CAN_COUNTS, where)
            check_source(board, row, where)

    def mask_of_kind(self, kind: str) -> int:
        """Return a bit mask of the spaces of one kind."""
        return sum([1 << space for space, found in enumerate(self.kinds) if found == kind])


@final
class TrackSetup:
    """Values of a track that the rules use, for a fixed number of seats and fixed options."""

    def __init__(self, track: Track, colours: list[str], options: dict[str, Value]) -> None:
        seats = len(colours)
        self.track: Track = track
        self.colours: list[str] = colours  # [seat]: its colour
        self.n: i64 = seats
        self.racers: i64 = track.couriers[seats]  # number of racing couriers of each team
        self.stock: i64 = track.cans[seats]  # number of cans in the game
        self.start: i64 = track.length + 1  # number of the space START
        self.podium: i64 = track.podium
        self.refreshments: i64 = track.mask_of_kind("can")
        self.obstacles: i64 = track.mask_of_kind("obstacle")
        self.grouping: i64 = sum(BIT[1 : track.length + 1])  # spaces where a group run is allowed, VC-12
        if options["group_from_start"]:
            self.grouping |= BIT[self.start]
        first = options["first_player"]
        self.first_player: i64 = first if isinstance(first, int) else -1  # -1: drawn at random
        self.empty_reserve_compensates: bool = bool(options["empty_reserve_applies_to_compensation"])
        self.finish_with_sum: bool = bool(options["finish_with_sum"])
        rounds = options["max_rounds"]
        self.max_rounds: i64 = rounds if isinstance(rounds, int) else 0  # 0: no limit

    def retreat_target(self, free: i64) -> i64:
        """Return the space where a retreat ends (VC-22).

        `free` is a bit mask of the empty obstacles behind the courier. The retreat ends on the nearest of them, or on
        START if there is none.
        """
        return nth_bit(free, 0) if free else self.start

    def compensation(self, target: i64) -> i64:
        """Return how many cans a seat receives for a retreat to this space (VC-23)."""
        return CONSOLATION if target == self.start else COMPENSATION


def read_spaces(board: Board, length: int) -> list[str]:
    """Read and check the kind of each space; the file lists the spaces from START to the finish line."""
    kinds = ["" for _ in range(length + 1)] + ["start"]
    for i, row in enumerate(board.read_rows("spaces", length, length)):
        where = f"spaces[{i}]."
        board.check_keys(row, ("n", "kind", "source"), where)
        n = board.read_number(row, "n", length - i, length - i, where)
        kinds[n] = board.read_word(row, "kind", KINDS, where)
        check_source(board, row, where)
    return kinds


def check_source(board: Board, row: dict[str, object], where: str) -> None:
    """Raise BadBoard if a row of the board file has a "source" that is not a string; errors call the row `where`."""
    if "source" in row:
        board.read_word(row, "source", (), where)


def space_name(space: int, start: int) -> str:
    """Return the name of a space in moves and positions: its number, or "start"."""
    return "start" if space == start else str(space)


def choose_colours(chosen: Value, seats: int) -> list[str]:
    """Return a colour for each seat from the option `colours` (VC-01).

    Raise BadOption if the option has too few colours or has a colour twice.
    """
    colours = [str(colour) for colour in chosen] if isinstance(chosen, tuple) else []
    if len(colours) < seats or len(set(colours)) < len(colours):
        message = f"colours is {' '.join(colours)}; expected {seats} different ones of {', '.join(COLOURS)}."
        raise BadOption(message, "colours")
    return colours[:seats]
