"""Helpers for tests of bots: sample states in which a seat has to decide, from games with random moves."""

from collections.abc import Iterator

from velodrome.bots.heuristic_bot import make_heuristic
from velodrome.core.contract import CHANCE, OVER, Game, State
from velodrome.core.rng import Rng
from velodrome.games import GAMES

TABLES = [(name, seats) for name, listing in GAMES.items() for seats in listing.seats]


def sample_decisions(game: Game, rng: Rng, every: int) -> Iterator[State]:
    """Play a random game; yield about one in `every` of the states in which a bot would have to search."""
    state, thumb = game.start(), make_heuristic(game)
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.play(state.draw(rng))
            continue
        if state.count() > 1 and not rng.below(every) and not thumb.should_randomize(state):
            yield state.copy()
        state.play(state.pick(rng))


def collect_decisions(game: Game, rng: Rng, count: int, every: int = 40) -> list[State]:
    """Return `count` states from `sample_decisions`, from as many games as needed."""
    found: list[State] = []
    while len(found) < count:
        found += sample_decisions(game, rng, every)
    return found[:count]
