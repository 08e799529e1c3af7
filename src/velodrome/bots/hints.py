"""What a seat might do now: the moves that search likes best, what each promises, and what speaks for it."""

from typing import NamedTuple

from velodrome.bots.heuristic_bot import make_heuristic
from velodrome.bots.search_bot import Budget, make_search
from velodrome.bots.tree import RootMove
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
    reasons: list[Text]  # what rules of thumb say of it, weightiest first: texts of the game
    unproven: bool = False  # others fared better so far, but not surely: then search plays what rules of thumb choose

    def expected_place(self, seats: int) -> float:
        """The place that it is expected to lead to, 1 first."""
        return 1.0 + (1.0 - self.outlook) * (seats - 1)


def find_hints(state: State, limit: Budget, rng: Rng) -> list[Hint]:
    """The moves that search has tried for the seat that decides, the one it would play first.

    It knows what that seat sees and nothing else, whatever state it is given.

    >>> from velodrome import game
    >>> race = game("velocity", 3, first_player=0).start()
    >>> best = find_hints(race, Budget(100), Rng(1))[0]
    >>> best.move in race.legal(), 0 < best.outlook < 1
    (True, True)
    """
    if state.actor < 0:
        raise NoHint(f"nobody is to decide here: {record.turn(state)}.")
    seen = state.seen_by(state.actor)
    why = make_heuristic(seen.game).explain
    lines = rank_moves(seen, limit, rng)
    found = [Hint(line.move, line.mean, int(line.visits), why(seen, line.move)) for line in lines]
    if any(line.mean > lines[0].mean for line in lines):
        found[0] = found[0]._replace(unproven=True)
    return found


def rank_moves(seen: State, limit: Budget, rng: Rng) -> list[RootMove]:
    """How each move fared, the one that search plays first; a seat's only move fares as its simulations did."""
    search = make_search(seen.game)
    best = search.think(seen, limit.simulations, limit.seconds, rng)
    if seen.count() == 1:
        return [RootMove(seen.nth(0), search.gain_count, search.gain_sum / search.gain_count)]
    return sorted(search.tree.root_moves(), key=lambda line: line.move != best)
