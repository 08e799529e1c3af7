"""A lock file that allows only one server for each database: two servers could give one seat to two guests."""

import os
from contextlib import suppress
from pathlib import Path


class Lock:
    """A locked file next to a database. The system unlocks it when the process ends."""

    def __init__(self, database: str) -> None:
        self.path = Path(database + ".lock")
        self.file = -1

    def acquire(self) -> bool:
        """Acquire the lock without blocking; return False if another process holds it.

        On systems that cannot lock files, always return True.
        """
        try:
            import fcntl
        except ImportError:
            return True
        self.file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.release()
            return False
        return True

    def release(self) -> None:
        """Release the lock."""
        with suppress(OSError):
            os.close(self.file)
        self.file = -1
