"""VeloCity by rules of thumb: every move is worth the turns that it saves the team and costs its rivals."""

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT, nth_bit
from velodrome.core.contract import OVER, Game, State, Text
from velodrome.core.heuristic import Heuristic
from velodrome.core.rng import Rng
from velodrome.games.velocity.bot.distance import TURN, Team
from velodrome.games.velocity.bot.playout import Playout
from velodrome.games.velocity.bot.reasons import PACE, reasons, verdict
from velodrome.games.velocity.field import ANNOUNCE, MOVE, OBSTACLE, PURSUIT, SPRINT
from velodrome.games.velocity.game import VeloCity
from velodrome.games.velocity.moves import ENERGY, OWN, PAY, SOLO_SPRINT, SUM, TEAM
from velodrome.games.velocity.pieces import FACES, ONE, UP_TO, WINNING, Course
from velodrome.games.velocity.rules import Race

NO_MOVE: Final = -(1 << 60)  # no move
SHARP: Final = 5.0  # weight of a turn
VICTORY: Final = 30 * TURN  # what it is worth to pass all rivals for good
CLOSE: Final = 1.3  # turns apart that make a race e to 1 when it is all but over
HOLD: Final = 100_000  # what each place later is worth for the first courier home
HOLD_SECOND: Final = 300_000  # and for the second: it breaks ties (VC-26)


@final
class Thumb(Heuristic):
    """What experience says of a race."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        assert isinstance(game, VeloCity)
        self.course: Course = game.course
        self.team: Team = Team(game.course)
        self.playout: Playout = Playout(self.team)
        self.distant: float = 0.04 * game.seats - 0.02  # what CLOSE grows by with every turn still to go
        self.needs: vec[i64] = vec[i64]([0] * 8)  # [seat]: turns to go
        self.cares: vec[i64] = vec[i64]([0] * 8)  # [seat]: what its turns matter to the actor, of a thousand
        self.before: float = 0.0  # the outlook of the actor

    # ------------------------------------------------------------ how it stands

    def evaluate(self, state: State, seat: i64) -> float:
        assert isinstance(state, Race)
        if state.actor == OVER:
            return state.outlook(seat)
        mine = self.due(state, seat)
        behind = 0.0
        other: i64
        for other in range(self.course.n):
            if other != seat:
                behind += self.ahead(mine, self.due(state, other))
        return behind / float(self.course.n - 1)

    def due(self, race: Race, seat: i64) -> i64:
        """Turns until a team has done what it needs; a seat that acts later is due later."""
        self.team.load(race, seat)
        later = seat - race.active
        if later < 0:
            later += self.course.n
        return self.team.need() + TURN * later // self.course.n

    def ahead(self, mine: i64, other: i64) -> float:
        """The chance to end ahead of a rival."""
        least = mine if mine < other else other
        spread = CLOSE + self.distant * (float(least) / TURN if least > 0 else 0.0)
        return 1.0 / (1.0 + exp(float(mine - other) / TURN / spread))

    def survey(self, race: Race, seat: i64) -> None:
        """Note what every team needs, and how much that of each rival matters to a seat."""
        n: i64 = self.course.n
        mine = self.due(race, seat)
        total = 0.0
        behind = 0.0
        open_: list[float] = []
        other: i64
        for other in range(n):
            chance = self.ahead(mine, self.due(race, other)) if other != seat else 1.0
            open_.append(chance * (1.0 - chance) + 0.01 if other != seat else 0.0)
            total += open_[other]
            if other != seat:
                behind += chance
            self.team.load(race, other)
            self.needs[other] = self.team.need()
        for other in range(n):
            self.cares[other] = int(1000.0 * open_[other] / total)
        self.before = behind / float(n - 1)

    # ------------------------------------------------------------ what a move brings

    def weigh(self, state: State) -> list[float]:
        assert isinstance(state, Race)
        self.survey(state, state.actor)
        if state.phase == ANNOUNCE:
            gains = self.announcements(state)
        elif state.phase == MOVE:
            gains = [self.moved(state, state.nth(i)) for i in range(state.count())]
        elif state.phase == PURSUIT:
            gains = [self.pursued(state, i) for i in range(state.count())]
        elif state.phase == OBSTACLE:
            gains = [self.overcome(state, state.nth(i)) for i in range(state.count())]
        else:
            gains = [self.taken(state, state.nth(i)) for i in range(state.count())]
        return [float(gain) / TURN * SHARP for gain in gains]

    def moved(self, race: Race, move: i64) -> i64:
        """What a courier's move saves the active seat."""
        die = race.words.die(move)
        space = move - race.words.move - die * self.course.start
        return self.run(race, space, race.pips(die), die, 0, race.energy == SPRINT)

    def run(self, race: Race, space: i64, pips: i64, die: i64, price: i64, sprint: bool) -> i64:
        """What it saves to run so far with a die, cans to pay before included."""
        seat: i64 = race.active
        dest = space - pips
        if dest <= 0:
            return self.crossed(race, space, price)
        catch = not sprint and space != self.course.start
        found = self.needs[seat] - self.arrival(race, seat, space, dest, 0, 1, price, catch)
        standing: i64 = race.crowd[space] - ONE[seat]
        other: i64 = 0
        while standing:
            if standing & 15 and other != seat:
                carried: i64 = 1 if die == TEAM + other else 0
                if carried or (catch and race.cans_of(other)):
                    after = self.arrival(race, other, space, dest, 0, carried, 0, catch)
                    found += self.cares[other] * (after - self.needs[other]) // 1000
            standing >>= 4
            other += 1
        return found

    def arrival(
        self, race: Race, seat: i64, space: i64, dest: i64, already: i64, carried: i64, price: i64, catch: bool
    ) -> i64:
        """What a seat needs after a run, with as many pursuers as serve it."""
        most: i64 = 0
        if catch:
            most = (race.crowd[space] >> 4 * seat & 15) - carried
            cans = race.cans_of(seat) - price
            if cans < most:
                most = cans
        best = self.landed(race, seat, space, dest, already, carried, 0, price)
        couriers: i64
        for couriers in range(1, most + 1):
            found = self.landed(race, seat, space, dest, already, carried, couriers, price)
            if found < best:
                best = found
        return best

    def landed(
        self, race: Race, seat: i64, space: i64, dest: i64, already: i64, carried: i64, pursuers: i64, price: i64
    ) -> i64:
        """What a seat needs after so many couriers of it went from a space to another."""
        team = self.team
        team.load(race, seat)
        team.cans -= price + pursuers
        if carried + pursuers:
            team.shift(space, dest, carried + pursuers)
        bit = BIT[dest]
        if self.course.obstacles & bit:
            free = race.free_behind(dest)
            if self.course.obstacles & BIT[space] and race.crowd[space] == ONE[seat]:
                free |= BIT[space]  # it is left empty
            team.overcome(dest, already + carried + pursuers, free)
        elif self.course.refreshments & bit and seat == race.active:
            team.cans += 1
        return team.need()

    def crossed(self, race: Race, space: i64, price: i64) -> i64:
        """What it saves to cross the line: a place, the game, or its end as it stands."""
        team = self.team
        seat: i64 = race.active
        team.load(race, seat)
        team.cans -= price
        team.finish(space)
        if team.home == WINNING:
            return VICTORY
        if race.home + 1 == self.course.podium:
            return self.standing(race, seat, self.before)
        saved = self.needs[seat] - team.need()
        if not self.threatened(race, seat):
            return saved - self.waiting(race, seat)
        stands = self.standing(race, seat, race.outlook(seat))  # the game may be over before the next turn
        return stands if stands > saved else saved

    def standing(self, race: Race, seat: i64, before: float) -> i64:
        """What it saves that the game ends as the podium stands once this courier is on it; the outlook was so much."""
        behind: i64 = 0
        other: i64
        for other in range(self.course.n):
            if other != seat and race.placed(other) <= self.team.home:
                behind += 1
        return int((float(behind) / float(self.course.n - 1) - before) * float(VICTORY))

    def threatened(self, race: Race, seat: i64) -> bool:
        """Whether a rival may bring a third courier home with one throw."""
        other: i64
        for other in range(self.course.n):
            if other != seat and race.placed(other) + 1 == WINNING and race.spaces[other] & UP_TO[FACES]:
                return True
        return False

    def waiting(self, race: Race, seat: i64) -> i64:
        """What it would save to cross later: among equals the latest is ahead, if places are left then (VC-26)."""
        if self.course.n * (WINNING - 1) < self.course.podium:
            return 0  # only a third courier ends the game
        left = self.course.podium - race.home - 1
        other: i64
        for other in range(self.course.n):
            if other != seat and race.spaces[other] & UP_TO[FACES]:
                left -= 1
        return left * (HOLD_SECOND if self.team.home > 1 else HOLD) if left > 0 else 0

    def pursued(self, race: Race, couriers: i64) -> i64:
        seat: i64 = race.actor
        already = race.arrived >> 4 * seat & 15
        return self.needs[seat] - self.landed(race, seat, race.origin, race.dest, already, 0, couriers, 0)

    def overcome(self, race: Race, move: i64) -> i64:
        """What it saves to pay or to retreat, the couriers after this one as they like."""
        team = self.team
        seat: i64 = race.actor
        team.load(race, seat)
        free = race.free_behind(race.dest)
        if move == PAY:
            team.cans -= 1
        else:
            target = self.course.behind(free)
            team.shift(race.dest, target, 1)
            team.cans += self.course.consoled(target)
            free &= free - 1
        team.overcome(race.dest, (race.arrived >> 4 * seat & 15) - 1, free)
        return self.needs[seat] - team.need()

    def taken(self, race: Race, move: i64) -> i64:
        """What it costs a rival to give a can."""
        rival = move - race.words.take
        self.team.load(race, rival)
        self.team.cans -= 1
        return self.cares[rival] * (self.team.need() - self.needs[rival]) // 1000

    # ------------------------------------------------------------ announcements: expected over all dice

    def announcements(self, race: Race) -> list[i64]:
        found: list[i64] = []
        i: i64
        for i in range(race.count()):
            move = race.nth(i)
            words = race.words
            if move <= SOLO_SPRINT:
                found.append(self.solo(race, move))
            elif move <= words.bonus:
                found.append(self.grouped(race, move - words.group, 0))
            else:
                found.append(self.grouped(race, move - words.bonus, 1))
        return found

    def solo(self, race: Race, energy: i64) -> i64:
        """What a solo run saves on average, with energy for so many cans."""
        sprint = energy == SPRINT
        own = [self.best(race, pips, OWN, energy, sprint) for pips in range(1, FACES + 1)]
        if not energy:
            return sum(own) // FACES
        extra = [self.best(race, pips, ENERGY, energy, sprint) for pips in range(1, FACES + 1)]
        sums: list[i64] = [NO_MOVE] * 13
        if sprint:
            sums = [NO_MOVE, NO_MOVE] + [self.best(race, pips, SUM, energy, sprint) for pips in range(2, 13)]
        total: i64 = 0
        for i in range(FACES):
            for j in range(FACES):
                total += max(own[i], extra[j], sums[i + j + 2])
        return total // (FACES * FACES)

    def best(self, race: Race, pips: i64, die: i64, price: i64, sprint: bool) -> i64:
        """The most that a courier saves with these pips."""
        best: i64 = NO_MOVE
        spaces: i64 = race.spaces[race.active]
        crosses = die == OWN or (die == SUM and self.course.finish_with_sum)
        while spaces:
            space = nth_bit(spaces, 0)
            if crosses or space > pips:
                found = self.run(race, space, pips, die, price, sprint)
                if found > best:
                    best = found
            spaces &= spaces - 1
        return best

    def grouped(self, race: Race, space: i64, energy: i64) -> i64:
        """What a group run saves on average: the best of all its dice."""
        rows: list[list[i64]] = []
        slot: i64
        for slot in range(self.course.n):
            if race.crowd[space] >> 4 * slot & 15:
                rows.append(self.faces(race, space, OWN if slot == race.active else TEAM + slot, energy))
        if energy:
            rows.append(self.faces(race, space, ENERGY, energy))
        return expected_best(rows)

    def faces(self, race: Race, space: i64, die: i64, price: i64) -> list[i64]:
        """What each face of a die saves from a space."""
        found: list[i64] = []
        pips: i64
        for pips in range(1, FACES + 1):
            open_ = die == OWN or space > pips
            found.append(self.run(race, space, pips, die, price, False) if open_ else NO_MOVE)
        return found

    # ------------------------------------------------------------ playouts and words

    def pick(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, Race)
        return self.playout.pick(state, rng)

    def explain(self, seen: State, move: int) -> list[Text]:
        assert isinstance(seen, Race)
        moves = seen.legal()
        weights = self.weigh(seen)
        gain = weights[moves.index(move)]
        lost = round((max(weights) - gain) / SHARP * PACE)
        return [*reasons(seen, move, self.team), *verdict(round(gain / SHARP * PACE), lost)][:3]


def expected_best(rows: list[list[i64]]) -> i64:
    """The mean of the best of several dice, each with what its six faces bring."""
    faces = sorted([(gain, i) for i, row in enumerate(rows) for gain in row])
    below = [0] * len(rows)  # of each die: faces that bring no more
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
