"""Points and ranking, the owner of the jersey, and the starter of the next round."""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.contract import OVER, outlook_from_ranking
from velodrome.games.velonimo.game import NOBODY, Velonimo
from velodrome.games.velonimo.hands import VelonimoHands

NORMAL_SCALE: Final = 1.7  # logistic(1.7 * x) is close to the normal distribution function
MAX_EXPONENT: Final = 700.0  # exp() overflows a little above this
MERIT_UNIT: Final = 1000000  # merit = total points * MERIT_UNIT + points of the last round


class VelonimoScoring(VelonimoHands):
    """The part of `VelonimoState` that computes points, the owner of the jersey, and the ranking."""

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
        super().__init__(game, n, hands, hidden, played, steal_log)
        self.rules: Velonimo = game
        self.merits: vec[i64] = merits  # [seat]: `total_points` and `last_round_points` in one number: see MERIT_UNIT
        self.jersey: i64 = NOBODY  # owner of the jersey
        self.bonus: i64 = NOBODY  # seat that may still play the jersey this round

    def total_points(self, seat: i64) -> i64:
        """Return the points of a seat over all rounds."""
        return self.merits[seat] // MERIT_UNIT

    def last_round_points(self, seat: i64) -> i64:
        """Return a seat's points in the current round or, if the seat has not finished it, in the previous round."""
        return self.merits[seat] % MERIT_UNIT

    def jersey_owner(self) -> i64:
        """Return the seat that gets the jersey after a round: the seat with the most points (VN-30).

        If several seats have the most points, return the one of them that scored the most in this round. But if the
        option `jersey_tie` is `last_winner_or_nobody` and that seat did not win the round, return NOBODY.
        """
        best: i64 = 0
        seat: i64
        for seat in range(1, self.n):
            if self.merits[seat] > self.merits[best]:
                best = seat
        if self.rules.jersey_to_winner:
            for seat in range(self.n):
                if seat != best and self.total_points(seat) == self.total_points(best):
                    won = self.last_round_points(best) == (self.n - 1) * self.rules.points[self.stage - 1]
                    return best if won else NOBODY
        return best

    def next_starter(self) -> i64:
        """Return the seat that leads the next round: the seat with the fewest points (VN-08).

        The option `starter_tie` says whether the points of the last round or the seat numbers break ties.
        """
        last: i64 = 0
        seat: i64
        for seat in range(1, self.n):
            if self.rules.starter_by_seat:
                if self.total_points(seat) < self.total_points(last):
                    last = seat
            elif self.merits[seat] < self.merits[last]:
                last = seat
        return last

    def has_reached_target(self) -> bool:
        """Return whether either seat has enough points to win the duel (VN-54)."""
        return self.total_points(0) >= self.rules.target or self.total_points(1) >= self.rules.target

    def outlook(self, seat: i64) -> float:
        """Return the share of opponents behind a seat; before the end, estimate it from points and rounds left."""
        if self.actor == OVER:
            return outlook_from_ranking(self.ranking(), seat)
        steepness = NORMAL_SCALE / self.rules.point_spreads[self.stage - 1]
        mine = self.total_points(seat)
        behind = 0.0
        other: i64
        for other in range(self.n):
            if other != seat:
                lead = float(mine - self.total_points(other))
                behind += logistic(steepness * lead)
        return behind / float(self.n - 1)

    def scores(self) -> list[int]:
        return [self.total_points(seat) for seat in range(self.n)]

    def ranking(self) -> list[int]:
        merits = list(self.merits)
        return [1 + len([m for m in merits if m > merit]) for merit in merits]


def logistic(x: float) -> float:
    """Return the logistic function of x; 0 for an x so low that exp() would overflow."""
    return 1.0 / (1.0 + exp(-x)) if x > -MAX_EXPONENT else 0.0
