"""Chance in duplicate play: whatever the bots choose, the same luck meets them as far as the rules allow."""

from collections import Counter
from hashlib import shake_128
from math import log
from struct import unpack

from velodrome.core.contract import State

WORD = 8  # bytes of luck for each move that chance may make
TOP = float(1 << 8 * WORD)


class Luck:
    """The chance of one room; rooms of one seed have the same.

    Each name of `State.luck` is a stream of its own. Its n-th draw is a race: every move has a time of arrival that
    depends on the seed, the name, n and the move alone, exponential at the rate of its weight. The first of those
    that are open wins, so the odds are exact, and a favourite wins in every room where it is open.
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.drawn: Counter[str] = Counter()  # of each name, so far

    def choose(self, state: State) -> int:
        """What chance brings now."""
        name = state.chance_stream()
        open_now = state.chance()
        words = self.words(name, self.drawn[name], len(state.game.moves) - state.game.decisions)
        self.drawn[name] += 1
        first = state.game.decisions
        if len({weight for _, weight in open_now}) == 1:  # the same order as of the logarithms
            return max([(words[move - first], move) for move, _ in open_now])[1]
        return max([(log((words[move - first] + 0.5) / TOP) / weight, move) for move, weight in open_now])[1]

    def words(self, name: str, index: int, many: int) -> tuple[int, ...]:
        """A number below 2**64 for every move of chance."""
        return unpack(f"<{many}Q", shake_128(f"{self.seed}/{name}/{index}".encode()).digest(WORD * many))
