"""What the others may hold as far as the actor can tell, and how likely it is that a value stands."""

from math import exp, log
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT, bits
from velodrome.games.velonimo.hands import NOTHING
from velodrome.games.velonimo.knowledge import GIVEN, TAKEN, WORDS
from velodrome.games.velonimo.moves import GATHER
from velodrome.games.velonimo.pieces import ALL, BONUS, CAMELS, FIRST_HARE, HARE_VALUE, TORTOISES
from velodrome.games.velonimo.rules import Race

STEPS: Final = 32  # a card's chance to lie in a hand is told in so many parts
CERTAIN: Final = 20.0  # the risk of what is sure to happen
MOST: Final = 10  # cards that a table row may ask for: seven, one more, and the jersey's
HELD: Final = vec[i64]([bin(pattern).count("1") for pattern in range(128)])


def risk(need: int, group: int, chance: float) -> float:
    """-log of the chance that fewer than `need` of a group of cards lie in a hand, each with this chance."""
    if need == 0:
        return CERTAIN
    few = 0.0
    ways = 1.0
    for held in range(min(need, group + 1)):
        few += ways * chance**held * (1.0 - chance) ** (group - held)
        ways = ways * (group - held) / (held + 1)
    return CERTAIN if few < exp(-CERTAIN) else max(0.0, -log(min(1.0, few)))


def risk_table() -> list[float]:
    """risk(need, group, step / STEPS), flat."""
    return [
        risk(need, group, step / STEPS) if need <= group else 0.0
        for need in range(MOST)
        for group in range(8)
        for step in range(STEPS + 1)
    ]


RISK: Final = vec[float](risk_table())


@final
class Odds:
    """What one actor can tell of the other hands. `look` first, then ask.

    Risks are -log of the chance that nothing happens, so those of several hands add up; 0.0 is never.
    """

    def __init__(self) -> None:
        self.pool: i64 = 0  # cards that any other hand, the pile or the cards set aside may hold
        self.known: vec[i64] = vec[i64]([0] * 5)  # cards that the actor knows in a hand
        self.hidden: vec[i64] = vec[i64]([0] * 5)  # and how many more it holds
        self.step: vec[i64] = vec[i64]([0] * 5)  # the chance of each card of the pool to be among these
        self.special: i64 = 0  # mask of the others with known cards or the jersey: asked one by one
        self.bonus: i64 = 0  # who may add the jersey
        self.numbers: vec[i64] = vec[i64]([0] * 7)  # cards of each number in the pool
        self.plain: vec[float] = vec[float]([0.0] * 80)  # [need * 8 + group]: the risk from all other hands
        self.fewest: i64 = 0  # cards in the shortest other hand

    def look(self, race: Race) -> None:
        """Take in a position, as its actor sees it."""
        me: i64 = race.actor
        self.bonus = race.bonus
        self.remember(race, me)
        pool: i64 = ALL & ~race.out & ~race.hands[me]
        if race.revealed != NOTHING:
            pool &= ~BIT[race.revealed]
        seat: i64
        for seat in range(race.n):
            pool &= ~self.known[seat]
        self.pool = pool
        k: i64
        for k in range(7):
            self.numbers[k] = HELD[(pool >> k & TORTOISES) * GATHER >> 36 & 127]
        for k in range(80):
            self.plain[k] = 0.0
        self.special = 0
        self.fewest = 99
        cards = bits(pool)
        for seat in range(race.n):
            if seat != me and race.racing >> seat & 1:
                self.size_up(race, seat, cards)

    def size_up(self, race: Race, seat: i64, pool: i64) -> None:
        """One of the other hands."""
        size = race.size(seat)
        if size < self.fewest:
            self.fewest = size
        hidden = size - bits(self.known[seat])
        if hidden < 0:
            hidden = 0
        step: i64 = (hidden * STEPS + pool // 2) // pool if pool else 0
        if step == 0 and hidden:
            step = 1
        if step > STEPS:
            step = STEPS
        self.hidden[seat] = hidden
        self.step[seat] = step
        if self.known[seat] or race.bonus == seat:
            self.special |= BIT[seat]
            return
        need: i64
        group: i64
        for need in range(1, 8):
            if need > hidden:
                break
            for group in range(need, 8):
                self.plain[need * 8 + group] += RISK[(need * 8 + group) * (STEPS + 1) + step]

    def remember(self, race: Race, me: i64) -> None:
        """The cards that this seat gave, lost or saw given and that nobody can have moved unseen since."""
        seat: i64
        for seat in range(race.n):
            self.known[seat] = 0
        at: i64
        for at in range(0, race.told, WORDS):
            word: i64 = race.tale[at]
            thief: i64 = word & 15
            victim: i64 = word >> 4 & 15
            taken: i64 = race.tale[at + TAKEN]
            given: i64 = race.tale[at + GIVEN]
            if not word >> 8 & 255:
                self.known[victim] |= given
            elif thief == me:
                self.known[victim] = self.known[victim] & ~taken | given
            elif victim == me:
                self.known[thief] = (self.known[thief] | taken) & ~given
            else:
                self.known[thief] = 0
                self.known[victim] = 0
        gone: i64 = race.out | race.hands[me]
        for seat in range(race.n):
            self.known[seat] &= ~gone

    def threat(self, value: i64) -> float:
        """The risk that somebody can beat a value; 0.0 exactly if nobody can."""
        total = 0.0
        h: i64
        for h in range(6):
            if HARE_VALUE[h] > value and self.pool >> FIRST_HARE + h & 1:
                total += self.plain[9]
        need, above = shape(value)
        k: i64
        for k in range(7):
            pattern = self.pool >> 7 * k & 127
            some = self.plain[need * 8 + HELD[pattern >> above]]
            more = self.plain[need * 8 + 8 + HELD[pattern]]
            total += some if some > more else more
            if need == 1 or k < above:
                total += self.plain[need * 8 + 8 + self.numbers[k]]
            else:
                total += self.plain[need * 8 + self.numbers[k]]
        seat: i64
        if self.special:
            for seat in range(5):
                if self.special >> seat & 1:
                    total += self.threat_of(seat, value)
        return total if total < CERTAIN else CERTAIN

    def threat_of(self, seat: i64, value: i64) -> float:
        """The risk that this seat can beat a value, with what is known of its hand."""
        known: i64 = self.known[seat]
        total = 0.0
        h: i64
        for h in range(6):
            if HARE_VALUE[h] > value:
                if known >> FIRST_HARE + h & 1:
                    return CERTAIN
                total += self.seat_risk(seat, 1, self.pool >> FIRST_HARE + h & 1)
        if self.bonus == seat:
            value -= BONUS
            if value < 1:
                return CERTAIN
        need, above = shape(value)
        k: i64
        for k in range(7):
            mine = known >> 7 * k & 127
            pattern = self.pool >> 7 * k & 127
            some = self.seat_risk(seat, need - HELD[mine >> above], HELD[pattern >> above])
            more = self.seat_risk(seat, need + 1 - HELD[mine], HELD[pattern])
            total += some if some > more else more
            mine = HELD[(known >> k & TORTOISES) * GATHER >> 36 & 127]
            short = need + 1 - mine if need == 1 or k < above else need - mine
            total += self.seat_risk(seat, short, self.numbers[k])
        return total

    def seat_risk(self, seat: i64, need: i64, group: i64) -> float:
        """The risk that a seat's hidden cards hold so many of a group of the pool."""
        if need <= 0:
            return CERTAIN
        if need > group or need > self.hidden[seat]:
            return 0.0
        return RISK[(need * 8 + group) * (STEPS + 1) + self.step[seat]]


def shape(value: i64) -> tuple[i64, i64]:
    """How many cards above which number beat a value; one card more beats it in any case."""
    if value < 8:
        return 1, value
    if value <= 20:
        return 2, 0
    return value // 10, value % 10


def carriers(race: Race, cards: i64) -> i64:
    """The water carriers among some cards, if there is anything left to draw (VN-51)."""
    return bits(cards & CAMELS) if race.pile else 0


def closes(race: Race) -> bool:
    """Whether the attack is over if the actor passes."""
    seat: i64 = race.actor
    while True:
        seat += 1
        if seat == race.n:
            seat = 0
        if seat == race.ahead:
            return True
        if race.racing >> seat & 1:
            return False
