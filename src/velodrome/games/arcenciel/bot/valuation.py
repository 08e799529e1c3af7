"""What things are worth, in energy: a unit in hand, a rainbow jersey, a square, a domestique, the laps to come."""

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT
from velodrome.games.arcenciel.bot.lap_forecast import LapAhead
from velodrome.games.arcenciel.game import ArcEnCiel
from velodrome.games.arcenciel.legal import Field
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

HIT: Final = 2.0 / 7.0  # chance that a lap's throws touch a given square
SCARCE: Final = 1.6  # a unit of energy, to one who has hardly any
TIGHT: Final = 1.15  # to one who has not much more
ABUNDANT: Final = 0.7  # to one who has so many that the next feeding would be wasted on it
STEPS: Final = 40  # of the table of how long a race may last
MOST_NEED: Final = 20


@final
class Worth:
    """The scales of one table."""

    def __init__(self, game: ArcEnCiel) -> None:
        self.rules: ArcEnCiel = game
        self.lap: LapAhead = LapAhead(game)
        # tastes, found by play against each other
        self.jersey_base: float = 38.0  # a rainbow jersey, far from the end
        self.last_jersey: float = 1.8  # times so much if it wins
        self.next_jersey: float = 1.3  # if one more is then needed
        self.rivalry: float = 1.7  # how much a rival's jersey hurts, shared among rivals
        self.boldness: float = 0.8  # how likely rivals attack
        self.share: float = 0.5  # of its full estimate that a square is worth
        self.keep: float = 1.5  # a domestique over the energy that retiring him gives
        self.energy: vec[float] = vec[float]([0.0] * (game.energy_max + 1))  # [energy]: what it is worth to have
        self.toll: float = 0.0  # what a turn costs a rider without squares, on average
        self.fill_energy()
        self.alive: vec[float] = vec[float]([0.0] * ((MOST_NEED + 1) * STEPS))  # [need, step]: still short of it
        self.step: float = 1.0  # laps a step
        self.fill_alive()
        self.lead: vec[float] = vec[float]([0.0] * game.length)  # [square]: to come to the front there
        self.fill_lead()

    # ------------------------------------------------------------ tables

    def fill_energy(self) -> None:
        """The last units are dear: who has fewer than the worst square asks must retire a domestique."""
        game = self.rules
        worst: i64 = 1
        sum_of_values: i64 = 0
        n: i64
        for n in range(game.length):
            if game.kind[n] == EFFORT:
                sum_of_values += game.value[n]
                if game.value[n] > worst:
                    worst = game.value[n]
        self.toll = float(sum_of_values) / float(game.length)
        total: float = 0.0
        e: i64
        for e in range(1, game.energy_max + 1):
            if e <= 2 * worst:
                total += SCARCE
            elif e <= 4 * worst:
                total += TIGHT
            elif e <= game.energy_max - game.lap_feeding:
                total += 1.0
            else:
                total += ABUNDANT
            self.energy[e] = total

    def lap_rate(self) -> float:
        """Rainbow jerseys a lap, all riders together."""
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
                small += HIT / float(game.green_rate)
            elif game.kind[i] == DOTTED:
                small += HIT * float(game.value[i]) / float(game.dotted_rate)
        for i in range(game.cards):
            size += game.card_count[i]
            if game.card_kind[i] == RAINBOW_CARD:
                rainbow += game.card_count[i]
        without: float = 1.0 - HIT
        for _ in range(chances):
            without *= 1.0 - HIT * float(rainbow) / float(size)
        return 1.0 - without + 0.5 * small

    def fill_alive(self) -> None:
        """How likely a rider is still short of some jerseys after some laps, if they come at random."""
        game = self.rules
        rate: float = self.lap_rate() / float(game.teams)
        self.step = 2.0 * float(game.target) / (rate * float(STEPS))
        need: i64
        t: i64
        for t in range(STEPS):
            mean: float = rate * self.step * (float(t) + 0.5)
            term: float = exp(-mean)
            total: float = 0.0
            for need in range(1, MOST_NEED + 1):
                total += term
                term = term * mean / float(need)
                self.alive[need * STEPS + t] = total

    def fill_lead(self) -> None:
        """For each square: to come to the front there, with the right to attack, against any place in the pack."""
        from velodrome.games.arcenciel.rules import set_up

        game = self.rules
        start = set_up(game)
        start.order = 0
        start.size = 0
        i: i64
        for i in range(game.teams):
            start.order |= i << 4 * i
            start.size += 1
        lap = self.lap
        self.look(start, 0, 0)
        n: i64
        for n in range(1, game.length):
            lap.gather(n)
            lap.attack_values(n)
            attack = lap.mine - float(game.value[n])
            best = attack if attack > lap.front else lap.front
            self.lead[n] = best - lap.any

    # ------------------------------------------------------------ of a position

    def need(self, state: Field, seat: i64) -> i64:
        """Rainbow jerseys that a seat still lacks, at least 1."""
        need: i64 = self.rules.target - state.team[RAINBOW + seat]
        return 1 if need < 1 else need if need < MOST_NEED else MOST_NEED

    def laps(self, state: Field) -> float:
        """The laps to come, as the needs of all stand."""
        total: float = 0.0
        t: i64
        seat: i64
        for t in range(STEPS):
            chance: float = 1.0
            for seat in range(self.rules.teams):
                chance *= self.alive[self.need(state, seat) * STEPS + t]
            if chance < 0.02:
                break
            total += chance
        total *= self.step
        left: i64 = self.rules.max_laps - state.lap
        return total if left > 1000 or total < float(left) else float(left)

    def laps_from(self, need: i64) -> float:
        """The laps to come when one rider lacks so many jerseys and the others are in the middle."""
        total: float = 0.0
        rest: i64 = (need + self.rules.target + 1) // 2
        t: i64
        for t in range(STEPS):
            chance: float = self.alive[need * STEPS + t]
            for _ in range(self.rules.teams - 1):
                chance *= self.alive[rest * STEPS + t]
            total += chance
        return total * self.step

    def jersey(self, state: Field, seat: i64) -> float:
        """A rainbow jersey to the seat that wins it."""
        need = self.need(state, seat)
        return self.jersey_base * (self.last_jersey if need == 1 else self.next_jersey if need == 2 else 1.0)

    def price(self, energy: i64) -> float:
        """A unit of energy, for one who has so many and will spend some."""
        low: i64 = energy - 6 if energy > 6 else 0
        return (self.energy[energy] - self.energy[low]) / float(energy - low) if energy else SCARCE

    def square(self, n: i64, laps: float) -> float:
        """To own a square for so many laps."""
        return self.share * laps * HIT * (float(self.rules.value[n]) + self.lead[n])

    def least(self, state: Field, seat: i64, laps: float) -> float:
        """The worth of the square that a seat would miss least."""
        game = self.rules
        best: float = 1e9
        n: i64
        for n in range(game.length):
            if game.effort[n] and state.team[PLACED + seat] & BIT[game.effort[n]]:
                worth = self.square(n, laps)
                best = worth if worth < best else best
        return best

    def dots(self, row: i64) -> i64:
        """The dotted points that an exchange takes."""
        swaps = self.rules.swaps
        return -2 * swaps[5 * row + 2] - 3 * swaps[5 * row + 3]

    def waste(self, row: i64) -> i64:
        """Those of them that buy nothing."""
        paid = self.dots(row)
        return paid - self.rules.dotted_rate if paid > 0 else 0

    def look(self, state: Field, seat: i64, start: i64) -> None:
        """Ask the lap ahead from this seat's side."""
        lap = self.lap
        lap.seat_riders(state, seat)
        others: float = float(state.size - 1) if state.size > 1 else 1.0
        i: i64
        for i in range(state.size):
            rider: i64 = state.order >> 4 * i & 15
            worth = self.jersey(state, rider)
            lap.jersey[rider] = worth if rider == seat else -self.rivalry * worth / others
            lap.boldness[rider] = self.boldness if state.team[ENERGY + rider] > 10 else 0.0
        lap.price = self.price(state.team[ENERGY + seat])
        lap.stamina = float(state.team[ENERGY + seat])
        lap.effort = self.toll
        lap.victory = 3.0 * self.jersey_base * self.last_jersey
        self.read_cards(state)
        lap.look(start)

    def read_cards(self, state: Field) -> None:
        """What the cards that are left may bring: an attack, energy, a rainbow lap before the line."""
        game = self.rules
        lap = self.lap
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
        size: float = float(state.left) if state.left else 1.0
        lap.attacks = float(attacks) / size
        lap.luck = float(energy) / size
        lap.line = 1.0
        if not state.rainbow_lap:
            ordinary: float = 1.0
            for i in range(state.pos + 1, game.length):
                if game.kind[i] == LOTTERY:
                    ordinary *= 1.0 - HIT * float(rainbow) / size
            lap.line = 1.0 - ordinary
