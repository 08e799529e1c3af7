"""Sentences of the terminal in the user's language, and detection of that language."""

import contextlib
import os
import shutil
import sys
from pathlib import Path

from velodrome.core import texts
from velodrome.core.contract import Text
from velodrome.terminal.seats import is_you

MAX_NUMBER_DIGITS = 9


def say(language: str, key: str, **arguments: object) -> str:
    """Return one of the terminal's own sentences in this language, with its arguments filled in."""
    return texts.fill(texts.load("terminal", language)[key], arguments, language)


def say_game(language: str, game: str, text: Text, names: list[str]) -> str:
    """Return a sentence from a game's texts with the names of the seats filled in.

    If a seat is named "you", a sentence about this seat addresses the reader.
    """
    reader = next((seat for seat, name in enumerate(names) if is_you(name)), None)
    return texts.capitalize(texts.fill_text(game, text, language, names, reader))


def make_printable(text: str) -> str:
    """Replace control characters, which could move the cursor, with question marks."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)


def parse_number(text: str) -> int | None:
    """Parse a whole number of at most MAX_NUMBER_DIGITS digits; return None for anything else."""
    return int(text) if text.isdecimal() and len(text) <= MAX_NUMBER_DIGITS else None


def find_command() -> str:
    """Return the shell command that runs Velodrome on this machine.

    It is `velodrome` if that is on the PATH, otherwise the path of this Python with `-m velodrome`.
    """
    if shutil.which("velodrome"):
        return "velodrome"
    with contextlib.suppress(ValueError):
        return f"{Path(sys.executable).relative_to(Path.cwd())} -m velodrome"
    return f"{sys.executable} -m velodrome"


def detect_language() -> str:
    """Return the language set in the environment if the texts exist in that language, otherwise English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(variable):
            language = os.environ[variable].lower()[:2]
            return language if language in texts.LANGUAGES else texts.DEFAULT_LANGUAGE
    return texts.DEFAULT_LANGUAGE
