"""Points, places, the jersey and who starts: how a game of Velonimo stands between rounds."""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.contract import OVER, outlook_from_ranking
from velodrome.games.velonimo.game import NOBODY, Velonimo
from velodrome.games.velonimo.hands import Hands

NORMAL: Final = 1.7  # makes a logistic curve look like the normal distribution
SURE: Final = 700.0  # e to a little more is no number
LAST: Final = 1000000  # a merit is total points * LAST + points of the last round


class Standing(Hands):
    """The points of all seats, on top of their cards."""

    def __init__(
        self,
        game: Velonimo,
        n: i64,
        hands: vec[i64],
        hidden: vec[i64],
        played: vec[i64],
        tale: vec[i64],
        merits: vec[i64],
    ) -> None:
        super().__init__(game, n, hands, hidden, played, tale)
        self.options: Velonimo = game
        self.merits: vec[i64] = merits  # total points, then those of the last round finished: see LAST
        self.jersey: i64 = NOBODY  # whose it is
        self.bonus: i64 = NOBODY  # who may still play it this round

    def total(self, seat: i64) -> i64:
        """All points of a seat."""
        return self.merits[seat] // LAST

    def gained(self, seat: i64) -> i64:
        """Its points of the last round that it finished."""
        return self.merits[seat] % LAST

    def leader(self) -> i64:
        """Whose the jersey is after a round (VN-30)."""
        best: i64 = 0
        seat: i64
        for seat in range(1, self.n):
            if self.merits[seat] > self.merits[best]:
                best = seat
        if self.options.jersey_to_winner:
            for seat in range(self.n):
                if seat != best and self.total(seat) == self.total(best):
                    won = self.gained(best) == (self.n - 1) * self.options.points[self.stage - 1]
                    return best if won else NOBODY
        return best

    def starter(self) -> i64:
        """Who leads the next round (VN-08)."""
        last: i64 = 0
        seat: i64
        for seat in range(1, self.n):
            if self.options.starter_by_seat:
                if self.total(seat) < self.total(last):
                    last = seat
            elif self.merits[seat] < self.merits[last]:
                last = seat
        return last

    def reached(self) -> bool:
        """Whether a duel is won (VN-54)."""
        return self.total(0) >= self.options.target or self.total(1) >= self.options.target

    def outlook(self, seat: i64) -> float:
        """When OVER, the share of opponents behind; before that, expected from the points and rounds to come."""
        if self.actor == OVER:
            return outlook_from_ranking(self.ranking(), seat)
        steepness = NORMAL / self.options.spreads[self.stage - 1]
        mine = self.total(seat)
        behind = 0.0
        other: i64
        for other in range(self.n):
            if other != seat:
                lead = float(mine - self.total(other))
                behind += logistic(steepness * lead)
        return behind / float(self.n - 1)

    def scores(self) -> list[int]:
        return [self.total(seat) for seat in range(self.n)]

    def ranking(self) -> list[int]:
        merits = list(self.merits)
        return [1 + len([m for m in merits if m > merit]) for merit in merits]


def logistic(x: float) -> float:
    """From 0 to 1, a half at 0; a lead may be so hopeless that it is 0."""
    return 1.0 / (1.0 + exp(-x)) if x > -SURE else 0.0
