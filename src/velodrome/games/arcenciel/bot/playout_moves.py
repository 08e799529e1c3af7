"""Fast moves for playouts, sensible but partly random, and a quick estimate of who will finish ahead."""

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import count_bits, nth_bit
from velodrome.core.rng import Rng
from velodrome.games.arcenciel.bot.valuation import MAX_NEED, Valuation
from velodrome.games.arcenciel.game import ArcEnCiel
from velodrome.games.arcenciel.legal import BID, BREAK, FORCED, PAUSE, RELOCATE, UPKEEP
from velodrome.games.arcenciel.moves import ATTACK, CONTINUE, GIVE_UP, HOLD, PASS, STAY
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
from velodrome.games.arcenciel.rules import ArcEnCielState

ENERGY_RESERVE: Final = 8  # energy that a bid must leave
MIN_ENERGY_AFTER_ATTACK: Final = 10  # energy that must be left after an attack
JERSEY_REACH: Final = 8  # squares before a jersey within which a breakaway is worthwhile
FINISH_REACH: Final = 18  # squares before the end of a rainbow lap within which a breakaway is worthwhile

# Coefficients of `rate_rider`, from a logistic regression on which of two riders finished ahead. The data are 150,000
# pairs from races of the heuristic against itself with three, four and six seats. The exact fit had a mean log loss of
# 0.56; these values are rounded, and two of them are scaled by the number of seats.
RAINBOW_WEIGHT: Final = 0.27  # rainbow jerseys, scaled by the number of seats: with more rivals, races are longer
LAST_RAINBOW_WEIGHT: Final = 0.5  # for a rider who needs one more rainbow jersey
GREEN_WEIGHT: Final = 1.5  # green jerseys
DOTTED_WEIGHT: Final = 0.85  # dotted jerseys
ENERGY_WEIGHT: Final = 1.15  # energy
LOW_ENERGY_WEIGHT: Final = -0.15  # for energy below ENERGY_RESERVE
DOMESTIQUE_WEIGHT: Final = 1.1  # domestiques
SQUARE_WEIGHT: Final = 0.28  # values of squares, scaled by the number of seats
FRONT_WEIGHT: Final = 0.65  # for being in front near the end of a rainbow lap


@final
class ArcEnCielPlayout:
    """Picker of playout moves and estimator of outlooks for one game, with lookup tables."""

    def __init__(self, worth: Valuation) -> None:
        game = worth.rules
        self.rules: ArcEnCiel = game
        # [number of an effort square]: value of owning the square for a lap; [0]: 0, for a domestique in hand
        self.square_values: vec[float] = vec[float]([0.0] * (len(game.circuit.efforts) + 1))
        # [need * length + square]: about the highest sensible bid if the best rider still needs `need` rainbow jerseys
        self.bid_limits: vec[i64] = vec[i64]([0] * ((MAX_NEED + 1) * game.length))
        # [square]: 1 if a green or dotted square is at most JERSEY_REACH squares ahead
        self.is_jersey_near: vec[i64] = vec[i64]([0] * game.length)
        self.fill(worth)

    def fill(self, worth: Valuation) -> None:
        game = self.rules
        need: i64
        n: i64
        d: i64
        for n in range(game.length):
            if game.effort[n]:
                self.square_values[game.effort[n]] = worth.square_value(n, 1.0)
                for need in range(1, MAX_NEED + 1):
                    laps = worth.laps_left_for(need if need < game.target else game.target)
                    self.bid_limits[need * game.length + n] = i64(worth.square_value(n, laps))
            for d in range(1, JERSEY_REACH + 1):
                if game.kind[(n + d) % game.length] in (GREEN_SQUARE, DOTTED):
                    self.is_jersey_near[n] = 1

    # ------------------------------------------------------------ a move

    def pick(self, state: ArcEnCielState, rng: Rng) -> i64:
        """Pick a sensible move, partly at random."""
        phase = state.phase
        if phase == BID:
            return self.pick_bid(state, rng)
        if phase == UPKEEP:
            return HOLD if state.count_affordable() and self.wants_breakaway(state, rng, 4) else GIVE_UP
        if phase == BREAK:
            return (
                ATTACK
                if state.count_affordable()
                and self.wants_breakaway(state, rng, MIN_ENERGY_AFTER_ATTACK + state.attack_cost())
                else STAY
            )
        if phase == PAUSE:
            return CONTINUE
        if phase <= FORCED:
            return self.rules.retire + self.cheapest_place(state.retirable_mask())
        if phase == RELOCATE:
            return self.rules.vacate + self.cheapest_place(state.team[PLACED + state.actor])
        return state.pick(rng)

    def wants_breakaway(self, state: ArcEnCielState, rng: Rng, energy: i64) -> bool:
        """Decide at random whether to go for a breakaway, by holding it or by attacking.

        The chance is high if a jersey is near. The chance is 0 for a rider with less than `energy` units of energy.
        """
        if state.team[ENERGY + state.actor] < energy:
            return False
        left: i64 = self.rules.length - state.square
        if state.rainbow_lap and left <= FINISH_REACH + 2 * state.gap:
            return rng.below(16) != 0
        return rng.below(8) < (5 if self.is_jersey_near[state.square] else 1)

    def pick_bid(self, state: ArcEnCielState, rng: Rng) -> i64:
        """Pass, or bid a random amount up to about the value of the square; the last bidder bids the minimum."""
        lowest = state.lowest_bid()
        bids = state.count_bids()
        if not bids:
            return PASS
        limit = self.bid_limits[self.fewest_missing(state) * self.rules.length + state.square] * (5 + rng.below(7)) >> 3
        spare: i64 = state.team[ENERGY + state.actor] - ENERGY_RESERVE
        if not state.team[HAND + state.actor]:
            limit >>= 1
        if limit > spare:
            limit = spare
        if limit < lowest:
            return PASS if state.count_pass(bids) else self.rules.bid + lowest
        if state.turn + 1 < state.riders:
            lowest += rng.below(limit - lowest + 1)
        return self.rules.bid + lowest

    def fewest_missing(self, state: ArcEnCielState) -> i64:
        """Return how many rainbow jerseys the rider with the most of them still needs; at least 1, at most MAX_NEED."""
        most: i64 = 0
        seat: i64
        for seat in range(self.rules.teams):
            if state.team[RAINBOW + seat] > most:
                most = state.team[RAINBOW + seat]
        most = self.rules.target - most
        return 1 if most < 1 else most if most < MAX_NEED else MAX_NEED

    def cheapest_place(self, mask: i64) -> i64:
        """Return the place of the least valuable domestique in a bit mask.

        The place is 0 for a domestique in hand, which is always the least valuable, or else the number of an effort
        square.
        """
        best: i64 = nth_bit(mask, 0)
        place: i64 = best
        mask &= mask - 1
        while mask:
            place = nth_bit(mask, 0)
            mask &= mask - 1
            if self.square_values[place] < self.square_values[best]:
                best = place
        return best

    # ------------------------------------------------------------ outlook

    def estimate_outlook(self, state: ArcEnCielState, seat: i64) -> float:
        """Estimate the share of opponents that will finish behind a seat."""
        mine = self.rate_rider(state, seat)
        total: float = 0.0
        other: i64
        for other in range(self.rules.teams):
            if other != seat:
                total += 1.0 / (1.0 + exp(self.rate_rider(state, other) - mine))
        return total / float(self.rules.teams - 1)

    def rate_rider(self, state: ArcEnCielState, seat: i64) -> float:
        """Return the logit score of a rider; the higher the score, the more likely the rider finishes ahead."""
        game = self.rules
        team = state.team
        rainbow: i64 = team[RAINBOW + seat]
        many: float = float(game.teams)
        score = RAINBOW_WEIGHT * many * 3.0 * float(rainbow) / float(game.target)
        if rainbow + 1 >= game.target:
            score += LAST_RAINBOW_WEIGHT
        score += GREEN_WEIGHT * float(team[GREEN + seat]) / float(game.green_rate)
        score += DOTTED_WEIGHT * float(2 * team[DOUBLE + seat] + 3 * team[TRIPLE + seat]) / float(game.dotted_rate)
        energy: i64 = team[ENERGY + seat]
        score += ENERGY_WEIGHT * float(energy) / float(game.energy_max)
        if energy < ENERGY_RESERVE:
            score += LOW_ENERGY_WEIGHT
        mask: i64 = team[PLACED + seat]
        score += DOMESTIQUE_WEIGHT * float(team[HAND + seat] + count_bits(mask)) / float(game.domestiques)
        rich: float = 0.0
        while mask:
            rich += self.square_values[nth_bit(mask, 0)]
            mask &= mask - 1
        score += SQUARE_WEIGHT * many * rich / 5.0
        if state.riders and state.order & 15 == seat:
            score += self.front_bonus(state)
        return score

    def front_bonus(self, state: ArcEnCielState) -> float:
        """Return the bonus of the front rider near the end of a rainbow lap; a breakaway doubles the bonus."""
        left: i64 = self.rules.length - state.square
        if not state.rainbow_lap or left >= 20:
            return 0.0
        return FRONT_WEIGHT * float(20 - left) / 20.0 * (2.0 if state.gap else 1.0)
