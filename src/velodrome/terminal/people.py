"""Who sits at the table: people by their names, bots by theirs."""

from typing import NamedTuple

from velodrome.bots import BOTS
from velodrome.core.errors import VelodromeError

YOU = {"en": "you", "fr": "vous"}
LONGEST = 16  # letters of a name


class BadSeats(VelodromeError):
    """A list of seats that cannot sit down together."""


class Seat(NamedTuple):
    """One place at the table."""

    name: str  # unique at the table
    bot: str = ""  # its kind; "" for a person


def parse(text: str) -> list[Seat]:
    """Seats from `you,uniform,Anna`: the name of a bot is a bot, any other word is a person's name."""
    words = [" ".join(word.split()) for word in text.split(",")]
    for word in words:
        if not word or len(word) > LONGEST or not word.isprintable():
            raise BadSeats(f'"{word}" cannot be a name: expected 1 to {LONGEST} letters, names separated by commas.')
    people = [word for word in words if word not in BOTS]
    for word in people:
        if [other.lower() for other in people].count(word.lower()) > 1:
            raise BadSeats(f"two people are called {word}: expected different names.")
    return [Seat(bot_name(words, i), word) if word in BOTS else Seat(word) for i, word in enumerate(words)]


def bot_name(words: list[str], place: int) -> str:
    """A bot's name; numbered where several of its kind sit there."""
    word = words[place]
    return word if words.count(word) == 1 else f"{word} {words[: place + 1].count(word)}"


def usual(seats: int, language: str) -> str:
    """You against uniform bots."""
    return ",".join([YOU[language], *["uniform"] * (seats - 1)])


def write(seats: list[Seat]) -> str:
    """The text that `parse` reads."""
    return ",".join(seat.bot or seat.name for seat in seats)
