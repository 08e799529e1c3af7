"""What is played: the bots of a match, the rooms of a block, who sits where."""

import secrets
from functools import lru_cache
from hashlib import blake2b
from itertools import combinations
from math import comb
from typing import NamedTuple

from velodrome.bots import make_bot
from velodrome.bots.process_bot import DEFAULT_TIMEOUT, ProcessBot
from velodrome.core.contract import Game, Value
from velodrome.core.errors import VelodromeError
from velodrome.games import GAMES
from velodrome.games import game as table

MOST_ROOMS = 300  # of a block, which is one observation however many games it takes
KEY = 16  # bytes of a secret


class BadMatch(VelodromeError):
    """A match that cannot be played as it was asked for."""


class Match(NamedTuple):
    """All that decides how a match goes; equal matches have equal results."""

    game: str
    seats: int
    options: tuple[tuple[str, Value], ...]  # those given, a board of one's own in full
    bots: tuple[str, ...]  # in order; a name may stand twice: these are different bots
    seed: int
    patience: float = DEFAULT_TIMEOUT  # seconds that an external bot may take for a move
    key: str = ""  # a secret of whoever holds the match, without which nobody can foresee its chance

    def source(self) -> str:
        """What all chance of the match, and all its bots' generators, come from."""
        return f"{self.seed}+{self.key}" if self.key else f"{self.seed}"

    def rooms(self) -> int:
        """The games of a block."""
        return len(lineups(len(self.bots), self.seats))

    def lineup(self, room: int) -> list[int]:
        """Which bot sits on each seat of a room."""
        return list(lineups(len(self.bots), self.seats)[room])

    def labels(self) -> list[str]:
        """The bots' names, told apart where they are the same."""
        twice = {name for name in self.bots if self.bots.count(name) > 1}
        return [f"{name} #{i + 1}" if name in twice else name for i, name in enumerate(self.bots)]


def arranged(
    game: str,
    bots: list[str],
    seats: int | None = None,
    options: dict[str, Value] | None = None,
    seed: int = 1,
    key: str = "",
) -> Match:
    """A match that can be played; otherwise an error says what is wrong with it.

    One in which programs play, which might work out the seed from their cards, is given a key if it has none.

    >>> arranged("velonimo", ["uniform", "uniform"], 3).lineup(1)
    [1, 0, 1]
    """
    given = dict(options or {})
    opened = table(game, seats, **given)
    given.update(opened.boards)
    if len(bots) < 2:
        raise BadMatch(f"a match is played between two bots or more; named: {', '.join(bots) or 'none'}.")
    programs = [isinstance(make_bot(name, opened), ProcessBot) for name in bots]
    if (rooms := rooms_of(len(bots), opened.seats)) > MOST_ROOMS:
        raise BadMatch(
            f"{len(bots)} bots at {opened.seats} seats would meet equally often only in a block of {rooms} games,"
            f" where {MOST_ROOMS} are the most; name fewer bots."
        )
    if any(programs) and not key:
        key = secrets.token_hex(KEY)
    return Match(game, opened.seats, tuple(sorted(given.items())), tuple(bots), seed, key=key)


# ---------------------------------------------------------------- who sits where


def in_turn(bots: int, seats: int) -> bool:
    """Whether it is enough that everybody moves one seat further: then all pairs meet equally often."""
    return seats % bots in (0, 1, bots - 1)


def rooms_of(bots: int, seats: int) -> int:
    """How many games it takes until all is equal."""
    return bots if in_turn(bots, seats) else comb(bots, seats % bots) * seats


@lru_cache(16)
def lineups(bots: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """The rooms of a block: all bots have all seats, and all pairs of bots meet, equally often.

    Bots fill the seats in turn. Where some are left over, or seats are, every choice of those who sit once more
    has its rooms.
    """
    if in_turn(bots, seats):
        return tuple(tuple((seat + room) % bots for seat in range(seats)) for room in range(bots))
    orders = [(*tuple(range(bots)) * (seats // bots), *chosen) for chosen in combinations(range(bots), seats % bots)]
    return tuple(order[turn:] + order[:turn] for order in orders for turn in range(seats))


@lru_cache(4)
def opened(match: Match) -> Game:
    """The table of a match, made once in a process."""
    return GAMES[match.game](match.seats, dict(match.options))


def seed_of(*parts: object) -> int:
    """A seed that depends on every part."""
    return int.from_bytes(blake2b("/".join(map(str, parts)).encode(), digest_size=8).digest(), "big")
