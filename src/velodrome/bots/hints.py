"""Hints: the moves that search recommends, with the expected result and reasons."""

from typing import NamedTuple

from velodrome.bots.calibration import calibrate, find_kind
from velodrome.bots.heuristic_bot import make_heuristic
from velodrome.bots.search_bot import Budget, make_search
from velodrome.bots.tree import RootMove
from velodrome.core import record
from velodrome.core.contract import State, Text
from velodrome.core.errors import VelodromeError
from velodrome.core.rng import Rng

NO_BETTER_MOVE: Text = {"key": "why.best"}  # the reason for a recommended move if there is no other


class NoHint(VelodromeError):
    """Raised when a hint is requested in a position in which no seat has to decide."""


class Hint(NamedTuple):
    """A recommended move for the seat whose turn it is."""

    move: int
    outlook: float  # expected share of opponents ranked behind; with two seats, the probability of winning
    visits: int  # simulations that began with this move; with few, the outlook is uncertain
    reasons: list[Text]  # the heuristic's reasons, the strongest first; those of the first hint all speak for it
    unproven: bool = False  # True if another move has a higher outlook, but not by enough to be recommended

    def expected_place(self, seats: int) -> float:
        """Return the expected final place in a game with this number of seats; 1 is first."""
        return 1.0 + (1.0 - self.outlook) * (seats - 1)


def find_hints(state: State, limit: Budget, rng: Rng) -> list[Hint]:
    """Search for a good move for the seat whose turn it is; return all moves tried, the recommended one first.

    The search gets only that seat's view, even if `state` is a full state. Raises NoHint if no seat has to decide.

    >>> from velodrome import game
    >>> race = game("velocity", 3, first_player=0).start()
    >>> best = find_hints(race, Budget(100), Rng(1))[0]
    >>> best.move in race.legal(), 0 < best.outlook < 1
    (True, True)
    """
    if state.actor < 0:
        raise NoHint(f"no hint is possible here: {record.describe_turn(state)}.")
    seen = state.seen_by(state.actor)
    heuristic = make_heuristic(seen.game)
    ranked, unproven = rank_moves(seen, limit, rng)
    kind = find_kind(heuristic, seen)
    found = [
        Hint(line.move, calibrate(kind, line.mean), int(line.visits), heuristic.explain(seen, line.move))
        for line in ranked
    ]
    reasons = [reason for reason in found[0].reasons if reason["key"] not in heuristic.against]
    if not reasons and not unproven:
        reasons = [NO_BETTER_MOVE]
    found[0] = found[0]._replace(unproven=unproven, reasons=reasons)
    return found


def rank_moves(seen: State, limit: Budget, rng: Rng) -> tuple[list[RootMove], bool]:
    """Search the position; return the tried moves, best first, and whether the first move is unproven.

    The first move is unproven if it is the heuristic's best move, and another move looks better, but not clearly so.
    """
    search = make_search(seen.game)
    search.think(seen, limit.simulations, limit.seconds, rng)
    if seen.count() == 1:
        return [RootMove(seen.nth(0), search.gain_count, search.gain_sum / search.gain_count)], False
    ranked = search.rank_moves(seen)
    means = {line.move: line.mean for line in search.tree.root_moves()}
    is_best_of_heuristic = ranked[0].mean == means[ranked[0].move]  # only the means of other moves are lowered
    return ranked, is_best_of_heuristic and max(means.values()) > ranked[0].mean
