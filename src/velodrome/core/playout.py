"""Random playouts, and the function types `Player` and `Bot`."""

from collections.abc import Callable
from typing import TypeAlias

from mypy_extensions import i64

from velodrome.core.contract import CHANCE, State
from velodrome.core.rng import Rng

Player: TypeAlias = Callable[[State], int]  # a function that takes the view of its seat and returns a legal move
Bot: TypeAlias = Callable[[State, Rng], int]  # a player that also takes a random generator


def playout(state: State, rng: Rng) -> i64:
    """Play random moves on `state` itself to the end of the game; return the number of decisions made."""
    decisions: i64 = 0
    while True:
        if state.actor >= 0:
            state.play(state.pick(rng))
            decisions += 1
        elif state.actor == CHANCE:
            state.settle(rng)
        else:
            return decisions


def finish_stage(state: State, rng: Rng) -> None:
    """Play random moves on `state` itself to the end of its current stage, or of the game."""
    stage = state.stage
    while state.stage == stage:
        if state.actor >= 0:
            state.play(state.pick(rng))
        elif state.actor == CHANCE:
            state.settle(rng)
        else:
            return


def run_playouts(start: State, games: i64, seed: int) -> tuple[int, int]:
    """Play `games` random games from copies of `start`; return two numbers.

    The first is the total number of decisions. The second is a hash of all games' lengths and scores: if it differs
    for the same arguments, the rules have changed.
    """
    rng = Rng(seed)
    decisions: i64 = 0
    mark: i64 = 0
    for _ in range(games):
        state = start.copy()
        made = playout(state, rng)
        decisions += made
        mark = (mark * 31 + made) & 0xFFFFFFFF
        for score in state.scores():
            mark = (mark * 31 + score) & 0xFFFFFFFF
    return decisions, mark


def copy_repeatedly(state: State, times: i64) -> State:
    """Copy a state `times` times, for benchmarks; return the last copy."""
    for _ in range(times):
        state = state.copy()
    return state
