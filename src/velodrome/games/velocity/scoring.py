"""Ranking of a race: by couriers on the podium, then by the tie-breaks (VC-26, VC-28)."""

from typing import Final

from mypy_extensions import i64

from velodrome.core.bits import nth_bit
from velodrome.core.contract import outlook_from_ranking
from velodrome.games.velocity.legal import VeloCityLegal

# weights in `merit`: one unit outweighs everything that is ranked lower
WAY_UNIT: Final = 128  # for each space that a courier on the track has covered; each can adds 1
LATEST_UNIT: Final = 1024 * WAY_UNIT  # times the podium place of the team's latest finisher
FINISHED_UNIT: Final = 16 * LATEST_UNIT  # for each courier on the podium


class VeloCityScoring(VeloCityLegal):
    """The part of `VeloCityState` that computes scores and the ranking."""

    def podium_count(self, seat: i64) -> i64:
        """Return how many couriers of a seat are on the podium."""
        count: i64 = 0
        podium: i64 = self.podium
        while podium:
            if podium & 15 == seat + 1:
                count += 1
            podium >>= 4
        return count

    def merit(self, seat: i64) -> i64:
        """Return a number that ranks a seat: the higher, the better (VC-26, VC-28).

        It compares the couriers on the podium first, then the place of the latest finisher (a later place is better),
        then the spaces covered, and then the cans.
        """
        latest: i64 = 0
        at: i64 = 0
        podium: i64 = self.podium
        while podium:
            at += 1
            if podium & 15 == seat + 1:
                latest = at
            podium >>= 4
        way: i64 = 0
        start: i64 = self.course.start
        spaces: i64 = self.spaces[seat]
        while spaces:
            space = nth_bit(spaces, 0)
            way += (start - space) * (self.crowd[space] >> 4 * seat & 15)
            spaces &= spaces - 1
        return self.podium_count(seat) * FINISHED_UNIT + latest * LATEST_UNIT + way * WAY_UNIT + self.cans_of(seat)

    def outlook(self, seat: i64) -> float:
        return outlook_from_ranking(self.ranking(), seat)

    def scores(self) -> list[int]:
        """Return the number of couriers that each seat has on the podium."""
        return [self.podium_count(seat) for seat in range(self.course.n)]

    def ranking(self) -> list[int]:
        merits = [self.merit(seat) for seat in range(self.course.n)]
        return [1 + len([other for other in merits if other > mine]) for mine in merits]
