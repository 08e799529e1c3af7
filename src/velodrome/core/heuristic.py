"""Interface of a game's heuristic, which the heuristic bot, search and hints use."""

from math import exp
from typing import Final

from mypy_extensions import i64, mypyc_attr

from velodrome.core.contract import Game, State, Text
from velodrome.core.rng import Rng

RULED_OUT: Final = -1.0e9  # weight of a move that is never best: search does not try it


@mypyc_attr(allow_interpreted_subclasses=True)
class Heuristic:
    """Hand-written evaluation of one game, created once for a table.

    It is given what a seat sees and, in search, guessed worlds; there too it must use only what the actor
    knows: an evaluation that peeks plans for a game that nobody plays.
    """

    def __init__(self, game: Game) -> None:
        self.game: Game = game

    def weigh(self, state: State) -> list[float]:
        """Rate each move of the actor, in the order of `nth`; one more makes a move e times as likely."""
        raise NotImplementedError

    def choose(self, state: State, rng: Rng) -> i64:
        """Choose the move of the greatest weight, at random among equals."""
        weights = self.weigh(state)
        top = max(weights)
        best = [i for i, weight in enumerate(weights) if weight == top]
        return state.nth(best[rng.below(len(best))])

    def pick(self, state: State, rng: Rng) -> i64:
        """Pick a sensible move fast enough for playouts."""
        return state.nth(sample_index(self.weigh(state), rng))

    def should_randomize(self, state: State) -> bool:
        """Whether the actor should randomise as `choose` does, because a fixed best move would be predictable."""
        return False

    def likelihood(self, world: State, seat: i64) -> float:
        """Rate a world that a seat has guessed, relative to the likeliest one: 0 to 1."""
        return 1.0

    def evaluate(self, state: State, seat: i64) -> float:
        """Estimate the outlook of a seat in mid-game, 0 to 1."""
        raise NotImplementedError

    def explain(self, seen: State, move: int) -> list[Text]:
        """List reasons for and against a move, the strongest first, as texts of the game."""
        raise NotImplementedError


def softmax(weights: list[float]) -> list[float]:
    """Turn weights into probabilities.

    >>> softmax([0.0, 0.0])
    [0.5, 0.5]
    """
    top = max(weights)
    powers = [exp(weight - top) for weight in weights]
    total = sum(powers)
    return [power / total for power in powers]


def sample_index(weights: list[float], rng: Rng) -> i64:
    """Draw an index with the softmax probabilities of the weights."""
    left = rng.random()
    chances = softmax(weights)
    i: i64
    for i in range(len(chances)):
        left -= chances[i]
        if left < 0.0:
            return i
    return len(chances) - 1
