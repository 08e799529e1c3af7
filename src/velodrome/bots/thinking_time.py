"""Random pauses before a bot's moves in games with people, so that its response time does not reveal its hand.

A bot with many choices thinks longer, and the number of choices depends on the bot's hand. Therefore a bot
pauses before every move, even a forced one. The usual pause (a beat) is longer than the bot's thinking time. If
the bot thinks for longer than a beat, for example with interpreted rules, it waits for the next full beat. In
this case, the number of beats still reveals a little.
"""

from math import ceil

from velodrome.core.rng import Rng

BEAT_SECONDS = 0.4  # longer than the heuristic or a short search takes
SLOW_BEATS = {"level8": 1.0}  # {bot that thinks longer: seconds of its beat}
REPEAT_FACTOR = 0.3  # share of a beat if the same seat decides again, for example while it arranges its kingdom


def thinking_pause(name: str, spent: float, rng: Rng, again: bool = False) -> float:
    """Return how many more seconds a bot must wait after thinking for `spent` seconds.

    `name` is the name of the bot. If `again` is true, the same seat also made the previous decision, and the pause
    is shorter.

    >>> 0.3 <= thinking_pause("level2", 0.1, Rng(1)) < 0.7
    True
    """
    beat = SLOW_BEATS.get(name, BEAT_SECONDS) * (REPEAT_FACTOR if again else 1.0)
    return max(1, ceil(spent / beat)) * beat + 0.5 * beat * rng.random() - spent
