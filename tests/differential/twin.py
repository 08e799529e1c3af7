"""Script that plays games with fixed seeds and prints a trace as JSON; it runs once compiled and once interpreted."""

import json
import sys

from velodrome.core import contract
from velodrome.core.contract import CHANCE, OVER, State
from velodrome.core.playout import run_playouts
from velodrome.core.record import hash_state
from velodrome.core.rng import Rng
from velodrome.games import GAMES

THOUGHTS = 12  # positions per game that the heuristic evaluates


def play_table(name: str, seats: int, options: dict[str, contract.Value], seed: int) -> dict[str, object]:
    """Play games with these settings; return a dict that compiled and interpreted code must compute identically.

    It holds the results of playouts, a trace of one random game, and values of the heuristic.
    """
    start = GAMES[name](seats, options).start()
    return {
        "run": list(run_playouts(start, 3, seed)),
        "keys": hash_game(start.copy(), Rng(seed)),
        "thumbs": weigh_positions(start.copy(), Rng(seed)),
    }


def hash_game(state: State, rng: Rng) -> list[str]:
    """Play a random game, and return a trace of it as texts.

    For every move, the trace holds hashes of the state, of a view and of a guess, and the results of some methods.
    """
    marks: list[str] = []
    while state.actor != OVER and len(marks) < 600:
        seat = rng.below(state.game.seats)
        seen = state.seen_by(seat)
        marks.append(hash_state(state) + hash_state(seen) + hash_state(seen.guess(rng)))
        marks.append(str((state.legal(), state.chance(), state.scores(), state.ranking(), state.count())))
        before = state.copy()
        state.play(state.draw(rng) if state.actor == CHANCE else state.pick(rng))
        marks.append(str(state.outcomes(before)))
    return marks


def weigh_positions(state: State, rng: Rng) -> list[object]:
    """Play a game with the heuristic; for some positions, return the heuristic's weights, evaluations and choice."""
    thumb = GAMES[state.game.name].heuristic(state.game)
    found: list[object] = []
    while state.actor != OVER and len(found) < THOUGHTS:
        if state.actor == CHANCE:
            state.play(state.draw(rng))
            continue
        if rng.below(8) == 0:
            values = [thumb.evaluate(state, seat) for seat in range(state.game.seats)]
            found.append([thumb.weigh(state), values, thumb.choose(state, rng)])
        state.play(thumb.pick(state, rng))
    return found


if __name__ == "__main__":
    tables = json.load(sys.stdin)
    stories = [play_table(*table) for table in tables]
    json.dump({"compiled": not contract.__file__.endswith(".py"), "stories": stories}, sys.stdout)
