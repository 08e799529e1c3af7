"""What a seat might do now: the moves that search likes best, what each promises, and what speaks for it."""

from typing import NamedTuple

from velodrome.bots.heuristic_bot import rules_of_thumb
from velodrome.bots.search_bot import Budget, searcher
from velodrome.bots.tree import Line
from velodrome.core import record
from velodrome.core.contract import State, Text
from velodrome.core.errors import VelodromeError
from velodrome.core.rng import Rng


class NoHint(VelodromeError):
    """Nobody is to decide here."""


class Hint(NamedTuple):
    """A move of the seat that decides."""

    move: int
    outlook: float  # the share of opponents that it is expected to leave behind; of two seats, its chance to win
    visits: int  # how often search tried it: the outlook of what was hardly tried is hardly known
    why: list[Text]  # what rules of thumb say of it, weightiest first: texts of the game
    unproven: bool = False  # others fared better so far, but not surely: then search plays what rules of thumb choose

    def place(self, seats: int) -> float:
        """The place that it is expected to lead to, 1 first."""
        return 1.0 + (1.0 - self.outlook) * (seats - 1)


def hints(state: State, limit: Budget, rng: Rng) -> list[Hint]:
    """The moves that search has tried for the seat that decides, the one it would play first.

    It knows what that seat sees and nothing else, whatever state it is given.

    >>> from velodrome import game
    >>> race = game("velocity", 3, first_player=0).start()
    >>> best = hints(race, Budget(100), Rng(1))[0]
    >>> best.move in race.legal(), 0 < best.outlook < 1
    (True, True)
    """
    if state.actor < 0:
        raise NoHint(f"nobody is to decide here: {record.describe_turn(state)}.")
    seen = state.seen_by(state.actor)
    why = rules_of_thumb(seen.game).why
    lines = tried(seen, limit, rng)
    found = [Hint(line.move, line.mean, int(line.visits), why(seen, line.move)) for line in lines]
    if any(line.mean > lines[0].mean for line in lines):
        found[0] = found[0]._replace(unproven=True)
    return found


def tried(seen: State, limit: Budget, rng: Rng) -> list[Line]:
    """How each move fared, the one that search plays first; a seat's only move fares as its simulations did."""
    search = searcher(seen.game)
    best = search.think(seen, limit.simulations, limit.seconds, rng)
    if seen.count() == 1:
        return [Line(seen.nth(0), search.count, search.sum / search.count)]
    return sorted(search.tree.lines(), key=lambda line: line.move != best)
