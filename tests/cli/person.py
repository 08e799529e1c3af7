"""A scripted person at a terminal that is simulated in the test's own process."""

import random
from argparse import Namespace
from collections.abc import Callable
from io import StringIO

from rich.console import Console

from velodrome.terminal.screen import Screen

NUMBER = Callable[[], str]


class Person(Screen):
    """Fake terminal screen for tests: its input comes from a script, and its output is recorded."""

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
    """Return a function that returns a random number as text, or an empty line, whenever it is called.

    After `often` calls, the function raises EOFError, which ends the input.
    """
    dice, left = random.Random(seed), [often]

    def number() -> str:
        left[0] -= 1
        if left[0] < 0:
            raise EOFError
        typed: str = dice.choice(["", *"0112234567", "9", "12", "15", "30"])
        return typed

    return number


def words(game: str | None = None, **more: object) -> Namespace:
    """Return the parsed arguments of `velodrome play` for a quick game with seed 7, with the given changes."""
    usual: dict[str, object] = {"game": game, "seats": None, "option": [], "seed": 7, "resume": None, "file": None}
    usual["quick"] = True
    return Namespace(**usual | more)
