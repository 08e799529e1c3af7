"""Checkpoints: copy SQLite's write-ahead log into the database file, without blocking commits."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

ROWS_PER_CHECKPOINT = 10_000
LOG = logging.getLogger("velodrome")


class Checkpointer:
    """Counter of committed rows. Every `ROWS_PER_CHECKPOINT` rows, it runs a checkpoint in its own thread."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.thread = ThreadPoolExecutor(1, "checkpointer")
        self.running: asyncio.Future[None] | None = None
        self.pending_rows = 0  # written since the last checkpoint

    def count(self, rows: int) -> None:
        """Count committed rows; start a checkpoint if one is due and none is running."""
        self.pending_rows += rows
        if self.pending_rows >= ROWS_PER_CHECKPOINT and (self.running is None or self.running.done()):
            self.pending_rows = 0
            self.running = asyncio.get_running_loop().run_in_executor(self.thread, self.checkpoint)

    def checkpoint(self) -> None:
        """Copy SQLite's write-ahead log into the database file without blocking commits or waiting for readers.

        A later checkpoint copies what could not be copied because of a running reader. Errors are only logged.
        """
        try:
            with self.engine.connect() as db:
                db.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")
        except SQLAlchemyError as problem:  # nothing is lost: a later commit runs the checkpoint
            LOG.warning("store.checkpoint_failed", extra={"why": str(getattr(problem, "orig", problem))})

    async def close(self) -> None:
        """Wait for a running checkpoint and end the thread."""
        if self.running:
            await self.running
        self.thread.shutdown()
