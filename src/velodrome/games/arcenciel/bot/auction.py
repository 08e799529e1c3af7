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

from velodrome.games.arcenciel.pieces import MOST_SEATS

NONE: Final = 6  # the place of "nobody has bid"
PLACES: Final = 7
NOTHING: Final = -1  # no bid that he could make
ROWS: Final = 100  # bids from 0; more energy than 99 no circuit allows
SURE: Final = 30.0  # beyond e to this, a chance is certain


@final
class Auction:
    """The riders who take part, in the order of their say, and how it will end."""

    def __init__(self) -> None:
        self.size: i64 = 0
        self.purse: vec[i64] = vec[i64]([0] * MOST_SEATS)  # [place]: the most that he can bid; -1: nothing at all
        self.worth: vec[float] = vec[float]([0.0] * MOST_SEATS)  # [place]: of the square
        self.cost: vec[float] = vec[float]([0.0] * (MOST_SEATS * ROWS))  # [place, bid]: what paying it is worth
        self.envy: float = 0.0  # how much of another's bargain is my loss
        self.misjudging: float = 0.0  # energy by which riders are off, about
        self.top: i64 = 0  # no bid above it pleases anybody
        self.lowest: i64 = 1  # of an opening bid
        self.standing: i64 = 0  # the bid that stands before the first say that is asked for
        # [say, bid, holder, place]: the wish of a place once so many have spoken and this bid stands
        self.wish: vec[float] = vec[float]([0.0] * ((MOST_SEATS + 1) * ROWS * PLACES * MOST_SEATS))
        self.answer: vec[i64] = vec[i64]([0] * (MOST_SEATS * ROWS))  # [say, bid]: his best bid of at least so much

    def at(self, say: i64, bid: i64, holder: i64) -> i64:
        """Where the wishes stand once `say` riders have spoken."""
        return ((say * ROWS + bid) * PLACES + holder) * MOST_SEATS

    def solve(self, first: i64) -> None:
        """Every ending from the `first` say on, the last ones first."""
        self.find_top()
        holder: i64
        bid: i64
        for bid in range(self.top + 1):
            for holder in range(self.size):
                self.end(bid, holder)
        self.end(0, NONE)
        say: i64 = self.size - 1
        while say >= first:
            self.best_bids(say)
            for bid in range(self.top + 1):
                for holder in range(say):
                    self.speak(say, bid, holder)
            self.speak(say, 0, NONE)
            say -= 1

    def find_top(self) -> None:
        """The least bid that costs everybody at least what he gains, or the purses' end, or what stands."""
        place: i64
        bid: i64
        self.top = self.lowest if self.lowest > self.standing else self.standing
        for place in range(self.size):
            bid = self.top
            while bid < self.purse[place] and self.worth[place] > self.cost[place * ROWS + bid]:
                bid += 1
            if bid > self.top:
                self.top = bid

    def end(self, bid: i64, holder: i64) -> None:
        """The wishes when the hammer falls."""
        to = self.at(self.size, bid, holder)
        place: i64
        bargain: float = 0.0
        if holder != NONE:
            bargain = self.worth[holder] - self.cost[holder * ROWS + bid]
        for place in range(self.size):
            self.wish[to + place] = bargain if place == holder else -self.envy * bargain

    def best_bids(self, say: i64) -> None:
        """For each bid that he might have to reach: which one from there on does best, the lowest of equals."""
        bid: i64 = self.top
        best: i64 = NOTHING
        most: float = 0.0
        while bid >= 0:
            if self.lowest <= bid <= self.purse[say]:
                found = self.wish[self.at(say + 1, bid, say) + say]
                if best == NOTHING or found >= most:
                    best = bid
                    most = found
            self.answer[say * ROWS + bid] = best
            bid -= 1

    def speak(self, say: i64, bid: i64, holder: i64) -> None:
        """The wishes before this rider's say, over a bid that stands."""
        to = self.at(say, bid, holder)
        passed = self.at(say + 1, bid, holder)
        least = bid if holder == NONE else bid + 1
        answer: i64 = self.answer[say * ROWS + least] if least <= self.top else NOTHING
        chance: float = 0.0
        made: i64 = passed
        if answer != NOTHING:
            made = self.at(say + 1, answer, say)
            chance = self.leaning(self.wish[made + say] - self.wish[passed + say])
        place: i64
        for place in range(self.size):
            self.wish[to + place] = chance * self.wish[made + place] + (1.0 - chance) * self.wish[passed + place]

    def leaning(self, gain: float) -> float:
        """How likely he bids if it brings him so much more than passing."""
        if self.misjudging <= 0.0:
            return 1.0 if gain > 0.0 else 0.0
        odds = gain / self.misjudging
        if odds > SURE:
            return 1.0
        if odds < -SURE:
            return 0.0
        return 1.0 / (1.0 + exp(-odds))

    def bidding(self, say: i64, bid: i64) -> float:
        """What the rider whose say it is may expect of a bid."""
        if bid > self.top:
            return self.worth[say] - self.cost[say * ROWS + bid]  # nobody goes higher
        return self.wish[self.at(say + 1, bid, say) + say]

    def passing(self, say: i64, bid: i64, holder: i64) -> float:
        """What he may expect if he lets a bid stand."""
        return self.wish[self.at(say + 1, bid, holder) + say]

    def price(self, say: i64, bid: i64) -> float:
        """What paying a bid is worth to a rider."""
        return self.cost[say * ROWS + bid]
