"""The game VeloCity: its options, its track, and the state at the start."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT
from velodrome.core.boards import load_board
from velodrome.core.contract import Game, Value
from velodrome.core.errors import UnknownGame
from velodrome.core.options import Option, collect_defaults, resolve_options
from velodrome.games.velocity.moves import VeloCityVocabulary
from velodrome.games.velocity.pieces import (
    COLOURS,
    SEAT_COUNTS,
    SEAT_UNIT,
    TRACK_FORM,
    TRACKS,
    Track,
    TrackSetup,
    choose_colours,
)
from velodrome.games.velocity.rules import VeloCityState

VERSION: Final = 1
SEATS: Final[range] = SEAT_COUNTS
OPTIONS: Final[tuple[Option, ...]] = (
    Option("track", "board", "city_default", TRACKS, group="game", form=TRACK_FORM),  # VC-02
    Option("first_player", "seat", "random", group="game"),  # VC-05
    Option("colours", "colours", COLOURS, COLOURS, group="game"),  # VC-01
    Option("group_from_start", "flag", True, group="race", advanced=True),  # VC-12
    Option("empty_reserve_applies_to_compensation", "flag", True, group="race", advanced=True),  # VC-23
    Option("finish_with_sum", "flag", False, group="race", advanced=True),  # VC-15
    Option("max_rounds", "number", 150, (), 0, 100_000, group="limits", advanced=True),  # VC-27
)


class VeloCity(Game):
    """A game of VeloCity with fixed track, colours and options.

    >>> race = VeloCity(3, {"first_player": 0}).start()
    >>> [race.game.text(move) for move in race.legal()]
    ['solo', 'group start']
    """

    def __init__(self, seats: int, options: dict[str, Value] | None = None) -> None:
        if seats not in SEATS:
            raise UnknownGame(f"velocity is played by {SEATS[0]} to {SEATS[-1]}, not by {seats}.")
        chosen = resolve_options("velocity", OPTIONS, options or {}, seats)
        board = load_board("velocity", "track", str(chosen["track"]), TRACKS)
        track = Track(board)
        colours = choose_colours(chosen["colours"], seats)
        words = VeloCityVocabulary(track.length + 1, track.couriers[seats], colours)
        super().__init__("velocity", VERSION, seats, chosen, collect_defaults(OPTIONS), words.moves, words.first)
        if board.text:
            self.boards["track"] = chosen["track"] = board.text
        self.vocabulary: VeloCityVocabulary = words
        self.course: TrackSetup = TrackSetup(track, colours, chosen)

    def start(self) -> VeloCityState:
        """Return the state at the start: all couriers on START, all cans in the reserve (VC-03, VC-04)."""
        course = self.course
        crowd = [0] * (course.start + 1)
        crowd[course.start] = sum([course.racers * SEAT_UNIT[seat] for seat in range(course.n)])
        race = VeloCityState(self, self.vocabulary, course, vec[i64](crowd), vec[i64]([BIT[course.start]] * self.seats))
        race.reserve = course.stock
        if course.first_player >= 0:
            race.begin(course.first_player)
        return race

    def position(self, description: object) -> VeloCityState:
        from velodrome.games.velocity.position import read

        return read(self, description)
