"""Sentences for people by key, in English and French, from each game's texts.toml."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from velodrome.core.contract import Text

LANGUAGES = ("en", "fr")


@cache
def sentences(game: str) -> dict[str, dict[str, str]]:
    """Load the sentences of a game: {key: {"en": …, "fr": …, "rule": number if any}}; those of moves have more."""
    found: dict[str, Any] = tomllib.loads(files("velodrome.games").joinpath(game, "texts.toml").read_text("utf-8"))
    return found


def say(game: str, text: Text, language: str = "en") -> str:
    """Return the sentence of a text with its arguments filled in."""
    return sentences(game)[str(text["key"])][language].format(**fill_arguments(game, text, language))


def fill_arguments(game: str, text: Text, language: str) -> dict[str, Any]:
    """Return the arguments of a text: ids of pieces become names, lists of texts become sentences."""
    known = sentences(game)
    found: dict[str, Any] = {name: value for name, value in text.items() if name != "key"}
    for name, value in found.items():
        if isinstance(value, str) and f"piece.{value}" in known:
            found[name] = known[f"piece.{value}"][language]
        elif isinstance(value, list):
            found[name] = ", ".join([say(game, each, language) for each in value])
    return found


def rule_number(game: str, text: Text) -> str:
    """Return the number of the rule behind a text, or ""."""
    return str(text.get("rule") or sentences(game)[str(text["key"])].get("rule", ""))
