"""Forecast of a rider's expected gain until shortly after the end of the lap, by dynamic programming.

For each square, the tables have one value for each state of the race. They are filled from the last square back
to the square of the rainbow cyclist. `throw` has the values before a roll of the white die, `landed` the values
after it. A state is one of these:

- no breakaway: which two riders are first and second in the pack
- a breakaway of the rider for whom the forecast is made: the gap
- a breakaway of a rival: the gap

The model assumes that the race order behind the first two riders is cyclic, that the rider makes the best
decisions, and that rivals attack with a fixed chance and always hold their breakaways.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.games.arcenciel.game import ArcEnCiel
from velodrome.games.arcenciel.pieces import (
    BREAKAWAY,
    DIE_FACES,
    DOTTED,
    EFFORT,
    FEEDING,
    GREEN_SQUARE,
    HAZARD,
    LOTTERY,
    MAX_SEATS,
    PLACED,
)
from velodrome.games.arcenciel.rules import ArcEnCielState

SQUARES_BEYOND_LINE: Final = 12  # squares after the end of the lap that the forecast covers
MAX_SQUARES: Final = 60
MAX_GAPS: Final = 31
STATES: Final = 98  # 36 pairs of front riders; 31 gaps of the rider, 31 of a rival


@final
class LapForecast:
    """Tables with the forecast for one rider (called "the rider" below); allocated once and reused."""

    def __init__(self, game: ArcEnCiel) -> None:
        self.rules: ArcEnCiel = game
        self.gaps: i64 = game.winning_gap  # number of possible gaps: 0 to the winning gap - 1
        rows = MAX_SQUARES + SQUARES_BEYOND_LINE + DIE_FACES + 2
        # [square * STATES + state]: value before a roll from this square, and value after a roll that ends there
        self.throw: vec[float] = vec[float]([0.0] * (rows * STATES))
        self.landed: vec[float] = vec[float]([0.0] * (rows * STATES))
        self.held: vec[float] = vec[float]([0.0] * MAX_GAPS)  # [gap]: value of holding a breakaway with this gap
        self.riders: i64 = 0
        self.me: i64 = 0  # place in `cycle` of the rider for whom the forecast is made
        self.cycle: vec[i64] = vec[i64]([0] * MAX_SEATS)  # [place]: seat, in race order; a breakaway rider is last
        self.place: vec[i64] = vec[i64]([0] * MAX_SEATS)  # [seat]: its place in `cycle`
        self.owner: vec[i64] = vec[i64]([0] * MAX_SQUARES)  # [square]: its owner's place in `cycle`, or -1
        # inputs, set by the caller before `fill_table`
        # [seat]: value, to the rider of the forecast, of a rainbow jersey that this seat wins; negative for a rival
        self.jersey: vec[float] = vec[float]([0.0] * MAX_SEATS)
        self.boldness: vec[float] = vec[float]([0.0] * MAX_SEATS)  # [seat]: chance that this seat attacks if it may
        self.rainbow_chance: float = 0.0  # chance that the lap ends with a rainbow jersey
        self.energy_price: float = 1.0  # value of a unit of energy
        self.energy: float = 0.0  # energy of the rider
        self.turn_cost: float = 0.0  # mean energy that a turn costs everybody
        self.win_value: float = 0.0  # value of reaching the winning gap
        self.breakaway_chance: float = 0.0  # chance that a drawn card is a breakaway
        self.card_energy: float = 0.0  # mean energy that a drawn card brings the rider who rolled
        # intermediate values of the square being computed
        self.back_value: float = 0.0  # value of being at the back of the pack, such as after a caught breakaway
        self.mean_value: float = 0.0  # mean value over all places in the pack
        self.front_value: float = 0.0  # value of being at the front of the pack
        self.own_attack_value: float = 0.0  # value after an attack by the rider
        self.rival_attack_value: float = 0.0  # value after an attack by a rival

    # ------------------------------------------------------------ set-up

    def load_riders(self, state: ArcEnCielState, seat: i64) -> None:
        """Load the race order and the owners of the squares, for a forecast for this seat."""
        i: i64
        first: i64 = 1 if state.gap else 0
        self.riders = state.riders
        for i in range(state.riders):
            rider: i64 = state.order >> 4 * ((i + first) % state.riders) & 15
            self.cycle[i] = rider
            self.place[rider] = i
        self.me = self.place[seat]
        game = self.rules
        n: i64
        for n in range(game.length):
            self.owner[n] = -1
            if game.effort[n]:
                for i in range(state.riders):
                    if state.team[PLACED + self.cycle[i]] >> game.effort[n] & 1:
                        self.owner[n] = i

    # ------------------------------------------------------------ computing the table

    def fill_table(self, start: i64) -> None:
        """Fill the table square by square, from shortly after the end of the lap back to `start`."""
        length = self.rules.length
        states: i64 = self.riders * self.riders + 2 * self.gaps
        square: i64 = length + SQUARES_BEYOND_LINE
        s: i64
        d: i64
        for d in range(1, DIE_FACES + 1):
            for s in range(states):
                self.landed[(square + d) * STATES + s] = 0.0
        while square >= start:
            self.before_throw(square, states)
            self.value_pack(square)
            self.decide_holding(square, float(square - start) / 3.5)
            self.attack_values(square)
            if square > start:
                self.land(square, square % length)
            square -= 1

    def before_throw(self, square: i64, states: i64) -> None:
        """Compute the value before a roll from this square, for the states 0 to `states` - 1.

        The value is the mean over the next six squares, plus the value of a jersey that may be won at the end of the
        lap.
        """
        base: i64 = square * STATES
        landed = self.landed
        throw = self.throw
        s: i64
        for s in range(states):
            at: i64 = base + s
            throw[at] = (
                landed[at + STATES]
                + landed[at + 2 * STATES]
                + landed[at + 3 * STATES]
                + landed[at + 4 * STATES]
                + landed[at + 5 * STATES]
                + landed[at + 6 * STATES]
            ) / 6.0
        left: i64 = self.rules.length - square
        if 0 < left <= DIE_FACES:
            self.add_lap_jersey(base, self.rainbow_chance * float(DIE_FACES + 1 - left) / 6.0)

    def add_lap_jersey(self, base: i64, chance: float) -> None:
        """Add the value of the lap's rainbow jersey to all values before a roll from one square.

        The rider who rolls wins the jersey with the probability `chance`. `base` is the index in `throw` at which the
        values of the square start.
        """
        riders = self.riders
        f: i64
        x: i64
        g: i64
        for f in range(riders):
            gain = chance * self.jersey[self.cycle[f]]
            for x in range(riders):
                self.throw[base + f * riders + x] += gain
        own = chance * self.jersey[self.cycle[self.me]]
        rival = chance * self.rival_jersey()
        for g in range(1, self.gaps):
            self.throw[base + self.own_gap(g)] += own
            self.throw[base + self.rival_gap(g)] += rival

    def rival_jersey(self) -> float:
        """Return the value, to the rider, of a rainbow jersey that a rival wins: a loss, averaged over the rivals."""
        total: float = 0.0
        i: i64
        for i in range(self.riders):
            if i != self.me:
                total += self.jersey[self.cycle[i]]
        return total / float(self.riders - 1) if self.riders > 1 else 0.0

    def own_gap(self, gap: i64) -> i64:
        return self.riders * self.riders + gap

    def rival_gap(self, gap: i64) -> i64:
        return self.riders * self.riders + self.gaps + gap

    def value_pack(self, square: i64) -> None:
        """Set `back_value`, `front_value` and `mean_value` for a square.

        These are the values, to the rider, of being at the back of the pack, at the front, and at an average place.
        """
        riders = self.riders
        base: i64 = square * STATES
        f: i64
        x: i64
        back: float = 0.0
        every: float = 0.0
        front: float = 0.0
        backs: i64 = 0
        for f in range(riders):
            for x in range(riders):
                if f != x or riders == 1:
                    value = self.throw[base + f * riders + x]
                    every += value
                    if f == self.me:
                        front += value
                    elif x != self.me or riders == 2:
                        back += value
                        backs += 1
        others: i64 = riders - 1 if riders > 1 else 1
        self.mean_value = every / float(riders * others)
        self.front_value = front / float(others)
        self.back_value = back / float(backs) if backs else self.mean_value

    def decide_holding(self, square: i64, turns: float) -> None:
        """Decide at each gap whether the rider holds the breakaway (AC-06), and store the value of that choice.

        The rider holds it if this is better than falling back and the energy lasts for `turns` more turns.
        """
        fed: float = float(self.rules.lap_feeding) if square >= self.rules.length else 0.0
        g: i64
        for g in range(1, self.gaps):
            at: i64 = square * STATES + self.own_gap(g)
            upkeep: float = float(self.rules.upkeep[g])
            held = self.throw[at] - self.energy_price * upkeep
            self.held[g] = held
            able = upkeep + turns * (upkeep + self.turn_cost) <= self.energy + fed
            self.throw[at] = held if able and held > self.back_value else self.back_value

    def attack_values(self, square: i64) -> None:
        """Set `own_attack_value` and `rival_attack_value`: mean values, over all rolls, of attacks from the pack."""
        base: i64 = square * STATES
        self.own_attack_value = self.value_of_attack(base, 0)
        y: i64
        total: float = 0.0
        for y in range(1, DIE_FACES + 1):
            gap: i64 = y if y < self.gaps else self.gaps - 1
            total += self.throw[base + self.rival_gap(gap)]
        self.rival_attack_value = total / 6.0

    def value_of_attack(self, base: i64, gap: i64) -> float:
        """Return the mean value of an attack by the rider, without subtracting its cost (AC-24, AC-27).

        `gap` is the gap before the attack; 0 if the rider is still in the pack. `base` is the index in `throw` at
        which the values of the square start.
        """
        y: i64
        total: float = 0.0
        for y in range(gap + 1, gap + DIE_FACES + 1):
            if y >= self.gaps:
                total += self.win_value
                continue
            total += self.throw[base + self.own_gap(y)]
            if self.rules.combativity:
                total += self.combativity_value(gap, y)
        return total / 6.0

    def combativity_value(self, before: i64, after: i64) -> float:
        """Return the value of the combativity points for extending the gap from `before` to `after` (AC-38).

        Each point is worth a third of a jersey.
        """
        points: i64 = 0
        if before < 7 <= after:
            points += 1
        if before < 13 <= after:
            points += 2
        return self.jersey[self.cycle[self.me]] * float(points) / 3.0

    def value_after_chase(self, base: i64, first: i64, gap: i64, caught: float) -> float:
        """Return the expected value of the pack's roll of the yellow die, which reduces `gap` (AC-26).

        `caught` is the value if the pack catches the breakaway. `self.throw[base + first + g]` is the value if the gap
        is then g.
        """
        y: i64
        total: float = 0.0
        for y in range(1, DIE_FACES + 1):
            total += self.throw[base + first + gap - y] if y < gap else caught
        return total / 6.0

    # ------------------------------------------------------------ effects of squares

    def land(self, square: i64, n: i64) -> None:
        """Compute the value of every state after a roll that ends on this square.

        `square` continues to count up after the end of the lap; `n` is the number of the same square on the circuit.
        """
        kind = self.rules.kind[n]
        if kind == EFFORT and self.owner[n] >= 0:
            self.land_owned(square, self.owner[n], self.energy_price * float(self.rules.value[n]))
        elif kind == BREAKAWAY:
            self.land_plain(square, 0.0, 0.0, 1.0)
        elif kind == LOTTERY:
            self.land_plain(square, 0.0, self.card_energy * self.energy_price, self.breakaway_chance)
        elif kind == FEEDING:
            self.land_plain(square, 0.0, self.energy_price * float(self.rules.value[n]), 0.0)
        elif kind == HAZARD:
            self.land_plain(square, 0.0, -self.energy_price * float(self.rules.value[n]), 0.0)
        elif kind == GREEN_SQUARE:
            self.land_plain(square, 1.0 / float(self.rules.green_rate), 0.0, 0.0)
        elif kind == DOTTED:
            self.land_plain(square, float(self.rules.value[n]) / float(self.rules.dotted_rate), 0.0, 0.0)
        else:
            self.land_plain(square, 0.0, 0.0, 0.0)

    def attack_option_value(self, base: i64, f: i64, x: i64, cost: float) -> float:
        """Return the value of a state in which the front rider may attack at this cost or stay (AC-24).

        `f` and `x` are the indices in `cycle` of the first and second riders in the pack. `base` is the index in
        `throw` at which the values of the square start.
        """
        stay = self.throw[base + f * self.riders + x]
        if f == self.me:
            attack = self.own_attack_value - cost
            return attack if attack > stay else stay
        bold = self.boldness[self.cycle[f]]
        return bold * self.rival_attack_value + (1.0 - bold) * stay

    def land_plain(self, square: i64, share: float, energy: float, free: float) -> None:
        """Compute the value of every state after a roll that ends on a square without a domestique.

        The rider who rolled gets energy worth `energy` and a part (`share`) of the value of a rainbow jersey. With the
        probability `free`, the rider may attack at no cost.
        """
        riders = self.riders
        base: i64 = square * STATES
        f: i64
        x: i64
        g: i64
        for f in range(riders):
            gain = share * self.jersey[self.cycle[f]]
            if f == self.me:
                gain += energy
            for x in range(riders):
                then: i64 = (x + 1) % riders
                if then == f and riders > 2:
                    then = (then + 1) % riders
                value = (1.0 - free) * self.throw[base + x * riders + then]
                if free > 0.0:
                    value += free * self.attack_option_value(base, f, x, 0.0)
                self.landed[base + f * riders + x] = value + gain
        own = share * self.jersey[self.cycle[self.me]] + energy
        rival = share * self.rival_jersey()
        for g in range(1, self.gaps):
            mine = self.throw[base + self.own_gap(g - 1)] if g > 1 else self.back_value
            theirs = self.throw[base + self.rival_gap(g - 1)] if g > 1 else self.mean_value
            if free > 0.0:
                mine = (1.0 - free) * mine + free * self.second_attack_value(base, g, 0.0)
                theirs = (1.0 - free) * theirs + free * self.throw[base + self.rival_gap(g)]
            self.landed[base + self.own_gap(g)] = mine + own
            self.landed[base + self.rival_gap(g)] = theirs + rival

    def second_attack_value(self, base: i64, gap: i64, cost: float) -> float:
        """Return the value of a state in which the breakaway rider may attack again at this cost or stay (AC-27).

        `base` is the index in `throw` at which the values of the square start.
        """
        stay = self.throw[base + self.own_gap(gap)]
        more = self.value_of_attack(base, gap) - cost
        return more if more > stay else stay

    def land_owned(self, square: i64, owner: i64, cost: float) -> None:
        """Compute the value of every state after a roll that ends on a square with a domestique of `owner`.

        `owner` is an index in `cycle`. Without a breakaway, the owner comes to the front and may attack at this cost
        (AC-22, AC-23). If the owner is in the breakaway, it may attack again (AC-27). Otherwise the owner leads a chase
        of the breakaway (AC-26).
        """
        riders = self.riders
        base: i64 = square * STATES
        f: i64
        x: i64
        g: i64
        for f in range(riders):
            for x in range(riders):
                behind: i64 = x if f == owner else f
                self.landed[base + f * riders + x] = self.attack_option_value(base, owner, behind, cost)
        caught = self.front_value if owner == self.me else self.mean_value
        for g in range(1, self.gaps):
            if owner == self.me:
                self.landed[base + self.own_gap(g)] = self.second_attack_value(base, g, cost)
            else:
                self.landed[base + self.own_gap(g)] = self.value_after_chase(base, self.own_gap(0), g, self.back_value)
            self.landed[base + self.rival_gap(g)] = self.value_after_chase(base, self.rival_gap(0), g, caught)

    # ------------------------------------------------------------ results

    def pack_value(self, square: i64, front: i64, behind: i64) -> float:
        """Return the value of a state in which these two seats are first and second in the pack."""
        return self.throw[square * STATES + self.place[front] * self.riders + self.place[behind]]

    def breakaway_value(self, square: i64, gap: i64) -> float:
        """Return the value of a breakaway with this gap when the rider still has to decide whether to hold it."""
        return self.throw[square * STATES + self.own_gap(gap)]

    def attack_value(self, square: i64, gap: i64) -> float:
        """Return the mean value of an attack that extends this gap, without subtracting its cost."""
        return self.value_of_attack(square * STATES, gap)
