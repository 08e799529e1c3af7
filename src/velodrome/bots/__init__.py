"""Players that are programs: each gets what its seat sees and answers with a legal move."""

from collections.abc import Callable

from velodrome.bots.uniform import uniform
from velodrome.core.play import Player
from velodrome.core.rng import Rng

BOTS: dict[str, Callable[[Rng], Player]] = {"uniform": uniform}
