"""Auction solver by backward induction: the value of each bid if all later bidders play their best reply.

Each rider bids or passes once, in race order, and the highest bid wins (AC-29, AC-30). The `speaker` is the
rider whose turn it is. The last rider only compares a bid with a pass. The rider before can predict how the
last rider will answer each bid, and so on back to the first rider. For the winner, the utility is the value of
the square minus the value of the energy paid. Every other rider loses a share of that utility (`envy`). With
`misjudging` above 0, a rider makes the better choice only with some probability, as people do.
"""

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.games.arcenciel.pieces import MAX_SEATS

NOBODY_PLACE: Final = 6  # holder index for "nobody has bid"
HOLDER_COUNT: Final = 7  # six places and NOBODY_PLACE
NO_ANSWER: Final = -1  # the rider cannot bid that much
BID_ROWS: Final = 100  # bids from 0 to 99, the most energy that a circuit allows
CERTAIN_ODDS: Final = 30.0  # log odds beyond which a chance counts as certain


@final
class Auction:
    """Solver for one auction; riders are numbered by their place in the race order, from 0.

    Set `size`, `purse`, `values`, `cost`, `envy`, `misjudging`, `lowest` and `standing`, then call `solve`.
    Afterwards, `value_of_bid` and `value_of_passing` return the results.
    """

    def __init__(self) -> None:
        self.size: i64 = 0
        self.purse: vec[i64] = vec[i64]([0] * MAX_SEATS)  # [place]: highest bid that the rider can pay; -1: none
        self.values: vec[float] = vec[float]([0.0] * MAX_SEATS)  # [place]: value of the square
        self.cost: vec[float] = vec[float]([0.0] * (MAX_SEATS * BID_ROWS))  # [place, bid]: value of the energy paid
        self.envy: float = 0.0  # share of another's gain that counts as a loss
        self.misjudging: float = 0.0  # scale of the riders' errors, in energy
        self.top: i64 = 0  # highest bid that any rider can and wants to make
        self.lowest: i64 = 1  # lowest opening bid
        self.standing: i64 = 0  # highest bid when solving starts
        # [speaker, bid, holder, place]: utility for `place` before this speaker's turn, if `holder` has made this bid
        self.utilities: vec[float] = vec[float]([0.0] * ((MAX_SEATS + 1) * BID_ROWS * HOLDER_COUNT * MAX_SEATS))
        self.answer: vec[i64] = vec[i64]([0] * (MAX_SEATS * BID_ROWS))  # [speaker, bid]: best bid of at least `bid`

    def utility_index(self, speaker: i64, bid: i64, holder: i64) -> i64:
        """Return the index in `utilities` at which the values for one situation start, one value for each rider.

        The situation: it is `speaker`'s turn, and the highest bid so far is `bid`, made by `holder`.
        """
        return ((speaker * BID_ROWS + bid) * HOLDER_COUNT + holder) * MAX_SEATS

    def solve(self, first: i64) -> None:
        """Compute the utilities before every turn, from the last rider back to the rider at index `first`."""
        self.find_top()
        holder: i64
        bid: i64
        for bid in range(self.top + 1):
            for holder in range(self.size):
                self.solve_end(bid, holder)
        self.solve_end(0, NOBODY_PLACE)
        speaker: i64 = self.size - 1
        while speaker >= first:
            self.best_bids(speaker)
            for bid in range(self.top + 1):
                for holder in range(speaker):
                    self.solve_turn(speaker, bid, holder)
            self.solve_turn(speaker, 0, NOBODY_PLACE)
            speaker -= 1

    def find_top(self) -> None:
        """Set `top`, the highest bid that any rider can and wants to make.

        `top` is at least the standing bid and at least the lowest opening bid.
        """
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
        to = self.utility_index(self.size, bid, holder)
        place: i64
        bargain: float = 0.0
        if holder != NOBODY_PLACE:
            bargain = self.values[holder] - self.cost[holder * BID_ROWS + bid]
        for place in range(self.size):
            self.utilities[to + place] = bargain if place == holder else -self.envy * bargain

    def best_bids(self, speaker: i64) -> None:
        """Fill `answer` for one rider: the best bid that the rider can make, for each minimum bid.

        Of equally good bids, store the lowest. If the rider cannot bid that much, store NO_ANSWER.
        """
        bid: i64 = self.top
        best: i64 = NO_ANSWER
        most: float = 0.0
        while bid >= 0:
            if self.lowest <= bid <= self.purse[speaker]:
                found = self.utilities[self.utility_index(speaker + 1, bid, speaker) + speaker]
                if best == NO_ANSWER or found >= most:
                    best = bid
                    most = found
            self.answer[speaker * BID_ROWS + bid] = best
            bid -= 1

    def solve_turn(self, speaker: i64, bid: i64, holder: i64) -> None:
        """Compute each rider's utility before a speaker's turn, given the standing bid and its holder."""
        to = self.utility_index(speaker, bid, holder)
        passed = self.utility_index(speaker + 1, bid, holder)
        least = bid if holder == NOBODY_PLACE else bid + 1
        answer: i64 = self.answer[speaker * BID_ROWS + least] if least <= self.top else NO_ANSWER
        chance: float = 0.0
        made: i64 = passed
        if answer != NO_ANSWER:
            made = self.utility_index(speaker + 1, answer, speaker)
            chance = self.chance_to_bid(self.utilities[made + speaker] - self.utilities[passed + speaker])
        place: i64
        for place in range(self.size):
            self.utilities[to + place] = (
                chance * self.utilities[made + place] + (1.0 - chance) * self.utilities[passed + place]
            )

    def chance_to_bid(self, gain: float) -> float:
        """Return the probability that a rider bids; `gain` is the utility of bidding minus that of passing."""
        if self.misjudging <= 0.0:
            return 1.0 if gain > 0.0 else 0.0
        odds = gain / self.misjudging
        if odds > CERTAIN_ODDS:
            return 1.0
        if odds < -CERTAIN_ODDS:
            return 0.0
        return 1.0 / (1.0 + exp(-odds))

    def value_of_bid(self, speaker: i64, bid: i64) -> float:
        """Return the speaker's expected utility after this bid."""
        if bid > self.top:
            return self.values[speaker] - self.cost[speaker * BID_ROWS + bid]  # the bid wins, because nobody bids more
        return self.utilities[self.utility_index(speaker + 1, bid, speaker) + speaker]

    def value_of_passing(self, speaker: i64, bid: i64, holder: i64) -> float:
        """Return the speaker's expected utility after a pass."""
        return self.utilities[self.utility_index(speaker + 1, bid, holder) + speaker]

    def price(self, speaker: i64, bid: i64) -> float:
        """Return the value of the energy that a rider pays for a bid."""
        return self.cost[speaker * BID_ROWS + bid]
