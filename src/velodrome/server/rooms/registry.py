"""All rooms of a server: opened from the database when somebody comes, let go when nobody is there."""

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

import msgspec

from velodrome.core.contract import OVER, Game, State
from velodrome.core.log import Turn
from velodrome.core.rng import Rng
from velodrome.server.game.log import open_game, restore_log
from velodrome.server.game.spec import Kind, kind
from velodrome.server.metrics import Metrics
from velodrome.server.protocol import Terms
from velodrome.server.rooms.clocks import AGAIN, Clocks, Late
from velodrome.server.rooms.connection import BROKEN
from velodrome.server.rooms.hints import Advisers
from velodrome.server.rooms.room import LiveRoom
from velodrome.server.rooms.seats import Place, new_invite
from velodrome.server.settings import Settings
from velodrome.server.store.batch import MoveRow, Write
from velodrome.server.store.queries import LISTED_ROOMS
from velodrome.server.store.rows import RoomRow, StoredRoom
from velodrome.server.store.statements import Statement, delete_guests, delete_lobbies, insert_room, save_guest_name
from velodrome.server.store.store import Store
from velodrome.server.workers.pool import Thinkers

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # of a room's name: none looks like another
ACTORS = 20_000  # rooms of which it is remembered who decides
TOGETHER = 200  # guests that one commit forgets: moves of others wait for it
LENGTH = 10  # 50 bits: nobody finds a room by trying
LOG = logging.getLogger("velodrome")

Pause = Callable[[str, float, Rng, bool], float]  # bots.pace.pause


class Wanted(NamedTuple):
    """A room to be made."""

    kind: Kind
    seats: list[Place]
    host: str
    open: bool
    terms: Terms = Terms()
    moves: tuple[str, ...] = ()  # those that were played elsewhere: the room goes on from there
    start: State | None = None  # the position before them, if it is not the game's start


class Plan(NamedTuple):
    """A new room as it is to be kept."""

    room: str
    game: Game
    statements: list[Statement]
    moves: list[MoveRow]


class Hall:
    """Every room, and what rooms share."""

    def __init__(
        self, settings: Settings, store: Store, thinkers: Thinkers, metrics: Metrics, pause: Pause, late: Late
    ) -> None:
        self.settings = settings
        self.store = store
        self.thinkers = thinkers
        self.metrics = metrics
        self.pause = pause
        self.rooms: dict[str, LiveRoom] = {}
        self.resting: OrderedDict[str, LiveRoom] = OrderedDict()  # nobody is there; the longest first
        self.opening: dict[str, asyncio.Task[LiveRoom | None]] = {}
        self.clearing: set[str] = set()  # rooms that are being cleared away: nobody comes in any more
        self.actors: dict[str, int] = {}  # who decides in rooms that are not in memory, as far as somebody asked
        self.tasks: set[asyncio.Task[None]] = set()
        self.advisers = Advisers()
        self.clocks = Clocks(self, late)
        self.closing = False
        self.clock = time.monotonic

    # ------------------------------------------------------------ rooms

    async def room(self, name: str) -> LiveRoom | None:
        """A room by its name; None if there is none."""
        while name not in self.rooms:
            if name in self.clearing:
                return None
            if name not in self.opening:
                self.opening[name] = asyncio.create_task(self.load(name))
                self.opening[name].add_done_callback(lambda _: self.opening.pop(name, None))
            if await asyncio.shield(self.opening[name]) is None:
                return None
        return self.rooms[name]

    async def load(self, name: str) -> LiveRoom | None:
        kept = await self.store.load_room(name)
        if kept is None or name in self.rooms:
            return self.rooms.get(name)
        room = self.read(kept)
        if room is not None:
            self.rooms[name] = room
            self.actors.pop(name, None)
            self.rest(room)
        return room

    def read(self, kept: StoredRoom) -> LiveRoom | None:
        """A room as it is kept, moves replayed; None if it cannot be read."""
        row = kept.room
        about = {"room": row.room, "game": row.game, "version": row.version}
        try:
            made = kind(row.game, row.seats, row.options)
            if made.game.version != row.version:
                LOG.error("room.rules", extra=about)
                return None
            return LiveRoom(self, made, kept)
        except Exception as problem:  # whatever stands in the database: other rooms can be read
            LOG.error("room.unreadable", extra=about | {"why": type(problem).__name__})  # its words may hold a card
            return None

    async def actor(self, name: str) -> int:
        """Who decides in a room that is not in memory; replayed once, as nothing changes until it is opened."""
        if name not in self.actors:
            kept = await self.store.load_room(name)
            if name in self.rooms:
                return self.rooms[name].log.state.actor  # opened meanwhile
            room = self.read(kept) if kept else None
            if len(self.actors) >= ACTORS:
                self.actors.clear()
            self.actors[name] = room.log.state.actor if room else OVER
        return self.actors[name]

    def inviting(self) -> list[LiveRoom]:
        """Open tables whose hosts wait there for others: one of each host, the latest first."""
        found: dict[str, LiveRoom] = {}
        for room in reversed(self.rooms.values()):
            if room.open and room.phase == "lobby" and room.is_online(room.host) and len(found) < LISTED_ROOMS:
                found.setdefault(room.host, room)
        return list(found.values())

    def rest(self, room: LiveRoom) -> None:
        """Nobody is there: the room may be let go once it has nothing to do and others need the place."""
        if self.rooms.get(room.name) is not room:
            return
        self.resting[room.name] = room
        for name, other in list(self.resting.items())[: max(0, len(self.resting) - self.settings.limit_kept)]:
            if other.writing or other.thinking:
                self.resting.move_to_end(name)
            else:
                del self.resting[name], self.rooms[name]

    async def make(self, new: Plan) -> bool:
        """Keep a new room; whether that is done."""
        kept = await self.store.commit(Write(new.moves, new.statements))
        if kept:
            self.made(new)
        return kept

    def is_deserted(self, name: str) -> bool:
        """Whether nobody is in a lobby or on the way there."""
        room = self.rooms.get(name)
        idle = room is None or (room.phase == "lobby" and not room.lines and not room.writing)
        return idle and name not in self.opening

    async def clear(self, names: list[str]) -> None:
        """Clear rooms away that never began, but none where somebody is."""
        gone = [name for name in names if self.is_deserted(name)]
        for name in gone:
            self.rooms.pop(name, None)
            self.resting.pop(name, None)
        self.clearing.update(gone)
        kept = await self.store.commit(Write(statements=delete_lobbies(gone)))
        self.clearing.difference_update(gone)
        if kept and gone:
            LOG.info("rooms.cleared", extra={"rooms": len(gone)})

    async def clear_guests(self) -> None:
        """Forget how guests are called who sit nowhere; who is at a table now is kept when they sit down."""
        here = {line.guest for room in self.rooms.values() for line in room.lines}
        names = await self.store.find_unseated_guests()
        gone = [guest for guest in names if guest not in here]
        for start in range(0, len(gone), TOGETHER):
            await self.store.commit(Write(statements=[delete_guests(gone[start : start + TOGETHER])]))

    def made(self, new: Plan) -> None:
        """A new room is kept."""
        self.metrics.made += 1
        LOG.info("room.made", extra={"room": new.room, "game": new.game.name, "seats": new.game.seats})

    def forget(self, room: LiveRoom) -> None:
        """Send everybody away from a room that cannot go on; whoever comes back opens it anew."""
        if not room.is_live:
            return
        del self.rooms[room.name]
        self.resting.pop(room.name, None)
        room.writing = True  # whatever still comes is left undone
        self.clocks.arm(room.name, AGAIN)  # who was late there is late in the next one
        for line in room.lines:
            line.sender.close(BROKEN)

    # ------------------------------------------------------------ the end

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin what must come to its end before the server does."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def close(self) -> None:
        """No more thoughts."""
        self.closing = True
        thoughts = [room.thinking for room in self.rooms.values() if room.thinking]
        for thought in thoughts:
            thought.cancel()
        await self.clocks.close()
        await self.advisers.close()
        await asyncio.gather(*thoughts, *self.tasks, return_exceptions=True)


def planned(wanted: Wanted, name: str = "") -> Plan:
    """A new room, begun if no seat is free: what is to be kept of it, and how its host is called if that is said."""
    game, seed = wanted.kind.game, secrets.token_bytes(32)
    room = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    begins = not any(seat.free for seat in wanted.seats)
    log = restore_log(game, seed, list(wanted.moves), wanted.start)
    turn = open_game(log) if begins else Turn(log)
    heard = log.entries + turn.entries
    row = RoomRow(
        room=room,
        game=game.name,
        version=game.version,
        seats=game.seats,
        options=wanted.kind.spec,
        open=wanted.open,
        phase="lobby" if not begins else "over" if turn.state.actor == OVER else "playing",
        host=wanted.host,
        invite=new_invite(),
        seed=seed,
        rematch="",
        created_at=time.time(),
        terms=msgspec.json.encode(wanted.terms).decode(),
        start=msgspec.json.encode(wanted.start.write()).decode() if wanted.start else None,
    )
    moves = [(room, ply, game.text(line.move)) for ply, line in enumerate(heard, 1)]
    statements = insert_room(row, [seat.row(place) for place, seat in enumerate(wanted.seats)])
    if name:
        statements.append(save_guest_name(wanted.host, name))
    return Plan(room, game, statements, moves)
