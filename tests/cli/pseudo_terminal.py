"""Helpers that run the command `velodrome` in a real pseudo-terminal."""

import fcntl
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path


def take_control(terminal: int) -> None:
    """Make this terminal control the current process, so that Ctrl-C typed in it interrupts the process."""
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # background processes ignore SIGINT


def in_terminal(
    words: list[str], answer: Callable[[str], str | None], saves: Path, seconds: float = 30, **environment: str
) -> tuple[str, int]:
    """Run `velodrome` with these words as arguments in a pseudo-terminal; return its output and exit code.

    The terminal has 80 columns and 24 lines, and games are saved in the folder `saves`. `answer` is called with all
    output so far: whenever there is new output, otherwise about every 0.2 seconds. It returns what to type next, or
    None to type nothing. `environment` holds additional environment variables.

    If the program runs longer than about `seconds`, kill it and raise TimeoutExpired.
    """
    parent, child = pty.openpty()
    environment = {
        **os.environ,
        "TERM": "xterm-256color",
        "COLUMNS": "80",
        "LINES": "24",
        "LANG": "C.UTF-8",
        "VELODROME_SAVES": str(saves),
        **environment,
    }
    environment.pop("LC_ALL", None)
    process = subprocess.Popen(
        [sys.executable, "-m", "velodrome", *words, *(["--quick"] if words[0] == "play" else [])],
        stdin=child, stdout=child, stderr=child, env=environment, start_new_session=True,
        preexec_fn=lambda: take_control(child),
    )  # fmt: skip
    os.close(child)
    shown, end = "", time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            if select.select([parent], [], [], 0.2)[0]:
                try:
                    shown += os.read(parent, 65536).decode("utf-8", "replace")
                except OSError:
                    break
            elif process.poll() is not None:
                break
            typed = answer(shown)
            if typed is not None:
                os.write(parent, typed.encode())
        return shown, process.wait(timeout=2)
    finally:
        process.kill()
        process.wait()
        os.close(parent)
