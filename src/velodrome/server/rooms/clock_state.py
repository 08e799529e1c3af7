"""Clock arithmetic: the time that each seat has used, after a turn, a take-back or a change of seats."""

from typing import NamedTuple

from velodrome.core.log import Turn
from velodrome.server.protocol import Clock


class ClockState(NamedTuple):
    """Snapshot of a room's clock; the fields are in the same order as the arguments of `statements.save_clock`."""

    ply: int
    seat: int  # the seat that decides
    runs: bool  # the clock counts down: a person decides
    since: float  # when it began to run, in seconds since 1970
    spent: float  # seconds spent on this decision before `since`
    used: tuple[float, ...]  # seconds by seat: before this decision (clock per game), or on its last move (per move)

    def elapsed(self, now: float) -> float:
        """Return the seconds spent so far on the current decision."""
        return self.spent + (max(0.0, now - self.since) if self.runs else 0.0)

    def left(self, clock: Clock, seat: int, now: float) -> float:
        """Return the seconds that a seat has left."""
        before = self.used[seat] if clock.per == "game" else 0.0
        return clock.seconds - before - (self.elapsed(now) if seat == self.seat else 0.0)

    def spent_on_last_move(self, seat: int, now: float) -> float:
        """Return the seconds that a seat will have spent on its last move if it takes that move back now."""
        return self.used[seat] + self.elapsed(now)

    def is_late_after_takeback(self, clock: Clock, seat: int, now: float) -> bool:
        """Return whether the clock is enforced and a seat would have no time left after taking back its last move."""
        if clock.mode != "enforced":
            return False
        if clock.per == "game":
            return clock.seconds <= used_after_takeback(self, clock, now, seat)[seat]
        return self.spent_on_last_move(seat, now) >= clock.seconds


def start_clock(ply: int, actor: int, runs: bool, now: float, seats: int) -> ClockState:
    """Return a clock for `seats` seats that starts now. `actor` decides at `ply`; `runs` says if that is a person."""
    return ClockState(ply, actor, runs, now, 0.0, (0.0,) * seats)


def clock_after_reseat(old: ClockState, runs: bool, now: float) -> ClockState:
    """Return the clock after a change of seats; `runs` says whether a person now plays on the deciding seat.

    If a person takes the deciding seat back from a bot, the seconds that the bot had for this decision are spent, too.
    """
    spent = old.spent + now - old.since if runs else old.elapsed(now)
    return old._replace(runs=runs, since=now, spent=spent)


def clock_after_turn(
    old: ClockState, clock: Clock, now: float, ply: int, actor: int, runs: bool, turn: Turn | None
) -> ClockState:
    """Return the clock after `turn`. Now `actor` decides at `ply`, and `runs` says whether that is a person.

    `old` is the clock's state before the turn, and `clock` the time limit in the room's terms.
    """
    new = ClockState(ply, actor, runs, now, 0.0, used_after_turn(old, clock, now, actor, turn))
    if clock.per == "move" and turn is not None and turn.repeats_ply and actor >= 0:
        return carry_over(old, new, turn)
    return new


def used_after_turn(old: ClockState, clock: Clock, now: float, actor: int, turn: Turn | None) -> tuple[float, ...]:
    """Return the time used by each seat after a turn; `actor` decides next.

    The seat that moved gets its increment only if `actor` is another seat and the turn repeats no ply after an undo.
    """
    if turn is not None and turn.is_undo and actor >= 0:
        return used_after_takeback(old, clock, now, actor)
    if old.seat < 0:
        return old.used
    gains = old.runs and actor != old.seat and not (turn is not None and turn.repeats_ply)
    before = old.used[old.seat] if clock.per == "game" else 0.0
    return change_used(old.used, {old.seat: before + old.elapsed(now) - (clock.plus if gains else 0)})


def used_after_takeback(old: ClockState, clock: Clock, now: float, seat: int) -> tuple[float, ...]:
    """Return the time used by each seat after a take-back by `seat`.

    The take-back interrupts a decision. With a clock per game, the time spent on this decision counts as used by
    `seat`. With a clock per move, return the old times, because `carry_over` adds the time.
    """
    if clock.per != "game":
        return old.used
    return change_used(old.used, {seat: old.used[seat] + old.elapsed(now)})


def carry_over(old: ClockState, new: ClockState, turn: Turn) -> ClockState:
    """Return `new`, plus the time that the deciding seat had already spent on the same decision before an undo.

    Otherwise, a seat could gain time by an undo. Use this only for a clock per move. `old` is the clock before
    `turn`, and `new` is the clock after it.
    """
    if turn.is_undo:
        spent = old.spent_on_last_move(new.seat, new.since)
        return new._replace(spent=spent, used=change_used(new.used, {old.seat: 0.0, new.seat: 0.0}))
    if new.seat == old.seat:
        return new._replace(spent=new.used[new.seat], used=change_used(new.used, {new.seat: 0.0}))
    return new


def change_used(used: tuple[float, ...], changes: dict[int, float]) -> tuple[float, ...]:
    """Return a copy of `used`, with new seconds for the seats in `changes`."""
    return tuple([changes.get(seat, seconds) for seat, seconds in enumerate(used)])
