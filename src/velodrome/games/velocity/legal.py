"""The fields of a race's state, packed into integers, and the actor's legal moves."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT, count_bits, nth_bit
from velodrome.core.contract import Game, State
from velodrome.core.rng import Rng
from velodrome.games.velocity.moves import BACK, ENERGY, OWN, PAY, PURSUE, SOLO_SPRINT, SUM, TEAM, VeloCityVocabulary
from velodrome.games.velocity.pieces import ENERGY_SLOT, FACES, SPACES_UP_TO, TrackSetup

# phases, and who acts in them
FIRST: Final = 0  # chance draws the seat that begins (VC-05)
ANNOUNCE: Final = 1  # the active seat announces a solo or group run, with or without energy
ROLL: Final = 2  # chance rolls one die after another
MOVE: Final = 3  # the active seat moves a courier
PURSUIT: Final = 4  # each seat that can pursue decides, clockwise from the active one
OBSTACLE: Final = 5  # each seat decides for its couriers that arrived, clockwise from the active one
TAKE: Final = 6  # the reserve is empty: the receiver of a can chooses a seat with the most cans
DONE: Final = 7

NO_ENERGY: Final = 0  # energy bought for the roll; the number is also the price in cans
BONUS: Final = 1  # VC-08
SPRINT: Final = 2  # VC-09


class VeloCityLegal(State):
    """The part of `VeloCityState` with the fields and the actor's legal moves.

    Fields that the current phase does not use are 0.
    """

    def __init__(
        self, game: Game, vocabulary: VeloCityVocabulary, course: TrackSetup, crowd: vec[i64], spaces: vec[i64]
    ) -> None:
        super().__init__(game)
        self.vocabulary: VeloCityVocabulary = vocabulary
        self.course: TrackSetup = course
        self.crowd: vec[i64] = crowd  # [space]: number of couriers there, four bits per seat
        self.spaces: vec[i64] = spaces  # [seat]: mask of the spaces where it has couriers
        self.cans: i64 = 0  # number of cans, eight bits per seat
        self.reserve: i64 = 0
        self.podium: i64 = 0  # seat + 1 on each place: four bits per place, first place lowest
        self.finished: i64 = 0  # number of couriers on the podium
        self.phase: i64 = FIRST
        self.active: i64 = 0  # the seat whose turn it is
        self.first_seat: i64 = 0  # the seat that began the game
        self.round: i64 = 1
        self.group: i64 = 0  # space of the announced group run; 0 for a solo run
        self.energy: i64 = NO_ENERGY
        self.dice: i64 = 0  # pips of each die: four bits per seat, then the energy die; 0 until rolled
        self.origin: i64 = 0  # space that the moved courier left, while seats may pursue
        self.dest: i64 = 0  # space that the moved courier reached, until all arrivals are resolved
        self.arrived: i64 = 0  # number of couriers that reached `dest` in this turn, four bits per seat
        self.due: i64 = 0  # number of cans that the actor still has to receive

    # ------------------------------------------------------------ legal moves

    def count(self) -> i64:
        phase = self.phase
        if phase == ANNOUNCE:
            afford = self.max_energy()
            groups = count_bits(self.group_spaces())
            return 1 + afford + (groups + groups if afford else groups)
        if phase == MOVE:
            if self.group:
                return count_bits(self.usable_dice())
            count = count_bits(self.movable_spaces(OWN))
            if self.energy:
                count += count_bits(self.movable_spaces(ENERGY))
                if self.energy == SPRINT:
                    count += count_bits(self.movable_spaces(SUM))
            return count
        if phase == PURSUIT:
            return 1 + self.max_pursuers(self.actor)
        if phase == OBSTACLE:
            return 2 if self.cans_of(self.actor) else 1
        return count_bits(self.richest_seats()) if phase == TAKE else 0

    def nth(self, i: i64) -> i64:
        phase = self.phase
        words = self.vocabulary
        if phase == ANNOUNCE:
            return self.nth_announcement(i, self.max_energy(), self.group_spaces())
        if phase == MOVE:
            if self.group:
                return words.move + nth_bit(self.usable_dice(), i) * self.course.start + self.group
            die: i64 = OWN
            while True:
                spaces = self.movable_spaces(die)
                n = count_bits(spaces)
                if i < n:
                    return words.move + die * self.course.start + nth_bit(spaces, i)
                i -= n
                die += 1
        if phase == PURSUIT:
            return PURSUE + i
        if phase == OBSTACLE:
            return PAY + i if self.cans_of(self.actor) else BACK
        return words.take + nth_bit(self.richest_seats(), i)

    def pick(self, rng: Rng) -> i64:
        """Pick a random legal move; all are equally likely.

        Announcements and moves in a solo run without energy are the most frequent decisions. They are picked directly,
        which is faster than `nth(rng.below(count()))`, because `count` and `nth` would both search the same spaces.
        """
        if self.phase == ANNOUNCE:
            afford = self.max_energy()
            groups = self.group_spaces()
            n = count_bits(groups)
            return self.nth_announcement(rng.below(1 + afford + (n + n if afford else n)), afford, groups)
        if self.phase == MOVE and not self.group and not self.energy:
            spaces: i64 = self.spaces[self.active]
            return self.vocabulary.move + nth_bit(spaces, rng.below(count_bits(spaces)))
        return self.nth(rng.below(self.count()))

    def nth_announcement(self, i: i64, afford: i64, groups: i64) -> i64:
        """Return legal announcement number `i`, counted from 0.

        The order is: solo runs from no energy to a sprint, then group runs, then group runs with a bonus.

        `afford` is the most energy that the seat can pay for; `groups` is a mask of the spaces where a group run may
        start.
        """
        if i <= afford:
            return i  # SOLO, SOLO_BONUS, SOLO_SPRINT
        i -= afford + 1
        n = count_bits(groups)
        return self.vocabulary.group + nth_bit(groups, i) if i < n else self.vocabulary.bonus + nth_bit(groups, i - n)

    def allows(self, move: i64) -> bool:
        words = self.vocabulary
        phase = self.phase
        if phase == ANNOUNCE:
            if move <= SOLO_SPRINT:
                return 0 <= move <= self.max_energy()
            if words.group < move <= words.bonus:
                return self.group_spaces() & BIT[move - words.group] != 0
            return words.bonus < move <= words.move and bool(
                self.max_energy() and self.group_spaces() & BIT[move - words.bonus]
            )
        if phase == MOVE:
            if not words.move < move < words.first:
                return False
            die = words.die(move)
            space = move - words.move - die * self.course.start
            if self.group:
                return space == self.group and self.usable_dice() >> die & 1 == 1
            return die <= self.energy and self.movable_spaces(die) & BIT[space] != 0
        if phase == PURSUIT:
            return PURSUE <= move <= PURSUE + self.max_pursuers(self.actor)
        if phase == OBSTACLE:
            return move == BACK or (move == PAY and self.cans_of(self.actor) > 0)
        if phase == TAKE:
            return (
                words.take <= move < words.take + self.course.n and self.richest_seats() & BIT[move - words.take] != 0
            )
        if phase == ROLL:
            return words.roll < move <= words.roll + FACES
        return phase == FIRST and words.first <= move < words.first + self.course.n

    # ------------------------------------------------------------ limits on the actor's moves

    def max_energy(self) -> i64:
        """Return the most energy that the active seat can pay for: nothing, a bonus or a sprint (VC-08, VC-09)."""
        cans = self.cans_of(self.active)
        return cans if cans < SPRINT else SPRINT

    def group_spaces(self) -> i64:
        """Return a bit mask of the spaces where a group run may start (VC-12).

        They are the spaces that the active seat shares with a rival; an option says whether START counts.
        """
        own: i64 = self.spaces[self.active]
        rivals: i64 = 0
        seat: i64
        for seat in range(self.course.n):
            if seat != self.active:
                rivals |= self.spaces[seat]
        return own & rivals & self.course.grouping

    def movable_spaces(self, die: i64) -> i64:
        """Return a bit mask of the spaces from which a solo run may use this die.

        Only the team's own die, or the sum if the option allows it, may cross the finish line (VC-15).
        """
        spaces: i64 = self.spaces[self.active]
        if die == OWN or (die == SUM and self.course.finish_with_sum):
            return spaces
        return spaces & ~SPACES_UP_TO[self.pips(die)]

    def usable_dice(self) -> i64:
        """Return a bit mask of the dice that a group run may use; bit n stands for die n (VC-13, VC-15)."""
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
        """Return the pips of a die. If `die` is SUM, add the active team's die and the energy die."""
        if die == OWN:
            return self.dice >> 4 * self.active & 15
        if die == ENERGY:
            return self.dice >> 4 * ENERGY_SLOT
        if die == SUM:
            return (self.dice >> 4 * self.active & 15) + (self.dice >> 4 * ENERGY_SLOT)
        return self.dice >> 4 * (die - TEAM) & 15

    def max_pursuers(self, seat: i64) -> i64:
        """Return how many couriers a seat can send in pursuit; each costs one can (VC-16)."""
        standing = self.crowd[self.origin] >> 4 * seat & 15
        cans = self.cans_of(seat)
        return standing if standing < cans else cans

    def cans_of(self, seat: i64) -> i64:
        return self.cans >> 8 * seat & 255

    def richest_seats(self) -> i64:
        """Return a bit mask of the seats with the most cans."""
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
        """Return a bit mask of the empty obstacles behind a space (VC-22)."""
        free: i64 = self.course.obstacles & ~SPACES_UP_TO[space]
        seat: i64
        for seat in range(self.course.n):
            free &= ~self.spaces[seat]
        return free

    def retreat_target(self, space: i64) -> i64:
        """Return the space to which a courier on an obstacle would retreat."""
        return self.course.retreat_target(self.free_obstacles_behind(space))

    # ------------------------------------------------------------ dice and turns

    def unrolled_dice(self) -> i64:
        """Return a bit mask of the dice still to roll: one bit for each seat, then the energy die (VC-10)."""
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
        """Return the first seat clockwise, from the active one on, whose die is still to roll (VC-10).

        Return ENERGY_SLOT if no seat has a die left to roll.
        """
        left = self.unrolled_dice()
        seat: i64 = self.active
        for _ in range(self.course.n):
            if left >> seat & 1:
                return seat
            seat = self.next_seat(seat)
        return ENERGY_SLOT

    def next_seat(self, seat: i64) -> i64:
        """Return the next seat clockwise."""
        return 0 if seat + 1 == self.course.n else seat + 1
