"""Sentences of the terminal in English and French, from texts.toml, and the reader's language."""

import contextlib
import os
import re
import shutil
import sys
import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from velodrome.core import texts
from velodrome.core.contract import Text
from velodrome.terminal.seats import YOU_BY_LANGUAGE, is_you

SEAT_PLACEHOLDER = re.compile(
    r"(?:\b(?:seats?|la place|les places)\s+)\{(\w+)\}", re.IGNORECASE
)  # "Seat {winner} wins"
MAX_NUMBER_DIGITS = 9
SEAT_NUMBER = re.compile(r"(?<!-)\d+")


@cache
def load_sentences() -> dict[str, dict[str, str]]:
    """Load all sentences of the terminal: key: {"en": …, "fr": …}."""
    found: dict[str, Any] = tomllib.loads(files("velodrome.terminal").joinpath("texts.toml").read_text("utf-8"))
    return found


def say(language: str, key: str, **arguments: object) -> str:
    """Return a sentence of the terminal, filled in."""
    return load_sentences()[key][language].format(**arguments)


def say_game(language: str, game: str, text: Text, names: list[str]) -> str:
    """Return a sentence of a game with names instead of seat numbers."""
    said = fill_sentence(language, game, text, names)
    return said[:1].upper() + said[1:]


def fill_sentence(language: str, game: str, text: Text, names: list[str]) -> str:
    """Fill in a game's sentence without capitalizing it, as part of a longer one."""
    sentence = choose_sentence(language, game, text, names)
    values = texts.fill_arguments(game, text, language)
    seats = SEAT_PLACEHOLDER.findall(sentence)
    for name in values:
        value = text[name]
        if isinstance(value, list):
            values[name] = ", ".join([fill_sentence(language, game, each, names) for each in value])
        elif name in seats or name.startswith("seat"):
            values[name] = SEAT_NUMBER.sub(lambda found: names[int(found[0])], str(value))
    return SEAT_PLACEHOLDER.sub(r"{\1}", sentence).format(**values)


def choose_sentence(language: str, game: str, text: Text, names: list[str]) -> str:
    """Choose the sentence of a text: in the second person if it is about the reader."""
    rows, key = texts.sentences(game), str(text["key"])
    seat, winner = text.get("seat"), text.get("winner")
    if isinstance(winner, int) and is_you(names[winner]) and f"own.{key}" in rows:
        return rows[f"own.{key}"][language]
    if isinstance(seat, int) and is_you(names[seat]):
        return rows[key].get(YOU_BY_LANGUAGE[language], rows[key][language])
    return rows[key][language]


def make_printable(text: str) -> str:
    """Replace control characters, which could move the cursor, by question marks."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)


def parse_number(text: str) -> int | None:
    """Parse a whole number of at most MAX_NUMBER_DIGITS digits; None for anything else."""
    return int(text) if text.isdecimal() and len(text) <= MAX_NUMBER_DIGITS else None


def find_command() -> str:
    """Return how to call `velodrome` here: the command, or this Python if it is not on the path."""
    if shutil.which("velodrome"):
        return "velodrome"
    with contextlib.suppress(ValueError):
        return f"{Path(sys.executable).relative_to(Path.cwd())} -m velodrome"
    return f"{sys.executable} -m velodrome"


def detect_language() -> str:
    """Return the language of the environment: French or, by default, English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(variable):
            return "fr" if os.environ[variable].lower().startswith("fr") else "en"
    return "en"
