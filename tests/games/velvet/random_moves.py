"""Random moves that make rare events common."""

from velodrome.core.contract import CHANCE, State
from velodrome.core.rng import Rng
from velodrome.games.velvet.pieces import THREADS

WEIGHTS = {"move": 8, "invade": 4, "ok": 4, "keep": 2, "return": 1, "pass": 0}  # of verbs; 2 for the others


def choose(state: State, rng: Rng) -> int:
    """A move by lot, a verb first and then one of its moves, so that rare events come often."""
    if state.actor == CHANCE:
        return state.draw(rng)
    verbs: dict[str, list[int]] = {}
    for move in state.legal():
        verbs.setdefault(state.game.text(move).split()[0], []).append(move)
    lots = [verb for verb in verbs for _ in range(WEIGHTS.get(verb, 2))] or list(verbs)
    moves = verbs[lots[rng.below(len(lots))]]
    if "place" in verbs and len(moves) > 1 and rng.below(4):
        moves = [move for move in moves if move != THREADS]  # most often far behind, for long games
    return moves[rng.below(len(moves))]
