"""The rules of Velonimo: what may be done, and what it does. Numbers such as VN-22 are in RULES.md."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT, count_bits, nth_bit
from velodrome.core.contract import CHANCE, OVER, TRUTH, Data, State, Text
from velodrome.core.rng import Rng
from velodrome.games.velonimo import outcomes
from velodrome.games.velonimo import view as table
from velodrome.games.velonimo.game import FORCED, NOBODY, UP_TO, Velonimo
from velodrome.games.velonimo.hands import NOTHING
from velodrome.games.velonimo.knowledge import GIVEN, TAKEN, head, room
from velodrome.games.velonimo.moves import (
    DEAL,
    DECISIONS,
    DRAW,
    FACE,
    FIRST,
    GIVE,
    GIVE_COVER,
    JERSEY,
    NEXT,
    NONE,
    PASS,
    PLAY,
    RAISE,
    REVEAL,
    REWARD,
    STEAL,
    STOLEN,
    VALUE,
    count_plays,
    list_plays,
    nth_play,
    without_hares,
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
from velodrome.games.velonimo.pieces import ALL, BONUS, CAMELS, DECK, HAND, TORTOISES
from velodrome.games.velonimo.scoring import LAST, Standing


@final
class Race(Standing):
    """A race as it stands."""

    def __init__(
        self,
        game: Velonimo,
        n: i64,
        hands: vec[i64],
        hidden: vec[i64],
        played: vec[i64],
        tale: vec[i64],
        merits: vec[i64],
    ) -> None:
        super().__init__(game, n, hands, hidden, played, tale, merits)
        self.racing: i64 = 0  # mask of the seats that hold cards
        self.top: i64 = PASS  # the play to beat; PASS opens an attack
        self.beat: i64 = 0  # its value; 0 opens an attack
        self.pile: i64 = 0  # duel: cards left to draw

    def copy(self) -> "Race":
        new = Race(
            self.options,
            self.n,
            self.hands[:],
            self.hidden[:],
            self.played[:],
            self.tale[:],
            self.merits[:],
        )
        new.actor = self.actor
        new.stage = self.stage
        new.viewer = self.viewer
        new.told = self.told
        new.loose = self.loose
        new.out = self.out
        new.dealt = self.dealt
        new.racing = self.racing
        new.phase = self.phase
        new.ahead = self.ahead
        new.top = self.top
        new.beat = self.beat
        new.jersey = self.jersey
        new.bonus = self.bonus
        new.debt = self.debt
        new.due = self.due
        new.victim = self.victim
        new.pile = self.pile
        new.revealed = self.revealed
        return new

    # ------------------------------------------------------------ what may be done

    def count(self) -> i64:
        if not self.answers():
            return 0
        phase = self.phase
        hand: i64 = self.hands[self.actor]
        if phase == ATTACK:
            beat: i64 = self.beat
            total = count_plays(hand, beat)
            if beat:
                total += 1
            if self.bonus == self.actor:
                total += count_plays(without_hares(hand), lowered(beat))
            return total
        if phase == GIVING:
            return count_bits(hand)
        if phase == CHOOSING:
            return count_bits(self.racing)
        if phase == REWARDING:
            return 2
        total = 0 if self.options.steal == FORCED else 1
        seat: i64
        for seat in range(self.n):
            most = self.stealable(seat)
            if most:
                if self.options.steal != UP_TO:
                    most = 1
                total += most
        return total

    def answers(self) -> bool:
        """Whether a seat decides and this state can tell what it may do."""
        return self.actor >= 0 and (self.viewer == TRUTH or self.viewer == self.actor)

    def nth(self, i: i64) -> i64:
        phase = self.phase
        hand: i64 = self.hands[self.actor]
        if phase == ATTACK:
            beat: i64 = self.beat
            if beat:
                if i == 0:
                    return PASS
                i -= 1
            move = nth_play(hand, beat, i)
            if move >= 0:
                return move
            return RAISE + nth_play(without_hares(hand), lowered(beat), -1 - move)
        if phase == GIVING:
            return GIVE + nth_bit(hand, i)
        if phase == CHOOSING:
            return NEXT + nth_bit(self.racing, i)
        if phase == REWARDING:
            return REWARD + i
        if self.options.steal != FORCED:
            if i == 0:
                return NONE
            i -= 1
        seat: i64
        for seat in range(self.n):
            most = self.stealable(seat)
            if most:
                if self.options.steal == UP_TO:
                    if i < most:
                        return STEAL + 7 * seat + i
                    i -= most
                else:
                    if i == 0:
                        return STEAL + 7 * seat + most - 1
                    i -= 1
        raise IndexError

    def pick(self, rng: Rng) -> i64:
        """As the contract has it; an attack looks at the hand once, not twice."""
        if self.phase != ATTACK:
            return self.nth(rng.below(self.count()))
        actor: i64 = self.actor
        hand: i64 = self.hands[actor]
        beat: i64 = self.beat
        plain = count_plays(hand, beat)
        raised: i64 = 0
        if self.bonus == actor:
            raised = count_plays(without_hares(hand), lowered(beat))
        if not beat:
            i = rng.below(plain + raised)
        else:
            i = rng.below(plain + raised + 1) - 1
            if i < 0:
                return PASS
        if i < plain:
            return nth_play(hand, beat, i)
        return RAISE + nth_play(without_hares(hand), lowered(beat), i - plain)

    def stealable(self, seat: i64) -> i64:
        """How many cards the leaders may take from a seat (VN-24)."""
        if seat == self.actor or not self.racing >> seat & 1:
            return 0
        if self.debt == 1:
            return 1
        size = self.size(seat)
        return size if size < self.debt else self.debt

    def legal(self) -> list[int]:
        found: list[int] = []
        if self.phase == ATTACK and self.answers():
            hand: i64 = self.hands[self.actor]
            beat: i64 = self.beat
            if beat:
                found.append(PASS)
            list_plays(found, hand, beat, 0)
            if self.bonus == self.actor:
                list_plays(found, without_hares(hand), lowered(beat), RAISE)
        else:
            i: i64
            for i in range(self.count()):
                found.append(self.nth(i))
        return found

    def allows(self, move: i64) -> bool:
        phase = self.phase
        actor: i64 = self.actor
        if actor == OVER or move < 0:
            return False
        if actor == CHANCE:
            return self.allows_chance(move)
        if phase == ATTACK:
            if move == PASS:
                return self.beat != 0
            if move < PLAY or move >= GIVE or (move >= JERSEY and self.bonus != actor):
                return False
            face: i64 = FACE[move]
            if face >> VALUE <= self.beat:
                return False
            missing = face & ALL & ~self.hands[actor]
            return not missing or (self.viewer != TRUTH and self.may_hold(actor, missing))
        if phase == GIVING:
            if self.stranger():
                return move == GIVE_COVER
            return GIVE <= move < NEXT and self.may_hold(actor, BIT[move - GIVE])
        if phase == CHOOSING:
            return NEXT <= move < REWARD and self.racing >> move - NEXT & 1 == 1
        if phase == REWARDING:
            return REWARD <= move < STEAL
        if move == NONE:
            return self.options.steal != FORCED
        if move < STEAL or move >= DECISIONS or (move - STEAL) // 7 >= self.n:
            return False
        most = self.stealable((move - STEAL) // 7)
        wanted = (move - STEAL) % 7 + 1
        return wanted <= most if self.options.steal == UP_TO else wanted == most

    def refusal(self, move: int) -> Text:
        return table.refusal(self, move)

    def picks_refusal(self, picks: list[str]) -> Text:
        return table.picks_refusal(self, picks)

    def preview(self, move: int) -> Data:
        return table.preview(self, move)

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
        """What is left of a deal at once: the same odds as card by card."""
        seat: i64
        for seat in range(self.n):
            self.hidden[seat] = HAND - count_bits(self.hands[seat])
        self.fill(rng)
        self.dealt = HAND * self.n
        self.begin()

    # ------------------------------------------------------------ doing it

    def play(self, move: i64) -> None:
        phase = self.phase
        if phase == ATTACK:
            if move == PASS:
                self.move_on()
            else:
                self.attack(move)
        elif phase == STEALING:
            if move == NONE:
                self.move_on()
            else:
                self.steal((move - STEAL) // 7, (move - STEAL) % 7 + 1)
        elif phase == GIVING:
            self.hand_over(move - GIVE, self.ahead, self.victim, GIVEN)
            self.due -= 1
            if not self.due:
                self.move_on()
        elif phase == TAKING:
            self.hand_over(move - STOLEN, self.victim, self.ahead, TAKEN)
            self.debt -= 1
            if not self.debt:
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
            self.recall()

    def play_duel(self, move: i64) -> None:
        """The moves that only two seats know."""
        if self.phase == DRAWING:
            self.pile -= 1
            self.gain(self.ahead, move - DRAW)
            self.due -= 1
            if not self.due:
                self.actor = self.ahead
                self.after_play(self.ahead, self.debt)
        elif self.phase == REWARDING:
            seat = move - REWARD
            self.hands[seat] |= BIT[self.revealed]
            self.tell(head(seat, seat, 0, 0, 0), 0, BIT[self.revealed])
            self.revealed = NOTHING
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
        self.gain(self.dealt // HAND, move - DEAL)
        self.dealt += 1
        if self.dealt == HAND * self.n:
            self.begin()

    def begin(self) -> None:
        """All hands are dealt (VN-05, VN-06)."""
        self.racing = BIT[self.n] - 1
        self.phase = ATTACK
        self.actor = self.ahead
        if self.n == 2:
            self.pile = DECK - 2 * HAND
            self.phase = REVEALING
            self.actor = CHANCE

    def attack(self, move: i64) -> None:
        """Lead or follow with a play (VN-12)."""
        seat: i64 = self.actor
        face = FACE[move]
        cards = face & ALL
        hand: i64 = self.hands[seat]
        if cards & ~hand:  # in a seen state
            self.hidden[seat] -= count_bits(cards & ~hand)
        self.hands[seat] = hand & ~cards
        self.played[seat] |= cards
        self.out |= cards
        self.ahead = seat
        self.top = move
        self.beat = face >> VALUE
        if move >= JERSEY:
            self.bonus = NOBODY
        leaders = count_bits(cards & TORTOISES)
        if self.pile and cards & CAMELS:  # a water carrier draws before anything else is asked (VN-51, VN-52)
            camels = count_bits(cards & CAMELS)
            self.due = camels if camels < self.pile else self.pile
            self.debt = leaders
            self.phase = DRAWING
            self.actor = CHANCE
        else:
            self.after_play(seat, leaders)

    def after_play(self, seat: i64, leaders: i64) -> None:
        if not self.hands[seat] and not self.hidden[seat]:  # out: scores at once, leaders do nothing (VN-27, VN-41)
            self.racing ^= BIT[seat]
            left = count_bits(self.racing)
            points = left * self.options.points[self.stage - 1]
            self.merits[seat] = (self.total(seat) + points) * LAST + points
            if left == 1:
                self.end_round()
                return
        elif leaders:
            self.debt = leaders
            self.phase = STEALING
            return
        self.move_on()

    def steal(self, victim: i64, count: i64) -> None:
        self.victim = victim
        self.debt = self.due = count
        self.phase = TAKING
        self.actor = CHANCE
        self.tell(head(self.ahead, victim, count, self.size(self.ahead), self.size(victim)), 0, 0)

    def move_on(self) -> None:
        """To the next seat in the race; back at the one ahead, the attack is over (VN-17, VN-18)."""
        self.phase = ATTACK
        self.debt = 0
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
                elif self.revealed != NOTHING:
                    self.phase = REWARDING
                break
            if racing >> seat & 1:
                break
        self.actor = seat

    def end_round(self) -> None:
        """One racer is left, without points (VN-42); jersey and starter follow (VN-30, VN-08)."""
        last = nth_bit(self.racing, 0)
        self.merits[last] = self.total(last) * LAST
        self.jersey = self.leader()
        self.ahead = self.starter()
        self.beat = 0
        self.top = PASS
        self.debt = 0
        if self.stage == len(self.options.points) or (self.n == 2 and self.reached()):
            self.actor = OVER
            return
        self.stage += 1
        self.actor = CHANCE
        self.phase = DEALING
        self.dealt = 0
        self.out = 0
        self.racing = 0
        self.pile = 0
        self.revealed = NOTHING
        self.victim = 0
        self.bonus = self.jersey if self.n > 2 else NOBODY
        self.told = 0
        self.loose = None
        seat: i64
        for seat in range(self.n):
            self.hands[seat] = 0
            self.hidden[seat] = 0
            self.played[seat] = 0

    def outcomes(self, before: State) -> list[Text]:
        assert isinstance(before, Race)
        return outcomes.outcomes(self, before)

    # ------------------------------------------------------------ who knows what

    def seen_by(self, seat: i64) -> "Race":
        new = self.copy()
        if self.is_view_of(seat):
            return new
        new.viewer = seat
        new.mask_tale()
        new.recall()
        return new

    def guess(self, rng: Rng) -> "Race":
        """Uniform over the deals that fit what the viewer has seen, steals among others included.

        What other seats passed among themselves stays untold: their views of the guess know nothing of it.
        Where cards that the viewer has seen may lie in several ways, the ways are drawn by their weights. Weights
        that sum to 2**30 or more are rounded, which changes the chance of each way by less than 2**-28.
        """
        new = self.copy()
        new.viewer = TRUTH
        new.loose = None
        if self.loose is not None:
            new.place(self.loose, rng)
        new.fill(rng)
        return new

    # ------------------------------------------------------------ how it stands

    def key(self) -> tuple[int, ...]:
        rest = [
            self.actor, self.stage, self.viewer, self.out, self.dealt, self.racing, self.phase, self.ahead,
            self.top, self.jersey, self.bonus, self.debt, self.due, self.victim, self.pile, self.revealed,
        ]  # fmt: skip
        return (*self.hands, *self.hidden, *self.played, *self.merits, *rest, *self.tale[: self.told])

    def write(self) -> Data:
        from velodrome.games.velonimo.position import write

        return write(self)

    def table(self) -> Data:
        return table.table(self)


def lowered(beat: i64) -> i64:
    """What the cards beside a jersey must exceed."""
    if beat > BONUS:  # a conditional expression would make a Python object of it
        return beat - BONUS
    return 0


def begin(game: Velonimo) -> Race:
    """A race before the first card is dealt."""
    n = game.seats
    zero = vec[i64]([0] * n)
    race = Race(game, n, zero[:], zero[:], zero[:], room(n), zero[:])
    if game.first != NOBODY:
        race.ahead = game.first
        race.phase = DEALING
    return race
