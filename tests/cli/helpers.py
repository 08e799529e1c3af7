"""A person at a terminal, scripted; in this process, or behind a real pseudo-terminal."""

import fcntl
import os
import pty
import random
import select
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path

from rich.console import Console

from velodrome.terminal.screen import Left, Screen

NUMBER = Callable[[], str]


class Person(Screen):
    """Somebody who types what a script says, and remembers all that was shown."""

    def __init__(self, script: list[str] | NUMBER, language: str = "en", width: int = 80) -> None:
        self.page_file = StringIO()
        super().__init__(language, Console(file=self.page_file, width=width, height=24, highlight=False), self.type)
        self.script = script
        self.asked: list[str] = []
        self.rematches = 0

    def type(self, prompt: str) -> str:
        self.asked.append(prompt)
        self.page_file.write(prompt)
        if prompt == self.say("play.again"):
            self.rematches -= 1
            return "y" if self.rematches >= 0 else "n"
        if callable(self.script):
            return self.script()
        if not self.script:
            raise EOFError
        return self.script.pop(0)

    @property
    def text(self) -> str:
        return self.page_file.getvalue()


def any_number(seed: int, often: int = 100_000) -> NUMBER:
    """Numbers somebody might type; nothing more after so many."""
    dice, left = random.Random(seed), [often]

    def number() -> str:
        left[0] -= 1
        if left[0] < 0:
            raise EOFError
        return dice.choice(["", *"0112234567", "9", "12", "15", "30"])

    return number


def own(terminal: int) -> None:
    """Make it the terminal that sends interrupts."""
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)


def in_terminal(
    words: list[str], answer: Callable[[str], str | None], saves: Path, seconds: float = 30, **environment: str
) -> tuple[str, int]:
    """Run the command behind a pseudo-terminal of 80 by 24; `answer` types when the screen waits."""
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
        [sys.executable, "-m", "velodrome", *words],
        stdin=child, stdout=child, stderr=child, env=environment, start_new_session=True, preexec_fn=lambda: own(child),
    )  # fmt: skip
    os.close(child)
    shown, end = "", time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            if not select.select([parent], [], [], 0.2)[0]:
                if process.poll() is not None:
                    break
                continue
            try:
                piece = os.read(parent, 65536).decode("utf-8", "replace")
            except OSError:
                break
            shown += piece
            typed = answer(shown)
            if typed is not None:
                os.write(parent, typed.encode())
        return shown, process.wait(timeout=2)
    finally:
        process.kill()
        process.wait()
        os.close(parent)


__all__ = ["Left", "Person", "any_number", "in_terminal"]
