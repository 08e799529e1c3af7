"""Auction solver by backward induction: the value of each bid if all later bidders play their best reply.

Each rider speaks once, in race order, and the highest bid wins (AC-29, AC-30). So the last one compares two
endings, the one before him knows his answer to each bid, and so on to the front. The utility of an ending is,
for the winner, the value of the square less the value of the energy paid; a share of it is a loss to the others.
With `misjudging` above 0, a rider chooses the better of two endings only with a probability, as people do.
"""

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.games.arcenciel.pieces import MAX_SEATS

NOBODY_PLACE: Final = 6  # holder index for "nobody has bid"
HOLDER_COUNT: Final = 7  # six places and NOBODY_PLACE
NO_ANSWER: Final = -1  # the rider can make no such bid
BID_ROWS: Final = 100  # bids from 0 to 99, the most energy that a circuit allows
CERTAIN_ODDS: Final = 30.0  # log odds beyond which a chance counts as certain


@final
class Auction:
    """Riders in an auction, in the order in which they speak, and the solved value of each choice they have."""

    def __init__(self) -> None:
        self.size: i64 = 0
        self.purse: vec[i64] = vec[i64]([0] * MAX_SEATS)  # [place]: highest bid that he can pay; -1: he cannot bid
        self.values: vec[float] = vec[float]([0.0] * MAX_SEATS)  # [place]: value of the square
        self.cost: vec[float] = vec[float]([0.0] * (MAX_SEATS * BID_ROWS))  # [place, bid]: value of the energy paid
        self.envy: float = 0.0  # share of another's gain that counts as a loss
        self.misjudging: float = 0.0  # scale of the riders' errors, in energy
        self.top: i64 = 0  # nobody gains by a higher bid
        self.lowest: i64 = 1  # lowest opening bid
        self.standing: i64 = 0  # high bid when solving starts
        # [say, bid, holder, place]: utility for a place once `say` riders have spoken and the holder has the high bid
        self.wishes: vec[float] = vec[float]([0.0] * ((MAX_SEATS + 1) * BID_ROWS * HOLDER_COUNT * MAX_SEATS))
        self.answer: vec[i64] = vec[i64]([0] * (MAX_SEATS * BID_ROWS))  # [say, bid]: best bid of at least `bid`

    def wish_index(self, say: i64, bid: i64, holder: i64) -> i64:
        """Return the index in `wishes` where the utilities start if `say` riders have spoken and `holder` leads."""
        return ((say * BID_ROWS + bid) * HOLDER_COUNT + holder) * MAX_SEATS

    def solve(self, first: i64) -> None:
        """Compute all utilities, from the last rider back to the rider with the index `first`."""
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
        """Set `top`: no rider can or wants to bid more than this; it is never below the standing bid."""
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
        """Compute each rider's utility when the auction ends with this bid and holder."""
        to = self.wish_index(self.size, bid, holder)
        place: i64
        bargain: float = 0.0
        if holder != NOBODY_PLACE:
            bargain = self.values[holder] - self.cost[holder * BID_ROWS + bid]
        for place in range(self.size):
            self.wishes[to + place] = bargain if place == holder else -self.envy * bargain

    def best_bids(self, say: i64) -> None:
        """Store, for every minimum bid, the best bid that this rider can make; of equally good bids, the lowest."""
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
        """Compute each rider's utility just before one rider speaks, given the standing bid and its holder."""
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
        """Return the probability that a rider bids; `gain` is the utility of bidding less that of passing."""
        if self.misjudging <= 0.0:
            return 1.0 if gain > 0.0 else 0.0
        odds = gain / self.misjudging
        if odds > CERTAIN_ODDS:
            return 1.0
        if odds < -CERTAIN_ODDS:
            return 0.0
        return 1.0 / (1.0 + exp(-odds))

    def value_of_bid(self, say: i64, bid: i64) -> float:
        """Return the speaking rider's expected utility after this bid."""
        if bid > self.top:
            return self.values[say] - self.cost[say * BID_ROWS + bid]  # it wins: nobody goes higher
        return self.wishes[self.wish_index(say + 1, bid, say) + say]

    def value_of_passing(self, say: i64, bid: i64, holder: i64) -> float:
        """Return the speaking rider's expected utility after a pass."""
        return self.wishes[self.wish_index(say + 1, bid, holder) + say]

    def price(self, say: i64, bid: i64) -> float:
        """Return the value of the energy that a rider pays for a bid."""
        return self.cost[say * BID_ROWS + bid]
