"""Sentences that people read, in one file for each folder and language: texts.en.toml, texts.fr.toml …

Each file maps keys to sentences. A game's folder also has a texts.toml, which all languages share. It maps the
key of a sentence to the number of the rule that the sentence is about, or to a pattern that matches the moves
that the sentence narrates.

A sentence about a player can have a second version that addresses this player as "you". The key of the second
version ends in `.you`. The player sees this version, and everybody else sees the sentence without `.you`.

A placeholder names an argument and, after a colon, the format of the argument:

    {count}                   the value itself; the id of a piece becomes the name of the piece
    {winner:seat}             the name of a seat
    {winners:seats}           the names of several seats
    {place:ordinal}           1st, 2nd, 3rd …
    {slot:slot}               a number that the engine counts from 0 and people from 1
    {count:a card|# cards}    the first form for one, the second for several; # is the number

To add a language, add a texts.<language>.toml to every folder that has a texts.en.toml, and a rulebook to every
game.
"""

import re
import string
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from velodrome.core.contract import Text

DEFAULT_LANGUAGE = "en"
YOU_SUFFIX = ".you"  # end of the key if the sentence addresses the player as "you"
SEAT_NUMBER = re.compile(r"\d+")


def find_languages() -> tuple[str, ...]:
    """Return the languages for which core has a text file, English first."""
    names = sorted(path.name for path in files("velodrome.core").iterdir() if path.name.startswith("texts."))
    found = [name.split(".")[1] for name in names if name.endswith(".toml")]
    return (DEFAULT_LANGUAGE, *[language for language in found if language != DEFAULT_LANGUAGE])


LANGUAGES = find_languages()


@cache
def load(folder: str, language: str) -> dict[str, str]:
    """Load the sentences of one folder of the package, such as "terminal" or "games/velvet": {key: sentence}."""
    path = files("velodrome").joinpath(*folder.split("/"), f"texts.{language}.toml")
    return tomllib.loads(path.read_text("utf-8"))


def sentences(game: str, language: str) -> dict[str, str]:
    """Return {key: sentence} for a game."""
    return load(f"games/{game}", language)


@cache
def load_shared(game: str) -> dict[str, dict[str, str]]:
    """Load a game's texts.toml, which all languages share: {"rules": {key: number}, "moves": {key: pattern}}."""
    return tomllib.loads(files("velodrome.games").joinpath(game, "texts.toml").read_text("utf-8"))


def rule_numbers(game: str) -> dict[str, str]:
    """Return {key of a sentence: number of the rule that the sentence is about}."""
    return load_shared(game)["rules"]


def move_patterns(game: str) -> dict[str, str]:
    """Return {key of a sentence: regular expression that matches the moves that the sentence narrates}."""
    return load_shared(game)["moves"]


def rule_number(game: str, text: Text) -> str:
    """Return the number of the rule that a text is about; "" if there is none."""
    return str(text.get("rule") or rule_numbers(game).get(str(text["key"]), ""))


# ---------------------------------------------------------------- filling in


def say(game: str, text: Text, language: str = DEFAULT_LANGUAGE, names: Sequence[str] | None = None) -> str:
    """Return the sentence for a text (a key with arguments), filled in and capitalized.

    Without `names`, seats are named by number.
    """
    return capitalize(fill_text(game, text, language, names))


def fill_text(
    game: str,
    text: Text,
    language: str = DEFAULT_LANGUAGE,
    names: Sequence[str] | None = None,
    viewer: int | None = None,
) -> str:
    """Return the sentence for a text with its placeholders filled in.

    `names` has the name of each seat; without it, seats are named by number. If `viewer` is the "seat" or the "winner"
    in the text, prefer the sentence whose key ends in `.you`. An argument may be a list of texts, which are filled in
    and joined.
    """
    rows, key = sentences(game, language), str(text["key"])
    if viewer is not None and viewer in (text.get("seat"), text.get("winner")):
        key = key + YOU_SUFFIX if key + YOU_SUFFIX in rows else key
    arguments: dict[str, object] = {name: value for name, value in text.items() if name != "key"}
    for name, value in arguments.items():
        if isinstance(value, list):
            parts = [fill_text(game, each, language, names, viewer) for each in value]
            arguments[name] = ", ".join(parts)
    return fill(rows[key], arguments, language, names, rows)


def fill(
    sentence: str,
    arguments: Mapping[str, object],
    language: str = DEFAULT_LANGUAGE,
    names: Sequence[str] | None = None,
    pieces: Mapping[str, str] | None = None,
) -> str:
    """Return the sentence with the values from `arguments` in place of its placeholders.

    `names` has the name of each seat; without it, seats are named by number. `pieces` is {"piece.ID": name of the
    piece}.

    >>> fill("{seat:seat} finishes {place:ordinal}: +{points:# point|# points}", {"seat": 1, "place": 2, "points": 1},
    ...      "en", ["Anna", "Ben"])
    'Ben finishes 2nd: +1 point'
    """
    return SentenceFormatter(language, names, pieces or {}).vformat(sentence, (), dict(arguments))


def capitalize(sentence: str) -> str:
    """Return the sentence with a capital first letter."""
    return sentence[:1].upper() + sentence[1:]


class SentenceFormatter(string.Formatter):
    """Formatter that fills in placeholders according to the grammar of one language."""

    def __init__(self, language: str, names: Sequence[str] | None, pieces: Mapping[str, str]) -> None:
        self.grammar = load("core", language)
        self.names = names
        self.pieces = pieces

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec in ("seat", "seats"):
            return self.join_names(SEAT_NUMBER.findall(str(value))) or str(value)
        if format_spec == "ordinal":
            return self.grammar["ordinals"].split()[int(value) - 1]
        if format_spec == "slot":
            return str(int(value) + 1)
        if "|" in format_spec:
            one, many = format_spec.split("|")
            form = one if str(value) in self.grammar["singular"].split() else many
            return form.replace("#", str(value))
        if isinstance(value, str) and f"piece.{value}" in self.pieces:
            value = self.pieces[f"piece.{value}"]
        return str(super().format_field(value, format_spec))

    def join_names(self, seats: list[str]) -> str:
        """Return the names of seats as a list in words, such as "Anna, Ben and Chris"."""
        names = [self.name_seat(int(seat)) for seat in seats]
        if len(names) < 2:
            return "".join(names)
        return self.grammar["and"].format(first=", ".join(names[:-1]), last=names[-1])

    def name_seat(self, seat: int) -> str:
        """Return the name of a seat, or "seat 1" if there are no names."""
        return self.grammar["seat"].format(number=seat) if self.names is None else self.names[seat]
