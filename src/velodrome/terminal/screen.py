"""The screen and the keyboard: what is shown goes out here, what is typed comes in here."""

import contextlib
import os
import sys
from collections.abc import Callable
from types import ModuleType

from rich.console import Console, RenderableType
from rich.text import Text

from velodrome.terminal.i18n import printable, say

readline: ModuleType | None = None
with contextlib.suppress(ImportError):
    import readline  # line editing where the platform has it

WIPE = "\x1b[H\x1b[2J\x1b[3J"  # the lines scrolled off as well: they may show another player's cards


class Left(Exception):
    """Nobody types any more: end of input, or an interrupt."""


class Screen:
    """A terminal, or what stands in for one."""

    def __init__(self, language: str, console: Console | None = None, read: Callable[[str], str] = input) -> None:
        self.language = language
        self.console = console or Console(highlight=False, emoji=False, markup=False)
        self.read = read
        self.live = self.console.is_terminal and sys.stdin is not None and sys.stdin.isatty()

    def say(self, key: str, **arguments: object) -> str:
        return say(self.language, key, **arguments)

    def show(self, *things: RenderableType) -> None:
        for thing in things:
            self.console.print(thing)

    def tell(self, key: str, style: str = "", **arguments: object) -> None:
        """One of the terminal's sentences on a line of its own; a path in it stays in one piece."""
        self.console.print(Text(self.say(key, **arguments), style), soft_wrap="path" in arguments)

    def warn(self, sentence: str) -> None:
        self.show(Text(printable(sentence), "bold red"))

    def ask(self, prompt: str) -> str:
        """A line that somebody types."""
        try:
            return self.read(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise Left from None

    def clear(self) -> None:
        """An empty screen, on a terminal; elsewhere an empty line."""
        if self.console.is_terminal:
            self.console.clear()
        else:
            self.console.print()

    def wipe(self) -> None:
        """Nothing of what was shown or typed can be called back."""
        if self.console.is_terminal:
            self.console.file.write(WIPE)
            self.console.file.flush()
        else:
            self.console.print("\n" * 3)
        if readline is not None:
            readline.clear_history()

    def height(self, thing: RenderableType) -> int:
        """How many lines it takes."""
        return len(self.console.render_lines(thing, pad=False))

    def page(self, thing: RenderableType) -> None:
        """Show something long: through a pager on a terminal that it does not fit."""
        if not self.live or self.height(thing) < self.console.height:
            self.show(thing)
            return
        os.environ.setdefault("LESS", "-R")
        with self.console.pager(styles=self.console.color_system is not None, links=False):
            self.console.print(thing)
