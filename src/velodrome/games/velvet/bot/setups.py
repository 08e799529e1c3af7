"""Where cards of a kingdom like to stand: a family of guarded set-ups, never twice the same."""

from math import exp, log
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from velodrome.games.velvet.pieces import CAVE_IN, KINDS, KINGDOM_SIZE, OCTOPUS, PIT, REINFORCEMENTS, RHINO, THREADS

# How likely the Threads are to get each slot, before GATES: most in the back third, some where raids jump over them.
# It is near the best mix against raids of 39 kinds (walkers, runners, hunters of every stretch), and smoothed: the slot
# of the Threads keeps 3.6 bits of the 3.8 that fourteen slots can have.
THREADS_SPREAD: Final = [0, 0, 0, 1, 4, 5, 4, 5, 4, 4, 5, 7, 8, 11, 12, 9, 7]
# Of every other kind: the slots it likes, as (slot, width) of hills; the rest of the line is flat. Who shall go raiding
# stands far back, where no walker turns it up, and a rhino likes the square on which most runners land first.
SLOT_HILLS: Final = {
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
BEHIND_RHINO_BONUS: Final = 2.5  # an octopus helps the card before it, which is met while it stands beside it
# What the cards before them do to the odds of the Threads, the nearest first. A rhino guards the square from which a
# runner would jump on them, and nothing nearer; Reinforcements are a buffer that cancels; Pit and Cave-in save the
# Threads from anywhere else, but are spent too early if they are met themselves.
THREADS_GATES: Final = [
    {PIT: 0.1, CAVE_IN: 0.1, RHINO: 0.6, REINFORCEMENTS: 2.0},
    {PIT: 0.4, RHINO: 0.5},
    {RHINO: 2.5},
]
GATE_DEPTH: Final = len(THREADS_GATES)


def _liking() -> list[float]:
    """How much a kind likes a slot: 0 on top of a hill, falling to -3."""
    rows: list[float] = []
    for kind in KINDS:
        for slot in range(KINGDOM_SIZE):
            hills = [-(((slot - top) / width) ** 2) for top, width in SLOT_HILLS.get(kind, [(16, 16)])]
            rows.append(max(-3.0, *hills))
    return rows


SLOT_WEIGHTS: Final = vec[float](_liking())  # [kind * SIZE + slot]
# [slot]: the chance of the Threads there if they stand not before it
THREADS_HAZARD: Final = vec[float]([THREADS_SPREAD[slot] / sum(THREADS_SPREAD[slot:]) for slot in range(KINGDOM_SIZE)])
# [place before the Threads * kinds + kind]
GATE_FACTORS: Final = vec[float]([gate.get(kind, 1.0) for gate in THREADS_GATES for kind in range(len(KINDS))])


def weigh_kinds(kinds: list[int], slot: i64, before: list[int]) -> list[float]:
    """The weights of these kinds for a slot, given the kinds before it, nearest first; the Threads have own odds."""
    weights: list[float] = []
    total = 0.0
    for kind in kinds:
        weight = SLOT_WEIGHTS[kind * KINGDOM_SIZE + slot]
        if kind == OCTOPUS and before and before[0] == RHINO:
            weight += BEHIND_RHINO_BONUS
        if kind != THREADS:
            total += exp(weight)
        weights.append(weight)
    if THREADS in kinds and total > 0.0:
        odds = THREADS_HAZARD[slot]
        weights[kinds.index(THREADS)] = (
            9.0 if odds >= 1.0 else log(total * (apply_gates(odds / (1.0 - odds), before) + 1e-4))
        )
    return weights


def apply_gates(odds: float, before: list[int]) -> float:
    """Odds of the Threads after what stands before them."""
    for place, kind in enumerate(before):
        odds *= GATE_FACTORS[place * len(KINDS) + kind]
    return odds
