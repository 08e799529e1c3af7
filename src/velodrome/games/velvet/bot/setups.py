"""Weights with which bots arrange a kingdom at random, card by card, so that the Threads are guarded."""

from math import exp, log
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.games.velvet.pieces import CAVE_IN, KINDS, KINGDOM_SIZE, OCTOPUS, PIT, REINFORCEMENTS, RHINO, THREADS

# [slot]: weight of the Threads in the slot, before the factors of THREADS_GATES. It is highest in the back third, and
# higher where fast invaders jump over the Threads. The weights are close to the best mix against 39 kinds of raids, but
# smoothed. Their entropy is 3.6 of the 3.8 bits that fourteen slots can have.
THREADS_SPREAD: Final = [0, 0, 0, 1, 4, 5, 4, 5, 4, 4, 5, 7, 8, 11, 12, 9, 7]
# For every other kind, the peaks of its weight by slot, as (slot, width); slots far from a peak have the same low
# weight. Future invaders are far back, where slow invaders do not turn them up; a rhino prefers the slot that fast
# invaders reach first.
SLOT_PEAKS: Final = {
    "fox": [(8, 8)],
    "bear": [(15, 4)],
    "snake": [(9, 7)],
    "horse": [(11, 8)],
    "rabbit": [(14, 4)],
    "dragon": [(6, 7)],
    "rhino": [(3, 2), (9, 5)],
    "dinosaur": [(8, 6)],
    "octopus": [(9, 5)],
    "cave-in": [(15, 5)],
    "pit": [(15, 5)],
    "reinforcements": [(10, 5)],
}
BEHIND_RHINO_BONUS: Final = 2.5  # for an octopus behind a rhino: it boosts the rhino when an invader meets it
# Factors for the odds of the Threads, by the kinds of the cards in front of them, the nearest first. A rhino should be
# in the slot from which a fast invader would jump on the Threads, and not nearer. Reinforcements right in front of them
# cancel the encounter. Pit and Cave-in save the Threads from anywhere else, but are spent too early if they are met
# first.
THREADS_GATES: Final = [
    {PIT: 0.1, CAVE_IN: 0.1, RHINO: 0.6, REINFORCEMENTS: 2.0},
    {PIT: 0.4, RHINO: 0.5},
    {RHINO: 2.5},
]
GATE_DEPTH: Final = len(THREADS_GATES)


def _slot_weights() -> list[float]:
    """Return the weight of each kind in each slot: 0 in the best slots of the kind, down to -3 far from them."""
    rows: list[float] = []
    for kind in KINDS:
        for slot in range(KINGDOM_SIZE):
            peaks = [-(((slot - top) / width) ** 2) for top, width in SLOT_PEAKS.get(kind, [(16, 16)])]
            rows.append(max(-3.0, *peaks))
    return rows


SLOT_WEIGHTS: Final = vec[float](_slot_weights())  # [kind * KINGDOM_SIZE + slot]
# [slot]: chance of the Threads there, given that they are not in an earlier slot
THREADS_HAZARD: Final = vec[float]([THREADS_SPREAD[slot] / sum(THREADS_SPREAD[slot:]) for slot in range(KINGDOM_SIZE)])
# [number of cards between card and Threads * number of kinds + kind of the card]: factor
GATE_FACTORS: Final = vec[float]([gate.get(kind, 1.0) for gate in THREADS_GATES for kind in range(len(KINDS))])


def weigh_kinds(kinds: list[int], slot: i64, before: list[int]) -> list[float]:
    """Return a weight for each of `kinds`: how much it should be chosen for the card in `slot`.

    `before` lists the kinds in front of this slot, nearest first.
    """
    weights: list[float] = []
    total = 0.0
    for kind in kinds:
        weight = SLOT_WEIGHTS[kind * KINGDOM_SIZE + slot]
        if kind == OCTOPUS and before and before[0] == RHINO:
            weight += BEHIND_RHINO_BONUS
        if kind != THREADS:
            total += exp(weight)
        weights.append(weight)
    if THREADS in kinds and total > 0.0:  # compute the weight of the Threads from their odds against all other kinds
        odds = THREADS_HAZARD[slot]
        weights[kinds.index(THREADS)] = (
            9.0 if odds >= 1.0 else log(total * (apply_gates(odds / (1.0 - odds), before) + 1e-4))
        )
    return weights


def apply_gates(odds: float, before: list[int]) -> float:
    """Return `odds`, the odds that the next card is the Threads, multiplied by a factor for each card in front of it.

    `before` lists the kinds of the cards in front, nearest first. The factors come from THREADS_GATES.
    """
    for place, kind in enumerate(before):
        odds *= GATE_FACTORS[place * len(KINDS) + kind]
    return odds
