"""VeloCity: a turn is an announcement, a roll, a move, and what follows where the courier arrives."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT, count_bits, nth_bit
from velodrome.core.contract import CHANCE, OVER, TRUTH, Data, Game, State, Text
from velodrome.core.rng import Rng
from velodrome.games.velocity.field import (
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
    VeloCityLegal,
)
from velodrome.games.velocity.moves import BACK, ENERGY, OWN, PAY, PURSUE, SOLO_SPRINT, SUM, TEAM, VeloCityVocabulary
from velodrome.games.velocity.pieces import (
    CAN_UNIT,
    COURIERS_TO_WIN,
    ENERGY_SLOT,
    FACES,
    PLACE_UNIT,
    SEAT_UNIT,
    SPACES_UP_TO,
    TrackSetup,
)


@final
class VeloCityState(VeloCityLegal):
    """The field, and the rules that move it."""

    def __init__(
        self, game: Game, words: VeloCityVocabulary, course: TrackSetup, crowd: vec[i64], spaces: vec[i64]
    ) -> None:
        super().__init__(game, course, crowd, spaces)
        self.vocabulary: VeloCityVocabulary = words

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

    # ------------------------------------------------------------ what may be done

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
        """The two decisions of every turn count and choose in one go, the others by count and nth."""
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
        """The i-th announcement: solo with what is afforded, groups, groups with a bonus."""
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
        """Each die by the seat that is on turn."""
        return f"roll {self.active} {self.next_die()}" if self.phase == ROLL else "first"

    def settle(self, rng: Rng) -> None:
        """All dice that are still to roll at once."""
        if self.phase == FIRST:
            self.begin(rng.below(self.course.n))
        elif self.phase == ROLL:
            dice: i64 = self.dice
            if not dice and not self.group:  # most rolls: the own die, perhaps the energy die
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

    # ------------------------------------------------------------ doing it

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
        """This seat begins the game (VC-05)."""
        self.active = seat
        self.first_seat = seat
        self.actor = seat
        self.phase = ANNOUNCE

    def announce(self, move: i64) -> None:
        """Solo or group, and the energy for it, paid at once (VC-07)."""
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
        """A courier moves by a die, with a rival's die one of the rival's too (VC-13, VC-14)."""
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
        """Couriers of a seat go from one space to another."""
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
        """A courier of the active seat crosses the line and takes the next place (VC-24)."""
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
        """The next seat from this one on that can pursue decides; after the last one all have arrived (VC-16)."""
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
        """The actor sends so many couriers after the one that moved."""
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
        """All who move have moved: a refreshment for the active seat, obstacles for all, or nothing."""
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
        """The next seat with a courier that arrived decides for it; after the last one the turn ends (VC-20)."""
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
        """A courier on an obstacle pays and stays, or retreats and is compensated (VC-21, VC-22, VC-23)."""
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
        """The actor gets the cans due to it one by one; if it must choose from whom, it is asked (VC-19)."""
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
        """The next seat clockwise; where the first one is reached again a round is over (VC-06, VC-27)."""
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
        """The game is over."""
        self.dest = 0
        self.arrived = 0
        self.actor = OVER
        self.phase = DONE

    def outcomes(self, before: State) -> list[Text]:
        from velodrome.games.velocity.outcomes import outcomes

        assert isinstance(before, VeloCityState)
        return outcomes(self, before)

    # ------------------------------------------------------------ who knows what: all lies open (VC-29)

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
