"""Heuristic for VeloCity.

The value of a move is the number of turns that it saves the team, plus the number that it costs rivals.
"""

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT, nth_bit
from velodrome.core.contract import OVER, Game, State, Text
from velodrome.core.heuristic import Heuristic
from velodrome.core.rng import Rng
from velodrome.games.velocity.bot.distance import TURN, TeamDistance
from velodrome.games.velocity.bot.playout_moves import VeloCityPlayout
from velodrome.games.velocity.bot.reasons import AGAINST, SPACES_PER_TURN, judge_gain, list_reasons
from velodrome.games.velocity.game import VeloCity
from velodrome.games.velocity.legal import ANNOUNCE, MOVE, OBSTACLE, PURSUIT, SPRINT
from velodrome.games.velocity.moves import ENERGY, OWN, PAY, SOLO_SPRINT, SUM, TEAM
from velodrome.games.velocity.pieces import COURIERS_TO_WIN, FACES, SEAT_UNIT, SPACES_UP_TO, TrackSetup
from velodrome.games.velocity.rules import VeloCityState

NO_GAIN: Final = -(1 << 60)  # value of a die that cannot be used
TURN_WEIGHT: Final = 5.0  # weight of a move that saves one turn
VICTORY: Final = 30 * TURN  # value of beating all rivals
CLOSE_SPREAD: Final = 1.3  # lead, in turns, that gives odds of e to 1 near the end of a race
FIRST_HOLD_VALUE: Final = 100_000  # value of finishing one place later, for a team's first finisher (VC-26)
SECOND_HOLD_VALUE: Final = 300_000  # value of finishing one place later, for the second finisher


@final
class VeloCityHeuristic(Heuristic):
    """Heuristic for VeloCity; values are turns saved, in millionths of a turn."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, AGAINST)
        assert isinstance(game, VeloCity)
        self.course: TrackSetup = game.course
        self.team: TeamDistance = TeamDistance(game.course)
        self.playout: VeloCityPlayout = VeloCityPlayout(self.team)
        self.spread_per_turn: float = 0.04 * game.seats - 0.02  # growth of CLOSE_SPREAD with every turn still to go
        self.turns_needed: vec[i64] = vec[i64]([0] * 8)  # [seat]: turns that the team needs to finish, in millionths
        self.rival_weights: vec[i64] = vec[i64]([0] * 8)  # [seat]: how much this rival matters, in thousandths
        self.outlook_before: float = 0.0  # outlook of the actor before the move

    # ------------------------------------------------------------ evaluation

    def evaluate(self, state: State, seat: i64) -> float:
        assert isinstance(state, VeloCityState)
        if state.actor == OVER:
            return state.outlook(seat)
        mine = self.turns_until_done(state, seat)
        behind = 0.0
        other: i64
        for other in range(self.course.n):
            if other != seat:
                behind += self.chance_ahead(mine, self.turns_until_done(state, other))
        return behind / float(self.course.n - 1)

    def turns_until_done(self, race: VeloCityState, seat: i64) -> i64:
        """Load a seat's team into `team`, and return the turns until it finishes, in millionths.

        This includes the wait for the seat's own turn, as a fraction of a turn.
        """
        self.team.load(race, seat)
        later = seat - race.active
        if later < 0:
            later += self.course.n
        return self.team.turns_needed() + TURN * later // self.course.n

    def chance_ahead(self, mine: i64, other: i64) -> float:
        """Return the chance that a seat that needs `mine` turns finishes ahead of a rival that needs `other` turns."""
        least = mine if mine < other else other
        spread = CLOSE_SPREAD + self.spread_per_turn * (float(least) / TURN if least > 0 else 0.0)
        return 1.0 / (1.0 + exp(float(mine - other) / TURN / spread))

    def assess_teams(self, race: VeloCityState, seat: i64) -> None:
        """Set `turns_needed` for every team, and `rival_weights` and `outlook_before` for this seat.

        The less certain it is which of the two seats will finish ahead, the more weight the rival has.
        """
        n: i64 = self.course.n
        mine = self.turns_until_done(race, seat)
        total = 0.0
        behind = 0.0
        open_: list[float] = []
        other: i64
        for other in range(n):
            chance = self.chance_ahead(mine, self.turns_until_done(race, other)) if other != seat else 1.0
            open_.append(chance * (1.0 - chance) + 0.01 if other != seat else 0.0)
            total += open_[other]
            if other != seat:
                behind += chance
            self.team.load(race, other)
            self.turns_needed[other] = self.team.turns_needed()
        for other in range(n):
            self.rival_weights[other] = int(1000.0 * open_[other] / total)
        self.outlook_before = behind / float(n - 1)

    # ------------------------------------------------------------ values of moves

    def weigh(self, state: State) -> list[float]:
        assert isinstance(state, VeloCityState)
        self.assess_teams(state, state.actor)
        if state.phase == ANNOUNCE:
            gains = self.value_announcements(state)
        elif state.phase == MOVE:
            gains = [self.value_move(state, state.nth(i)) for i in range(state.count())]
        elif state.phase == PURSUIT:
            gains = [self.value_pursuit(state, i) for i in range(state.count())]
        elif state.phase == OBSTACLE:
            gains = [self.value_obstacle(state, state.nth(i)) for i in range(state.count())]
        else:
            gains = [self.value_taking(state, state.nth(i)) for i in range(state.count())]
        return [float(gain) / TURN * TURN_WEIGHT for gain in gains]

    def value_move(self, race: VeloCityState, move: i64) -> i64:
        """Return the value of a courier's move, in turns saved; see `value_run`."""
        die = race.vocabulary.die(move)
        space = move - race.vocabulary.move - die * self.course.start
        return self.value_run(race, space, race.pips(die), die, 0, race.energy == SPRINT)

    def value_run(self, race: VeloCityState, space: i64, pips: i64, die: i64, price: i64, sprint: bool) -> i64:
        """Return the value, in turns saved, of moving a courier from `space` with `die`, which shows `pips`.

        The value counts the turns that the active seat saves, and the turns that rivals lose, times the rivals'
        weights. The active seat has paid `price` cans for energy. In a `sprint`, nobody can pursue.
        """
        seat: i64 = race.active
        dest = space - pips
        if dest <= 0:
            return self.value_finish(race, space, price)
        catch = not sprint and space != self.course.start
        found = self.turns_needed[seat] - self.need_after_run(race, seat, space, dest, 0, 1, price, catch)
        standing: i64 = race.crowd[space] - SEAT_UNIT[seat]
        other: i64 = 0
        while standing:
            if standing & 15 and other != seat:
                carried: i64 = 1 if die == TEAM + other else 0
                if carried or (catch and race.cans_of(other)):
                    after = self.need_after_run(race, other, space, dest, 0, carried, 0, catch)
                    found += self.rival_weights[other] * (after - self.turns_needed[other]) // 1000
            standing >>= 4
            other += 1
        return found

    def need_after_run(
        self, race: VeloCityState, seat: i64, space: i64, dest: i64, already: i64, carried: i64, price: i64, catch: bool
    ) -> i64:
        """Return the turns that a seat needs after a run to `dest`, if the seat sends the best number of pursuers.

        The die moves `carried` couriers of this seat from `space` to `dest`; `already` other couriers of the seat
        arrived there earlier in this turn. The seat has paid `price` cans for energy. If `catch` is false, the seat
        cannot send pursuers.
        """
        most: i64 = 0
        if catch:
            most = (race.crowd[space] >> 4 * seat & 15) - carried
            cans = race.cans_of(seat) - price
            if cans < most:
                most = cans
        best = self.need_after_landing(race, seat, space, dest, already, carried, 0, price)
        couriers: i64
        for couriers in range(1, most + 1):
            found = self.need_after_landing(race, seat, space, dest, already, carried, couriers, price)
            if found < best:
                best = found
        return best

    def need_after_landing(
        self,
        race: VeloCityState,
        seat: i64,
        space: i64,
        dest: i64,
        already: i64,
        carried: i64,
        pursuers: i64,
        price: i64,
    ) -> i64:
        """Return the turns that a seat needs after its couriers have moved from `space` to `dest`.

        The die moves `carried` couriers, `pursuers` more follow for one can each, and `already` others arrived there
        earlier in this turn. The seat pays `price` cans for energy.
        """
        team = self.team
        team.load(race, seat)
        team.cans -= price + pursuers
        if carried + pursuers:
            team.shift_couriers(space, dest, carried + pursuers)
        bit = BIT[dest]
        if self.course.obstacles & bit:
            free = race.free_obstacles_behind(dest)
            if self.course.obstacles & BIT[space] and race.crowd[space] == SEAT_UNIT[seat]:
                free |= BIT[space]  # the courier leaves this obstacle empty
            team.resolve_obstacle(dest, already + carried + pursuers, free)
        elif self.course.refreshments & bit and seat == race.active:
            team.cans += 1
        return team.turns_needed()

    def value_finish(self, race: VeloCityState, space: i64, price: i64) -> i64:
        """Return the value of moving a courier across the finish line, in turns saved.

        The value is large if the courier wins the game. If the courier takes the last podium place and so ends the
        game, or if a rival may end it soon, the value depends on how much the outlook changes.
        """
        team = self.team
        seat: i64 = race.active
        team.load(race, seat)
        team.cans -= price
        team.finish_courier(space)
        if team.finished == COURIERS_TO_WIN:
            return VICTORY
        if race.finished + 1 == self.course.podium:
            return self.value_end(race, seat, self.outlook_before)
        saved = self.turns_needed[seat] - team.turns_needed()
        if not self.is_threatened(race, seat):
            return saved - self.value_waiting(race, seat)
        # the value if a rival ends the game before the seat's next turn
        stands = self.value_end(race, seat, race.outlook(seat))
        return stands if stands > saved else saved

    def value_end(self, race: VeloCityState, seat: i64, before: float) -> i64:
        """Return the value of finishing with a courier if the game ends then; `team` must already count the courier.

        `before` is the outlook to compare with: what the seat can expect if the courier does not finish.
        """
        behind: i64 = 0
        other: i64
        for other in range(self.course.n):
            if other != seat and race.podium_count(other) <= self.team.finished:
                behind += 1
        return int((float(behind) / float(self.course.n - 1) - before) * float(VICTORY))

    def is_threatened(self, race: VeloCityState, seat: i64) -> bool:
        """Return whether a rival can win with its next roll."""
        other: i64
        for other in range(self.course.n):
            if (
                other != seat
                and race.podium_count(other) + 1 == COURIERS_TO_WIN
                and race.spaces[other] & SPACES_UP_TO[FACES]
            ):
                return True
        return False

    def value_waiting(self, race: VeloCityState, seat: i64) -> i64:
        """Return the value of waiting, that is, of crossing the line in a later turn.

        Waiting has a value while podium places are left, because the latest finisher wins ties (VC-26). `team` must
        count the courier as finished.
        """
        if self.course.n * (COURIERS_TO_WIN - 1) < self.course.podium:
            return 0  # only a third courier ends the game
        left = self.course.podium - race.finished - 1
        other: i64
        for other in range(self.course.n):
            if other != seat and race.spaces[other] & SPACES_UP_TO[FACES]:
                left -= 1
        return left * (SECOND_HOLD_VALUE if self.team.finished > 1 else FIRST_HOLD_VALUE) if left > 0 else 0

    def value_pursuit(self, race: VeloCityState, couriers: i64) -> i64:
        seat: i64 = race.actor
        already = race.arrived >> 4 * seat & 15
        return self.turns_needed[seat] - self.need_after_landing(
            race, seat, race.origin, race.dest, already, 0, couriers, 0
        )

    def value_obstacle(self, race: VeloCityState, move: i64) -> i64:
        """Return the turns that the actor saves with this move: paying at an obstacle, or retreating from it.

        The estimate assumes that the actor then decides best for its other couriers on the obstacle.
        """
        team = self.team
        seat: i64 = race.actor
        team.load(race, seat)
        free = race.free_obstacles_behind(race.dest)
        if move == PAY:
            team.cans -= 1
        else:
            target = self.course.retreat_target(free)
            team.shift_couriers(race.dest, target, 1)
            team.cans += self.course.compensation(target)
            free &= free - 1
        team.resolve_obstacle(race.dest, (race.arrived >> 4 * seat & 15) - 1, free)
        return self.turns_needed[seat] - team.turns_needed()

    def value_taking(self, race: VeloCityState, move: i64) -> i64:
        """Return the value of taking a can from a rival: the turns that the rival loses, times the rival's weight."""
        rival = move - race.vocabulary.take
        self.team.load(race, rival)
        self.team.cans -= 1
        return self.rival_weights[rival] * (self.team.turns_needed() - self.turns_needed[rival]) // 1000

    # ------------------------------------------------------------ announcements: mean over all dice rolls

    def value_announcements(self, race: VeloCityState) -> list[i64]:
        found: list[i64] = []
        i: i64
        for i in range(race.count()):
            move = race.nth(i)
            words = race.vocabulary
            if move <= SOLO_SPRINT:
                found.append(self.value_solo(race, move))
            elif move <= words.bonus:
                found.append(self.value_group(race, move - words.group, 0))
            else:
                found.append(self.value_group(race, move - words.bonus, 1))
        return found

    def value_solo(self, race: VeloCityState, energy: i64) -> i64:
        """Return the expected value of a solo run before the roll, in turns saved.

        `energy` is NO_ENERGY, BONUS or SPRINT, and also the price of that energy in cans.
        """
        sprint = energy == SPRINT
        own = [self.best_saving(race, pips, OWN, energy, sprint) for pips in range(1, FACES + 1)]
        if not energy:
            return sum(own) // FACES
        extra = [self.best_saving(race, pips, ENERGY, energy, sprint) for pips in range(1, FACES + 1)]
        sums: list[i64] = [NO_GAIN] * 13
        if sprint:
            sums = [NO_GAIN, NO_GAIN] + [self.best_saving(race, pips, SUM, energy, sprint) for pips in range(2, 13)]
        total: i64 = 0
        for i in range(FACES):
            for j in range(FACES):
                total += max(own[i], extra[j], sums[i + j + 2])
        return total // (FACES * FACES)

    def best_saving(self, race: VeloCityState, pips: i64, die: i64, price: i64, sprint: bool) -> i64:
        """Return the value, in turns saved, of moving the best courier with `die`, showing `pips`; see `value_run`."""
        best: i64 = NO_GAIN
        spaces: i64 = race.spaces[race.active]
        crosses = die == OWN or (die == SUM and self.course.finish_with_sum)
        while spaces:
            space = nth_bit(spaces, 0)
            if crosses or space > pips:
                found = self.value_run(race, space, pips, die, price, sprint)
                if found > best:
                    best = found
            spaces &= spaces - 1
        return best

    def value_group(self, race: VeloCityState, space: i64, energy: i64) -> i64:
        """Return the expected value, in turns saved, of a group run from `space` that uses the best of its dice.

        `energy` is 1 if the energy die is rolled too, else 0.
        """
        rows: list[list[i64]] = []
        slot: i64
        for slot in range(self.course.n):
            if race.crowd[space] >> 4 * slot & 15:
                rows.append(self.value_faces(race, space, OWN if slot == race.active else TEAM + slot, energy))
        if energy:
            rows.append(self.value_faces(race, space, ENERGY, energy))
        return expected_best(rows)

    def value_faces(self, race: VeloCityState, space: i64, die: i64, price: i64) -> list[i64]:
        """Return a value for each result of `die`, 1 to 6: that of a run from `space`, or NO_GAIN if it is illegal.

        The seat has paid `price` cans for energy.
        """
        found: list[i64] = []
        pips: i64
        for pips in range(1, FACES + 1):
            open_ = die == OWN or space > pips
            found.append(self.value_run(race, space, pips, die, price, False) if open_ else NO_GAIN)
        return found

    # ------------------------------------------------------------ playouts and reasons

    def pick(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, VeloCityState)
        return self.playout.pick(state, rng)

    def explain(self, seen: State, move: int) -> list[Text]:
        assert isinstance(seen, VeloCityState)
        moves = seen.legal()
        weights = self.weigh(seen)
        gain = weights[moves.index(move)]
        lost = round((max(weights) - gain) / TURN_WEIGHT * SPACES_PER_TURN)
        return [*list_reasons(seen, move, self.team), *judge_gain(round(gain / TURN_WEIGHT * SPACES_PER_TURN), lost)][
            :3
        ]


def expected_best(rows: list[list[i64]]) -> i64:
    """Return the expected value of the best of several dice; each row lists the values of one die's six results."""
    faces = sorted([(gain, i) for i, row in enumerate(rows) for gain in row])
    below = [0] * len(rows)  # [die]: number of its results counted so far, worst first
    total = 0.0
    reached = 0.0
    for gain, i in faces:
        below[i] += 1
        share = 1.0
        for count in below:
            share *= count / FACES
        total += (share - reached) * float(gain)
        reached = share
    return int(total)
