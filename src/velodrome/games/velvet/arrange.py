"""Where cards of a kingdom like to stand: a family of guarded set-ups, never twice the same."""

from math import exp, log
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.games.velvet.pieces import KINDS, OCTOPUS, RHINO, SIZE, THREADS

# How likely the Threads are to get each slot: a runner to the back and a walker from the front both often miss them.
SPREAD: Final = [0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
# Of every other kind: the slots it likes, as (slot, width) of hills; the rest of the line is flat.
HILLS: Final = {
    "fox": [(4, 5)],
    "bear": [(13, 4)],
    "snake": [(4, 5)],
    "horse": [(11, 5)],
    "rabbit": [(13, 4)],
    "dragon": [(5, 5)],
    "rhino": [(4, 2), (10, 2)],
    "dinosaur": [(8, 6)],
    "octopus": [(8, 6)],
    "cave-in": [(14, 4)],
    "pit": [(14, 4)],
    "reinforcements": [(8, 4)],
}
BEHIND_RHINO: Final = 2.5  # an octopus helps the card before it, which is met while it stands beside it


def _liking() -> list[float]:
    """How much a kind likes a slot: 0 on top of a hill, falling to -3."""
    rows: list[float] = []
    for kind in KINDS:
        for slot in range(SIZE):
            hills = [-(((slot - top) / width) ** 2) for top, width in HILLS.get(kind, [(16, 16)])]
            rows.append(max(-3.0, *hills))
    return rows


LIKING: Final = vec[float](_liking())  # [kind * SIZE + slot]
# [slot]: the chance of the Threads there if they stand not before it
HAZARD: Final = vec[float]([SPREAD[slot] / sum(SPREAD[slot:]) for slot in range(SIZE)])


def likings(kinds: list[int], slot: i64, before: i64) -> list[float]:
    """The weights of these kinds for a slot, given the kind before it; the Threads keep to their own odds."""
    weights: list[float] = []
    total = 0.0
    for kind in kinds:
        weight = LIKING[kind * SIZE + slot]
        if kind == OCTOPUS and before == RHINO:
            weight += BEHIND_RHINO
        if kind != THREADS:
            total += exp(weight)
        weights.append(weight)
    if THREADS in kinds and total > 0.0:
        odds = HAZARD[slot]
        weights[kinds.index(THREADS)] = 9.0 if odds >= 1.0 else log(total * (odds + 1e-4) / (1.0 - odds))
    return weights
