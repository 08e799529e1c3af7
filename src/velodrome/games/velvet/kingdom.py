"""Kingdoms in a compact form, as bit planes: a few bit shifts move all the cards of a kingdom.

A plane holds one bit about each card, such as "face up": bit k belongs to the card in slot k, counted from the
front. One integer contains up to three planes. `sides` is a list with SIDE_SIZE integers for each seat, and
`at` is the index of a seat's first integer.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.bits import BIT
from velodrome.games.velvet.pieces import UNKNOWN

SIDE_SIZE: Final = 8
NAMES: Final = 0  # planes: bits 1, 2 and 4 of a card's kind
FACES: Final = 1  # planes: bit 8 of the kind; card is face up; card is known to both seats
HINTS: Final = 2  # planes: bits 1, 2 and 4 of the fact about a card (see pieces.py); 0 for a card known to both seats
HINTS_2: Final = 3  # planes: bits 8 and 16 of the fact
COUNT: Final = 4  # number of cards at home
INVADING: Final = 5  # set of cards that invade the other kingdom
GONE: Final = 6  # set of discarded cards
HAND: Final = 7  # set of cards not yet placed; 0 if the viewer does not see the hand

PLANE_BITS: Final = 21  # distance, in bits, from one plane to the next
ONES: Final = 1 | 1 << PLANE_BITS | 1 << 2 * PLANE_BITS  # slot 0 in all three planes
UP: Final = 1 << PLANE_BITS  # bit of slot 0 in FACES: face up
KNOWN: Final = 1 << 2 * PLANE_BITS  # bit of slot 0 in FACES: known to both seats
SLOTS_BEFORE: Final = vec[i64](
    [((1 << k) - 1) * ONES for k in range(PLANE_BITS)]
)  # [k]: mask of the slots before k, in all three planes
KIND_PLANES: Final = vec[i64](
    [k & 1 | (k >> 1 & 1) << PLANE_BITS | (k >> 2 & 1) << 2 * PLANE_BITS for k in range(32)]
)  # [k]: bit 1 of k in slot 0 of the first plane, bit 2 in the second, bit 4 in the third


def kind_at(sides: vec[i64], at: i64, slot: i64) -> i64:
    """Return the kind of the card in a slot."""
    low = sides[at + NAMES] >> slot
    return low & 1 | low >> PLANE_BITS - 1 & 2 | low >> 2 * PLANE_BITS - 2 & 4 | (sides[at + FACES] >> slot & 1) << 3


def fact_at(sides: vec[i64], at: i64, slot: i64) -> i64:
    """Return the fact stored about the card in a slot, as an index in `pieces.FACTS`; 0 if there is none."""
    low = sides[at + HINTS] >> slot
    high = sides[at + HINTS_2] >> slot
    return (
        low & 1
        | low >> PLANE_BITS - 1 & 2
        | low >> 2 * PLANE_BITS - 2 & 4
        | (high & 1) << 3
        | (high >> PLANE_BITS & 1) << 4
    )


def set_fact(sides: vec[i64], at: i64, slot: i64, fact: i64) -> None:
    mask: i64 = ONES
    mask <<= slot
    sides[at + HINTS] = sides[at + HINTS] & ~mask | KIND_PLANES[fact & 7] << slot
    sides[at + HINTS_2] = sides[at + HINTS_2] & ~mask | KIND_PLANES[fact >> 3] << slot


def set_kind(sides: vec[i64], at: i64, slot: i64, kind: i64) -> None:
    mask: i64 = ONES
    mask <<= slot
    sides[at + NAMES] = sides[at + NAMES] & ~mask | KIND_PLANES[kind & 7] << slot
    sides[at + FACES] = sides[at + FACES] & ~BIT[slot] | (kind >> 3) << slot


def unnamed_slots(sides: vec[i64], at: i64) -> i64:
    """Return a mask of the slots whose cards the viewer does not know.

    Their kind is UNKNOWN, the only kind with all of the bits 8, 4 and 1.
    """
    low = sides[at + NAMES]
    return sides[at + FACES] & low & low >> 2 * PLANE_BITS & BIT[sides[at + COUNT]] - 1


def animal_slots(sides: vec[i64], at: i64) -> i64:
    """Return a mask of the slots that hold animals."""
    low = sides[at + NAMES]
    high = sides[at + FACES]
    return (~high | ~(low | low >> PLANE_BITS | low >> 2 * PLANE_BITS)) & BIT[sides[at + COUNT]] - 1


def octopus_slots(sides: vec[i64], at: i64) -> i64:
    low = sides[at + NAMES]
    return sides[at + FACES] & ~(low | low >> PLANE_BITS | low >> 2 * PLANE_BITS) & BIT[sides[at + COUNT]] - 1


def face_up_slots(sides: vec[i64], at: i64) -> i64:
    return sides[at + FACES] >> PLANE_BITS & BIT[sides[at + COUNT]] - 1


def known_slots(sides: vec[i64], at: i64) -> i64:
    """Return a mask of the slots whose cards are known to both seats."""
    return sides[at + FACES] >> 2 * PLANE_BITS


def insert_card(sides: vec[i64], at: i64, slot: i64, kind: i64, marks: i64) -> None:
    """Insert a card into a slot; `marks` is 0, UP, KNOWN, or both."""
    below = SLOTS_BEFORE[slot]
    word = sides[at + NAMES]
    sides[at + NAMES] = word & below | (word & ~below) << 1 | KIND_PLANES[kind & 7] << slot
    word = sides[at + FACES]
    sides[at + FACES] = word & below | (word & ~below) << 1 | (kind >> 3 | marks) << slot
    word = sides[at + HINTS]
    sides[at + HINTS] = word & below | (word & ~below) << 1
    word = sides[at + HINTS_2]
    sides[at + HINTS_2] = word & below | (word & ~below) << 1
    sides[at + COUNT] += 1


def take_card(sides: vec[i64], at: i64, slot: i64) -> None:
    """Remove the card in a slot; the cards behind it move up."""
    below = SLOTS_BEFORE[slot]
    above = SLOTS_BEFORE[PLANE_BITS - 1] & ~below
    i: i64
    for i in range(at, at + COUNT):
        word = sides[i]
        sides[i] = word & below | word >> 1 & above
    sides[at + COUNT] -= 1


def move_card(sides: vec[i64], at: i64, slot: i64, to: i64) -> None:
    """Move a card to another slot, together with everything known about it."""
    below = SLOTS_BEFORE[slot]
    above = SLOTS_BEFORE[PLANE_BITS - 1] & ~below
    before = SLOTS_BEFORE[to]
    i: i64
    for i in range(at, at + COUNT):
        word = sides[i]
        card = word >> slot & ONES
        word = word & below | word >> 1 & above
        sides[i] = word & before | (word & ~before) << 1 | card << to


def cycle_cards(sides: vec[i64], at: i64, n: i64) -> None:
    """Move n cards from the front to the back, keeping their order."""
    rest = sides[at + COUNT] - n
    front = SLOTS_BEFORE[n]
    back = SLOTS_BEFORE[rest]
    i: i64
    for i in range(at, at + COUNT):
        word = sides[i]
        sides[i] = word >> n & back | (word & front) << rest


def turn_card_up(sides: vec[i64], at: i64, slot: i64, kind: i64) -> bool:
    """Turn a card of this kind face up; return True if it was not yet known to both seats."""
    faces = sides[at + FACES]
    if faces >> slot & KNOWN:
        marks: i64 = UP
        sides[at + FACES] = faces | marks << slot
        return False
    set_kind(sides, at, slot, kind)
    set_fact(sides, at, slot, 0)
    marks = UP | KNOWN
    sides[at + FACES] |= marks << slot
    return True


def turn_cards_down(sides: vec[i64], at: i64, slots: i64) -> None:
    """Turn the cards in these slots face down; they stay known to both seats."""
    sides[at + FACES] &= ~(slots << PLANE_BITS)


def hide_names(sides: vec[i64], at: i64) -> None:
    """Remove what only the owner knows: make cards that are not publicly known UNKNOWN, and clear the hand."""
    slots = BIT[sides[at + COUNT]] - 1 & ~known_slots(sides, at)
    sides[at + NAMES] = sides[at + NAMES] & ~(slots * ONES) | slots * KIND_PLANES[UNKNOWN & 7]
    sides[at + FACES] |= slots
    sides[at + HAND] = 0


def count_boost(sides: vec[i64], at: i64, slot: i64, circular: bool) -> i64:
    """Return how many face-up octopuses are next to a slot (VV-13).

    If `circular` is true, the first and the last slots are neighbours.
    """
    shown = octopus_slots(sides, at) & face_up_slots(sides, at)
    if not shown:
        return 0
    last = sides[at + COUNT] - 1
    beside = BIT[slot + 1] | BIT[slot] >> 1
    if circular:
        if slot == 0:
            beside |= BIT[last]
        if slot == last:
            beside |= 1
        beside &= ~BIT[slot]
    shown &= beside
    return (1 if shown else 0) + (1 if shown & shown - 1 else 0)
