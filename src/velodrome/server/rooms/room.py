"""A room: a game in progress with its seats and connections, and the queue of jobs that change it.

A job (a page's request, a bot's move, a timeout) runs to its end before the next one starts. Every change is saved
before it takes effect: first `await room.commit(…)`, then change the room in memory, then send messages.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, TypeAlias

import msgspec

from velodrome.core.contract import ONLOOKER, OVER
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
from velodrome.server.rooms.state import Chat, HintLimits, JoinRequests, Premoves, RoomSeat, TakebackVote
from velodrome.server.settings import Settings, plain_mode
from velodrome.server.store.batch import MoveRow, Write
from velodrome.server.store.rows import StoredRoom
from velodrome.server.store.statements import Statement, delete_clock, save_clock
from velodrome.server.store.store import Store
from velodrome.server.workers.pool import BotPool

LOG = logging.getLogger("velodrome")
Job: TypeAlias = Callable[[], Awaitable[None]]
Pause: TypeAlias = Callable[[str, float, Rng, bool], float]  # type of bots.thinking_time.thinking_pause


class CommitFailed(Exception):
    """Raised in a job if its write was not committed; the room must then be reloaded."""


class RoomClosed(Exception):
    """Raised in a job if its room was closed during a commit."""


class BotTurnFailed(Exception):
    """Raised in the room's queue if a bot's turn failed; the room is then closed."""


class RoomContext:
    """What all rooms of a server share: settings, database, bot processes, metrics, clocks, and running tasks."""

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
        self.pause = pause  # returns the pause before a bot's move
        self.clocks = clocks
        self.hints = HintLimits()
        self.now = now  # monotonic seconds
        self.tasks: set[asyncio.Task[None]] = set()
        self.is_closing = False  # the server is shutting down: no new jobs are queued
        # Callbacks set by the registry: what to do when a room's queue is empty, and after a job failed.
        self.follow_up: Callable[[Room], Awaitable[None] | None] | None = None
        self.recover: Callable[[Room, Exception], Awaitable[None]] | None = None

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a task for which the server waits when it shuts down."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


class RoomInfo:
    """The stored properties of a room besides its seats and its game."""

    def __init__(self, stored: StoredRoom) -> None:
        row = stored.room
        self.is_public: bool = row.open  # listed on the home page; anybody may take a free seat
        self.phase: str = row.phase  # lobby, playing, over
        self.host: str = row.host
        self.invite: str = row.invite
        self.rematch: str = row.rematch
        self.opener: int | None = row.opener  # the seat that asked for the rematch
        self.terms: Terms = msgspec.json.decode(row.terms, type=Terms)
        self.banned: set[str] = set(msgspec.json.decode(row.banned_guests))  # guests whom the host removed


class JobQueue:
    """The queue of jobs in a room, and the task that runs them one at a time."""

    def __init__(self) -> None:
        self.waiting: deque[Job] = deque()
        self.task: asyncio.Task[None] | None = None
        self.is_closed = False  # the room was closed: no more jobs run
        self.has_written = False  # the current job has passed a write to the store
        self.is_committing = False  # the current job is waiting for its commit


class Room:
    """A room in memory."""

    def __init__(self, context: RoomContext, spec: GameSpec, stored: StoredRoom, log: Log | None = None) -> None:
        self.context = context
        self.spec = spec
        self.name: str = stored.room.room
        self.queue = JobQueue()
        self.presence = Presence(context.now())
        self.joins = JoinRequests()
        self.bot_task: asyncio.Task[None] | None = None
        self.load_state(stored, log)

    def load_state(self, stored: StoredRoom, log: Log | None = None) -> None:
        """Set the room's attributes from its stored rows. If `log` is given, use it instead of replaying the moves."""
        self.info = RoomInfo(stored)
        self.seats: list[RoomSeat] = [RoomSeat.from_row(row) for row in stored.seats]
        self.log: Log = log if log is not None else replay_stored_moves(self.spec, stored, self.info.terms.redraw)
        self.views: Views = PlainViews(self.spec) if plain_mode() else FastViews(self.spec)
        self.views.is_forfeited = self.info.phase == "over" and self.actor != OVER
        self.chat = Chat(stored.chat)
        self.takeback = TakebackVote()
        self.premoves = Premoves(self.ply)

    # ------------------------------------------------------------ queries

    @property
    def ply(self) -> int:
        return len(self.log.entries)

    @property
    def actor(self) -> int:
        """Return who acts next: a seat or CHANCE; OVER if the game has ended."""
        return self.log.state.actor

    def seats_of(self, guest: str) -> list[int]:
        """Return the seats that a guest holds; there are several if people share the guest's device."""
        return [seat for seat, room_seat in enumerate(self.seats) if guest and room_seat.guest == guest]

    def viewer_of(self, connection: Connection) -> int:
        """Return a connection's viewer: its guest's seat (of several, the one that the page shows), or ONLOOKER."""
        held = self.seats_of(connection.guest)
        if len(held) == 1:
            return held[0]
        return connection.viewer if connection.viewer in held else ONLOOKER

    @property
    def free_seats(self) -> list[int]:
        return [seat for seat, room_seat in enumerate(self.seats) if room_seat.is_free]

    def may_sit(self, connection: Connection) -> bool:
        """Return whether a guest without a seat may take a free seat without asking the host."""
        return self.info.is_public or connection.is_invited or connection.guest == self.info.host

    def is_turn_of(self, guest: str) -> bool:
        """Return whether the game is waiting for a decision by this guest."""
        actor = self.actor
        return self.info.phase == "playing" and actor in self.seats_of(guest) and not self.seats[actor].bot

    @property
    def has_clock(self) -> bool:
        return self.info.terms.clock.mode != "none"

    @property
    def is_complete(self) -> bool:
        """Return whether everybody who plays has connected at least once since the room was loaded."""
        return self.presence.arrived.issuperset([each.guest for each in self.seats if each.is_played_by_person])

    def is_still_at(self, log: Log, ply: int) -> bool:
        """Return whether the game is running and still has the log and the ply for which a bot started to think."""
        return self.log is log and self.ply == ply and self.info.phase == "playing"

    def refuse_game_request(self, seat: int, ply: int | None = None) -> str:
        """Return the key of the text that says why a seat may not act now; "" if it may.

        If `ply` is given, the seat may act only if this is the current ply.
        """
        if seat < 0:
            return "refuse.seat"
        if self.info.phase != "playing":
            return f"refuse.{self.info.phase}"
        if self.seats[seat].bot:
            return "refuse.away"
        return "refuse.stale" if ply is not None and ply != self.ply else ""

    # ------------------------------------------------------------ jobs

    def enqueue(self, job: Job) -> None:
        """Append a job to the queue, and start running the queue if it is idle."""
        queue = self.queue
        if queue.is_closed or self.context.is_closing:
            return
        queue.waiting.append(job)
        if queue.task is None:
            queue.task = asyncio.get_running_loop().create_task(self.run_jobs())

    async def run_jobs(self) -> None:
        """Run the queued jobs one at a time. If the queue is empty, run follow-up jobs until there is none.

        After a job that fails, recover the room and continue. If the room was closed, stop.
        """
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
        """Return the job to run if the queue is empty, such as playing a premove; None if there is none.

        If it is a bot's turn, this also starts the bot (see `follow_up`).
        """
        if self.context.is_closing:
            return None
        assert self.context.follow_up
        return self.context.follow_up(self)

    async def commit(
        self, moves: Sequence[MoveRow] = (), statements: Sequence[Statement] = (), clock: "ClockChange | None" = None
    ) -> None:
        """Save these changes and wait for the commit, then set the clock.

        Raise CommitFailed if the commit fails, and RoomClosed if the room was closed during the commit.
        """
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
        """If a bot is thinking for this seat, cancel its task."""
        if self.bot_task and self.actor == seat:
            self.bot_task.cancel()
            self.bot_task = None


class ClockChange:
    """A change of a room's clock: the new state, and the SQL statement that saves it.

    If the state is None, the statement deletes the clock.
    """

    def __init__(self, room: str, state: ClockState | None) -> None:
        self.state = state
        self.statement = delete_clock(room) if state is None else save_clock(room, *state)


def replay_stored_moves(spec: GameSpec, stored: StoredRoom, redraws: bool) -> Log:
    """Build the log of a room by replaying its stored moves.

    `redraws` says whether dice and cards are drawn anew after a take-back.
    """
    row = stored.room
    start = spec.game.position(msgspec.json.decode(row.start)) if row.start else None
    return restore_log(spec.game, bytes(row.seed), list(stored.moves), start, redraws)
