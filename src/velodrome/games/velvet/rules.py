"""Velvet: the game, its states and how they change."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT
from velodrome.core.contract import TRUTH, Data, Game, State, Text, Value, shares
from velodrome.core.errors import UnknownGame
from velodrome.core.options import RANDOM, Option, defaults, settle
from velodrome.core.rng import Rng
from velodrome.games.velvet.choices import ARRANGE, MOVING, RETURNING, SCOUTING, STARTING
from velodrome.games.velvet.kingdom import HAND, ROW, blank, kind_at
from velodrome.games.velvet.moves import (
    ANSWER,
    CANCEL,
    COVER,
    DROP,
    FIRST,
    HIDE,
    INVADE,
    KEEP,
    MOVE,
    MOVES,
    OK,
    PASS,
    PLACE,
    RETURN,
    REVEAL,
    SCOUT,
    SHIFT,
    SHIFT_BY,
    SHOW,
    SPEND,
    STEP_AT,
    STEP_KIND,
)
from velodrome.games.velvet.pieces import ALL_CARDS, ANIMALS, CAVE_IN, SIZE, UNKNOWN
from velodrome.games.velvet.settings import Settings
from velodrome.games.velvet.turn import Turn
from velodrome.games.velvet.worlds import deal

VERSION: Final = 1
SEATS: Final = range(2, 3)
OPTIONS: Final = (
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

EVERYBODY: Final = 7  # both seats and the onlooker


@final
class Velvet(Game):
    """A table of Velvet for two."""

    def __init__(self, seats: int = 2, options: dict[str, Value] | None = None) -> None:
        if seats not in SEATS:
            raise UnknownGame(f"velvet is played by 2, not by {seats}.")
        chosen = settle("velvet", OPTIONS, options or {}, seats)
        super().__init__("velvet", VERSION, seats, chosen, defaults(OPTIONS), MOVES, FIRST)
        self.settings: Settings = Settings(chosen)
        # whether these are forced depends on cards that only the owner sees
        self.asked = frozenset([OK, PASS, *range(INVADE, RETURN)])

    def start(self) -> "Raid":
        state = Raid(self, self.settings, vec[i64]([0] * (2 * ROW)))
        state.sides[HAND] = ALL_CARDS
        state.sides[ROW + HAND] = ALL_CARDS
        if self.settings.first >= 0:
            state.begin(self.settings.first)
        return state

    def position(self, description: Data) -> "Raid":
        from velodrome.games.velvet.position import read

        return read(self, description)

    def rematch(self, state: State) -> Game:
        """The winner of the last game goes second; after a draw the seats swap (VV-05)."""
        assert isinstance(state, Raid)
        second = state.winner if state.winner >= 0 else state.opener()
        return Velvet(self.seats, {**self.options, "first_player": int(1 - second)})


@final
class Raid(Turn):
    """A game under way: two kingdoms, the invaders before them, and what each seat has learned."""

    def copy(self) -> "Raid":
        new = Raid(self.game, self.settings, self.sides[:])
        new.actor = self.actor
        new.viewer = self.viewer
        new.phase = self.phase
        new.active = self.active
        new.action = self.action
        new.invader = self.invader
        new.number = self.number
        new.target = self.target
        new.back = self.back
        new.blocked = self.blocked
        new.turn = self.turn
        new.ply = self.ply
        new.idle = self.idle
        new.passes = self.passes
        new.winner = self.winner
        new.ending = self.ending
        return new

    # ------------------------------------------------------------ chance

    def chance(self) -> list[tuple[int, int]]:
        return [(FIRST, 1), (FIRST + 1, 1)] if self.phase == STARTING else []

    def draw(self, rng: Rng) -> i64:
        return FIRST + rng.below(2)

    # ------------------------------------------------------------ doing it

    def play(self, move: i64) -> None:
        if move < PASS:
            if move < INVADE:
                self.place(move - PLACE)
            elif move < RETURN:
                self.invade((move - INVADE) // ANIMALS, (move - INVADE) % ANIMALS)
            elif move < SCOUT:
                self.declare(RETURNING, (move - RETURN) // SIZE, (move - RETURN) % SIZE, -1)
            elif move < MOVE:
                step = (move - SCOUT) // 3
                kind = STEP_KIND[step]
                self.declare(SCOUTING, kind, (move - SCOUT) % 3, step - STEP_AT[kind])
            else:
                kind = STEP_KIND[move - MOVE]
                self.declare(MOVING, kind, move - MOVE - STEP_AT[kind], -1)
        elif move == OK:
            self.go_on()
        elif move >= SHOW:
            if move < FIRST:
                self.show(move - SHOW)
            elif move == COVER:
                self.place(UNKNOWN)
            else:
                self.begin(move - FIRST)
        elif move == PASS:
            self.pass_turn()
        elif move == KEEP:
            self.keep()
        elif move == CANCEL:
            self.discard_home(self.target, kind_at(self.sides, self.actor * ROW, self.target))
            self.end_action()
        elif move < REVEAL:
            self.spend((move - SPEND) // 3, CAVE_IN + (move - SPEND) % 3)
        elif move < SHIFT:
            self.reveal(move - REVEAL)
        elif move < DROP:
            self.shift((move - SHIFT) // 4, SHIFT_BY[move - SHIFT & 3])
        elif move < HIDE:
            self.swallow(move - DROP)
        elif move < ANSWER:
            self.hide(move - HIDE)
        else:
            self.learn(move)

    # ------------------------------------------------------------ who knows what

    def audience(self, move: i64) -> i64:
        return BIT[self.actor] if self.phase == ARRANGE else EVERYBODY

    def seen_by(self, seat: i64) -> "Raid":
        new = self.copy()
        if self.is_view_of(seat):
            return new
        new.viewer = seat
        other: i64
        for other in range(2):
            if other != seat:
                blank(new.sides, other * ROW)
        return new

    def guess(self, rng: Rng) -> "Raid":
        new = self.copy()
        if self.viewer == TRUTH:
            return new
        new.viewer = TRUTH
        seat: i64
        for seat in range(2):
            if seat != self.viewer:
                deal(new.sides, seat * ROW, rng)
        return new

    # ------------------------------------------------------------ how it stands

    def outlook(self, seat: i64) -> float:
        return shares(self.ranking(), seat)

    def scores(self) -> list[int]:
        """1 for the winner."""
        return [1 if self.winner == seat else 0 for seat in range(2)]

    def ranking(self) -> list[int]:
        return [2 if self.winner == 1 - seat else 1 for seat in range(2)]

    def key(self) -> tuple[int, ...]:
        rest = [
            self.actor, self.viewer, self.phase, self.active, self.action, self.invader, self.number, self.target,
            self.back, self.blocked, self.turn, self.ply, self.idle, self.passes, self.winner, self.ending,
        ]  # fmt: skip
        return (*self.sides, *rest)

    # ------------------------------------------------------------ in words

    def refusal(self, move: int) -> Text:
        from velodrome.games.velvet.table import refusal

        return refusal(self, move)

    def write(self) -> Data:
        from velodrome.games.velvet.position import write

        return write(self)

    def table(self) -> Data:
        from velodrome.games.velvet.table import table

        return table(self)
