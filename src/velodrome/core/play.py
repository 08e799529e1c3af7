"""Drive any game: random playouts for speed, and players with names for a table."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from mypy_extensions import i64

from velodrome.core.contract import CHANCE, OVER, State
from velodrome.core.record import Record
from velodrome.core.rng import Rng, Stream

Player: TypeAlias = Callable[[State], int]  # gets what its seat sees, answers with a legal move
Bot: TypeAlias = Callable[[State, Rng], int]  # a program that does, with a generator for what it leaves to chance


def playout(state: State, rng: Rng) -> i64:
    """Random moves to the end of the game; how many decisions the seats made."""
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
    """Random moves to the end of the stage."""
    stage = state.stage
    while state.stage == stage:
        if state.actor >= 0:
            state.play(state.pick(rng))
        elif state.actor == CHANCE:
            state.settle(rng)
        else:
            return


def run(start: State, games: i64, seed: int) -> tuple[int, int]:
    """Random games from copies of a state: how many decisions, and a fingerprint of how they went."""
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


def copies(state: State, times: i64) -> State:
    """A copy of a copy of a copy …: what copying costs."""
    for _ in range(times):
        state = state.copy()
    return state


def drive(record: Record, players: Sequence[Player], stream: Stream) -> State:
    """Play a table to its end: chance from the stream, forced moves at once, all of it on record."""
    while record.state.actor != OVER:
        record.play(answer(record.state, players, stream))
    return record.state


def answer(state: State, players: Sequence[Player], stream: Stream) -> int:
    """The next move of a table."""
    if state.actor == CHANCE:
        return stream.choose(state.chance())
    if state.count() == 1:
        only = state.nth(0)
        if only not in state.game.always_asked:
            return only
    return players[state.actor](state.seen_by(state.actor))
