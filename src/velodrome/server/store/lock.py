"""One server a database: two would each believe that a seat is theirs to give."""

import os
from contextlib import suppress
from pathlib import Path


class Lock:
    """A file beside a database, locked while a server runs; the system lets it go when the process ends."""

    def __init__(self, database: str) -> None:
        self.path = Path(database + ".lock")
        self.file = -1

    def take(self) -> bool:
        """Whether nobody else has it; always so where files cannot be locked."""
        try:
            import fcntl
        except ImportError:
            return True
        self.file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.let_go()
            return False
        return True

    def let_go(self) -> None:
        """Free it for others."""
        with suppress(OSError):
            os.close(self.file)
        self.file = -1
