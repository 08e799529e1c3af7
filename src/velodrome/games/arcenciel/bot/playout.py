"""Rules of thumb at the speed of playouts: a sensible move with some noise, and who is likely to come out ahead."""

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import count_bits, nth_bit
from velodrome.core.rng import Rng
from velodrome.games.arcenciel.bot.valuation import MOST_NEED, Worth
from velodrome.games.arcenciel.game import ArcEnCiel
from velodrome.games.arcenciel.legal import BID, BREAK, FORCED, RELOCATE, UPKEEP, Field
from velodrome.games.arcenciel.moves import ATTACK, GIVE_UP, HOLD, PASS, STAY
from velodrome.games.arcenciel.pieces import (
    DOTTED,
    DOUBLE,
    ENERGY,
    GREEN,
    GREEN_SQUARE,
    HAND,
    PLACED,
    RAINBOW,
    TRIPLE,
)

RESERVE: Final = 8  # energy that no bid touches
READY: Final = 10  # energy left after an attack
REACH: Final = 8  # squares before a jersey that make a breakaway worth while
HOME: Final = 18  # squares before the line, on a rainbow lap

# From a logistic regression on who came out ahead of whom, over 150,000 pairs from races of the heuristic among
# itself at three, four and six seats. Its free fit had a mean log loss of 0.56; these figures follow it, but are
# rounder, and two of them are tied to the seats.
PROGRESS: Final = 0.27  # a rainbow jersey, times the seats: more rivals, longer races
LAST: Final = 0.5
SMALL: Final = 1.5
DOTS: Final = 0.85
FUEL: Final = 1.15
EMPTY: Final = -0.15
TEAM: Final = 1.1
SQUARES: Final = 0.28  # likewise
LEADING: Final = 0.65


@final
class Playout:
    """Tables of one game, made once."""

    def __init__(self, worth: Worth) -> None:
        game = worth.rules
        self.rules: ArcEnCiel = game
        self.rich: vec[float] = vec[float]([0.0] * (len(game.circuit.efforts) + 1))  # [place]: worth a lap
        self.limit: vec[i64] = vec[i64]([0] * ((MOST_NEED + 1) * game.length))  # [need, square]: what to bid, about
        self.near: vec[i64] = vec[i64]([0] * game.length)  # [square]: 1 if a jersey is in reach
        self.fill(worth)

    def fill(self, worth: Worth) -> None:
        game = self.rules
        need: i64
        n: i64
        d: i64
        for n in range(game.length):
            if game.effort[n]:
                self.rich[game.effort[n]] = worth.square(n, 1.0)
                for need in range(1, MOST_NEED + 1):
                    laps = worth.laps_from(need if need < game.target else game.target)
                    self.limit[need * game.length + n] = i64(worth.square(n, laps))
            for d in range(1, REACH + 1):
                if game.kind[(n + d) % game.length] in (GREEN_SQUARE, DOTTED):
                    self.near[n] = 1

    # ------------------------------------------------------------ a move

    def pick(self, state: Field, rng: Rng) -> i64:
        """A sensible move, at random among such."""
        phase = state.phase
        if phase == BID:
            return self.bid(state, rng)
        if phase == UPKEEP:
            return HOLD if state.affordable() and self.keen(state, rng, 4) else GIVE_UP
        if phase == BREAK:
            return ATTACK if state.affordable() and self.keen(state, rng, READY + state.cost()) else STAY
        if phase <= FORCED:
            return self.rules.retire + self.poorest(state.retirable())
        if phase == RELOCATE:
            return self.rules.vacate + self.poorest(state.team[PLACED + state.actor])
        return state.pick(rng)

    def keen(self, state: Field, rng: Rng, energy: i64) -> bool:
        """Whether a breakaway looks worth its energy: mostly for a jersey within reach."""
        if state.team[ENERGY + state.actor] < energy:
            return False
        left: i64 = self.rules.length - state.pos
        if state.rainbow_lap and left <= HOME + 2 * state.gap:
            return rng.below(16) != 0
        return rng.below(8) < (5 if self.near[state.pos] else 1)

    def bid(self, state: Field, rng: Rng) -> i64:
        """Up to what the square is worth, more or less; the last to speak bids no more than he must."""
        lowest = state.lowest_bid()
        bids = state.bids()
        if not bids:
            return PASS
        limit = self.limit[self.shortest(state) * self.rules.length + state.pos] * (5 + rng.below(7)) >> 3
        spare: i64 = state.team[ENERGY + state.actor] - RESERVE
        if not state.team[HAND + state.actor]:
            limit >>= 1
        if limit > spare:
            limit = spare
        if limit < lowest:
            return PASS if state.may_pass(bids) else self.rules.bid + lowest
        if state.turn + 1 < state.size:
            lowest += rng.below(limit - lowest + 1)
        return self.rules.bid + lowest

    def shortest(self, state: Field) -> i64:
        """The fewest rainbow jerseys that anybody lacks."""
        most: i64 = 0
        seat: i64
        for seat in range(self.rules.teams):
            if state.team[RAINBOW + seat] > most:
                most = state.team[RAINBOW + seat]
        most = self.rules.target - most
        return 1 if most < 1 else most if most < MOST_NEED else MOST_NEED

    def poorest(self, mask: i64) -> i64:
        """The place that is worth least; the hand, at 0, comes first."""
        best: i64 = nth_bit(mask, 0)
        place: i64 = best
        mask &= mask - 1
        while mask:
            place = nth_bit(mask, 0)
            mask &= mask - 1
            if self.rich[place] < self.rich[best]:
                best = place
        return best

    # ------------------------------------------------------------ an outlook

    def value(self, state: Field, seat: i64) -> float:
        """The share of opponents that a seat is likely to leave behind."""
        mine = self.score(state, seat)
        total: float = 0.0
        other: i64
        for other in range(self.rules.teams):
            if other != seat:
                total += 1.0 / (1.0 + exp(self.score(state, other) - mine))
        return total / float(self.rules.teams - 1)

    def score(self, state: Field, seat: i64) -> float:
        """How well a rider stands."""
        game = self.rules
        team = state.team
        rainbow: i64 = team[RAINBOW + seat]
        many: float = float(game.teams)
        score = PROGRESS * many * 3.0 * float(rainbow) / float(game.target)
        if rainbow + 1 >= game.target:
            score += LAST
        score += SMALL * float(team[GREEN + seat]) / float(game.green_rate)
        score += DOTS * float(2 * team[DOUBLE + seat] + 3 * team[TRIPLE + seat]) / float(game.dotted_rate)
        energy: i64 = team[ENERGY + seat]
        score += FUEL * float(energy) / float(game.energy_max)
        if energy < RESERVE:
            score += EMPTY
        mask: i64 = team[PLACED + seat]
        score += TEAM * float(team[HAND + seat] + count_bits(mask)) / float(game.domestiques)
        rich: float = 0.0
        while mask:
            rich += self.rich[nth_bit(mask, 0)]
            mask &= mask - 1
        score += SQUARES * many * rich / 5.0
        if state.size and state.order & 15 == seat:
            score += self.at_front(state)
        return score

    def at_front(self, state: Field) -> float:
        """What leading adds on a rainbow lap as the line comes nearer, twice in a breakaway."""
        left: i64 = self.rules.length - state.pos
        if not state.rainbow_lap or left >= 20:
            return 0.0
        return LEADING * float(20 - left) / 20.0 * (2.0 if state.gap else 1.0)
