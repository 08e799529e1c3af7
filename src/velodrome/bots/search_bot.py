"""Bots that search: a budget in simulations or in time, and what suits each game."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from velodrome.bots.heuristic_bot import make_heuristic
from velodrome.bots.ismcts import CAREFUL_PLAYOUTS, QUICK_PLAYOUTS, RANDOM_PLAYOUTS, Search, SearchStyle
from velodrome.core.contract import Game, State
from velodrome.core.errors import VelodromeError
from velodrome.core.play import Bot
from velodrome.core.rng import Rng

PLAIN_STYLE = SearchStyle()  # random playouts, no rules of thumb
STYLES: dict[str, SearchStyle] = {  # by game, as benchmarks/styles.py finds them
    "velonimo": SearchStyle(prior=1.0, playouts=CAREFUL_PLAYOUTS, sure=1.0),
    "velocity": SearchStyle(prior=1.0, playouts=QUICK_PLAYOUTS, depth=20, sure=1.0),
    "arcenciel": SearchStyle(prior=1.0, playouts=QUICK_PLAYOUTS, depth=40, sure=1.5),
    "velvet": SearchStyle(prior=1.0, playouts=CAREFUL_PLAYOUTS, sure=1.0),
}
STYLE_FIELDS = ("explore", "prior", "playouts", "depth", "sure")  # of what makes a style
MAX_WHOLE_VALUES = {
    "playouts": CAREFUL_PLAYOUTS,
    "depth": 1_000_000,
}  # those that are whole numbers, and the most they may be


class BadBudget(VelodromeError):
    """A budget that cannot be read."""


class BadStyle(VelodromeError):
    """A change that no search knows."""


class Budget(NamedTuple):
    """How long a bot may think: a number of simulations, which can be repeated exactly, or a time."""

    simulations: int
    seconds: float = 0.0  # 0 for no limit


UNLIMITED_SIMULATIONS = 10_000_000  # simulations that are never reached
DEFAULT_BUDGET = Budget(2000)


def parse_budget(text: str) -> Budget:
    """`5000` simulations, `200ms` or `1.5s`; nothing for the usual.

    >>> parse_budget("200ms")
    Budget(simulations=10000000, seconds=0.2)
    """
    if not text:
        return DEFAULT_BUDGET
    found = re.fullmatch(r"([0-9]{1,9})|([0-9]{1,9}(?:\.[0-9]{1,9})?)(ms|s)", text)
    if not found or float(found[1] or found[2]) <= 0:
        raise BadBudget(f'"{text}" is no budget: expected simulations (5000) or a time (200ms, 1.5s).')
    if found[1]:
        return Budget(min(int(found[1]), UNLIMITED_SIMULATIONS))
    return Budget(UNLIMITED_SIMULATIONS, float(found[2]) / (1000 if found[3] == "ms" else 1))


def make_search_bot(game: Game, rest: str = "") -> Bot:
    """`search:5000` or `search:200ms`: tree search in the style that suits the game, or in one's own.

    `search:5000,playouts=1,depth=20` changes the style: the names are those of `Style`.
    """
    limit, *changes = rest.split(",")
    return limit_search(make_search(game, changes), parse_budget(limit))


def make_plain_bot(game: Game, rest: str = "") -> Bot:
    """The same search with random playouts and no rules of thumb: what these must beat."""
    return limit_search(Search(game, PLAIN_STYLE, None), parse_budget(rest))


def make_search(game: Game, changes: Sequence[str] = ()) -> Search:
    """A search in the style that suits the game, with changes, that has not begun."""
    manner = parse_style(game, changes)
    return Search(game, manner, make_heuristic(game) if needs_heuristic(manner) else None)


def parse_style(game: Game, changes: Sequence[str] = ()) -> SearchStyle:
    """What suits a game, with changes such as `depth=20`."""
    usual = STYLES.get(game.name, PLAIN_STYLE)
    values: dict[str, float] = {name: getattr(usual, name) for name in STYLE_FIELDS}
    for change in changes:
        name, _, value = change.partition("=")
        if name not in STYLE_FIELDS or not re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", value):
            raise BadStyle(
                f'"{change}" does not change a search: expected one of {", ".join(STYLE_FIELDS)} = a number.'
            )
        values[name] = float(value)
        if values[name] < 0 and name != "depth":
            raise BadStyle(f'"{change}" does not change a search: expected no less than 0.')
    for name, most in MAX_WHOLE_VALUES.items():
        if values[name] % 1 or values[name] > most:
            raise BadStyle(f'"{name}={values[name]:g}" does not change a search: expected a whole number up to {most}.')
    return SearchStyle(
        values["explore"], values["prior"], int(values["playouts"]), int(values["depth"]), values["sure"]
    )


def needs_heuristic(manner: SearchStyle) -> bool:
    return manner.prior > 0 or manner.playouts != RANDOM_PLAYOUTS or manner.depth >= 0 or manner.sure > 0


def limit_search(search: Search, limit: Budget) -> Bot:
    """A bot that searches within its limit where there is a choice."""

    def answer(seen: State, rng: Rng) -> int:
        if seen.count() == 1:
            return seen.nth(0)
        thumb = search.heuristic
        if thumb is not None and thumb.should_randomize(seen):
            return thumb.choose(seen, rng)
        return search.think(seen, limit.simulations, limit.seconds, rng)

    return answer
