"""Pauses before a bot's move in games with people: random, by level, and independent of the bot's cards.

A bot thinks longer with more choices, and its choices depend on its hand, so response times would leak information.
Therefore every move, even a forced one, comes after a pause (a beat) that is longer than the bot thinks. If thinking
takes longer than a beat, as with interpreted rules, the number of whole beats still leaks a little.
"""

from math import ceil

from velodrome.core.rng import Rng

BEAT_SECONDS = 0.4  # longer than the heuristic or a short search takes
SLOW_BEATS = {"level8": 1.0}  # bots that think longer than the usual beat
REPEAT_FACTOR = 0.3  # share of a beat if the same seat decides again, for example while it arranges its kingdom


def thinking_pause(name: str, spent: float, rng: Rng, again: bool = False) -> float:
    """Return how long a bot must still wait after `spent` seconds of thinking; less if it decides `again` in a row.

    >>> 0.3 <= thinking_pause("level2", 0.1, Rng(1)) < 0.7
    True
    """
    beat = SLOW_BEATS.get(name, BEAT_SECONDS) * (REPEAT_FACTOR if again else 1.0)
    return max(1, ceil(spent / beat)) * beat + 0.5 * beat * rng.random() - spent
