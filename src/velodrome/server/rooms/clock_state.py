"""Clock arithmetic: what each seat has used of its time, after a turn, a take-back or a change of seats."""

from typing import NamedTuple

from velodrome.core.log import Turn
from velodrome.server.protocol import Clock


class ClockState(NamedTuple):
    """A clock at one moment; the order of the fields is that of `statements.save_clock`."""

    ply: int
    seat: int  # that decides
    runs: bool  # a person decides
    since: float  # seconds since 1970 when it began to run
    spent: float  # seconds of this decision before then
    used: tuple[float, ...]  # by seat: seconds of the game before this decision, or of the seat's last move

    def elapsed(self, now: float) -> float:
        """Seconds that this decision has taken."""
        return self.spent + (max(0.0, now - self.since) if self.runs else 0.0)

    def left(self, clock: Clock, seat: int, now: float) -> float:
        """Seconds that a seat may still think."""
        before = self.used[seat] if clock.per == "game" else 0.0
        return clock.seconds - before - (self.elapsed(now) if seat == self.seat else 0.0)

    def spent_on_last_move(self, seat: int, now: float) -> float:
        """Seconds that a seat has taken for its last move if it takes that back now."""
        return self.used[seat] + self.elapsed(now)

    def is_late_after_takeback(self, clock: Clock, seat: int, now: float) -> bool:
        """Whether a seat would have no time left after taking back its last move."""
        if clock.mode != "enforced":
            return False
        if clock.per == "game":
            return clock.seconds <= used_after_takeback(self, clock, now, seat)[seat]
        return self.spent_on_last_move(seat, now) >= clock.seconds


def start_clock(ply: int, actor: int, runs: bool, now: float, seats: int) -> ClockState:
    """A clock that starts now."""
    return ClockState(ply, actor, runs, now, 0.0, (0.0,) * seats)


def clock_after_reseat(old: ClockState, runs: bool, now: float) -> ClockState:
    """The clock when somebody sat down or left; a player who leaves and comes back was thinking meanwhile."""
    spent = old.spent + now - old.since if runs else old.elapsed(now)
    return old._replace(runs=runs, since=now, spent=spent)


def clock_after_turn(
    old: ClockState, clock: Clock, now: float, ply: int, actor: int, runs: bool, turn: Turn | None
) -> ClockState:
    """The clock when `actor` decides next, at this ply."""
    new = ClockState(ply, actor, runs, now, 0.0, used_after_turn(old, clock, now, actor, turn))
    if clock.per == "move" and turn is not None and turn.repeats_ply and actor >= 0:
        return carry_over(old, new, turn)
    return new


def used_after_turn(old: ClockState, clock: Clock, now: float, actor: int, turn: Turn | None) -> tuple[float, ...]:
    """What each seat has used when `actor` decides next; a seat gains its increment when the turn passes on."""
    if turn is not None and turn.is_undo and actor >= 0:
        return used_after_takeback(old, clock, now, actor)
    if old.seat < 0:
        return old.used
    gains = old.runs and actor != old.seat and not (turn is not None and turn.repeats_ply)
    before = old.used[old.seat] if clock.per == "game" else 0.0
    return change_used(old.used, {old.seat: before + old.elapsed(now) - (clock.plus if gains else 0)})


def used_after_takeback(old: ClockState, clock: Clock, now: float, seat: int) -> tuple[float, ...]:
    """What each seat has used when this one takes back a move: it pays for the decision that it interrupts."""
    if clock.per != "game":
        return old.used
    return change_used(old.used, {seat: old.used[seat] + old.elapsed(now)})


def carry_over(old: ClockState, new: ClockState, turn: Turn) -> ClockState:
    """A clock per move after a take-back: nobody gets more time for a move by making it again."""
    if turn.is_undo:
        spent = old.spent_on_last_move(new.seat, new.since)
        return new._replace(spent=spent, used=change_used(new.used, {old.seat: 0.0, new.seat: 0.0}))
    if new.seat == old.seat:
        return new._replace(spent=new.used[new.seat], used=change_used(new.used, {new.seat: 0.0}))
    return new


def change_used(used: tuple[float, ...], changes: dict[int, float]) -> tuple[float, ...]:
    """The seconds of all seats, with those of some seats changed."""
    return tuple([changes.get(seat, seconds) for seat, seconds in enumerate(used)])
