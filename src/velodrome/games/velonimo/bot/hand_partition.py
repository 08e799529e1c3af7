"""Two ways to split a hand into plays: as cheaply as possible for given prices, and into the fewest plays."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import nth_bit
from velodrome.games.velonimo.moves import GATHER
from velodrome.games.velonimo.pieces import FIRST_HARE, HARE_VALUE, RACERS, TORTOISES, list_cards, play_value

VALUE_COUNT: Final = 96  # length of tables that are indexed by the value of a play; greater than any value
UNREACHED_COST: Final = 1000.0
COLOUR_CARDS: Final = vec[i64]([127 << 7 * k for k in range(7)])  # [k]: mask of the cards of colour k
NUMBER_CARDS: Final = vec[i64]([TORTOISES << k for k in range(7)])  # [k]: mask of the cards with number k + 1
COLOUR_VALUE: Final = vec[i64]([0] + [play_value(list_cards(pattern)) for pattern in range(1, 128)])
NUMBER_VALUE: Final = vec[i64](
    [
        0 if not pattern else k if bin(pattern).count("1") == 1 else 10 * bin(pattern).count("1") + k
        for k in range(1, 8)
        for pattern in range(128)
    ]
)  # [128 * (number - 1) + mask of colours]: value of the play


@final
class CheapestPartition:
    """Search for the cheapest way to split a hand into plays, given a price for each value of a play.

    The caller sets the prices in `price`. Every hare is a play of its own. The search tries two kinds of splits for
    the racers. `try_colours` chooses some colours, makes each of them one group, and groups the other racers by number.
    `try_numbers` chooses some numbers, makes each of them one group, and groups the other racers by colour.
    """

    def __init__(self) -> None:
        self.price: vec[float] = vec[float]([0.0] * VALUE_COUNT)  # [value]: price of a play; 0.0 for value 0
        self.best: float = UNREACHED_COST

    def cost(self, hand: i64) -> float:
        """Return the lowest total price of plays that together empty a hand."""
        total = 0.0
        hares = hand >> FIRST_HARE
        h: i64 = 0
        while hares:
            if hares & 1:
                total += self.price[HARE_VALUE[h]]
            hares >>= 1
            h += 1
        racers = hand & RACERS
        if not racers:
            return total
        self.best = UNREACHED_COST
        self.try_colours(0, racers, 0.0)
        self.try_numbers(0, racers, 0.0)
        return total + self.best

    def try_colours(self, k: i64, left: i64, paid: float) -> None:
        """Try every choice among the colours from index `k` up: group the chosen colours, and the rest by number.

        `left` is a mask of the racers that are not grouped yet, and `paid` is the price of the groups made so far. If a
        total price is lower than `best`, store it in `best`.
        """
        while k < 7 and not left >> 7 * k & 127:
            k += 1
        if k == 7:
            for k in range(7):
                paid += self.price[NUMBER_VALUE[k << 7 | (left >> k & TORTOISES) * GATHER >> 36 & 127]]
            if paid < self.best:
                self.best = paid
            return
        pattern = left >> 7 * k & 127
        more = paid + self.price[COLOUR_VALUE[pattern]]
        if more < self.best:
            self.try_colours(k + 1, left & ~COLOUR_CARDS[k], more)
        self.try_colours(k + 1, left, paid)

    def try_numbers(self, k: i64, left: i64, paid: float) -> None:
        """Try every choice among the numbers from index `k` up: group the chosen numbers, and the rest by colour.

        `left` is a mask of the racers that are not grouped yet, and `paid` is the price of the groups made so far. If a
        total price is lower than `best`, store it in `best`.
        """
        while k < 7 and not left >> k & TORTOISES:
            k += 1
        if k == 7:
            for k in range(7):
                paid += self.price[COLOUR_VALUE[left >> 7 * k & 127]]
            if paid < self.best:
                self.best = paid
            return
        pattern = (left >> k & TORTOISES) * GATHER >> 36 & 127
        more = paid + self.price[NUMBER_VALUE[k << 7 | pattern]]
        if more < self.best:
            self.try_numbers(k + 1, left & ~NUMBER_CARDS[k], more)
        self.try_numbers(k + 1, left, paid)


@final
class PlayCounter:
    """Exact counter of the fewest plays that empty a hand.

    Every hare is a play of its own. All other plays have cards of one colour or of one number. So the task is to
    choose the fewest colours and numbers such that each racer has a chosen colour or a chosen number: a minimum vertex
    cover of the graph in which each racer connects its colour with its number. By König's theorem, the cover has the
    size of a maximum matching: the largest set of racers in which no two share a colour or a number.
    """

    def __init__(self) -> None:
        self.owner: vec[i64] = vec[i64]([0] * 7)  # [number - 1]: the colour matched with the number
        self.taken: i64 = 0  # mask of the matched numbers
        self.tried: i64 = 0  # mask of the numbers already tried for the current colour in `fewest_plays`

    def fewest_plays(self, hand: i64) -> i64:
        """Return the smallest number of plays that can empty a hand."""
        hares = hand >> FIRST_HARE
        found: i64 = 0
        while hares:
            hares &= hares - 1
            found += 1
        self.taken = 0
        k: i64
        for k in range(7):
            if hand >> 7 * k & 127:
                self.tried = 0
                if self.find_number(hand, k):
                    found += 1
        return found

    def find_number(self, hand: i64, colour: i64) -> bool:
        """Match a colour with the number of one of its cards in `hand`; return whether this succeeded.

        If other colours are matched with all these numbers, try to match one of those colours with another number.
        """
        pattern = hand >> 7 * colour & 127
        free = pattern & ~self.taken
        if free:
            number = nth_bit(free, 0)
            self.taken |= free & -free
            self.owner[number] = colour
            return True
        while True:
            pattern &= ~self.tried
            if not pattern:
                return False
            self.tried |= pattern & -pattern
            number = nth_bit(pattern, 0)
            if self.find_number(hand, self.owner[number]):
                self.owner[number] = colour
                return True
