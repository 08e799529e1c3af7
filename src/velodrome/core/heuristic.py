"""A game's rules of thumb: what its heuristic player, search and hints ask of it."""

from math import exp
from typing import Final

from mypy_extensions import i64, mypyc_attr

from velodrome.core.contract import Game, State, Text
from velodrome.core.rng import Rng

RULED_OUT: Final = -1.0e9  # the weight of a move that another one beats whatever comes: search does not try it


@mypyc_attr(allow_interpreted_subclasses=True)
class Heuristic:
    """What experience says of a game, made once for a table.

    It is asked of what a seat sees, and in search of whole worlds that are guessed; there too it rests on
    what the actor knows: a rule of thumb that peeks plans for a game that nobody plays.
    """

    def __init__(self, game: Game) -> None:
        self.game: Game = game

    def weigh(self, state: State) -> list[float]:
        """How good each move of the actor looks, in the order of `nth`; one more is e times as likely to be right."""
        raise NotImplementedError

    def choose(self, state: State, rng: Rng) -> i64:
        """The move that it plays itself: of the greatest weight, equals by lot."""
        weights = self.weigh(state)
        top = max(weights)
        best = [i for i, weight in enumerate(weights) if weight == top]
        return state.nth(best[rng.below(len(best))])

    def pick(self, state: State, rng: Rng) -> i64:
        """A sensible move at the speed of playouts."""
        return state.nth(sample_index(self.weigh(state), rng))

    def should_randomize(self, state: State) -> bool:
        """Whether the actor had better draw by lot, as `choose` does: what search finds best would soon be known."""
        return False

    def likelihood(self, world: State, seat: i64) -> float:
        """How likely a world is that a seat has guessed, beside the likeliest one: 0 to 1."""
        return 1.0

    def evaluate(self, state: State, seat: i64) -> float:
        """The outlook of a seat in mid-game, expected, 0 to 1."""
        raise NotImplementedError

    def explain(self, seen: State, move: int) -> list[Text]:
        """What speaks for a move and against it, weightiest first: texts of the game."""
        raise NotImplementedError


def softmax(weights: list[float]) -> list[float]:
    """Weights as chances that add up to 1.

    >>> softmax([0.0, 0.0])
    [0.5, 0.5]
    """
    top = max(weights)
    powers = [exp(weight - top) for weight in weights]
    total = sum(powers)
    return [power / total for power in powers]


def sample_index(weights: list[float], rng: Rng) -> i64:
    """The place of one of the weights, each as likely as it asks."""
    left = rng.random()
    chances = softmax(weights)
    i: i64
    for i in range(len(chances)):
        left -= chances[i]
        if left < 0.0:
            return i
    return len(chances) - 1
