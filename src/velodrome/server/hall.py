"""All rooms of a server: opened from the database when somebody comes, let go when nobody is there."""

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Executable
from sqlalchemy.dialects.sqlite import insert

from velodrome.core.contract import OVER
from velodrome.core.rng import Rng
from velodrome.server import doings, games, schema
from velodrome.server.kinds import Kind, kind, kind_of
from velodrome.server.lines import BROKEN, Line
from velodrome.server.messages import Request
from velodrome.server.metrics import Metrics
from velodrome.server.rooms import LiveRoom
from velodrome.server.seating import Seat, new_rows
from velodrome.server.settings import Settings
from velodrome.server.store import MoveRow, Store, named
from velodrome.server.thinkers import Thinkers

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # of a room's name: none looks like another
LENGTH = 10  # 50 bits: nobody finds a room by trying
LOG = logging.getLogger("velodrome")

Pause = Callable[[str, float, Rng, bool], float]  # bots.pace.pause


class Wanted(NamedTuple):
    """A room to be made."""

    kind: Kind
    seats: list[Seat]
    host: str
    open: bool


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
        room = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        begins = not any(seat.free for seat in wanted.seats)
        seed = secrets.token_bytes(32)
        statements = self.statements(wanted, room, seed, "playing" if begins else "lobby")
        if name:
            statements.append(named(wanted.host, name))
        moves: list[MoveRow] = []
        if begins:
            log = games.begun(wanted.kind.game, seed)
            text = wanted.kind.game.text
            moves = [(room, ply, text(heard.move)) for ply, heard in enumerate(log.heard, 1)]
        if not await self.store.keep(*statements, moves=moves):
            return None
        self.metrics.made += 1
        LOG.info("room.made", extra={"room": room, "game": wanted.kind.game.name, "seats": len(wanted.seats)})
        return room

    def statements(self, wanted: Wanted, room: str, seed: bytes, phase: str) -> list[Executable]:
        game = wanted.kind.game
        values = {
            "room": room,
            "game": game.name,
            "version": game.version,
            "seats": game.seats,
            "options": wanted.kind.spec,
            "open": wanted.open,
            "phase": phase,
            "host": wanted.host,
            "invite": secrets.token_urlsafe(12),
            "seed": seed,
            "rematch": "",
            "made": time.time(),
        }
        return [insert(schema.rooms).values(values), new_rows(room, wanted.seats)]

    # ------------------------------------------------------------ what rooms ask for

    def act(self, room: LiveRoom, line: Line, request: Request) -> None:
        doings.do(room, line, request)

    def link(self, room: str, invite: str, line: Line) -> str:
        """The address that seats the next guest."""
        return f"{self.settings.base_url or line.base}/t/{room}?invite={invite}"

    def spawn(self, task: asyncio.Task[None]) -> None:
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def mend(self, room: LiveRoom) -> None:
        """What a room wanted to write was not kept, or not told: take everything from the database again."""
        LOG.error("room.not_kept", extra={"room": room.name})
        self.metrics.lost += 1
        room.writing = True  # nothing else is done meanwhile
        self.spawn(asyncio.get_running_loop().create_task(self.reload(room)))

    async def reload(self, room: LiveRoom) -> None:
        try:
            kept = await self.store.room(room.name)
            assert kept
            room.restore(kept)
            room.writing = False
            room.tell_room()
            for line in room.lines:
                room.refuse(line, {"key": "refuse.store"})
            room.go_on()
        except Exception:
            LOG.exception("room.broken", extra={"room": room.name})
            self.forget(room)

    def forget(self, room: LiveRoom) -> None:
        """Send everybody away from a room that cannot go on; whoever comes back opens it anew."""
        self.rooms.pop(room.name, None)
        self.resting.pop(room.name, None)
        for line in room.lines:
            line.wire.end(BROKEN)

    def again(self, room: LiveRoom) -> None:
        """A rematch: a new room with the same people and bots, which all are told of."""
        state = room.log.state
        assert state.actor == OVER
        made = kind_of(room.kind.game.rematch(state))
        seats = [Seat(seat.guest, "" if seat.guest else seat.bot, False, seat.name) for seat in room.seats]
        room.writing = True
        self.spawn(asyncio.get_running_loop().create_task(self.rematch(room, Wanted(made, seats, room.host, False))))

    async def rematch(self, room: LiveRoom, wanted: Wanted) -> None:
        name = await self.make(wanted, "")
        room.writing = False
        if name is None:
            self.mend(room)
            return

        def done() -> None:
            room.rematch = name
            room.tell_room()

        room.write([], [room.change(rematch=name)], done)

    async def think(self, room: LiveRoom) -> None:
        """A decision of the bot whose turn it is, after a while that tells nothing."""
        log, clock = room.log, asyncio.get_running_loop().time
        seat = log.state.actor
        bot, started = room.seats[seat].bot, clock()
        seen = log.state.seen_by(seat)
        text = await self.thinkers.decide(room.kind, seen, bot)
        again = bool(log.heard) and log.heard[-1].actor == seat
        await asyncio.sleep(self.pause(bot, clock() - started, Rng(secrets.randbits(64)), again))
        room.thinking = None
        if self.closing or room.log is not log or not room.seats[seat].bot:
            room.go_on()
        elif room.writing:
            room.inbox.append(lambda: self.settle(room, log, seat, text))
        else:
            self.settle(room, log, seat, text)

    def settle(self, room: LiveRoom, log: games.Log, seat: int, text: str) -> None:
        """Play what a bot decided, if it is still asked."""
        if room.log is log and room.seats[seat].bot:
            room.try_moves(seat, [text], None)

    async def close(self) -> None:
        """No more thoughts."""
        self.closing = True
        for room in self.rooms.values():
            if room.thinking:
                room.thinking.cancel()
        for task in list(self.tasks):
            await task
