"""Duplicate chance: the same draws in every game of a block, as far as the rules allow."""

from collections import Counter
from hashlib import shake_128
from math import log
from struct import unpack

from velodrome.core.contract import State

WORD_BYTES = 8  # of random data for each move of chance
WORD_RANGE = float(1 << 8 * WORD_BYTES)


class DuplicateChance:
    """The chance of one game; games with the same seed have the same.

    Each name that `State.chance_stream` returns is a separate random stream. Its n-th draw is a race: every move has an
    exponential arrival time, at the rate of its weight, that depends only on the seed, the name, n and the move. The
    first possible move wins, so the odds are exact, and the favourite wins in every game in which it is possible.
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.draw_counts: Counter[str] = Counter()  # by name

    def choose(self, state: State) -> int:
        """Choose the next chance move."""
        name = state.chance_stream()
        possible = state.chance()
        words = self.draw_words(name, self.draw_counts[name], len(state.game.moves) - state.game.decisions)
        self.draw_counts[name] += 1
        first = state.game.decisions
        if len({weight for _, weight in possible}) == 1:  # then logarithms would not change the order
            return max([(words[move - first], move) for move, _ in possible])[1]
        return max([(log((words[move - first] + 0.5) / WORD_RANGE) / weight, move) for move, weight in possible])[1]

    def draw_words(self, name: str, index: int, count: int) -> tuple[int, ...]:
        """Return a random number below 2**64 for every move of chance."""
        return unpack(f"<{count}Q", shake_128(f"{self.seed}/{name}/{index}".encode()).digest(WORD_BYTES * count))
