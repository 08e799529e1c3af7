"""Vocabulary of moves, and lookup tables that count a hand's plays above a value without listing them.

Racer plays are arranged in 14 groups: for each k = 0 … 6, the sets of colour k, then the sets of number k + 1.
Each group is sorted by value, highest first, so the plays above a value come first and one lookup counts them.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.contract import Move
from velodrome.games.velonimo.pieces import (
    CARDS,
    DECK_SIZE,
    FIRST_HARE,
    JERSEY_BONUS,
    RACERS,
    TORTOISES,
    list_cards,
    play_value,
)

# the vocabulary, in the order of its indices: decisions
PASS: Final = 0
NONE: Final = 1  # steal nothing
PLAY: Final = 2  # + GROUP * k + index among the sets of colour k, or COLOUR_SETS + index among those of number k + 1
COLOUR_SETS: Final = 127
GROUP: Final = COLOUR_SETS + 120  # number of racer plays for each k: 127 sets of a colour, 120 of a number
HARE: Final = PLAY + 7 * GROUP  # + index among the hares, hare50 first
JERSEY: Final = HARE + 6  # racer plays with the jersey: index of the same play without it + RAISE
RAISE: Final = JERSEY - PLAY
GIVE: Final = JERSEY + 7 * GROUP  # + card
NEXT: Final = GIVE + DECK_SIZE  # + seat
REWARD: Final = NEXT + 5  # + seat
STEAL: Final = REWARD + 2  # + 7 * seat + number of cards - 1
DECISIONS: Final = STEAL + 35
# chance
FIRST: Final = DECISIONS  # + seat
DEAL: Final = FIRST + 5  # + card
STOLEN: Final = DEAL + DECK_SIZE  # + card
DRAW: Final = STOLEN + DECK_SIZE  # + card
REVEAL: Final = DRAW + DECK_SIZE  # + card
# covers: shown to viewers who may not see the card
GIVE_COVER: Final = REVEAL + DECK_SIZE
DEAL_COVER: Final = GIVE_COVER + 1
STOLEN_COVER: Final = GIVE_COVER + 2
DRAW_COVER: Final = GIVE_COVER + 3

VALUE_SHIFT: Final = 56  # FACE[move] has the cards of a play below this bit, and its value from this bit on
GATHER: Final = 0x1041041041  # factor that moves one number's seven bits (one for each colour) to bits 36 to 42
# rows for negative values: NUMBER_ABOVE is made for the number 1; for the number k + 1, look up `value - k`
ROWS_BELOW_ZERO: Final = 16


def list_sets() -> tuple[list[int], list[int], list[int]]:
    """List the sets of cards that a play can consist of, as three lists of bit masks, highest value first.

    The first list has the sets of cards of one colour, with bit k for the number k + 1. The second has the sets of at
    least two cards of one number, with bit k for colour k. The third has the single hares, with bit 0 for hare25.
    """
    size = [len(list_cards(s)) for s in range(128)]
    numbers = sorted(range(1, 128), key=lambda s: (-play_value(list_cards(s)), s))
    colours = sorted([s for s in range(1, 128) if size[s] > 1], key=lambda s: (-size[s], s))
    return numbers, colours, [32, 16, 8, 4, 2, 1]


def list_faces() -> list[int]:
    """List every play without the jersey as a bit mask of its cards, in the order of the vocabulary."""
    numbers, colours, hares = list_sets()
    found: list[int] = []
    for k in range(7):
        found += [s << 7 * k for s in numbers]
        found += [sum([1 << 7 * c + k for c in list_cards(s)]) for s in colours]
    return found + [hare << FIRST_HARE for hare in hares]


def build_vocabulary() -> list[Move]:
    plays = [[CARDS[card] for card in list_cards(face)] for face in list_faces()]
    moves = [Move("pass", ("pass",)), Move("steal none", ("none",))]
    moves += [Move("+".join(play), tuple(play)) for play in plays]
    moves += [Move("+".join(play) + "+jersey", (*play, "jersey")) for play in plays[:-6]]
    moves += [Move(f"give {card}", (card,), "give ?") for card in CARDS]
    moves += [Move(f"next {s}", (f"seat{s}",)) for s in range(5)]
    moves += [Move(f"reward {s}", (f"seat{s}",)) for s in range(2)]
    moves += [Move(f"steal {k} from {s}", (f"seat{s}", f"steal:{k}")) for s in range(5) for k in range(1, 8)]
    moves += [Move(f"first {s}") for s in range(5)]
    moves += [Move(f"deal {card}", (), "deal ?") for card in CARDS]
    moves += [Move(f"stolen {card}", (), "stolen ?") for card in CARDS]
    moves += [Move(f"draw {card}", (), "draw ?") for card in CARDS]
    moves += [Move(f"reveal {card}") for card in CARDS]
    return [*moves, Move("give ?"), Move("deal ?"), Move("stolen ?"), Move("draw ?")]


def build_face_table() -> list[int]:
    """List `cards | value << VALUE_SHIFT` for each move that plays cards, after a 0 for PASS and a 0 for NONE."""
    plays = [face | play_value(list_cards(face)) << VALUE_SHIFT for face in list_faces()]
    return [0, 0, *plays, *[face + (JERSEY_BONUS << VALUE_SHIFT) for face in plays[:-6]]]


def build_count_table(group: list[int], values: list[int]) -> tuple[vec[i64], vec[i64], vec[i64]]:
    """Build the lookup tables for one group of plays, such as all plays of one colour.

    `group` has the plays as bit masks of at most seven cards, and `values` has their values, highest first. A
    pattern is a bit mask of the cards that a hand holds among these seven.

    Return (begins, places, above). The plays that a pattern allows are in `places`, as indices in `group`. They
    start at the index begins[pattern], highest value first. above[(value + ROWS_BELOW_ZERO) * 128 + pattern] is the
    number of these plays that are worth more than `value`.
    """
    lists = [[i for i, s in enumerate(group) if not s & ~pattern] for pattern in range(128)]
    begins = [sum([len(row) for row in lists[:pattern]]) for pattern in range(128)]
    above = [len([i for i in row if values[i] > v]) for v in range(-ROWS_BELOW_ZERO, 112) for row in lists]
    return vec[i64](begins), vec[i64]([i for row in lists for i in row]), vec[i64](above)


MOVES: Final = build_vocabulary()
FACE: Final = vec[i64](build_face_table())
_SETS: Final = list_sets()
_COLOUR: Final = build_count_table(_SETS[0], [play_value(list_cards(s)) for s in _SETS[0]])
_NUMBER: Final = build_count_table(_SETS[1], [10 * len(list_cards(s)) + 1 for s in _SETS[1]])
_HARE: Final = build_count_table(_SETS[2], [50, 45, 40, 35, 30, 25])
COLOUR_START: Final = _COLOUR[0]
COLOUR_PLACE: Final = _COLOUR[1]
COLOUR_ABOVE: Final = _COLOUR[2]
NUMBER_START: Final = _NUMBER[0]
NUMBER_PLACE: Final = _NUMBER[1]
NUMBER_ABOVE: Final = _NUMBER[2]
HARE_START: Final = _HARE[0]
HARE_PLACE: Final = _HARE[1]
HARE_ABOVE: Final = _HARE[2]


def count_plays(hand: i64, beat: i64) -> i64:
    """Return the number of plays in a hand that are worth more than `beat`."""
    row = beat + ROWS_BELOW_ZERO << 7
    total = HARE_ABOVE[row | hand >> FIRST_HARE]
    k: i64
    for k in range(7):
        total += COLOUR_ABOVE[row | hand >> 7 * k & 127]
        total += NUMBER_ABOVE[row - (k << 7) | (hand >> k & TORTOISES) * GATHER >> 36 & 127]
    return total


def nth_play(hand: i64, beat: i64, i: i64) -> i64:
    """Return a play by its index `i` (from 0) among the plays in a hand that are worth more than `beat`.

    If there are only n <= i of these plays, return the negative number n - i - 1.
    """
    row = beat + ROWS_BELOW_ZERO << 7
    k: i64
    for k in range(7):
        pattern = hand >> 7 * k & 127
        n = COLOUR_ABOVE[row | pattern]
        if i < n:
            return PLAY + GROUP * k + COLOUR_PLACE[COLOUR_START[pattern] + i]
        i -= n
        pattern = (hand >> k & TORTOISES) * GATHER >> 36 & 127
        n = NUMBER_ABOVE[row - (k << 7) | pattern]
        if i < n:
            return PLAY + GROUP * k + COLOUR_SETS + NUMBER_PLACE[NUMBER_START[pattern] + i]
        i -= n
    pattern = hand >> FIRST_HARE
    n = HARE_ABOVE[row | pattern]
    if i < n:
        return HARE + HARE_PLACE[HARE_START[pattern] + i]
    return n - i - 1


def list_plays(found: list[int], hand: i64, beat: i64, raised: i64) -> None:
    """Append to `found` all plays of a hand that are worth more than `beat`, in the order of the vocabulary.

    `raised` is added to the index of each racer play: 0, or RAISE for the same play with the jersey.
    """
    row = beat + ROWS_BELOW_ZERO << 7
    k: i64
    i: i64
    for k in range(7):
        pattern = hand >> 7 * k & 127
        if pattern:
            at = COLOUR_START[pattern]
            for i in range(at, at + COLOUR_ABOVE[row | pattern]):
                found.append(PLAY + GROUP * k + COLOUR_PLACE[i] + raised)
        pattern = (hand >> k & TORTOISES) * GATHER >> 36 & 127
        if pattern:
            at = NUMBER_START[pattern]
            for i in range(at, at + NUMBER_ABOVE[row - (k << 7) | pattern]):
                found.append(PLAY + GROUP * k + COLOUR_SETS + NUMBER_PLACE[i] + raised)
    pattern = hand >> FIRST_HARE
    if pattern:
        at = HARE_START[pattern]
        for i in range(at, at + HARE_ABOVE[row | pattern]):
            found.append(HARE + HARE_PLACE[i])


def remove_hares(hand: i64) -> i64:
    """Return the cards in a hand that may be played with the jersey (VN-33)."""
    return hand & RACERS
