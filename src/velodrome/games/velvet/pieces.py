"""Velvet's cards: names, numbers, sets of cards as bit masks, and facts about hidden cards.

A kind is an index in KINDS. A set of one player's cards is a mask of 17 bits, one for each card. If a set has
only one of a kind's two cards, that card is always the first one. So equal sets are equal numbers.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

KINDS: Final = [  # VV-01
    "fox", "bear", "snake", "horse", "rabbit",
    "dragon", "rhino", "dinosaur", "octopus",
    "cave-in", "pit", "reinforcements", "threads",
]  # fmt: skip
FOX: Final = 0
HORSE: Final = 3
RABBIT: Final = 4
DRAGON: Final = 5  # the first Denim
RHINO: Final = 6
DINOSAUR: Final = 7
OCTOPUS: Final = 8
CAVE_IN: Final = 9  # the first Event
PIT: Final = 10
REINFORCEMENTS: Final = 11
THREADS: Final = 12
UNKNOWN: Final = 13  # in a view: kind of a card that the viewer does not know
ANIMAL_COUNT: Final = 9  # number of kinds of animals; the animals are the first kinds
KINGDOM_SIZE: Final = 17  # number of cards of a player

STATS: Final = ["strength", "stuffing", "speed"]
PRINTED: Final = [  # strength, stuffing, speed of each kind; an Event has none (VV-02)
    (2, 2, 1), (1, 3, 1), (3, 1, 1), (1, 2, 2), (1, 1, 3),
    (2, 2, 1), (3, 1, 1), (2, 3, 1), (1, 1, 1),
    (0, 0, 0), (0, 0, 0), (0, 0, 0), (4, 4, 4),
]  # fmt: skip
STAT: Final = vec[i64]([numbers[stat] for stat in range(3) for numbers in PRINTED])  # [stat * 13 + kind]
STUFFING: Final = 13  # index in STAT where the Stuffing numbers start; the Strength numbers start at 0
SPEED: Final = 26


def _cards() -> list[int]:
    """Return the kind of each card: every Denim has two cards, every other kind has one (VV-01)."""
    return [kind for kind in range(len(KINDS)) for _ in range(2 if DRAGON <= kind <= OCTOPUS else 1)]


def _firsts() -> list[int]:
    """Return, for each kind, the set that contains only the first card of this kind."""
    cards = _cards()
    return [1 << cards.index(kind) for kind in range(len(KINDS))]


KIND_OF: Final = vec[i64](_cards())
FIRST_CARD: Final = vec[i64](_firsts())  # [kind]: set with its first card
SECOND_CARD: Final = vec[i64]([bit << 1 if DRAGON <= kind <= OCTOPUS else 0 for kind, bit in enumerate(_firsts())])
CARDS_OF_KIND: Final = vec[i64](
    [FIRST_CARD[kind] | SECOND_CARD[kind] for kind in range(len(KINDS))]
)  # [kind]: set of all its cards
ALL_FIRST_CARDS: Final = sum(_firsts())
ALL_CARDS: Final = (1 << KINGDOM_SIZE) - 1
ALL_ANIMALS: Final = (1 << 13) - 1


def add_kind(cards: i64, kind: i64) -> i64:
    """Return the set `cards` with one more card of this kind."""
    first = FIRST_CARD[kind]
    return cards | SECOND_CARD[kind] if cards & first else cards | first


def remove_kind(cards: i64, kind: i64) -> i64:
    """Return the set `cards` with one card fewer of this kind."""
    second = SECOND_CARD[kind]
    return cards ^ second if cards & second else cards ^ FIRST_CARD[kind]


# Facts: what is publicly known about a hidden card, as the set of cards that it may be (VV-40).


def _answer_sets() -> list[list[int]]:
    """Return the set of cards that remain possible after each answer to a Scout, and after a forced pass.

    The first three rows belong to the three stats: each has one set for each number from 1 to 4. The fourth row has
    the set for the answer "event". The fifth has the set for a forced pass: it proves that a card is not an animal.
    """
    cards = _cards()
    by_stat = [
        [sum([1 << card for card, kind in enumerate(cards) if PRINTED[kind][stat] == number]) for number in range(1, 5)]
        for stat in range(3)
    ]
    events = sum([1 << card for card, kind in enumerate(cards) if CAVE_IN <= kind <= REINFORCEMENTS])
    return [*by_stat, [events], [ALL_CARDS & ~ALL_ANIMALS]]


def _facts() -> list[int]:
    """Return every set of cards that some answers and forced passes can leave possible for a hidden card.

    The set of all cards comes first; it means that nothing is known about the card.
    """
    facts = [ALL_CARDS]
    answers = [cards for row in _answer_sets() for cards in row]
    for fact in facts:  # the list grows during the loop
        facts += sorted({fact & cards for cards in answers if fact & cards} - set(facts), reverse=True)
    return facts


FACTS: Final = _facts()
FACT_CARDS: Final = vec[i64](FACTS)  # [fact]: set of the cards that it leaves possible
COMBINED_FACT: Final = vec[i64](  # [fact * 32 + other]: fact that both together prove; -1 if they exclude each other
    [FACTS.index(a & b) if a & b else -1 for a in FACTS for b in FACTS + [0] * (32 - len(FACTS))]
)
ANSWER_FACT: Final = vec[
    i64
](  # [stat * 5 + number]: the fact that this answer proves; -1 if no card has that number
    [-1 if not cards else FACTS.index(cards) for row in _answer_sets()[:3] for cards in [0, *row]]
)
EVENT_FACT: Final = FACTS.index(_answer_sets()[3][0])
NO_ANIMAL_FACT: Final = FACTS.index(_answer_sets()[4][0])
