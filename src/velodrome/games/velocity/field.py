"""The field: where couriers, cans and dice are, and all that can be read off them."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT, nth_bit
from velodrome.core.contract import Game, State, outlook_from_ranking
from velodrome.games.velocity.moves import ENERGY, OWN, SUM, TEAM
from velodrome.games.velocity.pieces import ENERGY_SLOT, SPACES_UP_TO, TrackSetup

# phases, and who acts in them
FIRST: Final = 0  # chance names the seat that begins
ANNOUNCE: Final = 1  # the active seat: solo or group, with energy or without
ROLL: Final = 2  # chance rolls one die after another
MOVE: Final = 3  # the active seat
PURSUIT: Final = 4  # seats clockwise from the active one
OBSTACLE: Final = 5  # the same, courier by courier
TAKE: Final = 6  # the reserve is empty: a seat that gets a can chooses among the richest
DONE: Final = 7

NO_ENERGY: Final = 0  # what was bought for the roll; each costs as many cans
BONUS: Final = 1  # VC-08
SPRINT: Final = 2  # VC-09

WAY_UNIT: Final = 128  # in merits, what the way made is counted in; cans stand below
LATEST_UNIT: Final = 1024 * WAY_UNIT  # the place of the latest finisher
FINISHED_UNIT: Final = 16 * LATEST_UNIT  # couriers on the podium


class VeloCityLegal(State):
    """The state of a race without what changes it. What a turn no longer needs is 0."""

    def __init__(self, game: Game, course: TrackSetup, crowd: vec[i64], spaces: vec[i64]) -> None:
        super().__init__(game)
        self.course: TrackSetup = course
        self.crowd: vec[i64] = crowd  # [space]: couriers there, four bits a seat
        self.spaces: vec[i64] = spaces  # [seat]: mask of the spaces where it has couriers
        self.cans: i64 = 0  # eight bits a seat
        self.reserve: i64 = 0
        self.podium: i64 = 0  # four bits a place, first place lowest: seat + 1
        self.finished: i64 = 0  # couriers on the podium
        self.phase: i64 = FIRST
        self.active: i64 = 0  # whose turn it is
        self.first_seat: i64 = 0  # the seat that began the game
        self.round: i64 = 1
        self.group: i64 = 0  # announced: the space of a group run, 0 for solo
        self.energy: i64 = NO_ENERGY
        self.dice: i64 = 0  # four bits a seat, then the energy die; 0 until rolled
        self.origin: i64 = 0  # moved: from there, while seats may pursue
        self.dest: i64 = 0  # to there, until all who arrived are dealt with
        self.arrived: i64 = 0  # couriers that reached dest in this turn, four bits a seat
        self.due: i64 = 0  # cans that the actor has still to receive

    # ------------------------------------------------------------ what the actor can do

    def max_energy(self) -> i64:
        """The dearest energy that the active seat can pay: nothing, a bonus or a sprint (VC-08, VC-09)."""
        cans = self.cans_of(self.active)
        return cans if cans < SPRINT else SPRINT

    def group_spaces(self) -> i64:
        """The spaces where a group may run: the active seat's that it shares with a rival (VC-12)."""
        own: i64 = self.spaces[self.active]
        rivals: i64 = 0
        seat: i64
        for seat in range(self.course.n):
            if seat != self.active:
                rivals |= self.spaces[seat]
        return own & rivals & self.course.grouping

    def movable_spaces(self, die: i64) -> i64:
        """The spaces from which a courier may use a die of a solo run: only the own one crosses the line (VC-15)."""
        spaces: i64 = self.spaces[self.active]
        if die == OWN or (die == SUM and self.course.finish_with_sum):
            return spaces
        return spaces & ~SPACES_UP_TO[self.pips(die)]

    def usable_dice(self) -> i64:
        """The dice of a group run that may be used, as moves count them (VC-13, VC-15)."""
        dice: i64 = self.dice
        usable: i64 = 1  # OWN
        pips = dice >> 4 * ENERGY_SLOT
        if pips and pips < self.group:
            usable |= 1 << ENERGY
        bit: i64 = 1 << TEAM
        seat: i64
        for seat in range(self.course.n):
            pips = dice & 15
            if pips and pips < self.group and seat != self.active:
                usable |= bit
            dice >>= 4
            bit += bit
        return usable

    def pips(self, die: i64) -> i64:
        """What a die shows."""
        if die == OWN:
            return self.dice >> 4 * self.active & 15
        if die == ENERGY:
            return self.dice >> 4 * ENERGY_SLOT
        if die == SUM:
            return (self.dice >> 4 * self.active & 15) + (self.dice >> 4 * ENERGY_SLOT)
        return self.dice >> 4 * (die - TEAM) & 15

    def max_pursuers(self, seat: i64) -> i64:
        """How many couriers a seat can send after the one that moved: each costs a can (VC-16)."""
        standing = self.crowd[self.origin] >> 4 * seat & 15
        cans = self.cans_of(seat)
        return standing if standing < cans else cans

    def cans_of(self, seat: i64) -> i64:
        return self.cans >> 8 * seat & 255

    def richest_seats(self) -> i64:
        """The mask of the seats with the most cans."""
        most: i64 = 0
        mask: i64 = 0
        seat: i64
        for seat in range(self.course.n):
            cans = self.cans_of(seat)
            if cans > most:
                most = cans
                mask = 0
            if cans == most:
                mask |= BIT[seat]
        return mask

    def free_obstacles_behind(self, space: i64) -> i64:
        """The obstacles behind a space on which nobody stands (VC-22)."""
        free: i64 = self.course.obstacles & ~SPACES_UP_TO[space]
        seat: i64
        for seat in range(self.course.n):
            free &= ~self.spaces[seat]
        return free

    def retreat_target(self, space: i64) -> i64:
        """Where a courier on an obstacle would fall back to."""
        return self.course.retreat_target(self.free_obstacles_behind(space))

    # ------------------------------------------------------------ dice and turns

    def unrolled_dice(self) -> i64:
        """The dice still to roll: a bit a seat, then the energy die (VC-10)."""
        left: i64 = BIT[self.active]
        if self.group:
            standing: i64 = self.crowd[self.group]
            seat: i64
            for seat in range(self.course.n):
                if standing >> 4 * seat & 15:
                    left |= BIT[seat]
        if self.energy:
            left |= 1 << ENERGY_SLOT
        rolled: i64 = self.dice
        bit: i64 = 1
        while rolled:
            if rolled & 15:
                left &= ~bit
            rolled >>= 4
            bit += bit
        return left

    def next_die(self) -> i64:
        """The seat whose die is rolled next, clockwise from the active one, then the energy die (VC-10)."""
        left = self.unrolled_dice()
        seat: i64 = self.active
        for _ in range(self.course.n):
            if left >> seat & 1:
                return seat
            seat = self.next_seat(seat)
        return ENERGY_SLOT

    def next_seat(self, seat: i64) -> i64:
        """The next seat clockwise."""
        return 0 if seat + 1 == self.course.n else seat + 1

    # ------------------------------------------------------------ how it stands

    def podium_count(self, seat: i64) -> i64:
        """How many couriers of a seat are on the podium."""
        count: i64 = 0
        podium: i64 = self.podium
        while podium:
            if podium & 15 == seat + 1:
                count += 1
            podium >>= 4
        return count

    def merit(self, seat: i64) -> i64:
        """Couriers home, then the latest of them, then the way that the others have made, then cans (VC-26, VC-28)."""
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
        """Couriers on the podium."""
        return [self.podium_count(seat) for seat in range(self.course.n)]

    def ranking(self) -> list[int]:
        merits = [self.merit(seat) for seat in range(self.course.n)]
        return [1 + len([other for other in merits if other > mine]) for mine in merits]

    def key(self) -> tuple[int, ...]:
        turn = [self.group, self.energy, self.dice, self.origin, self.dest, self.arrived, self.due]
        return (
            *self.crowd[1:],
            self.cans,
            self.reserve,
            self.podium,
            self.round,
            self.first_seat,
            self.active,
            self.actor,
            self.phase,
            self.viewer,
            *turn,
        )
