"""Cards, hands and the values of plays.

A card is a number: colour * 7 + (number - 1) for racers, 49 to 54 for hares. A hand is a bit mask.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.contract import Data

COLOURS: Final = ["blue", "brown", "gray", "green", "pink", "red", "yellow"]  # VN-01
HARES: Final = [25, 30, 35, 40, 45, 50]  # VN-02
HARE_VALUE: Final = vec[i64](HARES)
FIRST_HARE: Final = 49  # card number of the lowest hare
CARDS: Final = [f"{colour}{n}" for colour in COLOURS for n in range(1, 8)] + [f"hare{v}" for v in HARES]
DECK_SIZE: Final = 55
HAND_SIZE: Final = 11  # VN-05
JERSEY_BONUS: Final = 10  # VN-32

ALL_CARDS: Final = (1 << 55) - 1
RACERS: Final = (1 << FIRST_HARE) - 1
TORTOISES: Final = 0x40810204081  # number 1 of every colour
CAMELS: Final = TORTOISES << 1  # number 2 of every colour


def list_cards(mask: i64) -> list[int]:
    """List the cards in a bit mask, in ascending order."""
    found: list[int] = []
    card: i64 = 0
    while mask:
        if mask & 1:
            found.append(card)
        mask >>= 1
        card += 1
    return found


def make_mask(cards: list[int]) -> int:
    return sum([1 << card for card in set(cards)])


def play_value(cards: list[int]) -> int:
    """Return the value of a play: a single card's number, or ten per card plus the lowest number (VN-13, VN-14)."""
    if cards[0] >= FIRST_HARE:
        return HARES[cards[0] - FIRST_HARE]
    weakest = min([card % 7 + 1 for card in cards])
    return weakest if len(cards) == 1 else 10 * len(cards) + weakest


def make_piece(number: int) -> Data:
    """Describe a face-up card as plain data for tables."""
    name = CARDS[number]
    if number >= FIRST_HARE:
        return {"id": name, "kind": "hare", "value": HARES[number - FIRST_HARE]}
    return {"id": name, "kind": "racer", "colour": COLOURS[number // 7], "value": number % 7 + 1}


PIECES: Final[list[Data]] = [make_piece(number) for number in range(DECK_SIZE)]  # shared by all tables: do not modify
