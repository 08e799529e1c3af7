"""All rooms of a server: opened from the database when somebody comes, let go when nobody is there."""

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from sqlalchemy import Executable
from sqlalchemy.dialects.sqlite import insert

from velodrome.core.contract import Game
from velodrome.core.rng import Rng
from velodrome.server import games, schema
from velodrome.server.kinds import Kind, kind
from velodrome.server.lines import BROKEN
from velodrome.server.metrics import Metrics
from velodrome.server.rooms import LiveRoom
from velodrome.server.seating import Place, new_rows
from velodrome.server.settings import Settings
from velodrome.server.store import LISTED, MoveRow, Store, named
from velodrome.server.thinkers import Thinkers

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # of a room's name: none looks like another
LENGTH = 10  # 50 bits: nobody finds a room by trying
LOG = logging.getLogger("velodrome")

Pause = Callable[[str, float, Rng, bool], float]  # bots.pace.pause


class Wanted(NamedTuple):
    """A room to be made."""

    kind: Kind
    seats: list[Place]
    host: str
    open: bool


class Plan(NamedTuple):
    """A new room as it is to be kept."""

    room: str
    game: Game
    statements: list[Executable]
    moves: list[MoveRow]


class Hall:
    """Every room, and what rooms share."""

    def __init__(self, settings: Settings, store: Store, thinkers: Thinkers, metrics: Metrics, pause: Pause) -> None:
        self.settings = settings
        self.store = store
        self.thinkers = thinkers
        self.metrics = metrics
        self.pause = pause
        self.rooms: dict[str, LiveRoom] = {}
        self.resting: OrderedDict[str, LiveRoom] = OrderedDict()  # nobody is there; the longest first
        self.opening: dict[str, asyncio.Task[LiveRoom | None]] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.closing = False
        self.clock = time.monotonic

    # ------------------------------------------------------------ rooms

    async def room(self, name: str) -> LiveRoom | None:
        """A room by its name; None if there is none."""
        while name not in self.rooms:
            if name not in self.opening:
                self.opening[name] = asyncio.create_task(self.load(name))
                self.opening[name].add_done_callback(lambda _: self.opening.pop(name, None))
            if await asyncio.shield(self.opening[name]) is None:
                return None
        return self.rooms[name]

    async def load(self, name: str) -> LiveRoom | None:
        kept = await self.store.room(name)
        if kept is None or name in self.rooms:
            return self.rooms.get(name)
        row = kept.room
        about = {"room": name, "game": row.game, "version": row.version}
        try:
            made = kind(row.game, row.seats, row.options)
            if made.game.version != row.version:
                LOG.error("room.rules", extra=about)
                return None
            room = self.rooms[name] = LiveRoom(self, made, kept)
        except Exception:  # whatever stands in the database: other rooms can be read
            LOG.exception("room.unreadable", extra=about)
            return None
        self.rest(room)
        return room

    def inviting(self) -> list[LiveRoom]:
        """Open tables whose hosts wait there for others: one of each host, the latest first."""
        found: dict[str, LiveRoom] = {}
        for room in reversed(self.rooms.values()):
            if room.open and room.phase == "lobby" and room.is_online(room.host) and len(found) < LISTED:
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

    async def make(self, wanted: Wanted, name: str) -> str | None:
        """A new room, begun at once if no seat is free; its name, or None if it could not be kept."""
        new = planned(wanted)
        naming = [named(wanted.host, name)] if name else []
        if not await self.store.keep(*new.statements, *naming, moves=new.moves):
            return None
        self.made(new)
        return new.room

    def made(self, new: Plan) -> None:
        """A new room is kept."""
        self.metrics.made += 1
        LOG.info("room.made", extra={"room": new.room, "game": new.game.name, "seats": new.game.seats})

    def forget(self, room: LiveRoom) -> None:
        """Send everybody away from a room that cannot go on; whoever comes back opens it anew."""
        self.rooms.pop(room.name, None)
        self.resting.pop(room.name, None)
        for line in room.lines:
            line.wire.end(BROKEN)

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
        await asyncio.gather(*thoughts, *self.tasks, return_exceptions=True)


def planned(wanted: Wanted) -> Plan:
    """A new room, begun if no seat is free: what is to be kept of it."""
    game, seed = wanted.kind.game, secrets.token_bytes(32)
    room = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    begins = not any(seat.free for seat in wanted.seats)
    heard = games.begun(game, seed).heard if begins else []
    values = {
        "room": room,
        "game": game.name,
        "version": game.version,
        "seats": game.seats,
        "options": wanted.kind.spec,
        "open": wanted.open,
        "phase": "playing" if begins else "lobby",
        "host": wanted.host,
        "invite": secrets.token_urlsafe(12),
        "seed": seed,
        "rematch": "",
        "made": time.time(),
    }
    moves = [(room, ply, game.text(line.move)) for ply, line in enumerate(heard, 1)]
    return Plan(room, game, [insert(schema.rooms).values(values), new_rows(room, wanted.seats)], moves)
