"""How long a bot seems to think at a table with people: by the lot and its level, never by what it holds.

Thinking takes longer with more choices, and choices follow from the hand: whoever has a clock would know. So every
answer that is asked for, a forced one too, comes after a beat that is slower than the thinking. Where it is not, on a
machine without a compiler or with a budget of one's own, the number of whole beats still tells a little.
"""

from math import ceil

from velodrome.core.rng import Rng

BEAT_SECONDS = 0.4  # seconds; rules of thumb and short searches are done well within
SLOW_BEATS = {"level8": 1.0}  # thinks longer
REPEAT_FACTOR = 0.3  # of a beat, where the same seat goes on deciding: as it lays out a kingdom, or gives cards back


def thinking_pause(name: str, spent: float, rng: Rng, again: bool = False) -> float:
    """The seconds that a bot of this name still waits after having thought so long; fewer where it decides again.

    >>> 0.3 <= thinking_pause("level2", 0.1, Rng(1)) < 0.7
    True
    """
    beat = SLOW_BEATS.get(name, BEAT_SECONDS) * (REPEAT_FACTOR if again else 1.0)
    return max(1, ceil(spent / beat)) * beat + 0.5 * beat * rng.random() - spent
