"""Pauses of bots at a table with people: random, by level, and independent of the cards they hold.

Thinking takes longer with more choices, and choices depend on the hand, so response times would leak information.
Therefore every answer, a forced one too, comes after a beat that is longer than the thinking. If thinking takes
longer, as on a machine without a compiler, the number of whole beats still leaks a little.
"""

from math import ceil

from velodrome.core.rng import Rng

BEAT_SECONDS = 0.4  # longer than the heuristic and short searches take
SLOW_BEATS = {"level8": 1.0}  # thinks longer
REPEAT_FACTOR = 0.3  # of a beat, where the same seat decides again, as when it arranges a kingdom


def thinking_pause(name: str, spent: float, rng: Rng, again: bool = False) -> float:
    """Return the seconds that a bot still has to wait after `spent` seconds of thinking; fewer if it decides `again`.

    >>> 0.3 <= thinking_pause("level2", 0.1, Rng(1)) < 0.7
    True
    """
    beat = SLOW_BEATS.get(name, BEAT_SECONDS) * (REPEAT_FACTOR if again else 1.0)
    return max(1, ceil(spent / beat)) * beat + 0.5 * beat * rng.random() - spent
