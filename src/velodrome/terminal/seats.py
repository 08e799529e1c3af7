"""Seats in a local game: people and bots, by name."""

from typing import NamedTuple

from velodrome.bots import LEVELS, is_bot_name
from velodrome.bots.levels import level_title
from velodrome.core import texts
from velodrome.core.errors import VelodromeError
from velodrome.terminal.words import find_meaning

DEFAULT_BOT = "level4"  # the bot that the word `bot` stands for
MAX_NAME_LENGTH = 16


class BadSeats(VelodromeError):
    """Raised if a list of seats cannot be used."""


class LocalSeat(NamedTuple):
    """A seat in a local game."""

    name: str  # unique in the game
    bot: str = ""  # name of the bot that plays; "" for a person


def parse_seats(text: str) -> list[LocalSeat]:
    """Parse seats such as `Ben,uniform,Anna`; raise BadSeats if they are not valid.

    The word `bot` and the names of bots stand for bots; any other word is the name of a person.
    """
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
    """Return the name of the bot that a word stands for; return any other word unchanged.

    A bot's name, a level's title, and the word `bot` stand for a bot; upper and lower case do not matter. Raise
    BadSeats for a level that does not exist, such as `level9`.
    """
    lowered_word = word.lower()
    if find_meaning("seat", word) == "bot":
        return DEFAULT_BOT
    for language in texts.LANGUAGES:
        for level, number in LEVELS.items():
            if lowered_word == level_title(number, language).lower():
                return level
    if find_meaning("seat", lowered_word.rstrip("0123456789 ")) == "level" and lowered_word not in LEVELS:
        raise BadSeats(f"no bot is called {word}: expected level1 to level{len(LEVELS)}.")
    return lowered_word if is_bot_name(lowered_word) else word


def number_bot(words: list[str], index: int) -> str:
    """Return the word at `index`, a bot's name, with a number added if several seats have the same bot."""
    word = words[index]
    return word if words.count(word) == 1 else f"{word} {words[: index + 1].count(word)}"


def default_seats(count: int, language: str) -> str:
    """Return the default seats, in the form that `parse_seats` reads: one person against bots."""
    return ",".join([name_you(language), *[texts.load("terminal", language)["name.bot"]] * (count - 1)])


def display_names(seats: list[LocalSeat], viewer: int, language: str) -> list[str]:
    """Return the name of each seat as the viewer sees it.

    A person without a name is called "you" if that person is the viewer and all other seats are bots. Otherwise, the
    name is "player 2" or so.
    """
    alone = len([seat for seat in seats if not seat.bot]) == 1
    found = []
    for index, seat in enumerate(seats):
        own = name_you(language) if alone and index == viewer else name_player(index, language)
        found.append(own if is_you(seat.name) else display_name(seat, language))
    return found


def display_name(seat: LocalSeat, language: str) -> str:
    """Return a seat's name; if it contains the name of a bot level (`level4`), replace that with the level's title."""
    if seat.bot not in LEVELS:
        return seat.name
    return seat.name.replace(seat.bot, level_title(LEVELS[seat.bot], language))


def name_you(language: str) -> str:
    """Return the word for "you" in this language; a seat with this name belongs to a person who gave no name."""
    return texts.load("terminal", language)["name.you"]


def name_player(seat: int, language: str) -> str:
    """Return the name that other players see for a person without a name, such as "player 2"."""
    return texts.fill(texts.load("terminal", language)["name.player"], {"number": seat + 1})


def is_you(name: str) -> bool:
    return name.lower() in [name_you(language) for language in texts.LANGUAGES]


def format_seats(seats: list[LocalSeat]) -> str:
    """Format seats in the form that `parse_seats` reads."""
    return ",".join(seat.bot or seat.name for seat in seats)
