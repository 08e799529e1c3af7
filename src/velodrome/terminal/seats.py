"""Who sits at the table: people by their names, bots by theirs."""

import re
from typing import NamedTuple

from velodrome.bots import LEVELS, is_bot_name
from velodrome.bots.levels import LEVEL_TITLES
from velodrome.core.errors import VelodromeError

YOU = {"en": "you", "fr": "vous"}  # a person who gave no name
PLAYER = {"en": "player", "fr": "joueur"}  # such a person as others see them
DEFAULT = "level4"  # the bot that `bot` means
LONGEST = 16  # letters of a name


class BadSeats(VelodromeError):
    """A list of seats that cannot sit down together."""


class Seat(NamedTuple):
    """One place at the table."""

    name: str  # unique at the table
    bot: str = ""  # its kind; "" for a person


def parse(text: str) -> list[Seat]:
    """Seats from `Ben,uniform,Anna`: `bot` or the name of a bot is a bot, any other word is a person's name."""
    words = [" ".join(word.split()) for word in text.split(",")]
    for kind in ("exec:", "python:"):
        if any(word.lower().startswith(kind) for word in words):
            raise BadSeats(f"bots of the kind {kind} play in `velodrome arena` only.")
    words = [meant(word) for word in words]
    for word in words:
        if not word or len(word) > LONGEST or not word.isprintable():
            raise BadSeats(f'"{word}" cannot be a name: expected 1 to {LONGEST} letters, names separated by commas.')
    people = [word for word in words if not is_bot_name(word)]
    for word in people:
        if [other.lower() for other in people].count(word.lower()) > 1:
            raise BadSeats(f"two people are called {word}: expected different names.")
    return [Seat(bot_name(words, i), word) if is_bot_name(word) else Seat(word) for i, word in enumerate(words)]


def meant(word: str) -> str:
    """The name of a bot as it is written here, whatever its case, from its title too; any other word as it is."""
    asked = word.lower()
    if asked == "bot":
        return DEFAULT
    for titles in LEVEL_TITLES.values():
        lowered = [title.lower() for title in titles]
        if asked in lowered:
            return f"level{1 + lowered.index(asked)}"
    if re.fullmatch(r"(level|lvl|niveau) ?\d*", asked) and asked not in LEVELS:
        raise BadSeats(f"no bot is called {word}: expected level1 to level{len(LEVELS)}.")
    return asked if is_bot_name(asked) else word


def bot_name(words: list[str], place: int) -> str:
    """A bot's name; numbered where several of its kind sit there."""
    word = words[place]
    return word if words.count(word) == 1 else f"{word} {words[: place + 1].count(word)}"


def usual(seats: int, language: str) -> str:
    """You against bots."""
    return ",".join([YOU[language], *["bot"] * (seats - 1)])


def shown(seats: list[Seat], viewer: int, language: str) -> list[str]:
    """The names as one seat reads them: `you` is the only person, and looks at the screen."""
    alone = len([seat for seat in seats if not seat.bot]) == 1
    found = []
    for place, seat in enumerate(seats):
        own = YOU[language] if alone and place == viewer else f"{PLAYER[language]} {place + 1}"
        found.append(own if is_you(seat.name) else titled(seat, language))
    return found


def titled(seat: Seat, language: str) -> str:
    """A name as it is read: that of a level is its title."""
    if seat.bot not in LEVELS:
        return seat.name
    return seat.name.replace(seat.bot, LEVEL_TITLES[language][LEVELS[seat.bot] - 1])


def is_you(name: str) -> bool:
    return name.lower() in YOU.values()


def write(seats: list[Seat]) -> str:
    """The text that `parse` reads."""
    return ",".join(seat.bot or seat.name for seat in seats)
