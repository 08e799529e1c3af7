"""Legal moves in a race: plays that beat the last one, steals, cards to give back, and seats to name."""

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT, count_bits, nth_bit
from velodrome.core.contract import CHANCE, OVER, TRUTH
from velodrome.core.rng import Rng
from velodrome.games.velonimo.game import FORCED, UP_TO, Velonimo
from velodrome.games.velonimo.moves import (
    DECISIONS,
    FACE,
    GIVE,
    GIVE_COVER,
    JERSEY,
    NEXT,
    NONE,
    PASS,
    PLAY,
    RAISE,
    REWARD,
    STEAL,
    VALUE_SHIFT,
    count_plays,
    list_plays,
    nth_play,
    remove_hares,
)
from velodrome.games.velonimo.phases import (
    ATTACK,
    CHOOSING,
    GIVING,
    REWARDING,
)
from velodrome.games.velonimo.pieces import ALL_CARDS, JERSEY_BONUS, TORTOISES
from velodrome.games.velonimo.scoring import VelonimoScoring


class VelonimoLegal(VelonimoScoring):
    """The part of `VelonimoState` that finds the actor's legal moves; `VelonimoState` itself carries out moves."""

    def __init__(
        self,
        game: Velonimo,
        n: i64,
        hands: vec[i64],
        hidden: vec[i64],
        played: vec[i64],
        steal_log: vec[i64],
        merits: vec[i64],
    ) -> None:
        super().__init__(game, n, hands, hidden, played, steal_log, merits)
        self.racing: i64 = 0  # mask of the seats still racing
        self.top: i64 = PASS  # the play to beat; PASS if there is none
        self.beat: i64 = 0  # value of the play to beat; 0 if there is none, because the actor leads
        self.pile: i64 = 0  # duel: number of cards left to draw

    def count(self) -> i64:
        if not self.can_list_moves():
            return 0
        phase = self.phase
        hand: i64 = self.hands[self.actor]
        if phase == ATTACK:
            beat: i64 = self.beat
            total = count_plays(hand, beat)
            if beat:
                total += 1
            if self.bonus == self.actor:
                total += count_plays(remove_hares(hand), lower_by_jersey(beat))
            return total
        if phase == GIVING:
            return count_bits(hand)
        if phase == CHOOSING:
            return count_bits(self.racing)
        if phase == REWARDING:
            return 2
        total = 0 if self.rules.steal_rule == FORCED else 1
        seat: i64
        for seat in range(self.n):
            most = self.max_steal(seat)
            if most:
                if self.rules.steal_rule != UP_TO:
                    most = 1
                total += most
        return total

    def can_list_moves(self) -> bool:
        """Return whether legal moves can be listed: a seat is the actor, and its hand is known.

        The hand is known in the full state and in the actor's own view.
        """
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
            return RAISE + nth_play(remove_hares(hand), lower_by_jersey(beat), -1 - move)
        if phase == GIVING:
            return GIVE + nth_bit(hand, i)
        if phase == CHOOSING:
            return NEXT + nth_bit(self.racing, i)
        if phase == REWARDING:
            return REWARD + i
        if self.rules.steal_rule != FORCED:
            if i == 0:
                return NONE
            i -= 1
        seat: i64
        for seat in range(self.n):
            most = self.max_steal(seat)
            if most:
                if self.rules.steal_rule == UP_TO:
                    if i < most:
                        return STEAL + 7 * seat + i
                    i -= most
                else:
                    if i == 0:
                        return STEAL + 7 * seat + most - 1
                    i -= 1
        raise IndexError

    def pick(self, rng: Rng) -> i64:
        """Pick a random legal move; all are equally likely.

        In an attack, this is faster than `nth(rng.below(count()))`, because the plays are counted only once.
        """
        if self.phase != ATTACK:
            return self.nth(rng.below(self.count()))
        actor: i64 = self.actor
        hand: i64 = self.hands[actor]
        beat: i64 = self.beat
        plain = count_plays(hand, beat)
        raised: i64 = 0
        if self.bonus == actor:
            raised = count_plays(remove_hares(hand), lower_by_jersey(beat))
        if not beat:
            i = rng.below(plain + raised)
        else:
            i = rng.below(plain + raised + 1) - 1
            if i < 0:
                return PASS
        if i < plain:
            return nth_play(hand, beat, i)
        return RAISE + nth_play(remove_hares(hand), lower_by_jersey(beat), i - plain)

    def largest_steal(self, cards: i64) -> int:
        """Return the most cards that the actor may steal from one opponent by playing `cards` (VN-23, VN-24)."""
        largest = 0
        for seat in range(self.n):
            if seat != self.actor and self.racing >> seat & 1:
                largest = max(largest, self.hand_size(seat))
        return min(count_bits(cards & TORTOISES), largest)

    def ends_attack(self) -> bool:
        """Return whether the attack ends if the actor passes (VN-18)."""
        seat: i64 = self.actor
        while True:
            seat += 1
            if seat == self.n:
                seat = 0
            if seat == self.ahead:
                return True
            if self.racing >> seat & 1:
                return False

    def max_steal(self, seat: i64) -> i64:
        """Return the most cards that the actor may steal from a seat with the tortoises it has just played (VN-24)."""
        if seat == self.actor or not self.racing >> seat & 1:
            return 0
        if self.to_take == 1:
            return 1
        size = self.hand_size(seat)
        return size if size < self.to_take else self.to_take

    def legal(self) -> list[int]:
        found: list[int] = []
        if self.phase == ATTACK and self.can_list_moves():
            hand: i64 = self.hands[self.actor]
            beat: i64 = self.beat
            if beat:
                found.append(PASS)
            list_plays(found, hand, beat, 0)
            if self.bonus == self.actor:
                list_plays(found, remove_hares(hand), lower_by_jersey(beat), RAISE)
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
            if face >> VALUE_SHIFT <= self.beat:
                return False
            missing = face & ALL_CARDS & ~self.hands[actor]
            return not missing or (self.viewer != TRUTH and self.may_hold(actor, missing))
        if phase == GIVING:
            if self.is_bystander():
                return move == GIVE_COVER
            return GIVE <= move < NEXT and self.may_hold(actor, BIT[move - GIVE])
        if phase == CHOOSING:
            return NEXT <= move < REWARD and self.racing >> move - NEXT & 1 == 1
        if phase == REWARDING:
            return REWARD <= move < STEAL
        if move == NONE:
            return self.rules.steal_rule != FORCED
        if move < STEAL or move >= DECISIONS or (move - STEAL) // 7 >= self.n:
            return False
        most = self.max_steal((move - STEAL) // 7)
        wanted = (move - STEAL) % 7 + 1
        return wanted <= most if self.rules.steal_rule == UP_TO else wanted == most


def lower_by_jersey(beat: i64) -> i64:
    """Return the value that racers must exceed if they are played with the jersey (VN-32).

    This is `beat` minus the jersey's bonus, or 0 if that would be negative.
    """
    if beat > JERSEY_BONUS:  # mypyc would box the value of a conditional expression
        return beat - JERSEY_BONUS
    return 0
