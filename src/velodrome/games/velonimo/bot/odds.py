"""Estimates of the cards in other hands, and of the chance that nobody can beat a play of a given value.

The estimates use only what the actor knows.
"""

from math import comb, exp, lgamma, log1p
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT, count_bits
from velodrome.games.velonimo.bot.hand_partition import VALUE_COUNT
from velodrome.games.velonimo.hands import NO_CARD
from velodrome.games.velonimo.knowledge import ENTRY_WORDS, GIVEN_WORD, TAKEN_WORD, CardMemory
from velodrome.games.velonimo.moves import GATHER
from velodrome.games.velonimo.pieces import (
    ALL_CARDS,
    CAMELS,
    DECK_SIZE,
    FIRST_HARE,
    HARES,
    JERSEY_BONUS,
    RACERS,
    TORTOISES,
)
from velodrome.games.velonimo.rules import VelonimoState

CERTAIN_RISK: Final = 20.0  # the highest risk; it stands for certainty
UNKNOWN_RISK: Final = -1.0  # in a cache: the risk is not computed yet
BIT_COUNT: Final = vec[i64]([bin(pattern).count("1") for pattern in range(128)])
LOG_FACTORIAL: Final = vec[float]([lgamma(n + 1.0) for n in range(DECK_SIZE + 1)])  # [n]: natural logarithm of n!
ROW_SIZE: Final = 64  # number of risks in a row of `DealRisks`: [need * 8 + group]
MAX_HAND: Final = 16  # number of cards; larger hands count as hands of this size


def list_beating_cards(value: int) -> int:
    """Return a bit mask of the single cards that beat a value."""
    racers = [card for card in range(FIRST_HARE) if card % 7 + 1 > value]
    hares = [FIRST_HARE + h for h, worth in enumerate(HARES) if worth > value]
    return sum([1 << card for card in racers + hares])


BEATING_CARDS: Final = vec[i64]([list_beating_cards(value) for value in range(VALUE_COUNT)])


def compute_risk(need: int, group: int, size: int, cards: int) -> float:
    """Return the risk that a hand holds `need` or more cards of a group: -log of the chance that it holds fewer.

    The hand is `size` cards dealt at random out of `cards` cards, of which `group` belong to the group.
    """
    if need > group or need > size or group > cards:
        return 0.0
    if not need:
        return CERTAIN_RISK
    ways = sum([comb(group, held) * comb(cards - group, size - held) for held in range(need, min(group, size) + 1)])
    chance = float(ways) / float(comb(cards, size))
    return min(CERTAIN_RISK, -log1p(-chance)) if chance < 1.0 else CERTAIN_RISK


@final
class DealRisks:
    """Cache of the results of `compute_risk`.

    The cache has a row for each pair of a hand size and a number of cards from which the hand is dealt. A row is
    computed on first use.
    """

    def __init__(self) -> None:
        unasked = [UNKNOWN_RISK] * ((DECK_SIZE + 1) * (MAX_HAND + 1) * ROW_SIZE)
        self.risk: vec[float] = vec[float](unasked)

    def row_start(self, size: i64, cards: i64) -> i64:
        """Return the index in `risk` of the row for a hand of `size` out of `cards` cards; compute it on first use.

        In the row, the item at the offset `need * 8 + group` is the result of `compute_risk` for these numbers.
        """
        if size > MAX_HAND:
            size = MAX_HAND
        at = (cards * (MAX_HAND + 1) + size) * ROW_SIZE
        if self.risk[at] == UNKNOWN_RISK:
            k: i64
            for k in range(ROW_SIZE):
                self.risk[at + k] = compute_risk(k >> 3, k & 7, size, cards)
        return at


DEAL_RISKS: Final = DealRisks()


@final
class VelonimoOdds:
    """Odds for the cards in other hands, based on what the actor knows; call `load_position` first.

    The risk of an event is -log of the chance that the event does not happen, so the risks of several hands add up. A
    risk of 0.0 means that the event cannot happen. A group is a set of cards of one colour or of one number.
    """

    def __init__(self) -> None:
        self.deals: DealRisks = DEAL_RISKS
        self.pool: i64 = 0  # mask of the cards that may be in any other hand, in the pile or set aside
        self.cards: i64 = 0  # number of cards in the pool
        self.held: i64 = 0  # number of cards of the pool in other hands
        self.lone: float = 0.0  # risk that a given card of the pool is in another hand
        self.roaming: i64 = 0  # mask of the cards of the pool that are certainly in some other hand
        self.known: vec[i64] = vec[i64]([0] * 5)  # [seat]: mask of the cards in its hand that the actor knows
        self.hidden: vec[i64] = vec[i64]([0] * 5)  # [seat]: number of cards in its hand that the actor does not know
        self.others: i64 = 0  # mask of the other seats whose hands are completely unknown
        self.special: i64 = 0  # mask of the other seats with known cards or the jersey; see `threat_from`
        self.bonus: i64 = 0  # seat that may still play the jersey
        self.numbers: vec[i64] = vec[i64]([0] * 7)  # [number - 1]: how many cards with the number are in the pool
        self.fewest: i64 = 0  # number of cards in the smallest other hand
        nothing = [0.0] * (ROW_SIZE * 8)
        self.plain: vec[float] = vec[float](nothing)  # [64 * hares + need * 8 + group]: risk from all `others`
        self.filled: i64 = 0  # mask of the rows of `plain` that are computed: bit 8 * hares + need
        self.threats: vec[float] = vec[float]([UNKNOWN_RISK] * VALUE_COUNT)  # [value]: cache of `threat`

    def load_position(self, race: VelonimoState) -> None:
        """Load a position: find out what the actor knows about the other hands, and clear the cached risks."""
        me: i64 = race.actor
        self.bonus = race.bonus
        self.load_known_cards(race, me)
        pool: i64 = ALL_CARDS & ~race.discard & ~race.hands[me]
        if race.revealed != NO_CARD:
            pool &= ~BIT[race.revealed]
        seat: i64
        for seat in range(race.n):
            pool &= ~self.known[seat]
        self.pool = pool
        self.roaming &= pool
        self.cards = count_bits(pool)
        k: i64
        for k in range(7):
            self.numbers[k] = BIT_COUNT[(pool >> k & TORTOISES) * GATHER >> 36 & 127]
        self.others = 0
        self.special = 0
        self.held = 0
        self.lone = 0.0
        self.fewest = 99
        for seat in range(race.n):
            if seat != me and race.racing >> seat & 1:
                self.load_hand(race, seat)
        self.clear_threats()

    def load_hand(self, race: VelonimoState, seat: i64) -> None:
        """Add another hand to the odds: its size, and the cards that the actor knows to be in it."""
        size = race.hand_size(seat)
        if size < self.fewest:
            self.fewest = size
        hidden = size - count_bits(self.known[seat])
        self.hidden[seat] = hidden if hidden > 0 else 0
        self.held += self.hidden[seat]
        self.lone += self.deals.risk[self.deals.row_start(self.hidden[seat], self.cards) + 9]
        if self.known[seat] or race.bonus == seat:
            self.special |= BIT[seat]
        else:
            self.others |= BIT[seat]

    def clear_threats(self) -> None:
        """Clear the cached risks."""
        self.filled = 0
        v: i64
        for v in range(VALUE_COUNT):
            self.threats[v] = UNKNOWN_RISK

    def add_rewards(self, seat: i64, card: i64, more: i64) -> None:
        """Change the odds as if `seat`, the opponent in a duel, got this card and `more` unknown cards of the pile."""
        self.known[seat] |= BIT[card]
        self.hidden[seat] += more
        self.held += more
        self.lone = self.deals.risk[self.deals.row_start(self.hidden[seat], self.cards) + 9]
        self.special |= BIT[seat]
        self.others &= ~BIT[seat]
        self.clear_threats()

    # ------------------------------------------------------------ known cards

    def load_known_cards(self, race: VelonimoState, me: i64) -> None:
        """Set `known` and `roaming` to what the actor knows for certain about the other hands.

        `known` has, for each seat, the cards that the actor knows to be in its hand. The cards in `roaming` are
        certainly in some other hand, but the actor may not know in which one.

        If `race` is a full state, search may have guessed the other hands. So use only the sizes of these hands and the
        steal log, not the cards in them.
        """
        seat: i64
        if race.viewer == me:
            for seat in range(race.n):
                self.known[seat] = race.hands[seat] if seat != me else 0
            self.roaming = race.memory.tracked_cards() if race.memory is not None else 0
            return
        gone: i64 = race.discard | race.hands[me]
        self.roaming = 0
        if not self.follow_steals(race, me) & ~gone:
            for seat in range(race.n):
                self.known[seat] &= ~gone
            self.load_unseen_cards(race, me, gone, None)
            return
        memory = race.recollect_cards(me)
        for seat in range(race.n):
            self.known[seat] = memory.certain_cards(seat) if seat != me else 0
        self.roaming = memory.tracked_cards()
        self.load_unseen_cards(race, me, gone | self.roaming, memory)

    def load_unseen_cards(self, race: VelonimoState, me: i64, seen: i64, memory: CardMemory | None) -> None:
        """If one other hand must hold all the cards that the actor has never seen, add them to `known` for that hand.

        The cards that the actor has never seen are all cards except those in `seen`, those in `known` and the revealed
        card. `memory` is passed on to `find_unseen_owner`.
        """
        unseen: i64 = ALL_CARDS & ~seen
        seat: i64
        for seat in range(race.n):
            unseen &= ~self.known[seat]
        if race.revealed != NO_CARD:
            unseen &= ~BIT[race.revealed]
        owner = race.find_unseen_owner(me, unseen, self.known, memory)
        if owner >= 0:
            self.known[owner] |= unseen

    def follow_steals(self, race: VelonimoState, me: i64) -> i64:
        """Replay the steal log to set `known`, the cards that the actor knows in each other hand.

        Return a mask of the cards that the actor has lost track of, because a steal that it did not see may have moved
        them.
        """
        seat: i64
        for seat in range(race.n):
            self.known[seat] = 0
        lost: i64 = 0
        at: i64
        for at in range(0, race.steal_log_size, ENTRY_WORDS):
            word: i64 = race.steal_log[at]
            thief: i64 = word & 15
            victim: i64 = word >> 4 & 15
            taken: i64 = race.steal_log[at + TAKEN_WORD]
            given: i64 = race.steal_log[at + GIVEN_WORD]
            if not word >> 8 & 255:
                if victim != me:
                    self.known[victim] |= given
            elif taken and thief == me:
                self.known[victim] = self.known[victim] & ~taken | given
            elif taken and victim == me:
                self.known[thief] = (self.known[thief] | taken) & ~given
            else:
                lost |= self.known[thief] | self.known[victim]
                self.known[thief] = 0
                self.known[victim] = 0
        return lost

    # ------------------------------------------------------------ risk that a value is beaten

    def threat(self, value: i64) -> float:
        """Return the sum of the risks of all cards and groups that beat a value; 0.0 only if no other hand can beat it.

        The sum is cached and is at most CERTAIN_RISK. It treats the cards and hands as independent, so it grows with
        the number of ways to beat the value, even if some hand can certainly beat it.
        """
        found = self.threats[value]
        if found == UNKNOWN_RISK:
            cards = self.pool & BEATING_CARDS[value]
            better = count_bits(cards) if value < 8 else BIT_COUNT[cards >> FIRST_HARE]
            found = float(better) * self.lone + self.group_risk_above(value, 0)
            if found > CERTAIN_RISK:
                found = CERTAIN_RISK
            self.threats[value] = found
        return found

    def stand_chance(self, value: i64) -> float:
        """Estimate the chance that nobody can beat a value.

        The risk that a single card beats the value is computed for all other hands together, and the risk that a group
        beats it for each hand separately.
        """
        cards = self.pool & BEATING_CARDS[value]
        better = count_bits(cards)
        risk = CERTAIN_RISK if cards & self.roaming else self.single_risk(better, self.held, self.cards)
        if risk < CERTAIN_RISK:
            risk += self.group_risk_above(value, better)
        return exp(-risk) if risk < CERTAIN_RISK else 0.0

    def single_risk(self, better: i64, held: i64, cards: i64) -> float:
        """Return the risk that hidden cards include a single card that beats a value.

        The `held` hidden cards are dealt from a set of `cards` cards, and `better` cards of this set beat the value.
        Return CERTAIN_RISK if the hidden cards must include a card that beats it.
        """
        if not better or not held:
            return 0.0
        if better + held > cards:
            return CERTAIN_RISK
        return (
            LOG_FACTORIAL[cards]
            + LOG_FACTORIAL[cards - better - held]
            - LOG_FACTORIAL[cards - better]
            - LOG_FACTORIAL[cards - held]
        )

    def group_risk_above(self, value: i64, better: i64) -> float:
        """Return the risk that a group in another hand beats a value.

        If `better` is not 0, it is the number of unseen single cards that beat the value. They are assumed to be in no
        other hand, because the caller counts their risk itself.
        """
        total = 0.0
        if self.others:
            total = self.low_pair_risk(value, better) if value < 8 else self.high_group_risk(value, better)
        seat: i64
        if self.special:
            for seat in range(5):
                if self.special >> seat & 1:
                    total += self.threat_from(seat, value, self.cards - better)
        return total

    def low_pair_risk(self, value: i64, better: i64) -> float:
        """Return the risk that a pair beats a value below 8 although neither of its cards beats the value alone.

        Only hands that are completely unknown (`others`) are counted. `better` is the number of single cards that are
        assumed to be in no other hand.
        """
        low = BIT[value] - 1
        total = 0.0
        k: i64
        if not better:
            self.fill_group_risks(0, 2)
            for k in range(7):
                total += self.plain[16 + BIT_COUNT[self.pool >> 7 * k & low]]
            for k in range(value):
                total += self.plain[16 + self.numbers[k]]
            return total
        risk = self.deals.risk
        seat: i64
        for seat in range(5):
            if self.others >> seat & 1 and self.hidden[seat] > 1:
                pairs = self.deals.row_start(self.hidden[seat], self.cards - better) + 16
                for k in range(7):
                    total += risk[pairs + BIT_COUNT[self.pool >> 7 * k & low]]
                for k in range(value):
                    total += risk[pairs + self.numbers[k]]
        return total

    def high_group_risk(self, value: i64, hares: i64) -> float:
        """Return the risk that a group beats a value of 8 or more.

        Only hands that are completely unknown (`others`) are counted. `hares` is the number of hares that are assumed
        to be in no other hand.
        """
        need, least = group_needed(value)
        if need > 7:
            return 0.0
        at = ROW_SIZE * hares + need * 8
        self.fill_group_risks(hares, need)
        if need < 7:
            self.fill_group_risks(hares, need + 1)
        total = 0.0
        k: i64
        for k in range(7):
            pattern = self.pool >> 7 * k & 127
            number = self.plain[at + 8 + self.numbers[k]] if k < least else self.plain[at + self.numbers[k]]
            some = self.plain[at + BIT_COUNT[pattern >> least]]
            more = self.plain[at + 8 + BIT_COUNT[pattern]]
            total += number + (some if some > more else more)
        return total

    def fill_group_risks(self, hares: i64, need: i64) -> None:
        """Fill a row of `plain`: for each group size, the risk that another hand has `need` or more cards of the group.

        Do nothing if the row is filled already. The risks of all hands that are completely unknown (`others`) are added
        up. `hares` is the number of hares that are assumed to be in no other hand.
        """
        asked = BIT[8 * hares + need]
        if self.filled & asked:
            return
        self.filled |= asked
        risk = self.deals.risk
        at = ROW_SIZE * hares + need * 8
        group: i64
        for group in range(need, 8):
            self.plain[at + group] = 0.0
        seat: i64
        for seat in range(5):
            if self.others >> seat & 1 and self.hidden[seat] >= need:
                row = self.deals.row_start(self.hidden[seat], self.cards - hares) + need * 8
                for group in range(need, 8):
                    self.plain[at + group] += risk[row + group]

    def threat_from(self, seat: i64, value: i64, cards: i64) -> float:
        """Return the risk that a seat beats a value with cards that the actor knows, with a group, or with the jersey.

        Single cards that the actor does not know are not counted, unless the seat may play the jersey with them. The
        hidden cards of the seat are dealt from `cards` cards.
        """
        known: i64 = self.known[seat]
        total = 0.0
        if known & BEATING_CARDS[value]:
            return CERTAIN_RISK
        if self.bonus == seat:
            value -= JERSEY_BONUS
            if value < 1 or known & RACERS & BEATING_CARDS[value]:
                return CERTAIN_RISK
            better = count_bits(self.pool & RACERS & BEATING_CARDS[value]) if value < 8 else 0
            total = self.single_risk(better, self.hidden[seat], cards)
            if total >= CERTAIN_RISK:
                return CERTAIN_RISK
            cards -= better
        row = self.deals.row_start(self.hidden[seat], cards)
        lone = value < 8
        low: i64 = BIT[value] - 1 if lone else 127
        need, least = (2, 0) if lone else group_needed(value)
        k: i64
        for k in range(7):
            mine = known >> 7 * k & 127
            pattern = self.pool >> 7 * k & low
            some = self.group_risk(row, need - BIT_COUNT[mine >> least], BIT_COUNT[pattern >> least])
            more = self.group_risk(row, need + 1 - BIT_COUNT[mine], BIT_COUNT[pattern])
            total += some if some > more else more
            if not lone or k < value:
                mine = BIT_COUNT[(known >> k & TORTOISES) * GATHER >> 36 & 127]
                total += self.group_risk(row, (need + 1 if k < least else need) - mine, self.numbers[k])
            if total >= CERTAIN_RISK:
                return CERTAIN_RISK
        return total

    def group_risk(self, row: i64, need: i64, group: i64) -> float:
        """Return the cached risk that the hidden cards of a hand include `need` or more cards of a group.

        `row` is the result of `row_start` for that hand. `group` is how many cards of the group are in the pool.
        """
        if need <= 0:
            return CERTAIN_RISK
        return self.deals.risk[row + need * 8 + group] if need < 8 else 0.0


def group_needed(value: i64) -> tuple[i64, i64]:
    """Return (n, number): a group beats `value` with n cards above `number`, or with any n + 1 cards.

    `value` has to be 8 or more.
    """
    if value <= 20:
        return 2, 0
    return value // 10, value % 10


def count_carriers(race: VelonimoState, cards: i64) -> i64:
    """Return how many of these cards are camels (water carriers); 0 if there is no pile to draw from (VN-51)."""
    return count_bits(cards & CAMELS) if race.pile else 0
