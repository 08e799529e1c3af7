"""Interface of a game's heuristic. The heuristic bot, search and hints call it."""

from math import exp
from typing import Final

from mypy_extensions import i64, mypyc_attr

from velodrome.core.contract import Game, State, Text
from velodrome.core.rng import Rng

RULED_OUT: Final = -1.0e9  # weight of a move that cannot be the best: search skips it


@mypyc_attr(allow_interpreted_subclasses=True)
class Heuristic:
    """Hand-written evaluation of moves and positions of one game.

    The heuristic bot and hints pass a seat's view; search also passes guessed full states. In a guessed state,
    `evaluate` and `likelihood` may use the guessed cards. `weigh`, `choose` and `pick` must use only what the actor
    knows; otherwise search would assume that opponents see hidden cards.
    """

    def __init__(self, game: Game, against: frozenset[str] = frozenset()) -> None:
        self.game: Game = game
        self.against: frozenset[str] = against  # keys of the reasons in `explain` that speak against a move

    def weigh(self, state: State) -> list[float]:
        """Return a weight for each legal move, in the order of `nth`; softmax turns the weights into probabilities."""
        raise NotImplementedError

    def choose(self, state: State, rng: Rng) -> i64:
        """Return the move with the highest weight; if several moves have it, return one of them at random."""
        weights = self.weigh(state)
        top = max(weights)
        best = [i for i, weight in enumerate(weights) if weight == top]
        return state.nth(best[rng.below(len(best))])

    def pick(self, state: State, rng: Rng) -> i64:
        """Return a sensible move, chosen quickly enough for playouts."""
        return state.nth(sample_index(self.weigh(state), rng))

    def should_randomize(self, state: State) -> bool:
        """Return whether a search bot should call `choose` instead of searching, to be less predictable."""
        return False

    def likelihood(self, world: State, seat: i64) -> float:
        """Return how likely the guessed full state `world` is, judged by what `seat` knows: 0 to 1 (most likely).

        Search accepts a guess with this probability. Otherwise it guesses again, a limited number of times.
        """
        return 1.0

    def evaluate(self, state: State, seat: i64) -> float:
        """Estimate a seat's outlook at the end of the game, from 0 to 1. The game must not be over yet."""
        raise NotImplementedError

    def explain(self, seen: State, move: int) -> list[Text]:
        """Return the reasons for and against a move, as texts; the strongest reason comes first. `seen` is a view."""
        raise NotImplementedError


def softmax(weights: list[float]) -> list[float]:
    """Turn weights into probabilities that are proportional to exp(weight).

    >>> softmax([0.0, 0.0])
    [0.5, 0.5]
    """
    top = max(weights)
    powers = [exp(weight - top) for weight in weights]
    total = sum(powers)
    return [power / total for power in powers]


def sample_index(weights: list[float], rng: Rng) -> i64:
    """Return a random index, drawn with the softmax probabilities of the weights."""
    left = rng.random()
    chances = softmax(weights)
    i: i64
    for i in range(len(chances)):
        left -= chances[i]
        if left < 0.0:
            return i
    return len(chances) - 1
