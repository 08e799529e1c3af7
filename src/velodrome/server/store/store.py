"""What is kept: one writer gathers what all rooms want to write and commits it together, before anybody is told."""

import asyncio
import logging
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple, Protocol, TypeVar

from sqlalchemy import Connection, Executable, create_engine, event, make_url, select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from velodrome.core.errors import VelodromeError
from velodrome.server.store import schema
from velodrome.server.store.batch import MoveRow, Write, count, rows_of, tell
from velodrome.server.store.lock import Lock

FEW = 10_000  # rows after which the log is written back beside the commits
PAGES = 40_000  # of the log, beyond which a commit itself writes back what is left: moves wait meanwhile
PATIENCE = 5000  # milliseconds that a write waits for another process
LISTED = 30  # rooms of a list
SHOWN = 100  # words that who arrives is told
LOG = logging.getLogger("velodrome")
Result = TypeVar("Result")
APPEND = insert(schema.moves).on_conflict_do_nothing()


class BadStore(VelodromeError):
    """A database that cannot be used."""


class Taken(Exception):
    """A ply that another process wrote first."""


class Meter(Protocol):
    """Whoever counts commits."""

    def __call__(self, seconds: float, moves: int) -> None: ...


class RoomRow(NamedTuple):
    """A row of `schema.rooms`."""

    room: str
    game: str
    version: int
    seats: int
    options: str
    open: bool
    phase: str
    host: str
    invite: str
    seed: bytes
    rematch: str
    made: float


class SeatRow(NamedTuple):
    """A row of `schema.seats`, how its guest is called, and whoever sits there if several share the guest's device."""

    room: str
    seat: int
    guest: str
    bot: str
    away: bool
    name: str | None
    called: str | None


class SayRow(NamedTuple):
    """A row of `schema.says`, without its room."""

    n: int
    ply: int
    guest: str
    seat: int
    name: str
    text: str
    reaction: str
    at: float


class Kept(NamedTuple):
    """A room as it stands in the database."""

    room: RoomRow
    seats: list[SeatRow]
    moves: list[str]
    terms: str = "{}"  # JSON
    says: Sequence[SayRow] = ()  # the last ones, in order
    forfeits: tuple[int, ...] = ()  # seats that lost on time
    start: str = ""  # JSON of a position, if the room did not begin with the game
    opener: int | None = None  # the seat that asked for the next game


class Store:
    """The database of a server.

    Reading is asynchronous. Writing has a thread of its own: a commit is one errand there and back.
    """

    def __init__(self, url: str, meter: Meter) -> None:
        address = make_url(url)
        self.name = address.database or url
        self.meter = meter
        self.engine: AsyncEngine = create_async_engine(address, hide_parameters=True)
        plain = address.set(drivername=address.drivername.replace("aiosqlite", "pysqlite"))  # without async
        self.writing = create_engine(plain, hide_parameters=True)
        self.db: Connection | None = None  # see `connected`
        self.insert = str(APPEND.compile(dialect=self.writing.dialect))  # the same, a row at a time
        self.thread = ThreadPoolExecutor(1, "writer")
        self.tidier = ThreadPoolExecutor(1, "tidier")
        self.tidying: asyncio.Future[None] | None = None
        self.unwritten = 0  # rows since the log was last written back
        self.waiting: list[Write] = []
        self.wake = asyncio.Event()
        self.writer: asyncio.Task[None] | None = None
        self.closing = False
        self.failed = False  # the last commit did
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self.file = address.database if self.is_sqlite and address.database != ":memory:" else None
        self.lock = Lock(self.file) if self.file else None
        if self.is_sqlite:
            for engine in (self.engine.sync_engine, self.writing):
                event.listen(engine, "connect", durable)

    async def open(self) -> None:
        """Make what is missing and begin to write; BadStore if that cannot be."""
        try:
            if self.lock and not self.lock.take():
                raise BadStore(f"{self.name}: another server runs on it; stop it, or name another with --database.")
            if self.file:
                os.close(os.open(self.file, os.O_RDWR | os.O_CREAT, 0o600))  # before SQLite makes it for all to read
            await self.errand(self.set_up)
        except (SQLAlchemyError, OSError) as problem:
            await self.let_go()
            raise BadStore(f"{self.name}: {getattr(problem, 'orig', problem)}.") from None
        self.writer = asyncio.create_task(self.run())

    def set_up(self) -> None:
        db = self.connected()
        with db.begin():
            schema.metadata.create_all(db)

    def connected(self) -> Connection:
        """The writer's own connection, kept from one commit to the next."""
        if self.db is None:
            self.db = self.writing.connect()
        return self.db

    def disconnect(self) -> None:
        """Give the connection back, which takes back whatever a failed commit has left open there."""
        if self.db:
            self.db.close()
            self.db = None

    def put_away(self) -> None:
        self.disconnect()
        self.writing.dispose()

    async def close(self) -> None:
        """Commit what waits, then let go."""
        self.closing = True
        self.wake.set()
        if self.writer:
            await self.writer
        await self.let_go()

    async def let_go(self) -> None:
        await self.engine.dispose()
        if self.tidying:
            await self.tidying
        await self.errand(self.put_away)
        self.thread.shutdown()
        self.tidier.shutdown()
        if self.lock:
            self.lock.let_go()

    async def errand(self, doing: Callable[[], Result]) -> Result:
        """Do something in the thread that writes."""
        return await asyncio.get_running_loop().run_in_executor(self.thread, doing)

    # ------------------------------------------------------------ writing

    def write(self, wanted: Write) -> None:
        """Keep this with the next commit."""
        self.waiting.append(wanted)
        self.wake.set()

    async def keep(self, *others: Executable, moves: Sequence[MoveRow] = ()) -> bool:
        """Keep this, and say whether it is."""
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def done(kept: bool) -> None:
            if not answer.done():  # whoever waited may have gone
                answer.set_result(kept)

        self.write(Write(list(moves), list(others), done))
        return await answer

    async def run(self) -> None:
        """Commit after commit, each with all that came during the last, which is told of while the next is written."""
        batch: list[Write] = []
        refused: set[int] = set()
        while batch or self.waiting or not self.closing:
            told, not_kept = batch, refused
            batch, self.waiting = self.waiting, []
            commit = asyncio.ensure_future(self.errand(partial(self.commit, batch))) if batch else None
            tell(told, not_kept)
            if commit:
                refused = await commit
                self.unwritten += count(batch)
                self.tidy_if_due()
            elif not self.waiting and not self.closing:
                self.wake.clear()
                await self.wake.wait()

    def tidy_if_due(self) -> None:
        """Have the log written back every now and then, in a thread beside the one that commits."""
        if self.file and self.unwritten >= FEW and (self.tidying is None or self.tidying.done()):
            self.unwritten = 0
            self.tidying = asyncio.get_running_loop().run_in_executor(self.tidier, self.tidy)

    def tidy(self) -> None:
        """Copy from SQLite's log to the database what no reader needs there; commits go on meanwhile."""
        try:
            with self.writing.connect() as db:
                db.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")
        except SQLAlchemyError as problem:  # nothing is lost: a commit does it sooner or later
            LOG.warning("store.untidy", extra={"why": str(getattr(problem, "orig", problem))})

    def commit(self, batch: list[Write]) -> set[int]:
        """One transaction, or one for each write if one of them cannot be; the ids of those not kept."""
        started = perf_counter()
        rows = rows_of(batch)
        try:
            self.transact(batch, rows)
        except OperationalError as problem:  # of the disk, or the file: it would be the same for each
            LOG.error("store.failed", extra={"why": str(problem.orig)})  # no trace: it holds moves
            self.failed = True
            return {id(wanted) for wanted in batch}
        except Exception as problem:  # of one write, whatever it is
            if len(batch) > 1:
                return set().union(*[self.commit([wanted]) for wanted in batch])
            if not isinstance(problem, Taken):
                LOG.error("store.failed", extra={"why": type(problem).__name__})  # its words may hold moves
                self.failed = True
            return {id(batch[0])}
        self.failed = False
        self.meter(perf_counter() - started, len(rows))
        return set()

    def transact(self, batch: list[Write], rows: list[MoveRow]) -> None:
        try:
            db = self.connected()
            with db.begin():
                for wanted in batch:
                    for statement in wanted.others:
                        db.execute(statement)
                if rows and db.exec_driver_sql(self.insert, rows).rowcount != len(rows):
                    raise Taken
        except BaseException:
            self.disconnect()
            raise

    # ------------------------------------------------------------ reading

    async def room(self, name: str) -> Kept | None:
        """A room with its seats and moves, and what was last said there."""
        rooms, moves, says = schema.rooms, schema.moves, schema.says
        async with self.engine.connect() as db:
            found = await self.seated(db, select(rooms).where(rooms.c.room == name))
            played = await db.execute(select(moves.c.move).where(moves.c.room == name).order_by(moves.c.ply))
            terms = await db.execute(select(schema.terms.c.terms).where(schema.terms.c.room == name))
            said = await db.execute(select(says).where(says.c.room == name).order_by(says.c.n.desc()).limit(SHOWN))
            lost = await db.execute(select(schema.forfeits.c.seat).where(schema.forfeits.c.room == name))
            start = await db.execute(select(schema.starts.c.position).where(schema.starts.c.room == name))
            opener = await db.execute(select(schema.openers.c.seat).where(schema.openers.c.room == name))
            if not found:
                return None
            return found[0]._replace(
                moves=list(played.scalars()),
                terms=terms.scalar() or "{}",
                says=[SayRow(*row[1:]) for row in reversed(said.all())],
                forfeits=tuple(lost.scalars()),
                start=start.scalar() or "",
                opener=opener.scalar(),
            )

    async def rooms_of(self, guest: str) -> list[Kept]:
        """The rooms where a guest sits, the latest first, without their moves."""
        rooms, seats = schema.rooms, schema.seats
        sat = select(seats.c.room).where(seats.c.guest == guest)
        joined = select(rooms).where(rooms.c.room.in_(sat))
        async with self.engine.connect() as db:
            return await self.seated(db, joined.order_by(rooms.c.made.desc()).limit(LISTED))

    async def lobbies(self, before: float) -> list[str]:
        """Rooms that were made before then and never began."""
        rooms = schema.rooms
        return await self.column(select(rooms.c.room).where(rooms.c.phase == "lobby", rooms.c.made < before))

    async def seated(self, db: AsyncConnection, chosen: Executable) -> list[Kept]:
        """Rooms with who sits there."""
        seats, guests, called = schema.seats, schema.guests, schema.called
        found = [RoomRow(*row) for row in (await db.execute(chosen)).all()]
        taken = select(seats, guests.c.name, called.c.name).outerjoin(guests, guests.c.guest == seats.c.guest)
        taken = taken.outerjoin(called, (called.c.room == seats.c.room) & (called.c.seat == seats.c.seat))
        taken = taken.where(seats.c.room.in_([row.room for row in found])).order_by(seats.c.seat)
        sat: dict[str, list[SeatRow]] = {row.room: [] for row in found}
        for row in (await db.execute(taken)).all():
            sat[row.room].append(SeatRow(*row))
        return [Kept(row, sat[row.room], []) for row in found]

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
        """Whether it can be read, and was written when it last should be."""
        try:
            await self.column(select(schema.secrets.c.name))
        except SQLAlchemyError:
            return False
        return self.writer is not None and not self.writer.done() and not self.failed

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
