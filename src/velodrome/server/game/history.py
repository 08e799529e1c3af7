"""A game ply by ply: which state and which stage scores belong to each ply of a log."""

from collections.abc import Iterator
from typing import NamedTuple

from velodrome.core.contract import State
from velodrome.core.log import Log


class Moment(NamedTuple):
    """A game at one of its plies; nothing in it may be changed."""

    ply: int  # 0 is the start
    state: State
    stage_scores: list[list[int]]  # of each stage that was over


def moments(log: Log) -> Iterator[Moment]:
    """Every ply of a log; an undo shows the state that it went back to."""
    yield Moment(0, log.start, [])
    for step in log.steps():
        yield Moment(step.ply, step.after, step.stage_scores)


def state_at(log: Log, ply: int) -> State:
    """The state after so many entries of a log."""
    return next(moment.state for moment in moments(log) if moment.ply == ply)


def snapshot(log: Log) -> Log:
    """A copy of a log that does not grow with it: for reading in another thread."""
    found = Log(log.game, log.seed, log.start if log.positioned else None)
    found.state, found.entries = log.state, log.entries[:]
    return found
