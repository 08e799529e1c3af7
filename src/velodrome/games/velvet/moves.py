"""Vocabulary of moves in Velvet. Slots are counted from the front of a kingdom, starting at 0."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.core.contract import Move
from velodrome.games.velvet.pieces import ANIMAL_COUNT, CAVE_IN, DRAGON, KINDS, KINGDOM_SIZE, PRINTED, STATS

STEPS: Final = [
    (kind, step) for kind in range(ANIMAL_COUNT) for step in range(PRINTED[kind][2] + 1)
]  # (kind, distance) for each distance up to the Speed of an animal
# [kind]: index in STEPS of the first pair with this kind
STEP_AT: Final = vec[i64]([STEPS.index((kind, 0)) for kind in range(ANIMAL_COUNT)])
STEP_KIND: Final = vec[i64]([kind for kind, _ in STEPS])
SHIFTS: Final = [-2, -1, 1, 2]  # VV-28

# the vocabulary, in the order of its indices
PLACE: Final = 0  # + kind
INVADE: Final = PLACE + len(KINDS)  # + 9 * slot + kind
RETURN: Final = INVADE + KINGDOM_SIZE * ANIMAL_COUNT  # + 17 * kind + slot
SCOUT: Final = RETURN + ANIMAL_COUNT * KINGDOM_SIZE  # + 3 * (STEP_AT[kind] + slot) + stat
MOVE: Final = SCOUT + 3 * len(STEPS)  # + STEP_AT[kind] + cards cycled
PASS: Final = MOVE + len(STEPS)
OK: Final = PASS + 1
KEEP: Final = PASS + 2
CANCEL: Final = PASS + 3
SPEND: Final = PASS + 4  # + 3 * slot + kind - CAVE_IN
REVEAL: Final = SPEND + 3 * KINGDOM_SIZE  # + slot of an octopus
SHIFT: Final = REVEAL + KINGDOM_SIZE  # + 4 * slot + index in SHIFTS
DROP: Final = SHIFT + 4 * (KINGDOM_SIZE - 1)  # + kind
DROP_WAITING: Final = DROP + ANIMAL_COUNT  # + kind - DRAGON; the invader that waits while its twin acts (VV-29)
HIDE: Final = DROP_WAITING + ANIMAL_COUNT - DRAGON  # + slot
ANSWER: Final = HIDE + KINGDOM_SIZE  # + number - 1
EVENT: Final = ANSWER + 6  # numbers go up to 6, the answer for Threads between two octopuses
SHOW: Final = EVENT + 1  # + kind
FIRST: Final = SHOW + len(KINDS)  # + seat; the first chance move
PLACE_COVER: Final = FIRST + 2  # place ?


def build_vocabulary() -> list[Move]:
    """Return every move of the game, in the order of the constants above.

    In the picks, names such as `own3` and `their3` are slots of the two kingdoms, and a name such as `raider-fox` is an
    invader that belongs to the actor. Only Denims have twins (two cards of a kind), so only they can wait while a twin
    acts.
    """
    animals, slots = KINDS[:ANIMAL_COUNT], range(KINGDOM_SIZE)
    moves = [Move(f"place {kind}", (f"hand-{kind}",), "place ?") for kind in KINDS]
    moves += [Move(f"invade {slot} {kind}", (f"own{slot}", "invade")) for slot in slots for kind in animals]
    moves += [Move(f"return {kind} {slot}", (f"raider-{kind}", f"return:{slot}")) for kind in animals for slot in slots]
    moves += [
        Move(f"scout {KINDS[kind]} {slot} {stat}", (f"raider-{KINDS[kind]}", f"their{slot}", stat))
        for kind, slot in STEPS
        for stat in STATS
    ]
    moves += [Move(f"move {KINDS[kind]} {n}", (f"raider-{KINDS[kind]}", f"their{n}")) for kind, n in STEPS]
    moves += [Move(word, (word,)) for word in ("pass", "ok", "keep", "cancel")]
    moves += [Move(f"spend {slot} {kind}", (f"own{slot}", "spend")) for slot in slots for kind in KINDS[CAVE_IN:-1]]
    moves += [Move(f"octopus {slot}", (f"own{slot}", "reveal")) for slot in slots]
    moves += [Move(f"shift {slot} {by:+}", (f"own{slot}", f"by:{by}")) for slot in slots[:-1] for by in SHIFTS]
    moves += [Move(f"drop {kind}", (f"enemy-{kind}",)) for kind in animals]
    moves += [Move(f"drop {kind} waiting", (f"enemy-{kind}-waiting",)) for kind in animals[DRAGON:]]
    moves += [Move(f"hide {slot}", (f"own{slot}",)) for slot in slots]
    moves += [Move(f"answer {number}", ("answer",)) for number in (1, 2, 3, 4, 5, 6, "event")]
    moves += [Move(f"show {kind}", ("show",)) for kind in KINDS]
    moves += [Move(f"first {seat}") for seat in range(2)]
    return [*moves, Move("place ?")]


def dropped_kind(move: i64) -> i64:
    """Return the kind of the invader that a `drop` move discards."""
    return move - DROP if move < DROP_WAITING else DRAGON + move - DROP_WAITING


def _shifts() -> list[list[int]]:
    """Return, for each size of a kingdom, the `shift` moves (by a Cave-in) that leave the card inside the kingdom."""
    return [
        [SHIFT + 4 * slot + i for slot in range(size) for i, by in enumerate(SHIFTS) if 0 <= slot + by < size]
        for size in range(KINGDOM_SIZE)
    ]


MOVES: Final = build_vocabulary()
# [size]: index in SHIFT_LIST of the first shift for a kingdom of this size
SHIFTS_AT: Final = vec[i64]([sum([len(row) for row in _shifts()[:size]]) for size in range(KINGDOM_SIZE + 1)])
SHIFT_LIST: Final = vec[i64]([move for row in _shifts() for move in row])
SHIFT_BY: Final = vec[i64](SHIFTS)
