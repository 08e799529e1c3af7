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
    Field,
)
from velodrome.games.velocity.moves import BACK, ENERGY, OWN, PAY, PURSUE, SOLO_SPRINT, SUM, TEAM, Vocabulary
from velodrome.games.velocity.pieces import (
    CAN,
    ENERGY_SLOT,
    FACES,
    ONE,
    ONE_PLACE,
    UP_TO,
    WINNING,
    Course,
)


@final
class Race(Field):
    """The field, and the rules that move it."""

    def __init__(self, game: Game, words: Vocabulary, course: Course, crowd: vec[i64], spaces: vec[i64]) -> None:
        super().__init__(game, course, crowd, spaces)
        self.words: Vocabulary = words

    def copy(self) -> "Race":
        new = Race(self.game, self.words, self.course, self.crowd[:], self.spaces[:])
        new.actor = self.actor
        new.viewer = self.viewer
        new.cans = self.cans
        new.reserve = self.reserve
        new.podium = self.podium
        new.home = self.home
        new.phase = self.phase
        new.active = self.active
        new.began = self.began
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
            afford = self.afford()
            groups = count_bits(self.groups())
            return 1 + afford + (groups + groups if afford else groups)
        if phase == MOVE:
            if self.group:
                return count_bits(self.usable())
            count = count_bits(self.movable(OWN))
            if self.energy:
                count += count_bits(self.movable(ENERGY))
                if self.energy == SPRINT:
                    count += count_bits(self.movable(SUM))
            return count
        if phase == PURSUIT:
            return 1 + self.pursuers(self.actor)
        if phase == OBSTACLE:
            return 2 if self.cans_of(self.actor) else 1
        return count_bits(self.richest()) if phase == TAKE else 0

    def nth(self, i: i64) -> i64:
        phase = self.phase
        words = self.words
        if phase == ANNOUNCE:
            return self.announcement(i, self.afford(), self.groups())
        if phase == MOVE:
            if self.group:
                return words.move + nth_bit(self.usable(), i) * self.course.start + self.group
            die: i64 = OWN
            while True:
                spaces = self.movable(die)
                n = count_bits(spaces)
                if i < n:
                    return words.move + die * self.course.start + nth_bit(spaces, i)
                i -= n
                die += 1
        if phase == PURSUIT:
            return PURSUE + i
        if phase == OBSTACLE:
            return PAY + i if self.cans_of(self.actor) else BACK
        return words.take + nth_bit(self.richest(), i)

    def pick(self, rng: Rng) -> i64:
        """The two decisions of every turn count and choose in one go, the others by count and nth."""
        if self.phase == ANNOUNCE:
            afford = self.afford()
            groups = self.groups()
            n = count_bits(groups)
            return self.announcement(rng.below(1 + afford + (n + n if afford else n)), afford, groups)
        if self.phase == MOVE and not self.group and not self.energy:
            spaces: i64 = self.spaces[self.active]
            return self.words.move + nth_bit(spaces, rng.below(count_bits(spaces)))
        return self.nth(rng.below(self.count()))

    def announcement(self, i: i64, afford: i64, groups: i64) -> i64:
        """The i-th announcement: solo with what is afforded, groups, groups with a bonus."""
        if i <= afford:
            return i  # SOLO, SOLO_BONUS, SOLO_SPRINT
        i -= afford + 1
        n = count_bits(groups)
        return self.words.group + nth_bit(groups, i) if i < n else self.words.bonus + nth_bit(groups, i - n)

    def allows(self, move: i64) -> bool:
        words = self.words
        phase = self.phase
        if phase == ANNOUNCE:
            if move <= SOLO_SPRINT:
                return 0 <= move <= self.afford()
            if words.group < move <= words.bonus:
                return self.groups() & BIT[move - words.group] != 0
            return words.bonus < move <= words.move and bool(self.afford() and self.groups() & BIT[move - words.bonus])
        if phase == MOVE:
            if not words.move < move < words.first:
                return False
            die = words.die(move)
            space = move - words.move - die * self.course.start
            if self.group:
                return space == self.group and self.usable() >> die & 1 == 1
            return die <= self.energy and self.movable(die) & BIT[space] != 0
        if phase == PURSUIT:
            return PURSUE <= move <= PURSUE + self.pursuers(self.actor)
        if phase == OBSTACLE:
            return move == BACK or (move == PAY and self.cans_of(self.actor) > 0)
        if phase == TAKE:
            return words.take <= move < words.take + self.course.n and self.richest() & BIT[move - words.take] != 0
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
            return [(self.words.first + seat, 1) for seat in range(self.course.n)]
        return [(self.words.roll + pips, 1) for pips in range(1, FACES + 1)] if self.phase == ROLL else []

    def draw(self, rng: Rng) -> i64:
        if self.phase == FIRST:
            return self.words.first + rng.below(self.course.n)
        return self.words.roll + 1 + rng.below(FACES)

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
                dice = ONE[self.active] * (1 + rng.below(FACES))
                if self.energy:
                    dice += ONE[ENERGY_SLOT] * (1 + rng.below(FACES))
            else:
                left = self.waiting()
                slot: i64 = 0
                while left:
                    if left & 1:
                        dice += ONE[slot] * (1 + rng.below(FACES))
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
            self.run(move)
        elif phase == PURSUIT:
            self.pursue(move - PURSUE)
        elif phase == OBSTACLE:
            self.overcome(move)
        elif phase == TAKE:
            self.cans -= CAN[move - self.words.take]
            self.cans += CAN[self.actor]
            self.due -= 1
            self.receive()
        elif phase == ROLL:
            self.dice |= ONE[self.next_die()] * (move - self.words.roll)
            if not self.waiting():
                self.phase = MOVE
                self.actor = self.active
        else:
            self.begin(move - self.words.first)

    def begin(self, seat: i64) -> None:
        """This seat begins the game (VC-05)."""
        self.active = seat
        self.began = seat
        self.actor = seat
        self.phase = ANNOUNCE

    def announce(self, move: i64) -> None:
        """Solo or group, and the energy for it, paid at once (VC-07)."""
        words = self.words
        if move <= SOLO_SPRINT:
            self.energy = move
        elif move <= words.bonus:
            self.group = move - words.group
        else:
            self.group = move - words.bonus
            self.energy = BONUS
        self.reserve += self.energy
        self.cans -= CAN[self.active] * self.energy
        self.phase = ROLL
        self.actor = CHANCE

    def run(self, move: i64) -> None:
        """A courier moves by a die, with a rival's die one of the rival's too (VC-13, VC-14)."""
        words = self.words
        die = words.die(move)
        space = move - words.move - die * self.course.start
        dest = space - self.pips(die)
        sprint = self.energy == SPRINT
        self.group = 0
        self.energy = NO_ENERGY
        self.dice = 0
        if dest <= 0:
            self.finish(space)
            return
        seat: i64 = self.active
        self.shift(seat, space, dest, 1)
        self.arrived = ONE[seat]
        if die >= TEAM:
            self.shift(die - TEAM, space, dest, 1)
            self.arrived += ONE[die - TEAM]
        self.dest = dest
        if sprint or space == self.course.start or not self.crowd[space]:  # VC-17
            self.arrive()
        else:
            self.origin = space
            self.ask_pursuit(seat)

    def shift(self, seat: i64, origin: i64, dest: i64, couriers: i64) -> None:
        """Couriers of a seat go from one space to another."""
        crowd = self.crowd
        packed = ONE[seat] * couriers
        left = crowd[origin] - packed
        crowd[origin] = left
        crowd[dest] += packed
        spaces = self.spaces[seat] | BIT[dest]
        if not left >> 4 * seat & 15:
            spaces ^= BIT[origin]
        self.spaces[seat] = spaces

    def finish(self, origin: i64) -> None:
        """A courier of the active seat crosses the line and takes the next place (VC-24)."""
        seat: i64 = self.active
        left = self.crowd[origin] - ONE[seat]
        self.crowd[origin] = left
        if not left >> 4 * seat & 15:
            self.spaces[seat] ^= BIT[origin]
        self.podium |= ONE_PLACE[self.home] * (seat + 1)
        self.home += 1
        if self.home == self.course.podium or self.placed(seat) == WINNING:  # VC-25, VC-26
            self.stop()
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
            seat = self.after(seat)
            if seat == self.active:
                self.arrive()
                return

    def pursue(self, couriers: i64) -> None:
        """The actor sends so many couriers after the one that moved."""
        seat: i64 = self.actor
        if couriers:
            self.shift(seat, self.origin, self.dest, couriers)
            self.arrived += ONE[seat] * couriers
            self.cans -= CAN[seat] * couriers
            self.reserve += couriers
        seat = self.after(seat)
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
            self.receive()
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
            seat = self.after(seat)
        self.phase = OBSTACLE
        self.actor = seat

    def overcome(self, move: i64) -> None:
        """A courier on an obstacle pays and stays, or retreats and is compensated (VC-21, VC-22, VC-23)."""
        seat: i64 = self.actor
        dest: i64 = self.dest
        self.arrived -= ONE[seat]
        if not self.arrived:
            self.dest = 0
        if move == PAY:
            self.cans -= CAN[seat]
            self.reserve += 1
            self.ask_obstacle()
            return
        target = self.retreat(dest)
        self.shift(seat, dest, target, 1)
        self.due = self.course.consoled(target)
        if not self.course.compensated and self.due > self.reserve:
            self.due = self.reserve
        self.receive()

    def receive(self) -> None:
        """The actor gets the cans due to it one by one; if it must choose from whom, it is asked (VC-19)."""
        seat: i64 = self.actor
        while self.due:
            if self.reserve:
                self.reserve -= 1
            else:
                richest = self.richest()
                if richest & BIT[seat]:
                    self.due = 0
                    break
                if richest & richest - 1:
                    self.phase = TAKE
                    return
                self.cans -= CAN[nth_bit(richest, 0)]
            self.cans += CAN[seat]
            self.due -= 1
        self.ask_obstacle()

    def end_turn(self) -> None:
        """The next seat clockwise; where the first one is reached again a round is over (VC-06, VC-27)."""
        seat = self.after(self.active)
        if seat == self.began:
            if self.round == self.course.max_rounds:
                self.stop()
                return
            self.round += 1
        self.dest = 0
        self.arrived = 0
        self.active = seat
        self.actor = seat
        self.phase = ANNOUNCE

    def stop(self) -> None:
        """The game is over."""
        self.dest = 0
        self.arrived = 0
        self.actor = OVER
        self.phase = DONE

    def outcomes(self, before: State) -> list[Text]:
        from velodrome.games.velocity.outcomes import outcomes

        assert isinstance(before, Race)
        return outcomes(self, before)

    # ------------------------------------------------------------ who knows what: all lies open (VC-29)

    def audience(self, move: i64) -> i64:
        return UP_TO[self.course.n]

    def seen_by(self, seat: i64) -> "Race":
        new = self.copy()
        if not self.is_view_of(seat):
            new.viewer = seat
        return new

    def guess(self, rng: Rng) -> "Race":
        new = self.copy()
        new.viewer = TRUTH
        return new

    def write(self) -> Data:
        from velodrome.games.velocity.position import write

        return write(self)

    def table(self) -> Data:
        from velodrome.games.velocity.view import table

        return table(self)
