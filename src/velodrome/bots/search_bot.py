"""Search bots: their budget of simulations or time, and the search settings of each game."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from velodrome.bots.heuristic_bot import make_heuristic
from velodrome.bots.ismcts import CAREFUL_PLAYOUTS, QUICK_PLAYOUTS, RANDOM_PLAYOUTS, Search, SearchStyle
from velodrome.core.contract import Game, State
from velodrome.core.errors import VelodromeError
from velodrome.core.playout import Bot
from velodrome.core.rng import Rng

PLAIN_STYLE = SearchStyle()  # random playouts, no heuristic
STYLES: dict[str, SearchStyle] = {  # {game: its settings}; tuned with benchmarks/styles.py
    "velonimo": SearchStyle(prior=1.0, playouts=CAREFUL_PLAYOUTS, sure=1.0),
    "velocity": SearchStyle(prior=1.0, playouts=QUICK_PLAYOUTS, depth=20, sure=1.0),
    "arcenciel": SearchStyle(prior=1.0, playouts=QUICK_PLAYOUTS, depth=40, sure=1.5),
    "velvet": SearchStyle(prior=1.0, playouts=CAREFUL_PLAYOUTS, sure=1.0),
}
STYLE_FIELDS = ("explore", "prior", "playouts", "depth", "sure")  # settings that a bot's name can change
MAX_WHOLE_VALUES = {
    "playouts": CAREFUL_PLAYOUTS,
    "depth": 1_000_000,
}  # settings that are whole numbers, with their maximum


class BadBudget(VelodromeError):
    """Raised for a budget that cannot be parsed."""


class BadStyle(VelodromeError):
    """Raised for a search setting that does not exist, or for a value that the setting does not accept."""


class Budget(NamedTuple):
    """Limit of a search: a number of simulations, which is reproducible, or a time, which is not."""

    simulations: int
    seconds: float = 0.0  # time limit; 0: none


UNLIMITED_SIMULATIONS = 10_000_000  # never reached; used if time is the limit
DEFAULT_BUDGET = Budget(2000)


def parse_budget(text: str) -> Budget:
    """Parse a budget such as `5000` simulations, `200ms` or `1.5s`; "" means the default.

    >>> parse_budget("200ms")
    Budget(simulations=10000000, seconds=0.2)
    """
    if not text:
        return DEFAULT_BUDGET
    found = re.fullmatch(r"([0-9]{1,9})|([0-9]{1,9}(?:\.[0-9]{1,9})?)(ms|s)", text)
    if not found or float(found[1] or found[2]) <= 0:
        raise BadBudget(f'"{text}" is not a budget: expected simulations (5000) or a time (200ms, 1.5s).')
    if found[1]:
        return Budget(min(int(found[1]), UNLIMITED_SIMULATIONS))
    return Budget(UNLIMITED_SIMULATIONS, float(found[2]) / (1000 if found[3] == "ms" else 1))


def make_search_bot(game: Game, rest: str = "") -> Bot:
    """Create the bot `search:BUDGET`, such as `search:5000` or `search:200ms`: tree search with the game's settings.

    The name can change settings, which are the fields of `SearchStyle`: `search:5000,playouts=1,depth=20`.
    """
    limit, *changes = rest.split(",")
    return limit_search(make_search(game, changes), parse_budget(limit))


def make_plain_bot(game: Game, rest: str = "") -> Bot:
    """Create the bot `plain:BUDGET`, such as `plain:5000`: search with random playouts and no heuristic, a baseline."""
    return limit_search(Search(game, PLAIN_STYLE, None), parse_budget(rest))


def make_search(game: Game, changes: Sequence[str] = ()) -> Search:
    """Create a search with the game's settings and the given changes."""
    style = parse_style(game, changes)
    return Search(game, style, make_heuristic(game) if needs_heuristic(style) else None)


def parse_style(game: Game, changes: Sequence[str] = ()) -> SearchStyle:
    """Return the search settings of a game with changes such as `depth=20`.

    Raise BadStyle if a change names an unknown setting or a value that is not allowed.
    """
    usual = STYLES.get(game.name, PLAIN_STYLE)
    values: dict[str, float] = {name: getattr(usual, name) for name in STYLE_FIELDS}
    for change in changes:
        name, _, value = change.partition("=")
        if name not in STYLE_FIELDS or not re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", value):
            raise BadStyle(
                f'"{change}" is not a search setting: expected NAME=NUMBER, NAME one of {", ".join(STYLE_FIELDS)}.'
            )
        values[name] = float(value)
        if values[name] < 0 and name != "depth":
            raise BadStyle(f'"{change}" is not a search setting: expected a number of at least 0.')
    for name, most in MAX_WHOLE_VALUES.items():
        if values[name] % 1 or values[name] > most:
            raise BadStyle(f'"{name}={values[name]:g}" is not a search setting: expected a whole number up to {most}.')
    return SearchStyle(
        values["explore"], values["prior"], int(values["playouts"]), int(values["depth"]), values["sure"]
    )


def needs_heuristic(style: SearchStyle) -> bool:
    return style.prior > 0 or style.playouts != RANDOM_PLAYOUTS or style.depth >= 0 or style.sure > 0


def limit_search(search: Search, limit: Budget) -> Bot:
    """Create a bot that searches within a budget.

    It plays a forced move without a search. If the heuristic's `should_randomize` returns true, the heuristic
    chooses the move.
    """

    def answer(seen: State, rng: Rng) -> int:
        if seen.count() == 1:
            return seen.nth(0)
        heuristic = search.heuristic
        if heuristic is not None and heuristic.should_randomize(seen):
            return heuristic.choose(seen, rng)
        return search.think(seen, limit.simulations, limit.seconds, rng)

    return answer
