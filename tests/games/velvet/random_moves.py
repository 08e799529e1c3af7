"""Chooser of random moves, with weights that make rare situations more common."""

from velodrome.core.contract import CHANCE, State
from velodrome.core.rng import Rng
from velodrome.games.velvet.pieces import THREADS

WEIGHTS = {"move": 8, "invade": 4, "ok": 4, "keep": 2, "return": 1, "pass": 0}  # other verbs have weight 2


def choose(state: State, rng: Rng) -> int:
    """Choose a random move: first a verb by its weight, then one of the moves with that verb."""
    if state.actor == CHANCE:
        return state.draw(rng)
    verbs: dict[str, list[int]] = {}
    for move in state.legal():
        verbs.setdefault(state.game.text(move).split()[0], []).append(move)
    lots = [verb for verb in verbs for _ in range(WEIGHTS.get(verb, 2))] or list(verbs)
    moves = verbs[lots[rng.below(len(lots))]]
    if "place" in verbs and len(moves) > 1 and rng.below(4):
        moves = [
            move for move in moves if move != THREADS
        ]  # in three of four cases, do not place the Threads yet, so that games are long
    return moves[rng.below(len(moves))]
