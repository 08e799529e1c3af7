"""The registry of rooms: loads a room from the database when it is needed, and unloads idle rooms."""

import asyncio
import logging
import time
from collections import OrderedDict
from functools import partial

from velodrome.core.contract import OVER
from velodrome.server.game.spec import load_spec
from velodrome.server.metrics import Metrics
from velodrome.server.rooms.arrivals import arrive, depart
from velodrome.server.rooms.broadcast import refuse, send_room
from velodrome.server.rooms.connection import BROKEN, Connection
from velodrome.server.rooms.create import RoomPlan, count_new_room
from velodrome.server.rooms.follow_up import follow_up
from velodrome.server.rooms.premoves import drop_all
from velodrome.server.rooms.room import BotTurnFailed, CommitFailed, Pause, Room, RoomContext
from velodrome.server.rooms.running_clocks import RETRY_SECONDS, RunningClocks
from velodrome.server.rooms.timeouts import check_timeout
from velodrome.server.settings import Settings
from velodrome.server.store.batch import Write
from velodrome.server.store.queries import LISTED_ROOMS
from velodrome.server.store.rows import StoredRoom
from velodrome.server.store.statements import Statement, delete_guests, delete_lobbies, delete_removed_rooms
from velodrome.server.store.store import Store
from velodrome.server.workers.pool import BotPool

MAX_CACHED_ACTORS = 20_000  # rooms in RoomRegistry.actors
CLOSE_SECONDS = 20.0  # time for running jobs to end when the server stops
GUESTS_PER_COMMIT = 200  # guests deleted in one transaction; few, because moves wait for it
LOG = logging.getLogger("velodrome")


class RoomRegistry:
    """All rooms on a server: those in memory, and access to those in the database."""

    def __init__(self, settings: Settings, store: Store, pool: BotPool, metrics: Metrics, pause: Pause) -> None:
        clocks = RunningClocks(self.handle_timeout)
        self.context = RoomContext(settings, store, pool, metrics, pause, clocks, time.monotonic)
        self.context.follow_up, self.context.recover = follow_up, self.recover
        self.rooms: dict[str, Room] = {}
        self.idle: OrderedDict[str, Room] = OrderedDict()  # rooms in memory without connections, longest idle first
        self.loading: dict[str, asyncio.Task[Room | None]] = {}  # by name of a room that is being loaded
        self.deleting: set[str] = set()  # names of rooms that are being deleted: nobody may enter
        self.actors: dict[str, int] = {}  # cache of `actor_of` for rooms that are not in memory

    # ------------------------------------------------------------ loading

    async def open(self, name: str) -> Room | None:
        """Return the room with this name, and load it if necessary; None if it does not exist or cannot be read."""
        while name not in self.rooms:
            if name in self.deleting:
                return None
            if name not in self.loading:
                self.loading[name] = asyncio.create_task(self.load(name))
                self.loading[name].add_done_callback(lambda _: self.loading.pop(name, None))
            if await asyncio.shield(self.loading[name]) is None:
                return None
        return self.rooms[name]

    async def load(self, name: str) -> Room | None:
        """Read a room from the database, add it to the rooms in memory and return it.

        Return None if the room does not exist or cannot be read.
        """
        stored = await self.context.store.load_room(name)
        if stored is None or name in self.rooms:
            return self.rooms.get(name)
        room = self.build_room(stored)
        if room is not None:
            self.add(room)
        return room

    def build_room(self, stored: StoredRoom) -> Room | None:
        """Build a room from its rows by replaying its moves; on an error, log it and return None."""
        row = stored.room
        about = {"room": row.room, "game": row.game, "version": row.version}
        try:
            spec = load_spec(row.game, row.seats, row.options)
            if spec.game.version != row.version:
                LOG.error("room.rules", extra=about)
                return None
            return Room(self.context, spec, stored)
        except Exception as problem:  # one unreadable room must not affect the others
            LOG.error("room.unreadable", extra=about | {"why": type(problem).__name__})  # its message may name a card
            return None

    async def create(self, plan: RoomPlan) -> bool:
        """Save a new room and add it to the rooms in memory; return False if it could not be saved."""
        if not await self.context.store.commit(plan.write()):
            return False
        count_new_room(self.context.metrics, plan)
        self.add(Room(self.context, plan.spec, plan.stored, plan.log))
        return True

    def add(self, room: Room) -> None:
        """Add a room to the rooms in memory."""
        self.rooms[room.name] = room
        self.actors.pop(room.name, None)
        self.mark_idle(room)

    async def actor_of(self, name: str) -> int:
        """Return who acts next in a room: a seat, CHANCE or OVER. OVER also stands for a room that cannot be read.

        If the room is not in memory, replay its stored moves and cache the answer. The cached answer stays right,
        because a room changes only while it is in memory.
        """
        if name in self.rooms:
            return self.rooms[name].actor
        if name not in self.actors:
            stored = await self.context.store.load_room(name)
            if name in self.rooms:
                return self.rooms[name].actor  # loaded meanwhile
            room = self.build_room(stored) if stored else None
            if len(self.actors) >= MAX_CACHED_ACTORS:
                self.actors.clear()
            self.actors[name] = room.actor if room else OVER
        return self.actors[name]

    def public_lobbies(self) -> list[Room]:
        """Return public rooms that wait for players and whose host is connected: one room per host, newest first."""
        found: dict[str, Room] = {}
        for room in reversed(self.rooms.values()):
            info = room.info
            is_waiting = info.is_public and info.phase == "lobby" and room.presence.is_online(info.host)
            if is_waiting and len(found) < LISTED_ROOMS:
                found.setdefault(info.host, room)
        return list(found.values())

    # ------------------------------------------------------------ connections

    def enter(self, room: Room, connection: Connection) -> None:
        """Connect a page to a room. If it is the only one there, move the room to the end of `rooms`, as the newest."""
        self.idle.pop(room.name, None)
        if not room.presence.connections and self.rooms.get(room.name) is room:
            del self.rooms[room.name]
            self.rooms[room.name] = room
        arrive(room, connection)

    def exit(self, room: Room, connection: Connection) -> None:
        """Disconnect a page from its room."""
        depart(room, connection)
        if not room.presence.connections:
            self.mark_idle(room)

    def mark_idle(self, room: Room) -> None:
        """Add a room to the idle rooms if nobody is connected to it.

        If there are too many idle rooms, unload those that have been idle longest, except rooms with a running job or
        bot.
        """
        if self.rooms.get(room.name) is not room or room.presence.connections:
            return
        self.idle[room.name] = room
        excess = max(0, len(self.idle) - self.context.settings.limit_kept)
        for name, other in list(self.idle.items())[:excess]:
            if other.queue.task or other.bot_task:
                self.idle.move_to_end(name)
            else:
                del self.idle[name], self.rooms[name]

    # ------------------------------------------------------------ failures

    async def recover(self, room: Room, problem: Exception) -> None:
        """Reload a room from the database after a failed job, because its state in memory may be wrong.

        Close the room instead if a bot's turn failed, or if reloading fails.
        """
        about = {"room": room.name}
        if isinstance(problem, BotTurnFailed):
            self.close_room(room)
            return
        if isinstance(problem, CommitFailed):
            LOG.error("room.not_kept", extra=about)
            self.context.metrics.lost += 1
        else:
            LOG.error("room.broken", exc_info=problem, extra=about)
        try:
            stored = await self.context.store.load_room(room.name)
            assert stored
            if room.queue.is_closed:
                return
            self.reload(room, stored)
        except Exception:
            LOG.exception("room.broken", extra=about)
            self.close_room(room)

    def reload(self, room: Room, stored: StoredRoom) -> None:
        """Reset a room to its stored state, and inform all its pages.

        They get the room message, the current table and an error message. The premoves are dropped, and a bot that is
        thinking is stopped.
        """
        drop_all(room, "refuse.store")
        room.stop_bot(room.actor)
        room.load_state(stored)
        self.context.clocks.arm(room.name, RETRY_SECONDS)
        for connection in room.presence.connections:
            connection.viewer = room.viewer_of(connection)
        send_room(room)
        for connection in room.presence.connections:
            refuse(room, connection, "refuse.store")

    def close_room(self, room: Room) -> None:
        """Unload a broken room and disconnect its pages; it is loaded again when a guest reconnects."""
        if self.rooms.get(room.name) is not room:
            return
        del self.rooms[room.name]
        self.idle.pop(room.name, None)
        room.queue.is_closed = True
        room.stop_bot(room.actor)
        self.context.clocks.arm(room.name, RETRY_SECONDS)
        for connection in room.presence.connections:
            connection.sender.close(BROKEN)

    # ------------------------------------------------------------ clocks

    def handle_timeout(self, name: str) -> None:
        """Start a task that loads a room whose clock has run out and handles the timeout there."""
        self.context.spawn(self.queue_timeout(name))

    async def queue_timeout(self, name: str) -> None:
        """Load a room and queue the job that handles its timeout; if loading fails, try again after RETRY_SECONDS."""
        try:
            room = await self.open(name)
        except Exception:  # try again soon
            LOG.exception("clock.broken", extra={"room": name})
            self.context.clocks.arm(name, RETRY_SECONDS)
            return
        if room:
            room.enqueue(partial(check_timeout, room))

    # ------------------------------------------------------------ deleting

    def is_deserted(self, name: str, phase: str) -> bool:
        """Return whether nobody uses a room, so that it can be deleted.

        A room that is being loaded is in use. A room in memory is unused only if it is in the phase `phase`, nobody is
        connected to it, and no job is running. Every other room is unused.
        """
        room = self.rooms.get(name)
        is_idle = room is None or (room.info.phase == phase and not room.presence.connections and not room.queue.task)
        return is_idle and name not in self.loading

    async def delete_lobbies(self, names: list[str]) -> None:
        """Delete these rooms, whose games never started, except rooms that somebody uses now."""
        gone = [name for name in names if self.is_deserted(name, "lobby")]
        await self.delete(gone, delete_lobbies(gone))

    async def delete_removed_rooms(self, names: list[str], before: float) -> None:
        """Delete these rooms, except rooms that somebody uses now.

        They are finished games that all their players removed from their lists of games before the time `before`. The
        SQL statements check this again.
        """
        gone = [name for name in names if self.is_deserted(name, "over")]
        await self.delete(gone, delete_removed_rooms(gone, before))

    async def delete(self, gone: list[str], statements: list[Statement]) -> None:
        """Unload these rooms and execute the statements that delete them; meanwhile nobody can enter the rooms."""
        for name in gone:
            self.rooms.pop(name, None)
            self.idle.pop(name, None)
        self.deleting.update(gone)
        is_done = await self.context.store.commit(Write(statements=statements))
        self.deleting.difference_update(gone)
        if is_done and gone:
            LOG.info("rooms.cleared", extra={"rooms": len(gone)})

    async def delete_unseated_guests(self) -> None:
        """Delete names of guests who hold no seat and are not connected."""
        here = {page.guest for room in self.rooms.values() for page in room.presence.connections}
        names = await self.context.store.find_unseated_guests()
        gone = [guest for guest in names if guest not in here]
        for start in range(0, len(gone), GUESTS_PER_COMMIT):
            batch = gone[start : start + GUESTS_PER_COMMIT]
            await self.context.store.commit(Write(statements=[delete_guests(batch)]))

    # ------------------------------------------------------------ shutdown

    async def close(self) -> None:
        """Cancel all bots, clocks and hints, then wait up to CLOSE_SECONDS for running jobs."""
        self.context.is_closing = True
        rooms = list(self.rooms.values())
        running = [task for room in rooms for task in (room.queue.task, room.bot_task) if task]
        for room in rooms:
            if room.bot_task:
                room.bot_task.cancel()
        await self.context.clocks.close(self.context.store)
        await self.context.hints.close()
        if running or self.context.tasks:
            await asyncio.wait([*running, *self.context.tasks], timeout=CLOSE_SECONDS)
