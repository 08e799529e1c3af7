"""Effects of the moves in Velonimo: deals, attacks, steals, rewards and the end of a round."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT, count_bits, nth_bit
from velodrome.core.contract import CHANCE, OVER, TRUTH, Data, State, Text
from velodrome.core.rng import Rng
from velodrome.games.velonimo import outcomes, view
from velodrome.games.velonimo.game import NOBODY, Velonimo
from velodrome.games.velonimo.hands import NO_CARD
from velodrome.games.velonimo.knowledge import GIVEN_WORD, TAKEN_WORD, make_steal_log, pack_head
from velodrome.games.velonimo.legal import VelonimoLegal
from velodrome.games.velonimo.moves import (
    DEAL,
    DRAW,
    FACE,
    FIRST,
    GIVE,
    JERSEY,
    NEXT,
    NONE,
    PASS,
    REVEAL,
    REWARD,
    STEAL,
    STOLEN,
    VALUE_SHIFT,
)
from velodrome.games.velonimo.phases import (
    ATTACK,
    CHOOSING,
    DEALING,
    DRAWING,
    GIVING,
    REVEALING,
    REWARDING,
    STARTING,
    STEALING,
    TAKING,
)
from velodrome.games.velonimo.pieces import ALL_CARDS, CAMELS, DECK_SIZE, HAND_SIZE, TORTOISES
from velodrome.games.velonimo.scoring import MERIT_UNIT


@final
class VelonimoState(VelonimoLegal):
    """State of a game of Velonimo."""

    def copy(self) -> "VelonimoState":
        new = VelonimoState(
            self.rules,
            self.n,
            self.hands[:],
            self.hidden[:],
            self.played[:],
            self.steal_log[:],
            self.merits[:],
        )
        new.actor = self.actor
        new.stage = self.stage
        new.viewer = self.viewer
        new.steal_log_size = self.steal_log_size
        new.memory = self.memory
        new.discard = self.discard
        new.dealt = self.dealt
        new.racing = self.racing
        new.phase = self.phase
        new.ahead = self.ahead
        new.top = self.top
        new.beat = self.beat
        new.jersey = self.jersey
        new.bonus = self.bonus
        new.to_take = self.to_take
        new.to_give = self.to_give
        new.victim = self.victim
        new.pile = self.pile
        new.revealed = self.revealed
        return new

    # ------------------------------------------------------------ explanations and previews

    def refusal(self, move: int) -> Text:
        return view.refusal(self, move)

    def picks_refusal(self, picks: list[str]) -> Text:
        return view.picks_refusal(self, picks)

    def preview(self, move: int) -> Data:
        return view.preview(self, move)

    def plans(self, seat: i64) -> dict[int, Data]:
        from velodrome.games.velonimo.plans import plans

        return plans(self, seat)

    # ------------------------------------------------------------ chance

    def settle(self, rng: Rng) -> None:
        while self.actor == CHANCE:
            if self.phase == DEALING:
                self.deal_all(rng)
            else:
                self.play(self.draw(rng))

    def deal_all(self, rng: Rng) -> None:
        """Deal all remaining cards in one step, with the same probabilities as one by one; then start the round."""
        seat: i64
        for seat in range(self.n):
            self.hidden[seat] = HAND_SIZE - count_bits(self.hands[seat])
        self.deal_hidden(rng)
        self.dealt = HAND_SIZE * self.n
        self.begin_round()

    # ------------------------------------------------------------ effects of moves

    def play(self, move: i64) -> None:
        phase = self.phase
        if phase == ATTACK:
            if move == PASS:
                self.next_turn()
            else:
                self.attack(move)
        elif phase == STEALING:
            if move == NONE:
                self.next_turn()
            else:
                self.steal((move - STEAL) // 7, (move - STEAL) % 7 + 1)
        elif phase == GIVING:
            self.hand_over(move - GIVE, self.ahead, self.victim, GIVEN_WORD)
            self.to_give -= 1
            if not self.to_give:
                self.next_turn()
        elif phase == TAKING:
            self.hand_over(move - STOLEN, self.victim, self.ahead, TAKEN_WORD)
            self.to_take -= 1
            if not self.to_take:
                self.phase = GIVING
                self.actor = self.ahead
        elif phase == CHOOSING:
            self.actor = self.ahead = move - NEXT
            self.phase = ATTACK
        elif phase == DEALING:
            self.deal(move)
        elif phase == STARTING:
            self.ahead = move - FIRST
            self.phase = DEALING
        else:
            self.play_duel(move)
        if self.viewer != TRUTH:
            self.update_memory()

    def play_duel(self, move: i64) -> None:
        """Play a move that exists only in a duel: draw, reward or reveal."""
        if self.phase == DRAWING:
            self.pile -= 1
            self.add_card(self.ahead, move - DRAW)
            self.to_give -= 1
            if not self.to_give:
                self.actor = self.ahead
                self.after_play(self.ahead, self.to_take)
        elif self.phase == REWARDING:
            seat = move - REWARD
            self.hands[seat] |= BIT[self.revealed]
            self.log_steal(pack_head(seat, seat, 0, 0, 0), 0, BIT[self.revealed])
            self.revealed = NO_CARD
            if self.pile:
                self.phase = REVEALING
                self.actor = CHANCE
            else:
                self.phase = ATTACK
        else:
            self.pile -= 1
            self.revealed = move - REVEAL
            self.phase = ATTACK
            self.actor = self.ahead

    def deal(self, move: i64) -> None:
        self.add_card(self.dealt // HAND_SIZE, move - DEAL)
        self.dealt += 1
        if self.dealt == HAND_SIZE * self.n:
            self.begin_round()

    def begin_round(self) -> None:
        """Start the round after the last card is dealt (VN-05, VN-06); in a duel, chance reveals a card first."""
        self.racing = BIT[self.n] - 1
        self.phase = ATTACK
        self.actor = self.ahead
        if self.n == 2:
            self.pile = DECK_SIZE - 2 * HAND_SIZE
            self.phase = REVEALING
            self.actor = CHANCE

    def attack(self, move: i64) -> None:
        """Play cards to lead an attack or to beat the last play (VN-12)."""
        seat: i64 = self.actor
        face = FACE[move]
        cards = face & ALL_CARDS
        hand: i64 = self.hands[seat]
        if cards & ~hand:  # in a view: the play shows cards that were hidden
            self.hidden[seat] -= count_bits(cards & ~hand)
        self.hands[seat] = hand & ~cards
        self.played[seat] |= cards
        self.discard |= cards
        self.ahead = seat
        self.top = move
        self.beat = face >> VALUE_SHIFT
        if move >= JERSEY:
            self.bonus = NOBODY
        leaders = count_bits(cards & TORTOISES)
        if self.pile and cards & CAMELS:  # camels draw before anything else happens (VN-51, VN-52)
            camels = count_bits(cards & CAMELS)
            self.to_give = camels if camels < self.pile else self.pile
            self.to_take = leaders
            self.phase = DRAWING
            self.actor = CHANCE
        else:
            self.after_play(seat, leaders)

    def after_play(self, seat: i64, leaders: i64) -> None:
        # the seat has finished: it scores, and steals nothing (VN-27, VN-41)
        if not self.hands[seat] and not self.hidden[seat]:
            self.racing ^= BIT[seat]
            left = count_bits(self.racing)
            points = left * self.rules.points[self.stage - 1]
            self.merits[seat] = (self.total_points(seat) + points) * MERIT_UNIT + points
            if left == 1:
                self.end_round()
                return
        elif leaders:
            self.to_take = leaders
            self.phase = STEALING
            return
        self.next_turn()

    def steal(self, victim: i64, count: i64) -> None:
        self.victim = victim
        self.to_take = self.to_give = count
        self.phase = TAKING
        self.actor = CHANCE
        self.log_steal(pack_head(self.ahead, victim, count, self.hand_size(self.ahead), self.hand_size(victim)), 0, 0)

    def next_turn(self) -> None:
        """Pass the turn to the next seat still racing; end the attack if all others have passed (VN-17, VN-18)."""
        self.phase = ATTACK
        self.to_take = 0
        self.victim = 0
        racing: i64 = self.racing
        seat: i64 = self.actor
        while True:
            seat += 1
            if seat == self.n:
                seat = 0
            if seat == self.ahead:
                self.beat = 0
                self.top = PASS
                if not racing >> seat & 1:
                    self.phase = CHOOSING
                elif self.revealed != NO_CARD:
                    self.phase = REWARDING
                break
            if racing >> seat & 1:
                break
        self.actor = seat

    def end_round(self) -> None:
        """End the round: give the last seat no points (VN-42), then end the game or prepare the next deal.

        Also set the owner of the jersey (VN-30) and the seat that leads the next round (VN-08).
        """
        last = nth_bit(self.racing, 0)
        self.merits[last] = self.total_points(last) * MERIT_UNIT
        self.jersey = self.jersey_owner()
        self.ahead = self.next_starter()
        self.beat = 0
        self.top = PASS
        self.to_take = 0
        if self.stage == len(self.rules.points) or (self.n == 2 and self.has_reached_target()):
            self.actor = OVER
            return
        self.stage += 1
        self.actor = CHANCE
        self.phase = DEALING
        self.dealt = 0
        self.discard = 0
        self.racing = 0
        self.pile = 0
        self.revealed = NO_CARD
        self.victim = 0
        self.bonus = self.jersey if self.n > 2 else NOBODY
        self.steal_log_size = 0
        self.memory = None
        seat: i64
        for seat in range(self.n):
            self.hands[seat] = 0
            self.hidden[seat] = 0
            self.played[seat] = 0

    def outcomes(self, before: State) -> list[Text]:
        assert isinstance(before, VelonimoState)
        return outcomes.outcomes(self, before)

    # ------------------------------------------------------------ who knows what

    def seen_by(self, seat: i64) -> "VelonimoState":
        new = self.copy()
        if self.is_view_of(seat):
            return new
        new.viewer = seat
        new.mask_steal_log()
        new.update_memory()
        return new

    def guess(self, rng: Rng) -> "VelonimoState":
        """Draw one of all deals that fit what the viewer knows; steals between other seats are taken into account.

        If the viewer has seen cards that may have moved since, first draw one of their possible layouts (see
        `CardMemory`) by weight. If the weights sum to 2**30 or more, they are rounded, which changes the chance of each
        layout by less than 2**-28.

        The steal log of the guess lacks the cards of steals that the viewer did not see. If the thief's or the victim's
        view is derived from the guess, that view's log lacks these cards too.
        """
        new = self.copy()
        new.viewer = TRUTH
        new.memory = None
        if self.memory is not None:
            new.place_remembered(self.memory, rng)
        new.deal_hidden(rng)
        return new

    # ------------------------------------------------------------ the state as data

    def key(self) -> tuple[int, ...]:
        rest = [
            self.actor, self.stage, self.viewer, self.discard, self.dealt, self.racing, self.phase, self.ahead,
            self.top, self.jersey, self.bonus, self.to_take, self.to_give, self.victim, self.pile, self.revealed,
        ]  # fmt: skip
        return (*self.hands, *self.hidden, *self.played, *self.merits, *rest, *self.steal_log[: self.steal_log_size])

    def write(self) -> Data:
        from velodrome.games.velonimo.position import write

        return write(self)

    def table(self) -> Data:
        return view.table(self)


def make_start(game: Velonimo) -> VelonimoState:
    """Return the state before the first card is dealt."""
    n = game.seats
    zero = vec[i64]([0] * n)
    race = VelonimoState(game, n, zero[:], zero[:], zero[:], make_steal_log(n), zero[:])
    if game.first_starter != NOBODY:
        race.ahead = game.first_starter
        race.phase = DEALING
    return race
