"""Clocks of tables: what each seat has used of its time, kept with every move, and what happens when it is up.

Time is reckoned by the server alone. While it is down no clock runs: it remembers now and then that it is up, and after
a start every clock goes on from where it was then.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import msgspec

from velodrome.server.protocol import Clock, Terms, Times
from velodrome.server.rooms.seats import Place
from velodrome.server.store.batch import Write
from velodrome.server.store.statements import Statement, delete_clock, save_clock, save_heartbeat
from velodrome.server.store.store import Store

if TYPE_CHECKING:
    from velodrome.core.log import Turn
    from velodrome.server.rooms.connection import Line
    from velodrome.server.rooms.registry import Hall
    from velodrome.server.rooms.room import LiveRoom

AGAIN = 5.0  # seconds after something failed until who is late is called late again
LOG = logging.getLogger("velodrome")
Late: TypeAlias = "Callable[[LiveRoom, int], None]"  # what is done when the time of a seat is up


class Ticking(NamedTuple):
    """The clock of a table."""

    ply: int
    seat: int  # that decides
    runs: bool  # it is a person's
    since: float  # seconds since 1970 when it began to run
    spent: float  # seconds that this decision had taken before
    used: tuple[float, ...]  # by seat: seconds of the time of a game before this decision, or of the last move alone

    def turn(self, now: float) -> float:
        """Seconds that this decision has taken."""
        return self.spent + (max(0.0, now - self.since) if self.runs else 0.0)

    def left(self, clock: Clock, seat: int, now: float) -> float:
        """Seconds that a seat may still think."""
        before = self.used[seat] if clock.per == "game" else 0.0
        return clock.seconds - before - (self.turn(now) if seat == self.seat else 0.0)

    def after(self, clock: Clock, now: float, gains: bool = True) -> tuple[float, ...]:
        """What each seat has used of its time when this decision is made; not every one gains some."""
        if self.seat < 0:
            return self.used
        before = self.used[self.seat] if clock.per == "game" else 0.0
        gained = clock.plus if self.runs and gains else 0
        return changed(self.used, {self.seat: before + self.turn(now) - gained})

    def after_back(self, clock: Clock, now: float, seat: int) -> tuple[float, ...]:
        """What each seat has used when this one takes back a move: it pays for the decision that it interrupts."""
        return changed(self.used, {seat: self.used[seat] + self.turn(now)}) if clock.per == "game" else self.used

    def spent_before(self, seat: int, now: float) -> float:
        """Seconds that a seat has taken for its last move, if that is taken back now."""
        return self.used[seat] + self.turn(now)


class Change(NamedTuple):
    """A clock as it is to be kept, and what is done then: first it runs, as telling anybody of anything may fail."""

    statement: Statement
    run: Callable[[], None]
    tell: Callable[[], None]


class Clocks:
    """The clocks of all tables that have one, whether they are in memory or not."""

    def __init__(self, hall: "Hall", late: "Late") -> None:
        self.hall = hall
        self.kept: dict[str, tuple[Terms, Ticking]] = {}  # by room
        self.timers: dict[str, asyncio.TimerHandle] = {}
        self.now = steady()
        self.later: Callable[..., asyncio.TimerHandle] = soon
        self.late = late

    # ------------------------------------------------------------ keeping

    async def load(self, store: Store) -> None:
        """Take up every clock where it was when the server was last known to be up."""
        rows, last = await store.load_clocks()
        now = self.now()
        for row in rows:
            ran = max(0.0, (now if last is None else last) - row.since)
            since = now - ran  # never later than now, even where the machine's clock was set back meanwhile
            try:
                terms, used = msgspec.json.decode(row.terms, type=Terms), tuple(msgspec.json.decode(row.used))
            except msgspec.MsgspecError:  # of another version, perhaps: the other tables are well
                LOG.error("clock.unreadable", extra={"room": row.room})
                continue
            self.kept[row.room] = (terms, Ticking(row.ply, row.seat, row.runs, since, row.spent, used))
        saved = [save_clock(room, *ticking) for room, (_, ticking) in self.kept.items()]
        await store.commit(Write(statements=[*saved, save_heartbeat(now)]))
        for room in self.kept:
            self.arm(room)

    async def beat(self) -> None:
        """Remember that the server is up, where that matters to anybody."""
        if any(ticking.runs for _, ticking in self.kept.values()):
            await self.hall.store.commit(Write(statements=[save_heartbeat(self.now())]))

    def change(
        self, room: "LiveRoom", seats: list[Place], actor: int, ply: int, turn: "Turn | None" = None
    ) -> Change | None:
        """What becomes of a clock when this seat decides at this ply, after a turn; None without a clock."""
        clock = room.terms.clock
        if clock.mode == "none":
            return None
        now, old = self.now(), self.ticking(room)
        if old is None and not room.is_complete:
            return None  # a rematch is not lost by who has not come yet
        runs = actor >= 0 and bool(seats[actor].guest) and not seats[actor].bot
        if old is None:
            new = Ticking(ply, actor, runs, now, 0.0, (0.0,) * len(seats))
        elif old.ply == ply:  # somebody sat down or got up: who leaves and comes back has thought meanwhile
            spent = old.spent + now - old.since if runs else old.turn(now)
            new = old._replace(runs=runs, since=now, spent=spent)
        else:
            new = Ticking(ply, actor, runs, now, 0.0, used_after(old, clock, now, actor, turn))
            if clock.per == "move" and turn is not None and turn.repeats_ply and actor >= 0:
                new = resumed(old, new, turn.is_undo)
        if actor < 0:
            return self.end(room)
        return Change(save_clock(room.name, *new), partial(self.run, room, new), partial(self.tell_all, room))

    def end(self, room: "LiveRoom") -> Change:
        """What becomes of a clock when the game is over."""
        return Change(delete_clock(room.name), partial(self.run, room, None), partial(self.tell_all, room))

    def ticking(self, room: "LiveRoom") -> Ticking | None:
        """The clock of a room, if it has begun."""
        found = self.kept.get(room.name)
        return found[1] if found else None

    def run(self, room: "LiveRoom", new: Ticking | None) -> None:
        """A clock is kept as it is now: let it run."""
        if new is None:
            self.kept.pop(room.name, None)
        else:
            self.kept[room.name] = (room.terms, new)
        self.arm(room.name)

    # ------------------------------------------------------------ telling

    def tell_all(self, room: "LiveRoom") -> None:
        for line in room.lines:
            self.tell(room, line)

    def arrived(self, room: "LiveRoom", line: "Line") -> None:
        """Show a clock to who comes; one that has not begun begins once everybody who plays has come."""
        if self.ticking(room) is None and room.phase == "playing" and room.is_complete:
            room.when_free(partial(self.begin, room))
        else:
            self.tell(room, line)

    def begin(self, room: "LiveRoom") -> None:
        if self.ticking(room) is None and room.phase == "playing":
            change = self.change(room, room.seats, room.log.state.actor, room.ply)
            if change:
                room.write([], [change.statement], change.tell, change.run)

    def tell(self, room: "LiveRoom", line: "Line") -> None:
        """How long each seat may still think."""
        ticking = self.ticking(room)
        if ticking:
            now, clock = self.now(), room.terms.clock
            left = [round(ticking.left(clock, seat, now), 1) for seat in range(len(room.seats))]
            line.tell(Times(ticking.ply, ticking.seat if ticking.runs else -1, left))

    def left(self, name: str, seat: int) -> float | None:
        """Seconds that a seat of a room may still think; None where its clock does not run."""
        terms, ticking = self.kept.get(name, (None, None))
        if not terms or not ticking or not ticking.runs or ticking.seat != seat:
            return None
        return ticking.left(terms.clock, seat, self.now())

    def is_late_after_back(self, room: "LiveRoom", seat: int) -> bool:
        """Whether a seat has no time left for what it would take back: a move that was made for it is one."""
        clock, ticking = room.terms.clock, self.ticking(room)
        if clock.mode != "enforced" or ticking is None:
            return False
        if clock.per == "game":
            return clock.seconds <= ticking.after_back(clock, self.now(), seat)[seat]
        return ticking.spent_before(seat, self.now()) >= clock.seconds

    # ------------------------------------------------------------ time is up

    def arm(self, name: str, soonest: float = 0.0) -> None:
        """Set the timer of a room anew: one where time can be up, otherwise none."""
        timer = self.timers.pop(name, None)
        if timer:
            timer.cancel()
        terms, ticking = self.kept.get(name, (None, None))
        if terms and ticking and ticking.runs and terms.clock.mode == "enforced" and not self.hall.closing:
            delay = max(soonest, ticking.left(terms.clock, ticking.seat, self.now()))
            self.timers[name] = self.later(delay, partial(self.up, name))

    def up(self, name: str) -> None:
        """A timer has ended: open the room if nobody is there, and do what its terms say."""
        self.timers.pop(name, None)
        if not self.hall.closing:
            self.hall.spawn(self.call(name))

    async def call(self, name: str) -> None:
        try:
            room = await self.hall.room(name)
        except Exception:  # whatever it is, who is late now is late again soon
            LOG.exception("clock.broken", extra={"room": name})
            self.arm(name, AGAIN)
            return
        if room:
            room.when_free(partial(self.check, room))

    def check(self, room: "LiveRoom") -> None:
        """Whether it is still so; a move may have come meanwhile."""
        ticking = self.ticking(room)
        if not ticking or not ticking.runs or room.phase != "playing" or room.ply != ticking.ply:
            return
        if ticking.left(room.terms.clock, ticking.seat, self.now()) > 0:
            self.arm(room.name)
        else:
            self.late(room, ticking.seat)

    async def close(self) -> None:
        """No more timers; and this is when the server was last up."""
        for timer in self.timers.values():
            timer.cancel()
        self.timers.clear()
        await self.beat()


def used_after(old: Ticking, clock: Clock, now: float, actor: int, turn: "Turn | None") -> tuple[float, ...]:
    """What each seat has used when this one decides next; time is gained where the turn goes on to another."""
    if turn is not None and turn.is_undo and actor >= 0:
        return old.after_back(clock, now, actor)
    return old.after(clock, now, actor != old.seat and not (turn is not None and turn.repeats_ply))


def resumed(old: Ticking, new: Ticking, back: bool) -> Ticking:
    """A clock by the move where moves are taken back or made again: nobody gets more time by that."""
    if back:
        spent = old.spent_before(new.seat, new.since)
        return new._replace(spent=spent, used=changed(new.used, {old.seat: 0.0, new.seat: 0.0}))
    if new.seat == old.seat:  # it was there before: one time for all that it makes again
        return new._replace(spent=new.used[new.seat], used=changed(new.used, {new.seat: 0.0}))
    return new


def changed(used: tuple[float, ...], by: dict[int, float]) -> tuple[float, ...]:
    """The seconds of all seats, with those of some changed."""
    return tuple([by.get(seat, seconds) for seat, seconds in enumerate(used)])


def steady() -> Callable[[], float]:
    """Seconds since 1970, which nobody sets back or forth while the server runs."""
    offset = time.time() - time.monotonic()
    return lambda: offset + time.monotonic()


def soon(delay: float, doing: Callable[[], None]) -> asyncio.TimerHandle:
    return asyncio.get_running_loop().call_later(delay, doing)
