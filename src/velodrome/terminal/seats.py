"""Seats of a local game: people and bots by name."""

import re
from typing import NamedTuple

from velodrome.bots import LEVELS, is_bot_name
from velodrome.bots.levels import LEVEL_TITLES
from velodrome.core.errors import VelodromeError

YOU_BY_LANGUAGE = {"en": "you", "fr": "vous"}  # name of a person who plays alone
PLAYER_BY_LANGUAGE = {"en": "player", "fr": "joueur"}  # name of an unnamed person in a game of several people
DEFAULT_BOT = "level4"  # what `bot` means
MAX_NAME_LENGTH = 16


class BadSeats(VelodromeError):
    """A list of seats that cannot be used."""


class LocalSeat(NamedTuple):
    """A seat of a local game."""

    name: str  # unique in the game
    bot: str = ""  # which bot plays; "" for a person


def parse_seats(text: str) -> list[LocalSeat]:
    """Parse `Ben,uniform,Anna`: `bot` or the name of a bot is a bot, any other word is a person. Raises BadSeats."""
    words = [" ".join(word.split()) for word in text.split(",")]
    for kind in ("exec:", "python:"):
        if any(word.lower().startswith(kind) for word in words):
            raise BadSeats(f'bots whose name begins with "{kind}" can play only in `velodrome arena`.')
    words = [resolve_word(word) for word in words]
    for word in words:
        if not word or len(word) > MAX_NAME_LENGTH or not word.isprintable():
            expected = f"expected 1 to {MAX_NAME_LENGTH} letters, names separated by commas"
            raise BadSeats(f'"{word}" cannot be a name: {expected}.')
    people = [word for word in words if not is_bot_name(word)]
    for word in people:
        if [other.lower() for other in people].count(word.lower()) > 1:
            raise BadSeats(f"two people are called {word}: expected different names.")
    return [
        LocalSeat(number_bot(words, i), word) if is_bot_name(word) else LocalSeat(word) for i, word in enumerate(words)
    ]


def resolve_word(word: str) -> str:
    """Return the name of the bot that a word means (its name or title, in any case); return other words unchanged."""
    lowered_word = word.lower()
    if lowered_word == "bot":
        return DEFAULT_BOT
    for titles in LEVEL_TITLES.values():
        lowered = [title.lower() for title in titles]
        if lowered_word in lowered:
            return f"level{1 + lowered.index(lowered_word)}"
    if re.fullmatch(r"(level|lvl|niveau) ?\d*", lowered_word) and lowered_word not in LEVELS:
        raise BadSeats(f"no bot is called {word}: expected level1 to level{len(LEVELS)}.")
    return lowered_word if is_bot_name(lowered_word) else word


def number_bot(words: list[str], index: int) -> str:
    """Return a bot's name, with a number added if the game has several bots of this name."""
    word = words[index]
    return word if words.count(word) == 1 else f"{word} {words[: index + 1].count(word)}"


def default_seats(count: int, language: str) -> str:
    """Return the seats of a person against bots, as `parse_seats` reads them."""
    return ",".join([YOU_BY_LANGUAGE[language], *["bot"] * (count - 1)])


def display_names(seats: list[LocalSeat], viewer: int, language: str) -> list[str]:
    """Return the names as a viewer reads them; only a person who plays alone is "you"."""
    alone = len([seat for seat in seats if not seat.bot]) == 1
    found = []
    for index, seat in enumerate(seats):
        own = YOU_BY_LANGUAGE[language] if alone and index == viewer else f"{PLAYER_BY_LANGUAGE[language]} {index + 1}"
        found.append(own if is_you(seat.name) else display_name(seat, language))
    return found


def display_name(seat: LocalSeat, language: str) -> str:
    """Return a seat's name, with a level's title in place of its number."""
    if seat.bot not in LEVELS:
        return seat.name
    return seat.name.replace(seat.bot, LEVEL_TITLES[language][LEVELS[seat.bot] - 1])


def is_you(name: str) -> bool:
    return name.lower() in YOU_BY_LANGUAGE.values()


def format_seats(seats: list[LocalSeat]) -> str:
    """Write seats as `parse_seats` reads them."""
    return ",".join(seat.bot or seat.name for seat in seats)
