"""The vocabulary of moves, and how many plays a hand has above a value without listing them.

Racer plays stand in 14 groups: the sets of colour k, then the sets of number k + 1, for k = 0 … 6. In
each group they run from the dearest down, so those above a value come first and a table counts them.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.contract import Move
from velodrome.games.velonimo.pieces import BONUS, CARDS, DECK, FIRST_HARE, RACERS, TORTOISES, members, worth

# the vocabulary, in the order of its indices: decisions
PASS: Final = 0
NONE: Final = 1  # steal nothing
PLAY: Final = 2  # + GROUP * k + place in colour group k, or + COLOUR_SETS + place in number group k
COLOUR_SETS: Final = 127
GROUP: Final = COLOUR_SETS + 120  # sets of one number and at least two colours
HARE: Final = PLAY + 7 * GROUP  # + place among hares, hare50 first
JERSEY: Final = HARE + 6  # a racer play with the jersey is that play + RAISE
RAISE: Final = JERSEY - PLAY
GIVE: Final = JERSEY + 7 * GROUP  # + card
NEXT: Final = GIVE + DECK  # + seat
REWARD: Final = NEXT + 5  # + seat
STEAL: Final = REWARD + 2  # + 7 * seat + how many - 1
DECISIONS: Final = STEAL + 35
# chance
FIRST: Final = DECISIONS  # + seat
DEAL: Final = FIRST + 5  # + card
STOLEN: Final = DEAL + DECK  # + card
DRAW: Final = STOLEN + DECK  # + card
REVEAL: Final = DRAW + DECK  # + card
# covers: what those are told who may not see the card
GIVE_COVER: Final = REVEAL + DECK
DEAL_COVER: Final = GIVE_COVER + 1
STOLEN_COVER: Final = GIVE_COVER + 2
DRAW_COVER: Final = GIVE_COVER + 3

VALUE: Final = 56  # FACE holds the cards of a play below this bit, its value above
GATHER: Final = 0x1041041041  # times this, one number's seven bits stand side by side from bit 36 on
UNDER: Final = 16  # rows of the tables below value 0: a number group asks for values as if it were number 1


def sets() -> tuple[list[int], list[int], list[int]]:
    """The sets of a colour's numbers, of a number's colours, of hares; each dearest first."""
    size = [len(members(s)) for s in range(128)]
    numbers = sorted(range(1, 128), key=lambda s: (-worth(members(s)), s))
    colours = sorted([s for s in range(1, 128) if size[s] > 1], key=lambda s: (-size[s], s))
    return numbers, colours, [32, 16, 8, 4, 2, 1]


def faces() -> list[int]:
    """The cards of every play, in the order of the vocabulary."""
    numbers, colours, hares = sets()
    found: list[int] = []
    for k in range(7):
        found += [s << 7 * k for s in numbers]
        found += [sum([1 << 7 * c + k for c in members(s)]) for s in colours]
    return found + [hare << FIRST_HARE for hare in hares]


def vocabulary() -> list[Move]:
    plays = [[CARDS[card] for card in members(face)] for face in faces()]
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


def face_table() -> list[int]:
    """Indexed by move: cards | value << VALUE."""
    plays = [face | worth(members(face)) << VALUE for face in faces()]
    return [0, 0, *plays, *[face + (BONUS << VALUE) for face in plays[:-6]]]


def count_table(group: list[int], values: list[int]) -> tuple[vec[i64], vec[i64], vec[i64]]:
    """For each pattern of seven cards: where its list of places begins, the lists, and, for each
    value + UNDER, how many of them exceed it (value first, then pattern)."""
    lists = [[i for i, s in enumerate(group) if not s & ~pattern] for pattern in range(128)]
    begins = [sum([len(row) for row in lists[:pattern]]) for pattern in range(128)]
    above = [len([i for i in row if values[i] > v]) for v in range(-UNDER, 112) for row in lists]
    return vec[i64](begins), vec[i64]([i for row in lists for i in row]), vec[i64](above)


MOVES: Final = vocabulary()
FACE: Final = vec[i64](face_table())
_SETS: Final = sets()
_COLOUR: Final = count_table(_SETS[0], [worth(members(s)) for s in _SETS[0]])
_NUMBER: Final = count_table(_SETS[1], [10 * len(members(s)) + 1 for s in _SETS[1]])
_HARE: Final = count_table(_SETS[2], [50, 45, 40, 35, 30, 25])
C_AT: Final = _COLOUR[0]
C_PLACE: Final = _COLOUR[1]
C_ABOVE: Final = _COLOUR[2]
N_AT: Final = _NUMBER[0]
N_PLACE: Final = _NUMBER[1]
N_ABOVE: Final = _NUMBER[2]
H_AT: Final = _HARE[0]
H_PLACE: Final = _HARE[1]
H_ABOVE: Final = _HARE[2]


def count_plays(hand: i64, beat: i64) -> i64:
    """How many plays a hand allows above a value."""
    row = beat + UNDER << 7
    total = H_ABOVE[row | hand >> FIRST_HARE]
    k: i64
    for k in range(7):
        total += C_ABOVE[row | hand >> 7 * k & 127]
        total += N_ABOVE[row - (k << 7) | (hand >> k & TORTOISES) * GATHER >> 36 & 127]
    return total


def nth_play(hand: i64, beat: i64, i: i64) -> i64:
    """The i-th of them; if there are only i - j, -1 - j."""
    row = beat + UNDER << 7
    k: i64
    for k in range(7):
        pattern = hand >> 7 * k & 127
        n = C_ABOVE[row | pattern]
        if i < n:
            return PLAY + GROUP * k + C_PLACE[C_AT[pattern] + i]
        i -= n
        pattern = (hand >> k & TORTOISES) * GATHER >> 36 & 127
        n = N_ABOVE[row - (k << 7) | pattern]
        if i < n:
            return PLAY + GROUP * k + COLOUR_SETS + N_PLACE[N_AT[pattern] + i]
        i -= n
    pattern = hand >> FIRST_HARE
    n = H_ABOVE[row | pattern]
    if i < n:
        return HARE + H_PLACE[H_AT[pattern] + i]
    return n - i - 1


def list_plays(found: list[int], hand: i64, beat: i64, raised: i64) -> None:
    """All of them, ascending, each + raised, onto a list."""
    row = beat + UNDER << 7
    k: i64
    i: i64
    for k in range(7):
        pattern = hand >> 7 * k & 127
        if pattern:
            at = C_AT[pattern]
            for i in range(at, at + C_ABOVE[row | pattern]):
                found.append(PLAY + GROUP * k + C_PLACE[i] + raised)
        pattern = (hand >> k & TORTOISES) * GATHER >> 36 & 127
        if pattern:
            at = N_AT[pattern]
            for i in range(at, at + N_ABOVE[row - (k << 7) | pattern]):
                found.append(PLAY + GROUP * k + COLOUR_SETS + N_PLACE[i] + raised)
    pattern = hand >> FIRST_HARE
    if pattern:
        at = H_AT[pattern]
        for i in range(at, at + H_ABOVE[row | pattern]):
            found.append(HARE + H_PLACE[i])


def without_hares(hand: i64) -> i64:
    """The cards that the jersey may ride with (VN-33)."""
    return hand & RACERS
