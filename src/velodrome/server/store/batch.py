"""Group commit: all writes that are queued during one commit are committed together in the next one."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Protocol, TypeAlias, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import OperationalError

from velodrome.server.store import schema
from velodrome.server.store.checkpoints import Checkpointer
from velodrome.server.store.statements import Statement

LOG = logging.getLogger("velodrome")
MoveRow: TypeAlias = tuple[str, int, str]  # room, ply, move
Result = TypeVar("Result")
INSERT_MOVE = insert(schema.moves).on_conflict_do_nothing()


class PlyTaken(Exception):
    """Raised if a move's ply is already in the database, because another process wrote it first."""


class CommitMeter(Protocol):
    """Callback that gets the duration and the number of moves of every successful commit."""

    def __call__(self, seconds: float, moves: int) -> None: ...


class Write:
    """Rows and statements that are committed together or not at all."""

    __slots__ = ("moves", "result", "statements")

    def __init__(self, moves: Sequence[MoveRow] = (), statements: Sequence[Statement] = ()) -> None:
        self.moves = moves  # in order; the write is refused if one of its plies is taken
        self.statements = statements
        self.result: asyncio.Future[bool] | None = None  # True once committed, False if refused

    def finish(self, committed: bool) -> None:
        """Set the result, which wakes the task that waits for it; do nothing if this task was cancelled."""
        if self.result and not self.result.done():
            self.result.set_result(committed)


class BatchWriter:
    """Writer that commits queued writes in batches, in a thread with its own connection.

    During a commit, the tasks that waited for the previous batch continue, and can queue writes for the next one.
    """

    def __init__(self, engine: Engine, meter: CommitMeter, checkpoints: Checkpointer) -> None:
        self.engine = engine
        self.meter = meter
        self.checkpoints = checkpoints
        self.insert_move = str(INSERT_MOVE.compile(dialect=engine.dialect))
        self.connection: Connection | None = None  # used in the thread only
        self.thread = ThreadPoolExecutor(1, "writer")
        self.queue: list[Write] = []
        self.wake = asyncio.Event()
        self.task: asyncio.Task[None] | None = None
        self.closing = False
        self.failed = False  # the last commit failed

    @property
    def is_healthy(self) -> bool:
        """Return whether the writer is running and its last commit succeeded."""
        return self.task is not None and not self.task.done() and not self.failed

    def start(self) -> None:
        """Start the task that commits queued writes."""
        self.task = asyncio.create_task(self.run())

    def enqueue(self, write: Write) -> None:
        """Queue a write for the next batch; if the writer has ended, the write is refused."""
        if self.task is None or self.task.done():
            write.finish(False)
            return
        self.queue.append(write)
        self.wake.set()

    async def close(self) -> None:
        """Commit all queued writes, then close the connection and end the threads."""
        self.closing = True
        self.wake.set()
        if self.task:
            await self.task
        await self.checkpoints.close()
        await self.run_in_thread(self.dispose)
        self.thread.shutdown()

    async def run_in_thread(self, work: Callable[[], Result]) -> Result:
        """Run a function in the writer's thread."""
        return await asyncio.get_running_loop().run_in_executor(self.thread, work)

    async def run(self) -> None:
        """Commit queued writes in batches until the writer is closed.

        While a batch is being committed, report the results of the previous batch.
        """
        loop = asyncio.get_running_loop()
        batch: list[Write] = []
        refused: set[int] = set()
        while batch or self.queue or not self.closing:
            finished, finished_refused = batch, refused
            batch, self.queue = self.queue, []
            commit = loop.run_in_executor(self.thread, self.commit_batch, batch) if batch else None
            for write in finished:
                write.finish(not finished_refused or id(write) not in finished_refused)
            if commit:
                refused = await commit
                self.checkpoints.count(sum([len(write.moves) + len(write.statements) for write in batch]))
            elif not self.queue and not self.closing:
                self.wake.clear()
                await self.wake.wait()

    # ------------------------------------------------------------ in the thread

    def commit_batch(self, batch: list[Write]) -> set[int]:
        """Commit a batch in one transaction; return the `id()` of every write that was refused.

        If the disk or the file has a problem, refuse all writes. If one of the writes has a problem, commit the writes
        one by one.
        """
        started = perf_counter()
        rows = [row for write in batch for row in write.moves]
        try:
            self.execute(batch, rows)
        except OperationalError as problem:  # the disk or the file has a problem: every write would fail
            LOG.error("store.failed", extra={"why": str(problem.orig)})  # no traceback: it contains moves
            self.failed = True
            return {id(write) for write in batch}
        except Exception as problem:  # one of the writes has a problem
            if len(batch) > 1:
                return set().union(*[self.commit_batch([write]) for write in batch])
            if not isinstance(problem, PlyTaken):
                LOG.error("store.failed", extra={"why": type(problem).__name__})  # its message may contain moves
                self.failed = True
            return {id(batch[0])}
        self.failed = False
        self.meter(perf_counter() - started, len(rows))
        return set()

    def execute(self, batch: list[Write], rows: list[MoveRow]) -> None:
        """Execute the statements of a batch and insert its moves (`rows`) in one transaction.

        Raise PlyTaken if the ply of a move is already stored. After any error, roll back and close the connection.
        """
        try:
            db = self.connection or self.connect()
            with db.begin():
                for write in batch:
                    for statement in write.statements:
                        db.execute(statement)
                if rows and db.exec_driver_sql(self.insert_move, rows).rowcount != len(rows):
                    raise PlyTaken
        except BaseException:
            self.disconnect()
            raise

    def connect(self) -> Connection:
        """Return the writer's connection; open it if necessary. It stays open between commits."""
        if self.connection is None:
            self.connection = self.engine.connect()
        return self.connection

    def disconnect(self) -> None:
        """Close the connection; this rolls back a transaction that a failed commit left open."""
        if self.connection:
            self.connection.close()
            self.connection = None

    def dispose(self) -> None:
        """Close all connections."""
        self.disconnect()
        self.engine.dispose()
