"""Arc en Ciel with its options, and its circuit and deck as lookup tables."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.boards import load_board
from velodrome.core.contract import Data, Game, State, Value
from velodrome.core.errors import UnknownGame
from velodrome.core.options import Option, collect_defaults, resolve_options
from velodrome.games.arcenciel.moves import ArcEnCielVocabulary, build_exchanges
from velodrome.games.arcenciel.pieces import CIRCUIT_FORM, DECK_FORM, KINDS, Circuit, Deck

VERSION: Final = 1
SEATS: Final[range] = range(3, 7)  # AC-01
OPTIONS: Final[tuple[Option, ...]] = (
    Option("circuit", "board", "rainbow_loop", ("rainbow_loop",), group="game", form=CIRCUIT_FORM),
    Option("deck", "board", "chance_default", ("chance_default",), group="game", form=DECK_FORM),
    Option("rainbow_to_win", "number", 0, low=0, high=20, group="game"),  # 0: the number in the circuit file
    Option("need_all_jerseys", "flag", False, group="winning", advanced=True),
    Option("combativity", "flag", False, group="game"),
    Option("min_bid", "number", 1, low=0, high=99, group="auctions", advanced=True),
    Option("leader_must_open", "flag", False, group="auctions", advanced=True),
    Option("forced_retirement_pays", "flag", True, group="domestiques", advanced=True),
    Option(
        "voluntary_retirement",
        "choice",
        "windows",
        ("windows", "any", "shortfall"),
        group="domestiques",
        advanced=True,
    ),
    Option("last_rider_wins", "flag", False, group="winning", advanced=True),
    Option("max_laps", "number", 120, low=0, high=9999, group="limits", advanced=True),  # 0: no limit
    Option("start_order", "order", "random", group="start", advanced=True),
)


class ArcEnCiel(Game):
    """A game of Arc en Ciel with fixed seats, options, circuit and deck."""

    def __init__(self, seats: int, options: dict[str, Value] | None = None) -> None:
        if seats not in SEATS:
            raise UnknownGame(f"arcenciel is played by {SEATS[0]} to {SEATS[-1]}, not by {seats}.")
        chosen = resolve_options("arcenciel", OPTIONS, options or {}, seats)
        circuit_file = load_board("arcenciel", "circuit", str(chosen["circuit"]), OPTIONS[0].values)
        deck_file = load_board("arcenciel", "deck", str(chosen["deck"]), OPTIONS[1].values)
        self.circuit: Circuit = Circuit(circuit_file)
        self.deck: Deck = Deck(deck_file)
        words = ArcEnCielVocabulary(seats, self.circuit, self.deck)
        super().__init__("arcenciel", VERSION, seats, chosen, collect_defaults(OPTIONS), words.moves, words.decisions)
        for option, file in (("circuit", circuit_file), ("deck", deck_file)):
            if file.text:
                self.boards[option] = chosen[option] = file.text
        self.bid: i64 = words.bid
        self.retire: i64 = words.retire
        self.vacate: i64 = words.vacate
        self.lineup: i64 = words.lineup
        self.white: i64 = words.white
        self.yellow: i64 = words.yellow
        self.card: i64 = words.card
        self.load_circuit()
        self.load_options()

    def start(self) -> State:
        from velodrome.games.arcenciel.rules import make_start

        return make_start(self)

    def position(self, description: Data) -> State:
        from velodrome.games.arcenciel import position

        return position.read(self, description)

    def load_circuit(self) -> None:
        """Copy the numbers from the circuit and the deck into fields and lookup tables that are fast to read."""
        circuit = self.circuit
        squares = circuit.squares
        cards = self.deck.cards
        self.teams: i64 = self.seats
        self.length: i64 = len(squares)
        self.kind: vec[i64] = vec[i64]([KINDS.index(square.kind) for square in squares])
        self.value: vec[i64] = vec[i64]([square.value for square in squares])
        # [square]: its number among the effort squares, from 1; 0 for a square of another kind
        self.effort: vec[i64] = vec[i64](
            [circuit.efforts.index(n) + 1 if n in circuit.efforts else 0 for n in range(len(squares))]
        )
        upkeep = [0, *circuit.upkeep]
        self.upkeep: vec[i64] = vec[i64](upkeep)  # [gap]: energy for holding the breakaway
        self.winning_gap: i64 = len(circuit.upkeep) + 1  # AC-40
        self.domestiques: i64 = circuit.domestiques
        self.energy_max: i64 = circuit.energy_max
        self.lap_feeding: i64 = circuit.lap_feeding
        self.retire_energy: i64 = circuit.retire_energy
        self.green_rate: i64 = circuit.green_per_rainbow
        self.dotted_rate: i64 = circuit.dotted_per_rainbow
        self.swaps: vec[i64] = vec[i64](build_exchanges(circuit))  # [5 * row + counter]: change of the counter
        self.swap_rows: i64 = len(build_exchanges(circuit)) // 5
        self.cards: i64 = len(cards)
        self.card_kind: vec[i64] = vec[i64]([KINDS.index(card.kind) for card in cards])
        self.card_value: vec[i64] = vec[i64]([card.value for card in cards])
        self.card_count: vec[i64] = vec[i64]([card.copies for card in cards])

    def load_options(self) -> None:
        """Set the fields that depend on options; the option `rainbow_to_win` overrides the circuit file."""
        chosen = self.options
        self.target: i64 = read_number(chosen["rainbow_to_win"]) or self.circuit.rainbow_to_win
        self.need_all: bool = chosen["need_all_jerseys"] is True
        self.combativity: bool = chosen["combativity"] is True
        self.min_bid: i64 = read_number(chosen["min_bid"])
        self.must_open: bool = chosen["leader_must_open"] is True
        self.forced_pays: bool = chosen["forced_retirement_pays"] is True
        self.windows: bool = chosen["voluntary_retirement"] != "shortfall"
        self.pauses: bool = chosen["voluntary_retirement"] == "any"
        self.last_wins: bool = chosen["last_rider_wins"] is True
        self.max_laps: i64 = read_number(chosen["max_laps"]) or 1 << 40
        self.order: list[int] = []  # starting order, front first; empty: drawn at random
        order = chosen["start_order"]
        if isinstance(order, tuple):
            self.order = [read_number(seat) for seat in order]


def read_number(value: object) -> int:
    """Return `value` as an int; `resolve_options` has already checked that it is one."""
    assert isinstance(value, int)
    return value
