"""Fast moves for playouts: pick the landing that saves the most turns, with random noise."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import count_bits, nth_bit
from velodrome.core.rng import Rng
from velodrome.games.velocity.bot.distance import TURN, TeamDistance
from velodrome.games.velocity.legal import ANNOUNCE, MOVE, OBSTACLE, PURSUIT
from velodrome.games.velocity.moves import BACK, OWN, PAY, PURSUE, SOLO, SOLO_SPRINT, TEAM
from velodrome.games.velocity.pieces import FACES
from velodrome.games.velocity.rules import VeloCityState

MAX_NOISE: Final = 400  # largest random addition to a move's value, in thousandths of a turn
MIN_PURSUIT_SAVING: Final = 700  # thousandths of a turn that a pursuit must save to be worth a can
MIN_STAY_SAVING: Final = 1100  # thousandths of a turn that staying on an obstacle must save: it forgoes compensation
SPRINT_ODDS: Final = 16  # one in this many announcements of a seat with MIN_SPRINT_CANS is a sprint
MIN_SPRINT_CANS: Final = 3  # cans that a seat needs to announce a sprint


@final
class VeloCityPlayout:
    """Picker of playout moves, with a lookup table of the turns that each roll saves from each space."""

    def __init__(self, team: TeamDistance) -> None:
        self.start: i64 = team.course.start
        self.finish_with_sum: bool = team.course.finish_with_sum
        self.to_go: vec[i64] = team.to_go
        turns = [float(found) / 1000 for found in team.to_go]
        saved = [0] * (64 * (2 * FACES + 1))
        for pips in range(1, 2 * FACES + 1):
            for space in range(1, team.course.start + 1):
                landed = team.turns_after_landing(turns, max(space - pips, 0))
                saved[64 * pips + space] = int(1000.0 * (turns[space] - landed))
        # [pips * 64 + space]: thousandths of a turn that the roll saves from there, including a can gained
        self.saved: vec[i64] = vec[i64](saved)

    def pick(self, race: VeloCityState, rng: Rng) -> i64:
        phase = race.phase
        if phase == MOVE:
            return self.pick_group(race, rng) if race.group else self.pick_solo(race, rng)
        if phase == ANNOUNCE:
            return self.pick_announcement(race, rng)
        if phase == PURSUIT:
            most = race.max_pursuers(race.actor)
            return (
                PURSUE + most
                if self.saved[64 * (race.origin - race.dest) + race.origin] > MIN_PURSUIT_SAVING
                else PURSUE
            )
        if phase == OBSTACLE:
            return self.pick_obstacle(race)
        return race.pick(rng)

    def pick_announcement(self, race: VeloCityState, rng: Rng) -> i64:
        """Pick a random announcement: mostly solo runs, and group runs about as often as the heuristic picks them."""
        groups = race.group_spaces()
        n = count_bits(groups)
        if n:
            i = rng.below(3 * n)
            if i < n:
                return race.vocabulary.group + nth_bit(groups, i)
        if race.cans_of(race.active) >= MIN_SPRINT_CANS and not rng.below(SPRINT_ODDS):
            return SOLO_SPRINT
        return SOLO

    def pick_solo(self, race: VeloCityState, rng: Rng) -> i64:
        """Pick the courier and the die that save the most turns, with random noise."""
        best: i64 = -TURN
        found: i64 = 0
        die: i64
        for die in range(OWN, race.energy + 1):
            pips = race.pips(die)
            spaces = race.movable_spaces(die)
            while spaces:
                space = nth_bit(spaces, 0)
                saved = self.saved[64 * pips + space] + rng.below(MAX_NOISE)
                if saved > best:
                    best = saved
                    found = die * self.start + space
                spaces &= spaces - 1
        return race.vocabulary.move + found

    def pick_group(self, race: VeloCityState, rng: Rng) -> i64:
        """Pick the die that saves the most turns; halve the saving of a rival's die, because that rival gains too."""
        best: i64 = -TURN
        found: i64 = OWN
        space: i64 = race.group
        usable = race.usable_dice()
        while usable:
            die = nth_bit(usable, 0)
            saved = self.saved[64 * race.pips(die) + space]
            if die >= TEAM:
                saved >>= 1
            saved += rng.below(MAX_NOISE)
            if saved > best:
                best = saved
                found = die
            usable &= usable - 1
        return race.vocabulary.move + found * self.start + space

    def pick_obstacle(self, race: VeloCityState) -> i64:
        """Pay if the retreat would lose many turns, otherwise retreat."""
        if not race.cans_of(race.actor):
            return BACK
        return PAY if self.to_go[race.retreat_target(race.dest)] - self.to_go[race.dest] > MIN_STAY_SAVING else BACK
