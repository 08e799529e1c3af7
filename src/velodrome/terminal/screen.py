"""Screen and keyboard: all output and input in the terminal."""

import contextlib
import os
import sys
from collections.abc import Callable
from types import ModuleType

from rich.console import Console, RenderableType
from rich.text import Text

from velodrome.terminal.i18n import make_printable, say

readline: ModuleType | None = None
with contextlib.suppress(ImportError):
    import readline  # importing it enables line editing

WIPE_SEQUENCE = "\x1b[H\x1b[2J\x1b[3J"  # also clears the scrollback, which may show another player's cards


class InputEnded(Exception):
    """Raised at the end of the input or on Ctrl-C."""


class Screen:
    """Input and output in a terminal; tests replace the console and the function that reads a line."""

    def __init__(self, language: str, console: Console | None = None, read: Callable[[str], str] = input) -> None:
        self.language = language
        self.console = console or Console(highlight=False, emoji=False, markup=False)
        self.read = read
        # True if a person reads the output and types the input
        self.live = self.console.is_terminal and sys.stdin is not None and sys.stdin.isatty()

    def say(self, key: str, **arguments: object) -> str:
        return say(self.language, key, **arguments)

    def show(self, *things: RenderableType) -> None:
        for thing in things:
            self.console.print(thing)

    def tell(self, key: str, style: str = "", **arguments: object) -> None:
        """Print the sentence with this key; if it contains a path, do not wrap it, so that the path stays whole."""
        self.console.print(Text(self.say(key, **arguments), style), soft_wrap="path" in arguments)

    def warn(self, sentence: str) -> None:
        self.show(Text(make_printable(sentence), "bold red"))

    def ask(self, prompt: str) -> str:
        """Read a line; raise InputEnded at the end of input or on Ctrl-C."""
        try:
            return self.read(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise InputEnded from None

    def clear(self) -> None:
        """Clear the screen; print an empty line if this is not a terminal."""
        if self.console.is_terminal:
            self.console.clear()
        else:
            self.console.print()

    def wipe(self) -> None:
        """Clear the screen, the scrollback and the input history, so that the next person cannot see them.

        If this is not a terminal, print empty lines instead of clearing the screen.
        """
        if self.console.is_terminal:
            self.console.file.write(WIPE_SEQUENCE)
            self.console.file.flush()
        else:
            self.console.print("\n" * 3)
        if readline is not None:
            readline.clear_history()

    def height(self, thing: RenderableType) -> int:
        """Return the number of lines that a Rich renderable takes on this screen."""
        return len(self.console.render_lines(thing, pad=False))

    def page(self, thing: RenderableType) -> None:
        """Show a renderable, in a pager if it is higher than the terminal."""
        if not self.live or self.height(thing) < self.console.height:
            self.show(thing)
            return
        os.environ.setdefault("LESS", "-R")
        with self.console.pager(styles=self.console.color_system is not None, links=False):
            self.console.print(thing)
