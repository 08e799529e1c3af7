"""Ranking of a race: by jerseys, then riders still in the race, then energy (AC-39, AC-43)."""

from typing import Final

from mypy_extensions import i64

from velodrome.core.contract import OVER, outlook_from_ranking
from velodrome.games.arcenciel.legal import (
    ArcEnCielLegal,
)
from velodrome.games.arcenciel.pieces import (
    DOUBLE,
    ENERGY,
    GREEN,
    RAINBOW,
    TRIPLE,
)

# weights in `merit`: one unit outweighs everything that is ranked lower
RACING_UNIT: Final = 128  # for being in the race; each unit of energy counts 1
DOTTED_UNIT: Final = 2 * RACING_UNIT  # for each dotted jersey
GREEN_UNIT: Final = 4096 * DOTTED_UNIT
RAINBOW_UNIT: Final = 4096 * GREEN_UNIT


class ArcEnCielScoring(ArcEnCielLegal):
    """The part of `ArcEnCielState` that computes scores and the ranking."""

    def has_won(self, seat: i64) -> bool:
        """Return whether a seat has enough rainbow jerseys to win (AC-39).

        Rainbow jerseys for which the seat can exchange green jerseys count too. With the option `need_all_jerseys` they
        do not, and the seat also needs a green and a dotted jersey.
        """
        team = self.team
        game = self.rules
        rainbow: i64 = team[RAINBOW + seat]
        if not game.need_all:
            return rainbow + team[GREEN + seat] // game.green_rate >= game.target
        return rainbow >= game.target and team[GREEN + seat] > 0 and team[DOUBLE + seat] + team[TRIPLE + seat] > 0

    def outlook(self, seat: i64) -> float:
        return outlook_from_ranking(self.ranking(), seat)

    def scores(self) -> list[int]:
        """Return the number of rainbow jerseys of each seat."""
        return [self.team[RAINBOW + seat] for seat in range(self.rules.seats)]

    def ranking(self) -> list[int]:
        merits = [self.merit(seat) for seat in range(self.rules.seats)]
        if self.actor == OVER:
            if self.winner >= 0:
                merits[self.winner] = 1 << 60
            else:  # AC-41: seats equal in all jerseys share the win
                most = max(merits) // DOTTED_UNIT
                merits = [1 << 60 if merit // DOTTED_UNIT == most else merit for merit in merits]
        return [1 + sum([other > merit for other in merits]) for merit in merits]

    def merit(self, seat: i64) -> int:
        """Return a number for ranking seats (AC-43).

        It compares rainbow jerseys first, then green and dotted jerseys, whether the seat is in the race, and energy.
        """
        team = self.team
        dotted = 2 * team[DOUBLE + seat] + 3 * team[TRIPLE + seat]
        jerseys: int = team[RAINBOW + seat] * RAINBOW_UNIT + team[GREEN + seat] * GREEN_UNIT + dotted * DOTTED_UNIT
        return jerseys + (self.lineup_mask() >> seat & 1) * RACING_UNIT + team[ENERGY + seat]
