"""The clocks of all running games, each with a timer that calls back on timeout."""

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial

import msgspec

from velodrome.server.protocol import Terms
from velodrome.server.rooms.clock_state import ClockState
from velodrome.server.store.batch import Write
from velodrome.server.store.statements import save_clock, save_heartbeat
from velodrome.server.store.store import Store

RETRY_SECONDS = 5.0  # delay before the next attempt if handling a timeout failed
LOG = logging.getLogger("velodrome")


class RunningClocks:
    """The clocks of all running games, including those whose rooms are not in memory.

    Only the server measures time; it ignores the clocks of browsers. No clock runs while the server is down: the
    server saves a heartbeat periodically and, after a restart, continues every clock from its value at the last
    heartbeat.
    """

    def __init__(self, on_timeout: Callable[[str], None]) -> None:
        self.on_timeout = on_timeout  # called with the name of the room
        self.running: dict[str, tuple[Terms, ClockState]] = {}  # by room
        self.timers: dict[str, asyncio.TimerHandle] = {}  # by room
        self.now = steady_time()
        self.call_later: Callable[..., asyncio.TimerHandle] = call_later
        self.is_closed = False

    async def load(self, store: Store) -> None:
        """Load all clocks, and start their timers; each clock continues from its value at the last heartbeat.

        Save the clocks again with this value, together with a new heartbeat.
        """
        rows, last = await store.load_clocks()
        now = self.now()
        for row in rows:
            ran = max(0.0, (now if last is None else last) - row.since)
            since = now - ran  # never in the future, even if the machine's clock was set back meanwhile
            try:
                terms = msgspec.json.decode(row.terms, type=Terms)
                used = msgspec.json.decode(row.used, type=tuple[float, ...])
                if not 0 <= row.seat < len(used):
                    raise msgspec.ValidationError
            except msgspec.MsgspecError:  # perhaps written by another version; skip this clock only
                LOG.error("clock.unreadable", extra={"room": row.room})
                continue
            self.running[row.room] = (terms, ClockState(row.ply, row.seat, row.runs, since, row.spent, used))
        saved = [save_clock(room, *state) for room, (_, state) in self.running.items()]
        await store.commit(Write(statements=[*saved, save_heartbeat(now)]))
        for room in self.running:
            self.arm(room)

    async def save_heartbeat(self, store: Store) -> None:
        """Save the current time as the last heartbeat, if any clock is running."""
        if any(state.runs for _, state in self.running.values()):
            await store.commit(Write(statements=[save_heartbeat(self.now())]))

    def get(self, room: str) -> ClockState | None:
        """Return the clock of a room; None if it has not started."""
        found = self.running.get(room)
        return found[1] if found else None

    def set(self, room: str, terms: Terms, state: ClockState | None) -> None:
        """Replace the clock of a room and restart its timer; a state of None removes both.

        Call this only after the change was saved.
        """
        if state is None:
            self.running.pop(room, None)
        else:
            self.running[room] = (terms, state)
        self.arm(room)

    def left(self, room: str, seat: int) -> float | None:
        """Return the seconds that a seat has left; None if its time is not running now."""
        terms, state = self.running.get(room, (None, None))
        if not terms or not state or not state.runs or state.seat != seat:
            return None
        return state.left(terms.clock, seat, self.now())

    def arm(self, room: str, soonest: float = 0.0) -> None:
        """Restart a room's timer: it expires when the clock runs out, but not before `soonest` seconds have passed.

        If the clock is stopped or only advisory, the timer is removed.
        """
        timer = self.timers.pop(room, None)
        if timer:
            timer.cancel()
        terms, state = self.running.get(room, (None, None))
        if terms and state and state.runs and terms.clock.mode == "enforced" and not self.is_closed:
            delay = max(soonest, state.left(terms.clock, state.seat, self.now()))
            self.timers[room] = self.call_later(delay, partial(self.time_is_up, room))

    def time_is_up(self, room: str) -> None:
        """Remove an expired timer, and report the timeout."""
        self.timers.pop(room, None)
        if not self.is_closed:
            self.on_timeout(room)

    async def close(self, store: Store) -> None:
        """Cancel all timers and save a last heartbeat."""
        self.is_closed = True
        for timer in self.timers.values():
            timer.cancel()
        self.timers.clear()
        await self.save_heartbeat(store)


def steady_time() -> Callable[[], float]:
    """Return a function that returns the seconds since 1970, and ignores later changes of the system clock."""
    offset = time.time() - time.monotonic()
    return lambda: offset + time.monotonic()


def call_later(delay: float, callback: Callable[[], None]) -> asyncio.TimerHandle:
    return asyncio.get_running_loop().call_later(delay, callback)
