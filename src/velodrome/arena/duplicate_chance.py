"""Duplicate chance: the same random draws in every game of a block, as far as the rules allow."""

from collections import Counter
from hashlib import shake_128
from math import log
from struct import unpack

from velodrome.core.contract import State

WORD_BYTES = 8  # bytes of random data for each possible chance move
WORD_RANGE = float(1 << 8 * WORD_BYTES)


class DuplicateChance:
    """Source of chance moves for one game; games with the same seed get the same draws.

    Each name that `State.chance_stream` returns is a separate random stream. For its n-th draw, every move gets a
    random arrival time, exponentially distributed with the move's weight as the rate. This time depends only on the
    seed, the name, n and the move. Of the possible moves, the one that arrives first is drawn. So the odds are exact.
    Games in which different moves are possible still draw the same move as often as they can.
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.draw_counts: Counter[str] = Counter()  # number of draws so far by stream name

    def choose(self, state: State) -> int:
        """Return the next chance move."""
        name = state.chance_stream()
        possible = state.chance()
        words = self.draw_words(name, self.draw_counts[name], len(state.game.moves) - state.game.decisions)
        self.draw_counts[name] += 1
        first = state.game.decisions
        if len({weight for _, weight in possible}) == 1:  # equal weights: the logarithms would not change the order
            return max([(words[move - first], move) for move, _ in possible])[1]
        return max([(log((words[move - first] + 0.5) / WORD_RANGE) / weight, move) for move, weight in possible])[1]

    def draw_words(self, name: str, index: int, count: int) -> tuple[int, ...]:
        """Return `count` random numbers below 2**64 for the draw with this index in a stream."""
        return unpack(f"<{count}Q", shake_128(f"{self.seed}/{name}/{index}".encode()).digest(WORD_BYTES * count))
