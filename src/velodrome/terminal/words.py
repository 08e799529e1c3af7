"""What the terminal itself says, in English and French, from texts.toml; and the language to say it in."""

import os
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from velodrome.core import texts
from velodrome.core.contract import Text


@cache
def sentences() -> dict[str, dict[str, str]]:
    """Every sentence of the terminal: key: {"en": …, "fr": …, "match": pattern of a move it tells}."""
    found: dict[str, Any] = tomllib.loads(files("velodrome.terminal").joinpath("texts.toml").read_text("utf-8"))
    return found


def say(language: str, key: str, **arguments: object) -> str:
    """One of the terminal's sentences."""
    return sentences()[key][language].format(**arguments)


def say_game(language: str, game: str, text: Text, names: list[str]) -> str:
    """One of a game's sentences, with names where it speaks of seats."""
    named = {key: named_seat(key, value, names) for key, value in text.items()}
    return texts.say(game, named, language)


SEATS_IN_TEXTS = ("seat", "ahead", "victim", "winner", "thief", "owner", "thrower", "other", "from", "to", "by")


def named_seat(key: str, value: object, names: list[str]) -> object:
    if key in SEATS_IN_TEXTS and isinstance(value, int) and 0 <= value < len(names):
        return names[value]
    return value


def default_language() -> str:
    """French where the environment asks for it, English elsewhere."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(variable):
            return "fr" if os.environ[variable].lower().startswith("fr") else "en"
    return "en"
