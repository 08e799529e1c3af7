"""Programs that play in tests, whether they are gone afterwards, and who hears the signals that end them."""

import signal
import sys
import time
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "first_legal.py"
PLAYER = f'exec:"{sys.executable}" "{EXAMPLE}"'
GUARD = 60.0  # seconds for programs that answer, which may start slowly


def named(path: Path, program: str) -> str:
    """A bot's name for a program that is written there."""
    path.write_text(program)
    return f'exec:"{sys.executable}" "{path}"'


def gone(ids: list[int]) -> bool:
    """Whether all of them end, in a while."""
    deadline = time.monotonic() + GUARD
    while any(map(alive, ids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not any(map(alive, ids))


def alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be buried does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def listening() -> None:
    """Hear signals even if the tests were started in the background, where shells switch some off."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
