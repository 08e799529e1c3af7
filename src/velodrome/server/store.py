"""What is kept: one writer gathers what all rooms want to write and commits it together, before anybody is told."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple, Protocol, TypeVar

from sqlalchemy import Connection, Executable, Row, create_engine, delete, event, make_url, select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from velodrome.core.errors import VelodromeError
from velodrome.server import schema

PAGES = 8000  # of the log that are written back together: rarely, as moves wait meanwhile; the same pages come often
PATIENCE = 5000  # milliseconds that a write waits for another process
LISTED = 30  # rooms of a list
FRESH = 24 * 3600.0  # seconds for which a table that has not begun is listed
WRITERS = {"sqlite+aiosqlite": "sqlite+pysqlite", "postgresql+asyncpg": "postgresql+psycopg"}  # without async
LOG = logging.getLogger("velodrome")
Result = TypeVar("Result")
APPEND = insert(schema.moves).on_conflict_do_nothing()
INSERT = APPEND.returning(schema.moves.c.room, schema.moves.c.ply)


class BadStore(VelodromeError):
    """A database that cannot be used."""


class Write(NamedTuple):
    """What a room wants to be kept, all of it or nothing."""

    moves: list[tuple[str, int, str]]  # room, ply, move, in order; refused whole if one of its plies is taken
    others: list[Executable]
    done: Callable[[bool], None]  # told whether it is kept


class Taken(Exception):
    """Another process was there first."""


class Meter(Protocol):
    """Whoever counts commits."""

    def __call__(self, seconds: float, moves: int) -> None: ...


class Kept(NamedTuple):
    """A room as it stands in the database."""

    room: Row[Any]
    seats: list[Row[Any]]  # seat, guest, bot, away, name
    moves: list[str]


class Store:
    """The database of a server.

    Reading is asynchronous. Writing has a thread of its own: a commit is one errand there and back.
    """

    def __init__(self, url: str, meter: Meter) -> None:
        address = make_url(url)
        self.name = address.database or url
        self.meter = meter
        self.engine: AsyncEngine = create_async_engine(address)
        self.writing = create_engine(address.set(drivername=WRITERS.get(address.drivername, address.drivername)))
        self.insert = str(APPEND.compile(dialect=self.writing.dialect))  # the same, a row at a time
        self.thread = ThreadPoolExecutor(1, "writer")
        self.waiting: list[Write] = []
        self.wake = asyncio.Event()
        self.writer: asyncio.Task[None] | None = None
        self.closing = False
        if self.engine.dialect.name == "sqlite":
            for engine in (self.engine.sync_engine, self.writing):
                event.listen(engine, "connect", durable)

    async def open(self) -> None:
        """Make what is missing and begin to write; BadStore if that cannot be."""
        try:
            await self.errand(self.set_up)
        except SQLAlchemyError as problem:
            await self.let_go()
            raise BadStore(f"{self.name}: {getattr(problem, 'orig', problem)}.") from None
        self.writer = asyncio.create_task(self.run())

    def set_up(self) -> None:
        with self.writing.begin() as db:
            schema.metadata.create_all(db)

    async def close(self) -> None:
        """Commit what waits, then let go."""
        self.closing = True
        self.wake.set()
        if self.writer:
            await self.writer
        await self.let_go()

    async def let_go(self) -> None:
        await self.engine.dispose()
        await self.errand(self.writing.dispose)
        self.thread.shutdown()

    async def errand(self, doing: Callable[[], Result]) -> Result:
        """Do something in the thread that writes."""
        return await asyncio.get_running_loop().run_in_executor(self.thread, doing)

    # ------------------------------------------------------------ writing

    def write(self, wanted: Write) -> None:
        """Keep this with the next commit."""
        self.waiting.append(wanted)
        self.wake.set()

    async def keep(self, *others: Executable) -> bool:
        """Keep this, and say whether it is."""
        kept: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.write(Write([], list(others), kept.set_result))
        return await kept

    async def run(self) -> None:
        """Commit after commit, each with all that came during the last, which is told of while the next is written."""
        batch: list[Write] = []
        refused: set[int] = set()
        while batch or self.waiting or not self.closing:
            told, not_kept = batch, refused
            batch, self.waiting = self.waiting, []
            commit = asyncio.ensure_future(self.errand(partial(self.commit, batch))) if batch else None
            for wanted in told:
                wanted.done(id(wanted) not in not_kept)
            if commit:
                refused = await commit
            elif not self.waiting and not self.closing:
                self.wake.clear()
                await self.wake.wait()

    def commit(self, batch: list[Write]) -> set[int]:
        """One transaction; the ids of those that are not kept."""
        started = perf_counter()
        rows = [row for wanted in batch for row in wanted.moves]
        refused: set[int] = set()
        try:
            try:
                with self.writing.begin() as db:
                    self.others(db, batch)
                    if rows and db.exec_driver_sql(self.insert, rows).rowcount != len(rows):
                        raise Taken
            except Taken:
                with self.writing.begin() as db:
                    self.others(db, batch)
                    refused = self.sort_out(db, batch)
        except SQLAlchemyError:
            LOG.exception("store.failed")
            return {id(wanted) for wanted in batch}
        self.meter(perf_counter() - started, len(rows))
        return refused

    def others(self, db: Connection, batch: list[Write]) -> None:
        for wanted in batch:
            for statement in wanted.others:
                db.execute(statement)

    def sort_out(self, db: Connection, batch: list[Write]) -> set[int]:
        """Add moves write by write; where a ply was taken by another process, all of that write is taken back."""
        moves, refused = schema.moves, set()
        for wanted in batch:
            values = [dict(zip(moves.c.keys(), row, strict=True)) for row in wanted.moves]
            new = db.execute(INSERT, values).all() if values else []
            if len(new) < len(values):
                refused.add(id(wanted))
                for row in new:
                    db.execute(delete(moves).where(moves.c.room == row.room, moves.c.ply == row.ply))
        return refused

    # ------------------------------------------------------------ reading

    async def room(self, name: str) -> Kept | None:
        """A room with its seats and moves."""
        rooms, seats, moves, guests = schema.rooms, schema.seats, schema.moves, schema.guests
        async with self.engine.connect() as db:
            room = (await db.execute(select(rooms).where(rooms.c.room == name))).first()
            if room is None:
                return None
            taken = select(seats, guests.c.name).outerjoin(guests, guests.c.guest == seats.c.guest)
            sat = (await db.execute(taken.where(seats.c.room == name).order_by(seats.c.seat))).all()
            played = await db.execute(select(moves.c.move).where(moves.c.room == name).order_by(moves.c.ply))
            return Kept(room, list(sat), list(played.scalars()))

    async def rooms_of(self, guest: str) -> list[str]:
        """The rooms where a guest sits, the latest first."""
        rooms, seats = schema.rooms, schema.seats
        joined = select(rooms.c.room).join(seats, seats.c.room == rooms.c.room).where(seats.c.guest == guest)
        return await self.column(joined.order_by(rooms.c.made.desc()).limit(LISTED))

    async def open_rooms(self, now: float) -> list[str]:
        """The rooms where anybody may sit down, the latest first."""
        rooms = schema.rooms.c
        fresh = select(rooms.room).where(rooms.open, rooms.phase == "lobby", rooms.made > now - FRESH)
        return await self.column(fresh.order_by(rooms.made.desc()).limit(LISTED))

    async def name_of(self, guest: str) -> str:
        """How a guest wants to be called; "" if they never said."""
        found = await self.column(select(schema.guests.c.name).where(schema.guests.c.guest == guest))
        return found[0] if found else ""

    async def secret(self, name: str, fresh: bytes) -> bytes:
        """A secret of this server's; the fresh one if there was none."""
        table = schema.secrets
        await self.keep(insert(table).values(name=name, value=fresh).on_conflict_do_nothing())
        async with self.engine.connect() as db:
            found = await db.execute(select(table.c.value).where(table.c.name == name))
            return bytes(found.scalar_one())

    async def is_well(self) -> bool:
        """Whether it can be read."""
        try:
            await self.column(select(schema.secrets.c.name))
        except SQLAlchemyError:
            return False
        return self.writer is not None and not self.writer.done()

    async def column(self, statement: Any) -> list[str]:
        async with self.engine.connect() as db:
            return list((await db.execute(statement)).scalars())


def named(guest: str, name: str) -> Executable:
    """Remember how a guest is called."""
    row = insert(schema.guests).values(guest=guest, name=name)
    return row.on_conflict_do_update(index_elements=["guest"], set_={"name": name})


def durable(connection: Any, record: object) -> None:
    """Set up a connection of SQLite: what is committed survives a power cut, readers never wait."""
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={PATIENCE}", f"wal_autocheckpoint={PAGES}"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()
