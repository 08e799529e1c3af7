"""Estimate of how many turns a team needs to finish, computed on a copy of that team alone."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT, nth_bit
from velodrome.games.velocity.pieces import CAN_COUNTS, FACES, TEAM_SIZES, TrackSetup
from velodrome.games.velocity.rules import VeloCityState

TURN: Final = 1_000_000  # a turn; values are in millionths of a turn
SURVEY_SWEEPS: Final = 120  # iterations in `fill_to_go`, enough to converge
CAN_VALUE: Final = 650_000  # value of each can, up to VALUABLE_CANS cans of a team
EXTRA_CAN_VALUE: Final = 170_000  # value of each can beyond these
VALUABLE_CANS: Final = 6
TOGETHER_BONUS: Final = 150_000  # extra value of a can if couriers of the team share a space: one may pursue the other
CAN_FADE: Final = 4 * TURN  # turns to go at which a can saves half of its value; with none to go, it saves nothing
SKIP_COST: Final = 0.6  # turns that a courier loses when another courier uses the roll
FIRST_WEIGHT: Final = 850  # weight of the turns to go of a team's first courier, in thousandths
SECOND_WEIGHT: Final = 1000  # weight of the turns to go of the second courier
SPARE_WEIGHT: Final = 100  # weight of the turns to go of each courier beyond the third


@final
class TeamDistance:
    """Copy of one team without the rest of the race, to try moves and estimate how many turns the team needs.

    The constants come from a regression of the final ranking on positions, and from matches between variants of the
    heuristic. The positions come from about 1500 games of the heuristic against itself with 3, 5 and 7 seats.
    """

    def __init__(self, course: TrackSetup) -> None:
        self.course: TrackSetup = course
        self.courier_weights: vec[i64] = vec[i64](weigh_couriers(course))  # [courier, foremost first]: weight
        self.to_go: vec[i64] = vec[i64]([0] * 64)  # [space]: thousandths of a turn from there to the finish line
        # [number of cans]: result of `value_cans`
        self.can_values: vec[i64] = vec[i64]([value_cans(cans) for cans in range(2 * CAN_COUNTS[1])])
        self.couriers_on: vec[i64] = vec[i64]([0] * 64)  # [space]: number of couriers of the team
        self.spaces: i64 = 0  # mask of the spaces with couriers
        self.cans: i64 = 0
        self.finished: i64 = 0
        self.fill_to_go()

    # ------------------------------------------------------------ lookup table of the track

    def fill_to_go(self) -> None:
        """Fill `to_go`: the expected turns to the finish line from every space.

        The model lets a courier skip a bad roll at a cost, because another courier of the team can use the roll.
        """
        start: i64 = self.course.start
        turns = [float(space) / 3.5 + 0.5 for space in range(start + 1)]
        turns[0] = 0.0
        for _ in range(SURVEY_SWEEPS):
            landed = [self.turns_after_landing(turns, space) for space in range(start)]
            for space in range(1, start + 1):
                stay = turns[space] + SKIP_COST
                total = 0.0
                for pips in range(1, FACES + 1):
                    total += min(1.0 + landed[max(space - pips, 0)], stay)
                turns[space] = total / FACES
        for space in range(start + 1):
            self.to_go[space] = int(turns[space] * 1000)

    def turns_after_landing(self, turns: list[float], space: int) -> float:
        """Return the turns to go after landing on a space, including the effect of its can or obstacle.

        `turns` has the turns to go from every space.
        """
        can = CAN_VALUE / TURN
        if self.course.refreshments >> space & 1:
            return turns[space] - can
        if not self.course.obstacles >> space & 1:
            return turns[space]
        behind = space + 1
        while behind < self.course.start and not self.course.obstacles >> behind & 1:
            behind += 1
        return min(turns[space] + can, turns[behind] - float(self.course.compensation(behind)) * can)

    # ------------------------------------------------------------ hypothetical positions

    def load(self, race: VeloCityState, seat: i64) -> None:
        """Load a copy of a seat's team from a race; it replaces the team that was loaded before."""
        spaces: i64 = race.spaces[seat]
        self.spaces = spaces
        self.cans = race.cans >> 8 * seat & 255
        self.finished = race.podium_count(seat)
        while spaces:
            space = nth_bit(spaces, 0)
            self.couriers_on[space] = race.crowd[space] >> 4 * seat & 15
            spaces &= spaces - 1

    def shift_couriers(self, origin: i64, dest: i64, couriers: i64) -> None:
        """Move couriers from one space to another."""
        if not self.spaces & BIT[dest]:
            self.spaces |= BIT[dest]
            self.couriers_on[dest] = 0
        self.couriers_on[dest] += couriers
        self.couriers_on[origin] -= couriers
        if not self.couriers_on[origin]:
            self.spaces ^= BIT[origin]

    def finish_courier(self, origin: i64) -> None:
        """Move a courier over the finish line."""
        self.couriers_on[origin] -= 1
        if not self.couriers_on[origin]:
            self.spaces ^= BIT[origin]
        self.finished += 1

    def resolve_obstacle(self, dest: i64, couriers: i64, free: i64) -> None:
        """Let each courier that landed on an obstacle pay or retreat, whichever costs the team less.

        `dest` is the space of the obstacle, `couriers` is how many landed there, and `free` is a bit mask of the empty
        obstacles behind it.
        """
        while couriers:
            couriers -= 1
            target = self.course.retreat_target(free)
            gain = self.course.compensation(target)
            lost = (self.to_go[target] - self.to_go[dest]) * self.courier_weights[self.finished]
            if self.cans and lost > self.can_values[self.cans + gain] - self.can_values[self.cans - 1]:
                self.cans -= 1
            else:
                self.shift_couriers(dest, target, 1)
                self.cans += gain
                free &= free - 1

    def turns_needed(self) -> i64:
        """Return the turns that the team needs, in millionths of a turn.

        This is a weighted sum over the couriers, minus the turns that the cans save.
        """
        rank: i64 = self.finished
        total: i64 = 0
        together: i64 = 0
        spaces: i64 = self.spaces
        while spaces:
            space = nth_bit(spaces, 0)
            couriers: i64 = self.couriers_on[space]
            if couriers > 1 and space != self.course.start:
                together += couriers - 1
            while couriers:
                total += self.courier_weights[rank] * self.to_go[space]
                rank += 1
                couriers -= 1
            spaces &= spaces - 1
        saved: i64 = self.can_values[self.cans]
        saved += TOGETHER_BONUS * (together if together < self.cans else self.cans)
        return total - saved * (total >> 10) // ((total + CAN_FADE) >> 10)


def weigh_couriers(course: TrackSetup) -> list[int]:
    """Return the weights of the couriers in the sum of `turns_needed`, in thousandths, foremost courier first.

    The more places the podium has per team, the more weight the third courier has.
    """
    third = min(1150, 100 + 375 * course.podium // course.n)
    return [FIRST_WEIGHT, SECOND_WEIGHT, third] + [SPARE_WEIGHT] * TEAM_SIZES[1]


def value_cans(cans: int) -> int:
    """Return how many turns this number of cans saves, in millionths of a turn."""
    few = min(cans, VALUABLE_CANS)
    return few * CAN_VALUE + (cans - few) * EXTRA_CAN_VALUE
