"""Vocabulary of moves: first the riders' decisions, then the chance moves (line-up, dice and cards).

Which moves follow EXCHANGE depends on the circuit and the deck. So the indices of later moves are fields of
`ArcEnCielVocabulary`, not constants.
"""

from typing import Final

from velodrome.core.contract import Move
from velodrome.games.arcenciel.pieces import DIE_FACES, Circuit, Deck

HOLD: Final = 0
GIVE_UP: Final = 1
ATTACK: Final = 2
STAY: Final = 3
PASS: Final = 4
CONTINUE: Final = 5
KEEP: Final = 6
EXCHANGE: Final = 7  # + row: the index of an exchange in `build_exchanges`
# rows, in order: green for rainbow; points for green, then for dotted, then for rainbow; dotted for rainbow
GREEN_ROW: Final = 0


class ArcEnCielVocabulary:
    """Every move in a game with this circuit and deck, and the index at which each kind of move starts."""

    def __init__(self, seats: int, circuit: Circuit, deck: Deck) -> None:
        efforts = circuit.efforts
        moves = [
            Move("hold", ("hold",)),
            Move("give up", ("give_up",)),
            Move("attack", ("attack",)),
            Move("stay", ("stay",)),
            Move("pass", ("pass",)),
            Move("continue", ("continue",)),
            Move("keep", ("keep",)),
            Move("exchange green", ("exchange_green",)),
            Move("exchange points green", ("exchange_points_green",)),
            Move("exchange points dotted", ("exchange_points_dotted",)),
            Move("exchange points rainbow", ("exchange_points_rainbow",)),
        ]
        moves += [Move(f"exchange {a} {b}", (f"exchange_{a}_{b}",)) for a, b in circuit.list_exact_swaps()]
        self.bid: int = len(moves)  # + energy that is bid
        moves += [Move(f"bid {energy}", (f"bid:{energy}",)) for energy in range(circuit.energy_max + 1)]
        self.retire: int = len(moves)  # + 0 for a domestique in hand, or + number of an effort square, from 1
        moves += [Move("retire hand", ("retire", "hand"))]
        moves += [Move(f"retire {n}", ("retire", f"domestique{n}")) for n in efforts]
        self.vacate: int = len(moves) - 1  # + number of an effort square, from 1
        moves += [Move(f"vacate {n}", (f"domestique{n}",)) for n in efforts]
        self.decisions: int = len(moves)
        self.lineup: int = len(moves)  # + seat
        moves += [Move(f"lineup {seat}") for seat in range(seats)]
        self.white: int = len(moves) - 1  # + pips
        moves += [Move(f"white {eyes}") for eyes in range(1, DIE_FACES + 1)]
        self.yellow: int = len(moves) - 1  # + pips
        moves += [Move(f"yellow {eyes}") for eyes in range(1, DIE_FACES + 1)]
        self.card: int = len(moves)  # + card
        moves += [Move(f"card {card.id}") for card in deck.cards]
        self.moves: list[Move] = moves


def build_exchanges(circuit: Circuit) -> list[int]:
    """Return how each exchange changes a rider's counters, as a flat list with five numbers for each exchange.

    The five numbers are the changes of these counters: rainbow jerseys, green jerseys, cards worth 2 dotted jerseys,
    cards worth 3 dotted jerseys, combativity points.
    """
    rows = [
        [1, -circuit.green_per_rainbow, 0, 0, 0],  # AC-35
        [0, 1, 0, 0, -1],  # AC-38
        [0, 0, 0, 1, -1],
        [1, 0, 0, 0, -3],
    ]
    rows += [[1, 0, -a, -b, 0] for a, b in circuit.list_exact_swaps()]  # AC-36
    return [change for row in rows for change in row]
