"""History of a game: the state at each ply, and the table at each ply for each viewer."""

from collections.abc import Iterator
from typing import NamedTuple

from velodrome.core.contract import ONLOOKER, TRUTH, Data, State
from velodrome.core.log import Log
from velodrome.server.game.views import PlainViews
from velodrome.server.protocol import Choice


class Moment(NamedTuple):
    """The state of a game at one ply; callers must not change it."""

    ply: int  # 0 is the start
    state: State
    stage_scores: list[list[int]]  # scores at the end of each finished stage


def moments(log: Log) -> Iterator[Moment]:
    """Yield the moment at every ply of a log.

    An undo counts as a ply too; its state is the earlier state that the undo restores.
    """
    yield Moment(0, log.start, [])
    for step in log.steps():
        yield Moment(step.ply, step.after, step.stage_scores)


def state_at(log: Log, ply: int) -> State:
    """Return the state after this many entries in a log."""
    return next(moment.state for moment in moments(log) if moment.ply == ply)


def snapshot(log: Log) -> Log:
    """Copy a log, so that another thread can read it while the game continues."""
    return log.copy()


class PastViews(PlainViews):
    """Builder of the tables of past plies. They offer no moves, and the viewer TRUTH sees everything."""

    def see(self, state: State, viewer: int) -> tuple[State, Data]:
        if viewer != TRUTH:
            return super().see(state, viewer)
        whole = state.copy()
        data = whole.table() | (state.secrets() if self.is_forfeited else state.reveal())
        data["prompt"] = state.seen_by(ONLOOKER).table()["prompt"]  # the onlooker's prompt asks nobody for a move
        return whole, data

    def choices(self, seen: State, viewer: int) -> list[Choice]:
        return []
