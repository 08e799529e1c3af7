"""Velvet: the game, its states and how they change."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT
from velodrome.core.contract import TRUTH, Data, State, Text, outlook_from_ranking
from velodrome.core.rng import Rng
from velodrome.games.velvet.effects import Turn
from velodrome.games.velvet.game import Velvet
from velodrome.games.velvet.kingdom import HAND, ROW, blank, kind_at
from velodrome.games.velvet.knowledge import deal
from velodrome.games.velvet.legal import ARRANGE, MOVING, RETURNING, SCOUTING, STARTING
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

EVERYBODY: Final = 7  # both seats and the onlooker


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

    def outcomes(self, before: State) -> list[Text]:
        from velodrome.games.velvet.outcomes import outcomes

        assert isinstance(before, Raid)
        return outcomes(self, before)

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
        return outlook_from_ranking(self.ranking(), seat)

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
        from velodrome.games.velvet.view import refusal

        return refusal(self, move)

    def picks_refusal(self, picks: list[str]) -> Text:
        from velodrome.games.velvet.view import picks_refusal

        return picks_refusal(self, picks)

    def preview(self, move: int) -> Data:
        from velodrome.games.velvet.view import preview

        return preview(self, move)

    def plans(self, seat: i64) -> dict[int, Data]:
        from velodrome.games.velvet.plans import plans

        return plans(self, seat)

    def write(self) -> Data:
        from velodrome.games.velvet.position import write

        return write(self)

    def table(self) -> Data:
        from velodrome.games.velvet.view import table

        return table(self)


def set_up(game: Velvet) -> Raid:
    """A game before the first card is placed."""
    state = Raid(game, game.settings, vec[i64]([0] * (2 * ROW)))
    state.sides[HAND] = ALL_CARDS
    state.sides[ROW + HAND] = ALL_CARDS
    if game.settings.first >= 0:
        state.begin(game.settings.first)
    return state
