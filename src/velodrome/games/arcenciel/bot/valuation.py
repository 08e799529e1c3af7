"""Values of energy, rainbow jerseys, squares and domestiques, in units of energy, given the number of laps left."""

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT
from velodrome.games.arcenciel.bot.lap_forecast import LapForecast
from velodrome.games.arcenciel.game import ArcEnCiel
from velodrome.games.arcenciel.pieces import (
    BREAKAWAY,
    DOTTED,
    EFFORT,
    ENERGY,
    FEEDING,
    GREEN_SQUARE,
    HAZARD,
    LOTTERY,
    PLACED,
    RAINBOW,
    RAINBOW_CARD,
)
from velodrome.games.arcenciel.rules import ArcEnCielState, make_start

HIT_CHANCE: Final = 2.0 / 7.0  # chance that the rainbow cyclist stops on a given square during a lap
SCARCE_ENERGY: Final = 1.6  # value of a unit of energy to a rider with very little
TIGHT_ENERGY: Final = 1.15  # value of a unit of energy to a rider with little
ABUNDANT_ENERGY: Final = 0.7  # value of a unit of energy to a rider who would lose part of the next feeding
ALIVE_STEPS: Final = 40  # number of time steps in the table `alive`
MAX_NEED: Final = 20


@final
class Valuation:
    """Estimator of what energy, jerseys, squares and domestiques are worth in one game, with tuned parameters."""

    def __init__(self, game: ArcEnCiel) -> None:
        self.rules: ArcEnCiel = game
        self.forecast: LapForecast = LapForecast(game)
        # parameters, tuned by self-play
        self.jersey_base: float = 38.0  # value of a rainbow jersey far from the end of the game
        self.last_jersey: float = 1.8  # factor if the jersey wins the game
        self.next_jersey: float = 1.3  # factor if the rider then still needs one more
        self.rivalry: float = 1.7  # factor for the loss if a rival wins a jersey; divided by the number of rivals
        self.boldness: float = 0.8  # chance that a rival attacks
        self.square_share: float = 0.5  # factor for the estimated value of a square
        self.domestique_premium: float = 1.5  # value of a domestique beyond the energy for retiring it
        self.energy_values: vec[float] = vec[float]([0.0] * (game.energy_max + 1))  # [number of units]: total value
        self.turn_cost: float = 0.0  # mean energy that a turn costs a rider without squares
        self.fill_energy()
        # [need * ALIVE_STEPS + step]: chance that a rider has not won `need` jerseys by then; see `fill_alive`
        self.alive: vec[float] = vec[float]([0.0] * ((MAX_NEED + 1) * ALIVE_STEPS))
        self.laps_per_step: float = 1.0  # laps in a time step of `alive`
        self.fill_alive()
        self.lead_values: vec[float] = vec[float]([0.0] * game.length)  # [square]: value of coming to the front there
        self.fill_lead()

    # ------------------------------------------------------------ lookup tables

    def fill_energy(self) -> None:
        """Fill `energy_values`: the total value of each amount of energy. Also set `turn_cost`.

        The first units of energy are worth most, because a rider without energy has to retire domestiques.
        """
        game = self.rules
        worst: i64 = 1
        sum_of_values: i64 = 0
        n: i64
        for n in range(game.length):
            if game.kind[n] == EFFORT:
                sum_of_values += game.value[n]
                if game.value[n] > worst:
                    worst = game.value[n]
        self.turn_cost = float(sum_of_values) / float(game.length)
        total: float = 0.0
        e: i64
        for e in range(1, game.energy_max + 1):
            if e <= 2 * worst:
                total += SCARCE_ENERGY
            elif e <= 4 * worst:
                total += TIGHT_ENERGY
            elif e <= game.energy_max - game.lap_feeding:
                total += 1.0
            else:
                total += ABUNDANT_ENERGY
            self.energy_values[e] = total

    def lap_rate(self) -> float:
        """Return the mean number of rainbow jerseys won in a lap by all riders together."""
        game = self.rules
        chances: i64 = 0
        rainbow: i64 = 0
        size: i64 = 0
        small: float = 0.0
        i: i64
        for i in range(game.length):
            if game.kind[i] == LOTTERY:
                chances += 1
            elif game.kind[i] == GREEN_SQUARE:
                small += HIT_CHANCE / float(game.green_rate)
            elif game.kind[i] == DOTTED:
                small += HIT_CHANCE * float(game.value[i]) / float(game.dotted_rate)
        for i in range(game.cards):
            size += game.card_count[i]
            if game.card_kind[i] == RAINBOW_CARD:
                rainbow += game.card_count[i]
        without: float = 1.0 - HIT_CHANCE
        for _ in range(chances):
            without *= 1.0 - HIT_CHANCE * float(rainbow) / float(size)
        return 1.0 - without + 0.5 * small

    def fill_alive(self) -> None:
        """Fill `alive`: the chances that a rider has not yet won all the rainbow jerseys that it needs.

        The table has a row for each number of needed jerseys, with the chance at each time step. The model assumes that
        every rider wins jerseys at the same constant rate (a Poisson process).
        """
        game = self.rules
        rate: float = self.lap_rate() / float(game.teams)
        self.laps_per_step = 2.0 * float(game.target) / (rate * float(ALIVE_STEPS))
        need: i64
        t: i64
        for t in range(ALIVE_STEPS):
            mean: float = rate * self.laps_per_step * (float(t) + 0.5)
            term: float = exp(-mean)
            total: float = 0.0
            for need in range(1, MAX_NEED + 1):
                total += term
                term = term * mean / float(need)
                self.alive[need * ALIVE_STEPS + t] = total

    def fill_lead(self) -> None:
        """Fill `lead_values`: for each square, the value of coming to the front there with the right to attack.

        The value is the gain compared with the mean over all places in the pack.
        """
        game = self.rules
        start = make_start(game)
        start.order = 0
        start.riders = 0
        i: i64
        for i in range(game.teams):
            start.order |= i << 4 * i
            start.riders += 1
        lap = self.forecast
        self.load_forecast(start, 0, 0)
        n: i64
        for n in range(1, game.length):
            lap.value_pack(n)
            lap.attack_values(n)
            attack = lap.own_attack_value - float(game.value[n])
            best = attack if attack > lap.front_value else lap.front_value
            self.lead_values[n] = best - lap.mean_value

    # ------------------------------------------------------------ values in a position

    def missing_jerseys(self, state: ArcEnCielState, seat: i64) -> i64:
        """Return how many rainbow jerseys a seat still needs; at least 1, at most MAX_NEED."""
        need: i64 = self.rules.target - state.team[RAINBOW + seat]
        return 1 if need < 1 else need if need < MAX_NEED else MAX_NEED

    def laps_left(self, state: ArcEnCielState) -> float:
        """Return the expected number of laps left, computed from the jerseys that each rider still needs."""
        total: float = 0.0
        t: i64
        seat: i64
        for t in range(ALIVE_STEPS):
            chance: float = 1.0
            for seat in range(self.rules.teams):
                chance *= self.alive[self.missing_jerseys(state, seat) * ALIVE_STEPS + t]
            if chance < 0.02:
                break
            total += chance
        total *= self.laps_per_step
        left: i64 = self.rules.max_laps - state.lap
        return total if left > 1000 or total < float(left) else float(left)

    def laps_left_for(self, need: i64) -> float:
        """Return the expected number of laps left for a rider who needs `need` jerseys.

        Each rival is assumed to need the mean of `need` and the number of jerseys that wins the game.
        """
        total: float = 0.0
        rest: i64 = (need + self.rules.target + 1) // 2
        t: i64
        for t in range(ALIVE_STEPS):
            chance: float = self.alive[need * ALIVE_STEPS + t]
            for _ in range(self.rules.teams - 1):
                chance *= self.alive[rest * ALIVE_STEPS + t]
            total += chance
        return total * self.laps_per_step

    def jersey_value(self, state: ArcEnCielState, seat: i64) -> float:
        """Return the value of a rainbow jersey to the seat that wins it."""
        need = self.missing_jerseys(state, seat)
        return self.jersey_base * (self.last_jersey if need == 1 else self.next_jersey if need == 2 else 1.0)

    def energy_price(self, energy: i64) -> float:
        """Return the mean value per unit of the next few units of energy that a rider with `energy` units spends."""
        low: i64 = energy - 6 if energy > 6 else 0
        return (self.energy_values[energy] - self.energy_values[low]) / float(energy - low) if energy else SCARCE_ENERGY

    def square_value(self, n: i64, laps: float) -> float:
        """Return the value of owning the square number `n` for this number of laps."""
        return self.square_share * laps * HIT_CHANCE * (float(self.rules.value[n]) + self.lead_values[n])

    def cheapest_square_value(self, state: ArcEnCielState, seat: i64, laps: float) -> float:
        """Return the value of a seat's least valuable square; 1e9 if the seat has no square."""
        game = self.rules
        best: float = 1e9
        n: i64
        for n in range(game.length):
            if game.effort[n] and state.team[PLACED + seat] & BIT[game.effort[n]]:
                worth = self.square_value(n, laps)
                best = worth if worth < best else best
        return best

    def dotted_cost(self, row: i64) -> i64:
        """Return how many dotted jerseys an exchange costs; a card counts as 2 or 3 of them.

        `row` is the index of the exchange in `build_exchanges`.
        """
        swaps = self.rules.swaps
        return -2 * swaps[5 * row + 2] - 3 * swaps[5 * row + 3]

    def dotted_waste(self, row: i64) -> i64:
        """Return how many dotted jerseys an exchange wastes: what is paid beyond the price of a rainbow jersey.

        Return 0 if the exchange costs no dotted jerseys.
        """
        paid = self.dotted_cost(row)
        return paid - self.rules.dotted_rate if paid > 0 else 0

    def load_forecast(self, state: ArcEnCielState, seat: i64, start: i64) -> None:
        """Compute the forecast for this seat, from shortly after the end of the lap back to the square `start`."""
        lap = self.forecast
        lap.load_riders(state, seat)
        others: float = float(state.riders - 1) if state.riders > 1 else 1.0
        i: i64
        for i in range(state.riders):
            rider: i64 = state.order >> 4 * i & 15
            worth = self.jersey_value(state, rider)
            lap.jersey[rider] = worth if rider == seat else -self.rivalry * worth / others
            lap.boldness[rider] = self.boldness if state.team[ENERGY + rider] > 10 else 0.0
        lap.energy_price = self.energy_price(state.team[ENERGY + seat])
        lap.energy = float(state.team[ENERGY + seat])
        lap.turn_cost = self.turn_cost
        lap.win_value = 3.0 * self.jersey_base * self.last_jersey
        self.read_cards(state)
        lap.fill_table(start)

    def read_cards(self, state: ArcEnCielState) -> None:
        """Set the chances in the forecast that depend on the cards left in the pile.

        These are the chance that a drawn card is a breakaway, the mean energy that a card brings, and the chance that
        the lap ends with a rainbow jersey.
        """
        game = self.rules
        lap = self.forecast
        attacks: i64 = 0
        rainbow: i64 = 0
        energy: i64 = 0
        i: i64
        for i in range(game.cards):
            kind = game.card_kind[i]
            left = state.cards[i]
            if kind == BREAKAWAY:
                attacks += left
            elif kind == RAINBOW_CARD:
                rainbow += left
            elif kind == FEEDING:
                energy += left * game.card_value[i]
            elif kind == HAZARD:
                energy -= left * game.card_value[i]
        size: float = float(state.pile_size) if state.pile_size else 1.0
        lap.breakaway_chance = float(attacks) / size
        lap.card_energy = float(energy) / size
        lap.rainbow_chance = 1.0
        if not state.rainbow_lap:
            ordinary: float = 1.0
            for i in range(state.square + 1, game.length):
                if game.kind[i] == LOTTERY:
                    ordinary *= 1.0 - HIT_CHANCE * float(rainbow) / size
            lap.rainbow_chance = 1.0 - ordinary
