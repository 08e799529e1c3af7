"""Helpers for tests with external programs: write a program, wait for its end, reset signal handlers."""

import signal
import sys
import time
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "first_legal.py"
PLAYER = f'exec:"{sys.executable}" "{EXAMPLE}"'
GUARD = 60.0  # timeout in seconds for programs that answer but may start slowly


def write_program(path: Path, program: str) -> str:
    """Write a Python program to a file; return the name of the bot that runs it."""
    path.write_text(program)
    return f'exec:"{sys.executable}" "{path}"'


def have_ended(ids: list[int]) -> bool:
    """Wait until the processes with these ids have ended, at most GUARD seconds; return whether all have ended."""
    deadline = time.monotonic() + GUARD
    while any(map(is_running, ids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not any(map(is_running, ids))


def is_running(pid: int) -> bool:
    """Return whether a process is running; a zombie does not count."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def reset_signal_handlers() -> None:
    """Restore the default handlers of SIGINT and SIGHUP. A shell may have made its background processes ignore them."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
