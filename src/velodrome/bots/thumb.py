"""The player by rules of thumb: the game's own, exact or with noise."""

from velodrome.core.contract import Game, State
from velodrome.core.heuristic import Heuristic, sample
from velodrome.core.play import Bot
from velodrome.core.rng import Rng
from velodrome.games import GAMES


def heuristic(game: Game, rest: str = "") -> Bot:
    """`heuristic` plays what its game's rules of thumb like best; `heuristic:2` draws from weights halved."""
    thumb = rules_of_thumb(game)
    if not rest:
        return thumb.choose
    heat = float(rest)

    def answer(seen: State, rng: Rng) -> int:
        return seen.nth(sample([weight / heat for weight in thumb.weigh(seen)], rng))

    return answer


def rules_of_thumb(game: Game) -> Heuristic:
    """Those that the game is registered with."""
    return GAMES[game.name].heuristic(game)
