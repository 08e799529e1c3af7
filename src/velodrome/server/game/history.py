"""A game of the past, ply by ply: which state belongs to each ply, and what a viewer may be shown of it."""

from collections.abc import Iterator
from typing import NamedTuple

from velodrome.core.contract import ONLOOKER, TRUTH, Data, State
from velodrome.core.log import Log
from velodrome.server.game.views import PlainViews
from velodrome.server.protocol import Choice


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
    return log.copy()


class PastViews(PlainViews):
    """Tables of the past: no move is legal any more, and the viewer TRUTH sees everything."""

    def see(self, state: State, viewer: int) -> tuple[State, Data]:
        if viewer != TRUTH:
            return super().see(state, viewer)
        whole = state.copy()
        data = whole.table()
        data["prompt"] = state.seen_by(ONLOOKER).table()["prompt"]  # about the actor, not addressed to it
        return whole, data

    def choices(self, seen: State, viewer: int) -> list[Choice]:
        return []
