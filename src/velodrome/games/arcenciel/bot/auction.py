"""An auction solved from its end: what each bid brings if all who speak later answer as well as they can.

Each rider has one say, in race order, and the highest bid stands (AC-29, AC-30). So the last one compares two
endings, the one before him knows his answer to each bid, and so on to the front. A rider's wish is the worth
of the square to him less what the energy is worth that he pays; another's bargain is a loss to him.
People misjudge: with `misjudging` above 0 the better of two endings is only the likelier one.
"""

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.games.arcenciel.pieces import MAX_SEATS

NOBODY_PLACE: Final = 6  # the place of "nobody has bid"
HOLDER_COUNT: Final = 7
NO_ANSWER: Final = -1  # no bid that he could make
BID_ROWS: Final = 100  # bids from 0; more energy than 99 no circuit allows
CERTAIN_ODDS: Final = 30.0  # beyond e to this, a chance is certain


@final
class Auction:
    """The riders who take part, in the order of their say, and how it will end."""

    def __init__(self) -> None:
        self.size: i64 = 0
        self.purse: vec[i64] = vec[i64]([0] * MAX_SEATS)  # [place]: the most that he can bid; -1: nothing at all
        self.values: vec[float] = vec[float]([0.0] * MAX_SEATS)  # [place]: of the square
        self.cost: vec[float] = vec[float]([0.0] * (MAX_SEATS * BID_ROWS))  # [place, bid]: what paying it is worth
        self.envy: float = 0.0  # how much of another's bargain is my loss
        self.misjudging: float = 0.0  # energy by which riders are off, about
        self.top: i64 = 0  # no bid above it pleases anybody
        self.lowest: i64 = 1  # of an opening bid
        self.standing: i64 = 0  # the bid that stands before the first say that is asked for
        # [say, bid, holder, place]: the wish of a place once so many have spoken and this bid stands
        self.wishes: vec[float] = vec[float]([0.0] * ((MAX_SEATS + 1) * BID_ROWS * HOLDER_COUNT * MAX_SEATS))
        self.answer: vec[i64] = vec[i64]([0] * (MAX_SEATS * BID_ROWS))  # [say, bid]: his best bid of at least so much

    def wish_index(self, say: i64, bid: i64, holder: i64) -> i64:
        """Where the wishes stand once `say` riders have spoken."""
        return ((say * BID_ROWS + bid) * HOLDER_COUNT + holder) * MAX_SEATS

    def solve(self, first: i64) -> None:
        """Every ending from the `first` say on, the last ones first."""
        self.find_top()
        holder: i64
        bid: i64
        for bid in range(self.top + 1):
            for holder in range(self.size):
                self.solve_end(bid, holder)
        self.solve_end(0, NOBODY_PLACE)
        say: i64 = self.size - 1
        while say >= first:
            self.best_bids(say)
            for bid in range(self.top + 1):
                for holder in range(say):
                    self.solve_say(say, bid, holder)
            self.solve_say(say, 0, NOBODY_PLACE)
            say -= 1

    def find_top(self) -> None:
        """The least bid that costs everybody at least what he gains, or the purses' end, or what stands."""
        place: i64
        bid: i64
        self.top = self.lowest if self.lowest > self.standing else self.standing
        for place in range(self.size):
            bid = self.top
            while bid < self.purse[place] and self.values[place] > self.cost[place * BID_ROWS + bid]:
                bid += 1
            if bid > self.top:
                self.top = bid

    def solve_end(self, bid: i64, holder: i64) -> None:
        """The wishes when the hammer falls."""
        to = self.wish_index(self.size, bid, holder)
        place: i64
        bargain: float = 0.0
        if holder != NOBODY_PLACE:
            bargain = self.values[holder] - self.cost[holder * BID_ROWS + bid]
        for place in range(self.size):
            self.wishes[to + place] = bargain if place == holder else -self.envy * bargain

    def best_bids(self, say: i64) -> None:
        """For each bid that he might have to reach: which one from there on does best, the lowest of equals."""
        bid: i64 = self.top
        best: i64 = NO_ANSWER
        most: float = 0.0
        while bid >= 0:
            if self.lowest <= bid <= self.purse[say]:
                found = self.wishes[self.wish_index(say + 1, bid, say) + say]
                if best == NO_ANSWER or found >= most:
                    best = bid
                    most = found
            self.answer[say * BID_ROWS + bid] = best
            bid -= 1

    def solve_say(self, say: i64, bid: i64, holder: i64) -> None:
        """The wishes before this rider's say, over a bid that stands."""
        to = self.wish_index(say, bid, holder)
        passed = self.wish_index(say + 1, bid, holder)
        least = bid if holder == NOBODY_PLACE else bid + 1
        answer: i64 = self.answer[say * BID_ROWS + least] if least <= self.top else NO_ANSWER
        chance: float = 0.0
        made: i64 = passed
        if answer != NO_ANSWER:
            made = self.wish_index(say + 1, answer, say)
            chance = self.chance_to_bid(self.wishes[made + say] - self.wishes[passed + say])
        place: i64
        for place in range(self.size):
            self.wishes[to + place] = chance * self.wishes[made + place] + (1.0 - chance) * self.wishes[passed + place]

    def chance_to_bid(self, gain: float) -> float:
        """How likely he bids if it brings him so much more than passing."""
        if self.misjudging <= 0.0:
            return 1.0 if gain > 0.0 else 0.0
        odds = gain / self.misjudging
        if odds > CERTAIN_ODDS:
            return 1.0
        if odds < -CERTAIN_ODDS:
            return 0.0
        return 1.0 / (1.0 + exp(-odds))

    def value_of_bid(self, say: i64, bid: i64) -> float:
        """What the rider whose say it is may expect of a bid."""
        if bid > self.top:
            return self.values[say] - self.cost[say * BID_ROWS + bid]  # nobody goes higher
        return self.wishes[self.wish_index(say + 1, bid, say) + say]

    def value_of_passing(self, say: i64, bid: i64, holder: i64) -> float:
        """What he may expect if he lets a bid stand."""
        return self.wishes[self.wish_index(say + 1, bid, holder) + say]

    def price(self, say: i64, bid: i64) -> float:
        """What paying a bid is worth to a rider."""
        return self.cost[say * BID_ROWS + bid]
