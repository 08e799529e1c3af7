"""Auction solver by backward induction: the value of each bid if all later bidders play their best reply.

Each rider bids or passes once, in race order, and the highest bid wins (AC-29, AC-30). The `speaker` is the
rider whose turn it is. The last rider only compares a bid with a pass. The second-to-last rider can predict
how the last rider will answer each bid, and so on back to the first rider. For the winner, the utility is the value of
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
NO_ANSWER: Final = -1  # in `answer`: the rider cannot bid that much
BID_ROWS: Final = 100  # number of possible bids: 0 to 99, because a team has at most 99 units of energy
CERTAIN_ODDS: Final = 30.0  # log odds above this count as certainty; below minus this, as impossibility


@final
class Auction:
    """Solver for one auction; the number of a rider (`place`) is its index in the race order.

    Set `size`, `purse`, `values`, `cost`, `envy`, `misjudging`, `lowest` and `standing`, then call `solve`.
    Afterwards, `value_of_bid` and `value_of_passing` return the results.
    """

    def __init__(self) -> None:
        self.size: i64 = 0
        self.purse: vec[i64] = vec[i64]([0] * MAX_SEATS)  # [place]: highest bid that the rider can pay; -1: cannot bid
        self.values: vec[float] = vec[float]([0.0] * MAX_SEATS)  # [place]: value of the square to this rider
        # [place * BID_ROWS + bid]: value, to this rider, of the energy that the bid costs
        self.cost: vec[float] = vec[float]([0.0] * (MAX_SEATS * BID_ROWS))
        self.envy: float = 0.0  # share of the winner's utility that every other rider loses
        self.misjudging: float = 0.0  # scale of the riders' errors, in energy
        self.top: i64 = 0  # highest bid that any rider can and wants to make
        self.lowest: i64 = 1  # lowest bid that the rules allow
        self.standing: i64 = 0  # highest bid made before `solve` is called; 0 if there is none
        # [speaker, bid, holder, place]: utility of the rider at `place` when it is `speaker`'s turn and `holder` has
        # the highest bid, `bid`; see `utility_index`
        self.utilities: vec[float] = vec[float]([0.0] * ((MAX_SEATS + 1) * BID_ROWS * HOLDER_COUNT * MAX_SEATS))
        # [speaker * BID_ROWS + bid]: the best bid of `speaker` that is at least `bid`, or NO_ANSWER
        self.answer: vec[i64] = vec[i64]([0] * (MAX_SEATS * BID_ROWS))

    def utility_index(self, speaker: i64, bid: i64, holder: i64) -> i64:
        """Return the index of the first rider's utility for one situation; the other riders' utilities follow it.

        The situation: it is `speaker`'s turn, and the highest bid so far is `bid`, made by `holder`.
        """
        return ((speaker * BID_ROWS + bid) * HOLDER_COUNT + holder) * MAX_SEATS

    def solve(self, first: i64) -> None:
        """Fill `utilities` for every turn, from the last rider's turn back to that of the rider at index `first`."""
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

        `top` is at least `standing` and at least `lowest`.
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
        """Store each rider's utility for the end of the auction, when `holder` wins the square with `bid`."""
        to = self.utility_index(self.size, bid, holder)
        place: i64
        bargain: float = 0.0
        if holder != NOBODY_PLACE:
            bargain = self.values[holder] - self.cost[holder * BID_ROWS + bid]
        for place in range(self.size):
            self.utilities[to + place] = bargain if place == holder else -self.envy * bargain

    def best_bids(self, speaker: i64) -> None:
        """Fill `answer` for one rider: for each minimum bid, the best bid that the rider can make.

        Of equally good bids, store the lowest. If the rider cannot bid the minimum, store NO_ANSWER.
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
        """Store each rider's utility before the turn of `speaker`, when `holder` has the highest bid, `bid`."""
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
        """Return the speaker's expected utility after a pass, when `holder` has the highest bid, `bid`."""
        return self.utilities[self.utility_index(speaker + 1, bid, holder) + speaker]

    def price(self, speaker: i64, bid: i64) -> float:
        """Return the value, to the speaker, of the energy that a bid costs."""
        return self.cost[speaker * BID_ROWS + bid]
