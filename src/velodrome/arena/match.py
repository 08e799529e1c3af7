"""Matches: the game, the bots, and the seating in each game of a block."""

import secrets
from functools import lru_cache
from hashlib import blake2b
from itertools import combinations
from math import comb
from typing import NamedTuple

from velodrome import games
from velodrome.bots import make_bot
from velodrome.bots.process_bot import DEFAULT_TIMEOUT, ProcessBot
from velodrome.core.contract import Game, Value
from velodrome.core.errors import VelodromeError
from velodrome.games import GAMES

MAX_BLOCK_GAMES = 300  # a block counts as one observation, so more games in it would hardly help
KEY_BYTES = 16


class BadMatch(VelodromeError):
    """Raised when a match cannot be played or resumed as requested."""


class Match(NamedTuple):
    """The settings of a match. A match that is repeated with the same settings has the same results."""

    game: str
    seats: int
    options: tuple[tuple[str, Value], ...]  # (name, value) of each given option; a custom board as TOML
    bots: tuple[str, ...]  # a name that occurs twice stands for two bots
    seed: int
    patience: float = DEFAULT_TIMEOUT  # seconds that an external program may take per move
    key: str = ""  # a secret that keeps programs from predicting the chance moves

    def random_source(self) -> str:
        """Return the seed, as a string, of all chance moves and random generators in the match."""
        return f"{self.seed}+{self.key}" if self.key else f"{self.seed}"

    def block_size(self) -> int:
        """Return the number of games in a block."""
        return len(list_lineups(len(self.bots), self.seats))

    def lineup(self, game_index: int) -> list[int]:
        """Return the index of the bot on each seat, for one game of a block."""
        return list(list_lineups(len(self.bots), self.seats)[game_index])

    def labels(self) -> list[str]:
        """Return the bots' names; if several bots have the same name, a number is added to each."""
        twice = {name for name in self.bots if self.bots.count(name) > 1}
        return [f"{name} #{i + 1}" if name in twice else name for i, name in enumerate(self.bots)]


def create_match(
    game: str,
    bots: list[str],
    seats: int | None = None,
    options: dict[str, Value] | None = None,
    seed: int = 1,
    key: str = "",
) -> Match:
    """Create a match after checking that it can be played; raise BadMatch, UnknownGame or UnknownBot.

    The match gets a random secret key if external programs play and no key is given. Without a key, a program could
    compute the seed from its cards, and so predict the dice and cards.

    >>> create_match("velonimo", ["uniform", "uniform"], 3).lineup(1)
    [1, 0, 1]
    """
    given = dict(options or {})
    opened = games.game(game, seats, **given)
    given.update(opened.boards)
    if len(bots) < 2:
        raise BadMatch(f"a match needs two bots or more; given: {', '.join(bots) or 'none'}.")
    programs = [isinstance(make_bot(name, opened), ProcessBot) for name in bots]
    if (count := count_block_games(len(bots), opened.seats)) > MAX_BLOCK_GAMES:
        raise BadMatch(
            f"{len(bots)} bots at {opened.seats} seats would meet equally often only in a block of {count} games,"
            f" but a block has at most {MAX_BLOCK_GAMES}; name fewer bots."
        )
    if any(programs) and not key:
        key = secrets.token_hex(KEY_BYTES)
    return Match(game, opened.seats, tuple(sorted(given.items())), tuple(bots), seed, key=key)


# ---------------------------------------------------------------- seats


def is_rotation_fair(bots: int, seats: int) -> bool:
    """Return whether all pairs of bots meet equally often when every bot moves on by one seat after each game."""
    return seats % bots in (0, 1, bots - 1)


def count_block_games(bots: int, seats: int) -> int:
    """Return the number of games in a block; `list_lineups` explains why a block needs so many."""
    return bots if is_rotation_fair(bots, seats) else comb(bots, seats % bots) * seats


@lru_cache(16)
def list_lineups(bots: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the line-ups of a block. The line-up of a game has the index of the bot on each seat.

    Over the whole block, each bot has each seat equally often, and each pair of bots meets equally often.

    In each game, the bots get seats one after the other until all seats are filled. If the number of seats is not a
    multiple of the number of bots, some bots get one seat more than the others. The block then contains games for
    every choice of the bots with more seats. If a simple rotation is fair (`is_rotation_fair`), fewer games are enough.
    """
    if is_rotation_fair(bots, seats):
        return tuple(tuple((seat + shift) % bots for seat in range(seats)) for shift in range(bots))
    orders = [(*tuple(range(bots)) * (seats // bots), *chosen) for chosen in combinations(range(bots), seats % bots)]
    return tuple(order[turn:] + order[:turn] for order in orders for turn in range(seats))


@lru_cache(4)
def open_game(match: Match) -> Game:
    """Return the `Game` of a match; the last few results are cached, so that a process creates each game only once."""
    return GAMES[match.game](match.seats, dict(match.options))


def derive_seed(*parts: object) -> int:
    """Derive a seed that depends on all given parts."""
    return int.from_bytes(blake2b("/".join(map(str, parts)).encode(), digest_size=8).digest(), "big")
