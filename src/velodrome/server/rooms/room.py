"""A room: the state of one table, and the queue of jobs that change it.

A job (a request of a page, a bot's move, a timeout) runs from start to end before the next one begins. It commits
what it changes before anybody is told: `await room.commit(…)`, then memory, then messages.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, TypeAlias

import msgspec

from velodrome.core.contract import ONLOOKER
from velodrome.core.log import Log
from velodrome.core.rng import Rng
from velodrome.server.game.encoding import FastViews
from velodrome.server.game.log import restore_log
from velodrome.server.game.spec import GameSpec
from velodrome.server.game.views import PlainViews, Views
from velodrome.server.metrics import Metrics
from velodrome.server.protocol import Terms
from velodrome.server.rooms.clock_state import ClockState
from velodrome.server.rooms.connection import Connection
from velodrome.server.rooms.presence import Presence
from velodrome.server.rooms.running_clocks import RunningClocks
from velodrome.server.rooms.state import Chat, HintLimits, Premoves, RoomSeat, TakebackVote
from velodrome.server.settings import Settings, plain_mode
from velodrome.server.store.batch import MoveRow, Write
from velodrome.server.store.rows import StoredRoom
from velodrome.server.store.statements import Statement, delete_clock, save_clock
from velodrome.server.store.store import Store
from velodrome.server.workers.pool import BotPool

LOG = logging.getLogger("velodrome")
Job: TypeAlias = Callable[[], Awaitable[None]]
Pause: TypeAlias = Callable[[str, float, Rng, bool], float]  # bots.thinking_time.pause


class CommitFailed(Exception):
    """A write was not committed: memory may be ahead of the database."""


class RoomClosed(Exception):
    """The room was closed while a job waited for its commit."""


class BotTurnFailed(Exception):
    """A bot's turn raised an error: the room cannot go on."""


class RoomContext:
    """What all rooms of a server share."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        pool: BotPool,
        metrics: Metrics,
        pause: Pause,
        clocks: RunningClocks,
        now: Callable[[], float],
    ) -> None:
        self.settings = settings
        self.store = store
        self.pool = pool
        self.metrics = metrics
        self.pause = pause  # how long a bot seems to think
        self.clocks = clocks
        self.hints = HintLimits()
        self.now = now  # monotonic seconds
        self.tasks: set[asyncio.Task[None]] = set()
        self.is_closing = False  # the server stops: jobs that wait are done, and no others
        # Set by the registry, which knows what follows from a job and how a room recovers.
        self.follow_up: Callable[[Room], Awaitable[None] | None] | None = None
        self.recover: Callable[[Room, Exception], Awaitable[None]] | None = None

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a task that must end before the server does."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


class RoomInfo:
    """What a room is, beside its seats and its game."""

    def __init__(self, stored: StoredRoom) -> None:
        row = stored.room
        self.is_open: bool = row.open  # listed on the home page
        self.phase: str = row.phase  # lobby, playing, over
        self.host: str = row.host
        self.invite: str = row.invite
        self.rematch: str = row.rematch
        self.opener: int | None = row.opener  # the seat that asked for the rematch
        self.terms: Terms = msgspec.json.decode(row.terms, type=Terms)
        self.banned: set[str] = set(msgspec.json.decode(row.banned_guests))  # guests whose seat the host freed


class JobQueue:
    """The jobs of a room that wait, and the task that runs them."""

    def __init__(self) -> None:
        self.waiting: deque[Job] = deque()
        self.task: asyncio.Task[None] | None = None
        self.is_closed = False  # the room is gone: nothing more is done
        self.has_written = False  # the current job has handed a write to the store
        self.is_committing = False  # the current job waits for its commit


class Room:
    """One table in memory."""

    def __init__(self, context: RoomContext, spec: GameSpec, stored: StoredRoom, log: Log | None = None) -> None:
        self.context = context
        self.spec = spec
        self.name: str = stored.room.room
        self.queue = JobQueue()
        self.presence = Presence(context.now())
        self.bot_task: asyncio.Task[None] | None = None
        self.restore(stored, log)

    def restore(self, stored: StoredRoom, log: Log | None = None) -> None:
        """Take everything from the database; the moves are replayed unless their log is given."""
        self.info = RoomInfo(stored)
        self.seats: list[RoomSeat] = [RoomSeat.from_row(row) for row in stored.seats]
        self.log: Log = log if log is not None else stored_log(self.spec, stored)
        self.views: Views = PlainViews(self.spec) if plain_mode() else FastViews(self.spec)
        self.chat = Chat(stored.chat)
        self.takeback = TakebackVote()
        self.premoves = Premoves(self.ply)

    # ------------------------------------------------------------ questions

    @property
    def ply(self) -> int:
        return len(self.log.entries)

    @property
    def actor(self) -> int:
        """The seat that decides, or CHANCE or OVER."""
        return self.log.state.actor

    def seats_of(self, guest: str) -> list[int]:
        """The seats that a guest holds: several where people share a device."""
        return [place for place, seat in enumerate(self.seats) if guest and seat.guest == guest]

    def viewer_of(self, connection: Connection) -> int:
        """Whose view a connection gets; on a shared device the seat that it asked for, or the onlooker's."""
        held = self.seats_of(connection.guest)
        if len(held) == 1:
            return held[0]
        return connection.viewer if connection.viewer in held else ONLOOKER

    def is_turn_of(self, guest: str) -> bool:
        """Whether a person has to decide now."""
        actor = self.actor
        return self.info.phase == "playing" and actor in self.seats_of(guest) and not self.seats[actor].bot

    @property
    def has_clock(self) -> bool:
        return self.info.terms.clock.mode != "none"

    @property
    def is_complete(self) -> bool:
        """Whether everybody who plays has been here."""
        return self.presence.arrived.issuperset([seat.guest for seat in self.seats if seat.is_played_by_person])

    def is_still_at(self, log: Log, ply: int) -> bool:
        """Whether the game is where it was when somebody began to think."""
        return self.log is log and self.ply == ply and self.info.phase == "playing"

    def refuse_game_request(self, seat: int, ply: int | None = None) -> str:
        """Why a seat may ask for nothing in the game now, or not at this ply; "" if it may."""
        if seat < 0:
            return "refuse.seat"
        if self.info.phase != "playing":
            return f"refuse.{self.info.phase}"
        if self.seats[seat].bot:
            return "refuse.away"
        return "refuse.stale" if ply is not None and ply != self.ply else ""

    # ------------------------------------------------------------ jobs

    def enqueue(self, job: Job) -> None:
        """Run a job after all that wait."""
        queue = self.queue
        if queue.is_closed or self.context.is_closing:
            return
        queue.waiting.append(job)
        if queue.task is None:
            queue.task = asyncio.get_running_loop().create_task(self.run_jobs())

    async def run_jobs(self) -> None:
        """Run jobs until none waits and nothing follows from the last one."""
        queue, context = self.queue, self.context
        assert context.recover
        try:
            while not queue.is_closed:
                try:
                    queue.has_written = False
                    job = queue.waiting.popleft()() if queue.waiting else self.next_job()
                    if job is None:
                        return
                    await job
                except RoomClosed:
                    return
                except Exception as problem:
                    await context.recover(self, problem)
        finally:
            queue.task = None

    def next_job(self) -> Awaitable[None] | None:
        """What follows from the last job, if anything does."""
        if self.context.is_closing:
            return None
        assert self.context.follow_up
        return self.context.follow_up(self)

    async def commit(
        self, moves: Sequence[MoveRow] = (), statements: Sequence[Statement] = (), clock: "ClockChange | None" = None
    ) -> None:
        """Save this; return once it is committed. The clock runs from then on, whatever happens to the room."""
        self.queue.has_written = True
        changes = [*statements, clock.statement] if clock else statements
        self.queue.is_committing = True
        is_committed = await self.context.store.commit(Write(moves, changes))
        self.queue.is_committing = False
        if not is_committed:
            raise CommitFailed
        if clock:
            self.context.clocks.set(self.name, self.info.terms, clock.state)
        if self.queue.is_closed:
            raise RoomClosed

    def stop_bot(self, seat: int) -> None:
        """Cancel what a bot thinks for this seat."""
        if self.bot_task and self.actor == seat:
            self.bot_task.cancel()
            self.bot_task = None


class ClockChange:
    """A clock as it is to be saved; None ends it."""

    def __init__(self, room: str, state: ClockState | None) -> None:
        self.state = state
        self.statement = delete_clock(room) if state is None else save_clock(room, *state)


def stored_log(spec: GameSpec, stored: StoredRoom) -> Log:
    """Replay the stored moves of a room."""
    row = stored.room
    start = spec.game.position(msgspec.json.decode(row.start)) if row.start else None
    return restore_log(spec.game, bytes(row.seed), list(stored.moves), start)
