"""What the terminal itself says, in English and French, from texts.toml; and the language to say it in."""

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
from velodrome.terminal.seats import YOU, is_you

SEAT = re.compile(r"(?:\b(?:seats?|la place|les places)\s+)\{(\w+)\}", re.IGNORECASE)  # "Seat {winner} wins"
DIGITS = 9  # of a number that anybody would type
SEAT_NUMBER = re.compile(r"(?<!-)\d+")


@cache
def sentences() -> dict[str, dict[str, str]]:
    """Every sentence of the terminal: key: {"en": …, "fr": …}."""
    found: dict[str, Any] = tomllib.loads(files("velodrome.terminal").joinpath("texts.toml").read_text("utf-8"))
    return found


def say(language: str, key: str, **arguments: object) -> str:
    """One of the terminal's sentences."""
    return sentences()[key][language].format(**arguments)


def say_game(language: str, game: str, text: Text, names: list[str]) -> str:
    """One of a game's sentences, with names where it speaks of seats by number."""
    said = spoken(language, game, text, names)
    return said[:1].upper() + said[1:]


def spoken(language: str, game: str, text: Text, names: list[str]) -> str:
    """The same as part of a longer one."""
    sentence = sentence_for(language, game, text, names)
    values = texts.fill_arguments(game, text, language)
    seats = SEAT.findall(sentence)
    for name in values:
        value = text[name]
        if isinstance(value, list):
            values[name] = ", ".join([spoken(language, game, each, names) for each in value])
        elif name in seats or name.startswith("seat"):
            values[name] = SEAT_NUMBER.sub(lambda found: names[int(found[0])], str(value))
    return SEAT.sub(r"{\1}", sentence).format(**values)


def sentence_for(language: str, game: str, text: Text, names: list[str]) -> str:
    """A text's sentence as it is said to whoever reads it: `you` is told of in the second person."""
    rows, key = texts.sentences(game), str(text["key"])
    seat, winner = text.get("seat"), text.get("winner")
    if isinstance(winner, int) and is_you(names[winner]) and f"own.{key}" in rows:
        return rows[f"own.{key}"][language]
    if isinstance(seat, int) and is_you(names[seat]):
        return rows[key].get(YOU[language], rows[key][language])
    return rows[key][language]


def printable(text: str) -> str:
    """A text from outside without what would move a terminal's cursor."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)


def number(text: str) -> int | None:
    """The whole number that somebody typed, if it is one of any use."""
    return int(text) if text.isdecimal() and len(text) <= DIGITS else None


def command() -> str:
    """What to type for `velodrome` here: the command itself, or this Python where it is not on the path."""
    if shutil.which("velodrome"):
        return "velodrome"
    with contextlib.suppress(ValueError):
        return f"{Path(sys.executable).relative_to(Path.cwd())} -m velodrome"
    return f"{sys.executable} -m velodrome"


def default_language() -> str:
    """French where the environment asks for it, English elsewhere."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(variable):
            return "fr" if os.environ[variable].lower().startswith("fr") else "en"
    return "en"
