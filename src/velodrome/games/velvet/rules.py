"""State of a game of Velvet: how its moves are applied, and what each seat sees."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT
from velodrome.core.contract import TRUTH, Data, State, Text, outlook_from_ranking
from velodrome.core.rng import Rng
from velodrome.games.velvet.effects import VelvetEffects
from velodrome.games.velvet.game import Velvet
from velodrome.games.velvet.kingdom import HAND, SIDE_SIZE, hide_names, kind_at
from velodrome.games.velvet.knowledge import deal_unnamed
from velodrome.games.velvet.legal import ARRANGE, MOVING, RETURNING, SCOUTING, STARTING
from velodrome.games.velvet.moves import (
    ANSWER,
    CANCEL,
    DROP,
    DROP_WAITING,
    FIRST,
    HIDE,
    INVADE,
    KEEP,
    MOVE,
    OK,
    PASS,
    PLACE,
    PLACE_COVER,
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
from velodrome.games.velvet.pieces import ALL_CARDS, ANIMAL_COUNT, CAVE_IN, DRAGON, KINGDOM_SIZE, UNKNOWN

EVERYBODY: Final = 7  # both seats and the onlooker


@final
class VelvetState(VelvetEffects):
    """State of a game of Velvet."""

    def copy(self) -> "VelvetState":
        new = VelvetState(self.game, self.settings, self.sides[:])
        new.actor = self.actor
        new.viewer = self.viewer
        new.phase = self.phase
        new.active = self.active
        new.action = self.action
        new.invader = self.invader
        new.number = self.number
        new.target = self.target
        new.resume_phase = self.resume_phase
        new.blocked = self.blocked
        new.turn = self.turn
        new.ply = self.ply
        new.idle_turns = self.idle_turns
        new.passes = self.passes
        new.winner = self.winner
        new.ending = self.ending
        return new

    # ------------------------------------------------------------ chance

    def chance(self) -> list[tuple[int, int]]:
        return [(FIRST, 1), (FIRST + 1, 1)] if self.phase == STARTING else []

    def draw(self, rng: Rng) -> i64:
        return FIRST + rng.below(2)

    # ------------------------------------------------------------ effects of moves

    def play(self, move: i64) -> None:
        if move < PASS:
            if move < INVADE:
                self.place_card(move - PLACE)
            elif move < RETURN:
                self.invade((move - INVADE) // ANIMAL_COUNT, (move - INVADE) % ANIMAL_COUNT)
            elif move < SCOUT:
                self.declare(RETURNING, (move - RETURN) // KINGDOM_SIZE, (move - RETURN) % KINGDOM_SIZE, -1)
            elif move < MOVE:
                step = (move - SCOUT) // 3
                kind = STEP_KIND[step]
                self.declare(SCOUTING, kind, (move - SCOUT) % 3, step - STEP_AT[kind])
            else:
                kind = STEP_KIND[move - MOVE]
                self.declare(MOVING, kind, move - MOVE - STEP_AT[kind], -1)
        elif move == OK:
            self.close_window()
        elif move >= SHOW:
            if move < FIRST:
                self.show_card(move - SHOW)
            elif move == PLACE_COVER:
                self.place_card(UNKNOWN)
            else:
                self.begin_game(move - FIRST)
        elif move == PASS:
            self.pass_turn()
        elif move == KEEP:
            self.keep_event()
        elif move == CANCEL:
            self.discard_home(self.target, kind_at(self.sides, self.actor * SIDE_SIZE, self.target))
            self.end_action()
        elif move < REVEAL:
            self.spend_event((move - SPEND) // 3, CAVE_IN + (move - SPEND) % 3)
        elif move < SHIFT:
            self.reveal_octopus(move - REVEAL)
        elif move < DROP:
            self.shift_card((move - SHIFT) // 4, SHIFT_BY[move - SHIFT & 3])
        elif move < DROP_WAITING:
            self.drop_invader(move - DROP)
        elif move < HIDE:
            self.drop_waiting(DRAGON + move - DROP_WAITING)
        elif move < ANSWER:
            self.hide(move - HIDE)
        else:
            self.learn_answer(move)

    def outcomes(self, before: State) -> list[Text]:
        from velodrome.games.velvet.outcomes import outcomes

        assert isinstance(before, VelvetState)
        return outcomes(self, before)

    def round_number(self) -> i64:
        return 1 + self.ply // 2  # a turn of each player

    # ------------------------------------------------------------ who knows what

    def audience(self, move: i64) -> i64:
        return BIT[self.actor] if self.phase == ARRANGE else EVERYBODY

    def seen_by(self, seat: i64) -> "VelvetState":
        new = self.copy()
        if self.is_view_of(seat):
            return new
        new.viewer = seat
        other: i64
        for other in range(2):
            if other != seat:
                hide_names(new.sides, other * SIDE_SIZE)
        return new

    def guess(self, rng: Rng) -> "VelvetState":
        new = self.copy()
        if self.viewer == TRUTH:
            return new
        new.viewer = TRUTH
        seat: i64
        for seat in range(2):
            if seat != self.viewer:
                deal_unnamed(new.sides, seat * SIDE_SIZE, rng)
        return new

    # ------------------------------------------------------------ results

    def outlook(self, seat: i64) -> float:
        return outlook_from_ranking(self.ranking(), seat)

    def scores(self) -> list[int]:
        """Return 1 for the winner and 0 for the other seat; 0 for both in a draw."""
        return [1 if self.winner == seat else 0 for seat in range(2)]

    def ranking(self) -> list[int]:
        return [2 if self.winner == 1 - seat else 1 for seat in range(2)]

    def key(self) -> tuple[int, ...]:
        rest = [
            self.actor, self.viewer, self.phase, self.active, self.action, self.invader, self.number, self.target,
            self.resume_phase, self.blocked, self.turn, self.ply, self.idle_turns, self.passes, self.winner,
            self.ending,
        ]  # fmt: skip
        return (*self.sides, *rest)

    # ------------------------------------------------------------ explanations and plain data

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

    def secrets(self) -> Data:
        from velodrome.games.velvet.view import secrets

        return secrets(self)


def make_start(game: Velvet) -> VelvetState:
    """Return the state at the start of a game: no card is placed, and a random first player is not yet drawn."""
    state = VelvetState(game, game.settings, vec[i64]([0] * (2 * SIDE_SIZE)))
    state.sides[HAND] = ALL_CARDS
    state.sides[SIDE_SIZE + HAND] = ALL_CARDS
    if game.settings.first_player >= 0:
        state.begin_game(game.settings.first_player)
    return state
