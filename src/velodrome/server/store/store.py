"""The database of a server: asynchronous reads, group commits, and only one server for each file."""

import asyncio
import errno
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import create_engine, event, make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from velodrome.server.store import queries, upgrade
from velodrome.server.store.batch import BatchWriter, CommitMeter, Write
from velodrome.server.store.checkpoints import Checkpointer
from velodrome.server.store.errors import BadStore, ReadFailed
from velodrome.server.store.lock import Lock
from velodrome.server.store.rows import ClockRow, PlayedRow, StoredRoom, TallyRow
from velodrome.server.store.statements import insert_secret

MAX_LOG_PAGES = 40_000  # of SQLite's write-ahead log; if it has more, a commit runs a checkpoint, which delays moves
BUSY_TIMEOUT = 5000  # milliseconds that a write waits for another process


class Store:
    """The database of a server, a SQLite file."""

    def __init__(self, url: str, meter: CommitMeter) -> None:
        address = make_url(url)
        if address.get_backend_name() != "sqlite" or address.database in (None, "", ":memory:"):
            raise BadStore(f"{url}: the database must be a SQLite file; name one with --database.")
        self.file = str(address.database)
        self.lock = Lock(self.file)
        self.engine: AsyncEngine = create_async_engine(address.set(drivername="sqlite+aiosqlite"), hide_parameters=True)
        engine = create_engine(address.set(drivername="sqlite+pysqlite"), hide_parameters=True)
        self.writer = BatchWriter(engine, meter, Checkpointer(engine))
        for each in (self.engine.sync_engine, engine):
            event.listen(each, "connect", configure_sqlite)

    async def open(self) -> None:
        """Create or upgrade the database, and start the writer; raise BadStore if the database cannot be used."""
        try:
            await self.writer.run_in_thread(self.prepare)
        except Exception as problem:
            await self.close()
            if isinstance(problem, SQLAlchemyError | OSError):
                raise BadStore(explain(self.file, problem)) from None
            raise
        self.writer.start()

    def prepare(self) -> None:
        """Lock the database, create or upgrade its tables, then connect for writing; raise BadStore if that fails."""
        if not self.lock.acquire():
            remedy = "stop that server, or choose another file with --database"
            raise BadStore(f"{self.file}: another server is using this database; {remedy}.")
        upgrade.prepare(self.file)
        self.writer.connect()

    async def close(self) -> None:
        """Commit queued writes, close all connections and release the lock."""
        await self.writer.close()
        await self.engine.dispose()
        self.lock.release()

    # ------------------------------------------------------------ writing

    def commit(self, write: Write) -> asyncio.Future[bool]:
        """Queue a write for the next commit; return a future that becomes True when committed, False if refused."""
        write.result = asyncio.get_running_loop().create_future()
        self.writer.enqueue(write)
        return write.result

    # ------------------------------------------------------------ reading

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[AsyncConnection]:
        """Context manager: a read connection. Raise ReadFailed if connecting or a query in the block fails."""
        try:
            async with self.engine.connect() as db:
                yield db
        except (SQLAlchemyError, OSError) as problem:
            raise ReadFailed(str(getattr(problem, "orig", problem))) from problem

    async def load_room(self, name: str) -> StoredRoom | None:
        """Return a room with its seats, moves and last chat messages; None if it does not exist."""
        async with self.connect() as db:
            return await queries.load_room(db, name)

    async def list_rooms_of(self, guest: str) -> list[StoredRoom]:
        """Return the newest rooms in which a guest has a seat (at most `queries.LISTED_ROOMS`), without moves and chat.

        The newest room comes first. Games that the guest removed from the list are left out.
        """
        async with self.connect() as db:
            return await queries.list_rooms_of(db, guest)

    async def list_played(self, guest: str, phase: str, first: int, count: int) -> tuple[list[PlayedRow], int]:
        """Return part of a guest's list of games in this phase, and the total number of these games.

        The part has at most `count` games, after skipping `first` games. The game that was played last comes first.
        """
        async with self.connect() as db:
            total = await queries.count_played(db, guest, phase)
            return await queries.list_played(db, guest, phase, first, count) if total else [], total

    async def count_wins(self, guest: str) -> tuple[list[TallyRow], list[TallyRow]]:
        """Return a guest's numbers of games and wins as two lists of rows: by game, and by opponent."""
        async with self.connect() as db:
            return await queries.count_wins_by_game(db, guest), await queries.count_wins_by_opponent(db, guest)

    async def find_rooms_without_result(self) -> Sequence[str]:
        """Return the names of finished rooms whose result is not stored yet, the newest first."""
        async with self.connect() as db:
            return await queries.find_rooms_without_result(db)

    async def find_removed_rooms(self, before: float) -> Sequence[str]:
        """Return the names of finished rooms that all their players removed from their lists before this time."""
        async with self.connect() as db:
            return await queries.find_removed_rooms(db, before)

    async def find_lobbies(self, created_before: float) -> Sequence[str]:
        """Return the names of rooms that were created before this time and never started."""
        async with self.connect() as db:
            return await queries.find_lobbies(db, created_before)

    async def load_clocks(self) -> tuple[list[ClockRow], float | None]:
        """Return the clocks of all running games, and the time of the last heartbeat (None if there is none)."""
        async with self.connect() as db:
            return await queries.load_clocks(db), await queries.load_heartbeat(db)

    async def load_guest_name(self, guest: str) -> str:
        """Return the name that a guest chose; "" if there is none."""
        async with self.connect() as db:
            return await queries.load_guest_name(db, guest)

    async def find_unseated_guests(self) -> Sequence[str]:
        """Return the ids of guests whose name is stored but who hold no seat."""
        async with self.connect() as db:
            return await queries.find_unseated_guests(db)

    async def load_secret(self, name: str, default: bytes) -> bytes:
        """Return the server's secret with this name; if there is none yet, store and return `default`."""
        await self.commit(Write(statements=[insert_secret(name, default)]))
        async with self.connect() as db:
            return await queries.load_secret(db, name)

    async def is_healthy(self) -> bool:
        """Return whether the database can be read, the writer is running, and its last commit succeeded."""
        try:
            await self.load_guest_name("")
        except ReadFailed:
            return False
        return self.writer.is_healthy


def explain(file: str, problem: SQLAlchemyError | OSError) -> str:
    """Return the reason why a database cannot be opened, and what to do."""
    why = (problem.strerror if isinstance(problem, OSError) else None) or str(getattr(problem, "orig", problem))
    if isinstance(problem, OSError) and problem.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return f"{file}: {why}; make the file and its folder writable, or name another with --database."
    return f"{file}: {why}; name another with --database."


def configure_sqlite(connection: Any, record: object) -> None:
    """Configure a SQLite connection: commits survive a power cut, and readers never wait for the writer."""
    settings = (
        "journal_mode=WAL",
        "synchronous=FULL",
        f"busy_timeout={BUSY_TIMEOUT}",
        f"wal_autocheckpoint={MAX_LOG_PAGES}",
    )
    cursor = connection.cursor()
    for setting in settings:
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()
