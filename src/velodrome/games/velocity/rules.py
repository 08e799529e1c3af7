"""Effects of the moves in VeloCity: announcement, roll, move, pursuit, obstacles and the end of a turn."""

from typing import final

from mypy_extensions import i64

from velodrome.core.bits import BIT, nth_bit
from velodrome.core.contract import CHANCE, OVER, TRUTH, Data, State, Text
from velodrome.core.rng import Rng
from velodrome.games.velocity.legal import (
    ANNOUNCE,
    BONUS,
    DONE,
    FIRST,
    MOVE,
    NO_ENERGY,
    OBSTACLE,
    PURSUIT,
    ROLL,
    SPRINT,
    TAKE,
)
from velodrome.games.velocity.moves import PAY, PURSUE, SOLO_SPRINT, TEAM
from velodrome.games.velocity.pieces import (
    CAN_UNIT,
    COURIERS_TO_WIN,
    ENERGY_SLOT,
    FACES,
    PLACE_UNIT,
    SEAT_UNIT,
    SPACES_UP_TO,
)
from velodrome.games.velocity.scoring import VeloCityScoring


@final
class VeloCityState(VeloCityScoring):
    """State of a game of VeloCity."""

    def copy(self) -> "VeloCityState":
        new = VeloCityState(self.game, self.vocabulary, self.course, self.crowd[:], self.spaces[:])
        new.actor = self.actor
        new.viewer = self.viewer
        new.cans = self.cans
        new.reserve = self.reserve
        new.podium = self.podium
        new.finished = self.finished
        new.phase = self.phase
        new.active = self.active
        new.first_seat = self.first_seat
        new.round = self.round
        new.group = self.group
        new.energy = self.energy
        new.dice = self.dice
        new.origin = self.origin
        new.dest = self.dest
        new.arrived = self.arrived
        new.due = self.due
        return new

    # ------------------------------------------------------------ explanations and previews

    def refusal(self, move: int) -> Text:
        from velodrome.games.velocity.view import refusal

        return refusal(self, move)

    def picks_refusal(self, picks: list[str]) -> Text:
        from velodrome.games.velocity.view import picks_refusal

        return picks_refusal(self, picks)

    def preview(self, move: int) -> Data:
        from velodrome.games.velocity.view import preview

        return preview(self, move)

    def plans(self, seat: i64) -> dict[int, Data]:
        from velodrome.games.velocity.plans import plans

        return plans(self, seat)

    # ------------------------------------------------------------ chance

    def chance(self) -> list[tuple[int, int]]:
        if self.phase == FIRST:
            return [(self.vocabulary.first + seat, 1) for seat in range(self.course.n)]
        return [(self.vocabulary.roll + pips, 1) for pips in range(1, FACES + 1)] if self.phase == ROLL else []

    def draw(self, rng: Rng) -> i64:
        if self.phase == FIRST:
            return self.vocabulary.first + rng.below(self.course.n)
        return self.vocabulary.roll + 1 + rng.below(FACES)

    def chance_stream(self) -> str:
        """Return the name of the random stream for the next chance move.

        For a die, the name contains the active seat and the owner of the die.
        """
        return f"roll {self.active} {self.next_die()}" if self.phase == ROLL else "first"

    def settle(self, rng: Rng) -> None:
        """Play chance moves until a seat has to decide; all remaining dice are rolled in one step."""
        if self.phase == FIRST:
            self.begin(rng.below(self.course.n))
        elif self.phase == ROLL:
            dice: i64 = self.dice
            if not dice and not self.group:  # the common case: the active team's die, perhaps the energy die
                dice = SEAT_UNIT[self.active] * (1 + rng.below(FACES))
                if self.energy:
                    dice += SEAT_UNIT[ENERGY_SLOT] * (1 + rng.below(FACES))
            else:
                left = self.unrolled_dice()
                slot: i64 = 0
                while left:
                    if left & 1:
                        dice += SEAT_UNIT[slot] * (1 + rng.below(FACES))
                    left >>= 1
                    slot += 1
            self.dice = dice
            self.phase = MOVE
            self.actor = self.active

    # ------------------------------------------------------------ effects of moves

    def play(self, move: i64) -> None:
        phase = self.phase
        if phase == ANNOUNCE:
            self.announce(move)
        elif phase == MOVE:
            self.move_courier(move)
        elif phase == PURSUIT:
            self.pursue(move - PURSUE)
        elif phase == OBSTACLE:
            self.resolve_obstacle(move)
        elif phase == TAKE:
            self.cans -= CAN_UNIT[move - self.vocabulary.take]
            self.cans += CAN_UNIT[self.actor]
            self.due -= 1
            self.receive_cans()
        elif phase == ROLL:
            self.dice |= SEAT_UNIT[self.next_die()] * (move - self.vocabulary.roll)
            if not self.unrolled_dice():
                self.phase = MOVE
                self.actor = self.active
        else:
            self.begin(move - self.vocabulary.first)

    def begin(self, seat: i64) -> None:
        """Start the game with this seat's turn (VC-05)."""
        self.active = seat
        self.first_seat = seat
        self.actor = seat
        self.phase = ANNOUNCE

    def announce(self, move: i64) -> None:
        """Announce a solo or group run and pay for its energy (VC-07)."""
        words = self.vocabulary
        if move <= SOLO_SPRINT:
            self.energy = move
        elif move <= words.bonus:
            self.group = move - words.group
        else:
            self.group = move - words.bonus
            self.energy = BONUS
        self.reserve += self.energy
        self.cans -= CAN_UNIT[self.active] * self.energy
        self.phase = ROLL
        self.actor = CHANCE

    def move_courier(self, move: i64) -> None:
        """Move a courier by a die; a rival's die moves one of the rival's couriers too (VC-13, VC-14)."""
        words = self.vocabulary
        die = words.die(move)
        space = move - words.move - die * self.course.start
        dest = space - self.pips(die)
        sprint = self.energy == SPRINT
        self.group = 0
        self.energy = NO_ENERGY
        self.dice = 0
        if dest <= 0:
            self.finish_courier(space)
            return
        seat: i64 = self.active
        self.shift_couriers(seat, space, dest, 1)
        self.arrived = SEAT_UNIT[seat]
        if die >= TEAM:
            self.shift_couriers(die - TEAM, space, dest, 1)
            self.arrived += SEAT_UNIT[die - TEAM]
        self.dest = dest
        if sprint or space == self.course.start or not self.crowd[space]:  # VC-17
            self.arrive()
        else:
            self.origin = space
            self.ask_pursuit(seat)

    def shift_couriers(self, seat: i64, origin: i64, dest: i64, couriers: i64) -> None:
        """Move couriers of a seat from one space to another."""
        crowd = self.crowd
        packed = SEAT_UNIT[seat] * couriers
        left = crowd[origin] - packed
        crowd[origin] = left
        crowd[dest] += packed
        spaces = self.spaces[seat] | BIT[dest]
        if not left >> 4 * seat & 15:
            spaces ^= BIT[origin]
        self.spaces[seat] = spaces

    def finish_courier(self, origin: i64) -> None:
        """Move a courier of the active seat over the line to the next podium place (VC-24).

        Then end the game or the turn.
        """
        seat: i64 = self.active
        left = self.crowd[origin] - SEAT_UNIT[seat]
        self.crowd[origin] = left
        if not left >> 4 * seat & 15:
            self.spaces[seat] ^= BIT[origin]
        self.podium |= PLACE_UNIT[self.finished] * (seat + 1)
        self.finished += 1
        if self.finished == self.course.podium or self.podium_count(seat) == COURIERS_TO_WIN:  # VC-25, VC-26
            self.end_game()
        else:
            self.end_turn()

    def ask_pursuit(self, seat: i64) -> None:
        """Ask the first seat that can pursue, clockwise from `seat`; if none can, resolve the arrival (VC-16)."""
        standing = self.crowd[self.origin]
        cans: i64 = self.cans
        while True:
            if standing >> 4 * seat & 15 and cans >> 8 * seat & 255:
                self.phase = PURSUIT
                self.actor = seat
                return
            seat = self.next_seat(seat)
            if seat == self.active:
                self.arrive()
                return

    def pursue(self, couriers: i64) -> None:
        """Send this many couriers of the actor in pursuit, 0 for none; then ask the next seat that can pursue."""
        seat: i64 = self.actor
        if couriers:
            self.shift_couriers(seat, self.origin, self.dest, couriers)
            self.arrived += SEAT_UNIT[seat] * couriers
            self.cans -= CAN_UNIT[seat] * couriers
            self.reserve += couriers
        seat = self.next_seat(seat)
        if seat == self.active:
            self.arrive()
        else:
            self.ask_pursuit(seat)

    def arrive(self) -> None:
        """Apply the effect of the space `dest`, after all couriers have moved there.

        A refreshment space gives the active seat a can, and on an obstacle each seat decides about its couriers. On any
        other space, the turn ends.
        """
        self.origin = 0
        bit = BIT[self.dest]
        if self.course.obstacles & bit:
            self.ask_obstacle()
        elif self.course.refreshments & bit:
            self.dest = 0
            self.arrived = 0
            self.actor = self.active
            self.due = 1  # VC-18
            self.receive_cans()
        else:
            self.end_turn()

    def ask_obstacle(self) -> None:
        """Ask the next seat with a courier that arrived on the obstacle; if there is none, end the turn (VC-20)."""
        arrived: i64 = self.arrived
        if not arrived:
            self.end_turn()
            return
        seat: i64 = self.active
        while not arrived >> 4 * seat & 15:
            seat = self.next_seat(seat)
        self.phase = OBSTACLE
        self.actor = seat

    def resolve_obstacle(self, move: i64) -> None:
        """Let a courier on an obstacle pay and stay, or retreat and be compensated (VC-21, VC-22, VC-23)."""
        seat: i64 = self.actor
        dest: i64 = self.dest
        self.arrived -= SEAT_UNIT[seat]
        if not self.arrived:
            self.dest = 0
        if move == PAY:
            self.cans -= CAN_UNIT[seat]
            self.reserve += 1
            self.ask_obstacle()
            return
        target = self.retreat_target(dest)
        self.shift_couriers(seat, dest, target, 1)
        self.due = self.course.compensation(target)
        if not self.course.empty_reserve_compensates and self.due > self.reserve:
            self.due = self.reserve
        self.receive_cans()

    def receive_cans(self) -> None:
        """Give the actor the cans in `due`, one by one (VC-19), then continue the turn.

        If the reserve is empty, the seat with the most cans gives one. If several seats have the most cans, stop
        and let the actor choose one of them. If the actor itself is one of the seats with the most cans, it gets
        no more.
        """
        seat: i64 = self.actor
        while self.due:
            if self.reserve:
                self.reserve -= 1
            else:
                richest = self.richest_seats()
                if richest & BIT[seat]:
                    self.due = 0
                    break
                if richest & richest - 1:
                    self.phase = TAKE
                    return
                self.cans -= CAN_UNIT[nth_bit(richest, 0)]
            self.cans += CAN_UNIT[seat]
            self.due -= 1
        self.ask_obstacle()

    def end_turn(self) -> None:
        """Pass the turn clockwise; after the last seat, start a new round or end the game (VC-06, VC-27)."""
        seat = self.next_seat(self.active)
        if seat == self.first_seat:
            if self.round == self.course.max_rounds:
                self.end_game()
                return
            self.round += 1
        self.dest = 0
        self.arrived = 0
        self.active = seat
        self.actor = seat
        self.phase = ANNOUNCE

    def end_game(self) -> None:
        """End the game."""
        self.dest = 0
        self.arrived = 0
        self.actor = OVER
        self.phase = DONE

    def outcomes(self, before: State) -> list[Text]:
        from velodrome.games.velocity.outcomes import outcomes

        assert isinstance(before, VeloCityState)
        return outcomes(self, before)

    def round_number(self) -> i64:
        return self.round

    # ------------------------------------------------------------ views: everything is open (VC-29)

    def audience(self, move: i64) -> i64:
        return SPACES_UP_TO[self.course.n]

    def seen_by(self, seat: i64) -> "VeloCityState":
        new = self.copy()
        if not self.is_view_of(seat):
            new.viewer = seat
        return new

    def guess(self, rng: Rng) -> "VeloCityState":
        new = self.copy()
        new.viewer = TRUTH
        return new

    def write(self) -> Data:
        from velodrome.games.velocity.position import write

        return write(self)

    def table(self) -> Data:
        from velodrome.games.velocity.view import table

        return table(self)

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
