"""What is played: the bots of a match, the rooms of a block, who sits where."""

from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from velodrome.bots import bot
from velodrome.bots.external import PATIENCE
from velodrome.core.contract import Game, Value
from velodrome.core.errors import VelodromeError
from velodrome.games import GAMES
from velodrome.games import game as table


class BadMatch(VelodromeError):
    """A match that cannot be played as it was asked for."""


class Match(NamedTuple):
    """All that decides how a match goes; equal matches have equal results."""

    game: str
    seats: int
    options: tuple[tuple[str, Value], ...]  # those given, a board of one's own in full
    bots: tuple[str, ...]  # in order; a name may stand twice: these are different bots
    seed: int
    patience: float = PATIENCE  # seconds that an external bot may take for a move

    def lineup(self, room: int) -> list[int]:
        """Which bot sits on each seat: over the rooms of a block every bot has every seat once."""
        return [(seat + room) % len(self.bots) for seat in range(self.seats)]

    def labels(self) -> list[str]:
        """The bots' names, told apart where they are the same."""
        twice = {name for name in self.bots if self.bots.count(name) > 1}
        return [f"{name} #{i + 1}" if name in twice else name for i, name in enumerate(self.bots)]


def arranged(
    game: str, bots: list[str], seats: int | None = None, options: dict[str, Value] | None = None, seed: int = 1
) -> Match:
    """A match that can be played; otherwise an error says what is wrong with it.

    >>> arranged("velonimo", ["uniform", "uniform"], 3).lineup(1)
    [1, 0, 1]
    """
    given = dict(options or {})
    opened = table(game, seats, **given)
    given.update(opened.boards)
    if len(bots) < 2:
        raise BadMatch(f"a match is played between two bots or more; named: {', '.join(bots) or 'none'}.")
    for name in bots:
        bot(name, opened)
    return Match(game, opened.seats, tuple(sorted(given.items())), tuple(bots), seed)


@lru_cache(4)
def opened(match: Match) -> Game:
    """The table of a match, made once in a process."""
    return GAMES[match.game](match.seats, dict(match.options))


def seed_of(*parts: object) -> int:
    """A seed that depends on every part."""
    return int.from_bytes(blake2b("/".join(map(str, parts)).encode(), digest_size=8).digest(), "big")
