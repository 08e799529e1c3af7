"""Effects that several phases of a turn share: energy, race order, the pause before a roll, card pile and jerseys."""

from mypy_extensions import i64

from velodrome.core.bits import BIT
from velodrome.core.contract import CHANCE
from velodrome.games.arcenciel.legal import PAUSE, WHITE
from velodrome.games.arcenciel.moves import CONTINUE, GREEN_ROW
from velodrome.games.arcenciel.pieces import (
    ENERGY,
    GREEN,
    HAND,
    MAX_SEATS,
    PLACED,
    RAINBOW,
    find_best_exchange,
)
from velodrome.games.arcenciel.scoring import ArcEnCielScoring


class ArcEnCielEffects(ArcEnCielScoring):
    """The part of `ArcEnCielState` with basic effects on energy, race order, card pile and jerseys."""

    def retire_domestique(self, move: i64, energy: i64) -> None:
        """Retire one of the actor's domestiques, and give the actor `energy` units of energy for it (AC-33)."""
        seat: i64 = self.actor
        where = move - self.rules.retire
        if where:
            self.team[PLACED + seat] ^= BIT[where]
        else:
            self.team[HAND + seat] -= 1
        self.feed(seat, energy)

    def feed(self, seat: i64, energy: i64) -> None:
        """Give energy to a rider, up to the maximum (AC-10)."""
        energy += self.team[ENERGY + seat]
        self.team[ENERGY + seat] = energy if energy < self.rules.energy_max else self.rules.energy_max

    def fall_back(self) -> None:
        """Move the front rider to the back of the pack; this ends a breakaway (AC-06, AC-21, AC-28)."""
        self.gap = self.awarded = 0
        self.order = self.order >> 4 | (self.order & 15) << 4 * self.riders - 4

    def drop_out(self) -> None:
        """Remove the rider at index `turn` of the race order from the race, because this rider cannot pay (AC-20).

        The rider loses all energy. If the rider was in front, a breakaway ends.
        """
        seat: i64 = self.order >> 4 * self.turn & 15
        self.team[ENERGY + seat] = 0
        self.order = remove_seat(self.order, seat)
        self.riders -= 1
        if not self.turn:
            self.gap = self.awarded = 0

    def prepare_roll(self) -> None:
        """Let the front rider roll.

        If the option `voluntary_retirement` is `any`, let riders retire domestiques first (AC-33).
        """
        if self.rules.pauses:
            self.pause()
        else:
            self.phase = WHITE
            self.actor = CHANCE

    def pause(self) -> None:
        """Ask the next rider who may retire a domestique, from index `turn` of the race order on (AC-33).

        If no such rider is left, let the front rider roll.
        """
        self.phase = PAUSE
        while self.turn < self.riders:
            self.actor = self.order >> 4 * self.turn & 15
            if self.retirable_mask():
                return
            self.turn += 1
        self.turn = 0
        self.phase = WHITE
        self.actor = CHANCE

    def end_pause(self, move: i64) -> None:
        """Play a move in a pause: after `continue`, ask the next rider; after a retirement, the same one (AC-33)."""
        if move == CONTINUE:
            self.turn += 1
        else:
            self.retire_domestique(move, self.rules.retire_energy)
        self.pause()

    def rebuild_pile(self) -> None:
        """Shuffle all cards into a new pile, except no-feeding cards that lie on the start square (AC-18)."""
        cards = self.rules.cards
        card: i64
        self.pile_size = 0
        for card in range(cards):
            self.cards[card] = self.rules.card_count[card] - self.cards[cards + card]
            self.pile_size += self.cards[card]

    def apply_exchange(self, seat: i64, row: i64, times: i64) -> None:
        """Exchange a seat's jerseys or points, or undo this exchange.

        `row` is the index of the exchange in `build_exchanges`. `times` is 1 to make the exchange, and -1 to undo it.
        """
        i: i64
        for i in range(5):
            self.team[RAINBOW + MAX_SEATS * i + seat] += times * self.rules.swaps[5 * row + i]

    def exchange_greens(self, seat: i64) -> None:
        """Exchange green jerseys for rainbow jerseys automatically (AC-35).

        With the option `need_all_jerseys`, do nothing.
        """
        if not self.rules.need_all:
            while self.team[GREEN + seat] >= self.rules.green_rate:
                self.apply_exchange(seat, GREEN_ROW, 1)

    def exchange_all(self, seat: i64) -> None:
        """Make a seat's final exchanges: maximize its rainbow jerseys, then green ones, then dotted ones (AC-43)."""
        if self.can_exchange(seat):
            held = [self.team[RAINBOW + MAX_SEATS * i + seat] for i in range(5)]
            best = find_best_exchange(held, self.rules.circuit.green_per_rainbow, self.rules.circuit.list_exact_swaps())
            for i, count in enumerate(best):
                self.team[RAINBOW + MAX_SEATS * i + seat] = count


def remove_seat(order: i64, seat: i64) -> i64:
    """Return the packed race order without this seat."""
    shift: i64 = 0
    while order >> shift & 15 != seat:
        shift += 4
    return order & BIT[shift] - 1 | order >> shift + 4 << shift
