"""Duplicate chance: the same random draws in every game of a block, as far as the rules allow."""

from collections import Counter
from hashlib import shake_128
from math import log
from struct import unpack

from velodrome.core.contract import State

WORD_BYTES = 8  # bytes of random data for each possible chance move
WORD_RANGE = float(1 << 8 * WORD_BYTES)


class DuplicateChance:
    """Source of chance moves for one game; games with the same seed get the same draws as far as the rules allow.

    Each name that `State.chance_stream` returns is a separate random stream. A draw works like a race between the
    possible chance moves: each move has a random arrival time, and the first to arrive is drawn. A move's arrival
    time is exponentially distributed with the move's weight as the rate, so the odds are exact. The time depends
    only on the seed, the stream's name, the number of the draw in this stream, and the move. So if different moves
    are possible in two games, both games still draw the same move as often as they can.
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.draw_counts: Counter[str] = Counter()  # {name of a stream: number of draws so far}

    def choose(self, state: State) -> int:
        """Draw and return the next chance move; do not play it."""
        name = state.chance_stream()
        possible = state.chance()
        words = self.draw_words(name, self.draw_counts[name], len(state.game.moves) - state.game.decisions)
        self.draw_counts[name] += 1
        first = state.game.decisions
        if len({weight for _, weight in possible}) == 1:  # equal weights: the logarithms would not change the order
            return max([(words[move - first], move) for move, _ in possible])[1]
        return max([(log((words[move - first] + 0.5) / WORD_RANGE) / weight, move) for move, weight in possible])[1]

    def draw_words(self, name: str, index: int, count: int) -> tuple[int, ...]:
        """Return `count` random numbers below 2**64 for draw number `index` in the random stream `name`."""
        return unpack(f"<{count}Q", shake_128(f"{self.seed}/{name}/{index}".encode()).digest(WORD_BYTES * count))
