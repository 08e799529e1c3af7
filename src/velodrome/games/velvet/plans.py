"""Plans: moves that a seat may prepare while the other seat decides."""

from mypy_extensions import i64

from velodrome.core.contract import Data
from velodrome.games.velvet.legal import ACTION, ARRANGE, ENDED, NOTHING, STARTING
from velodrome.games.velvet.moves import PASS
from velodrome.games.velvet.rules import VelvetState
from velodrome.games.velvet.view import preview_result


def plans(state: VelvetState, seat: i64) -> dict[int, Data]:
    """Return the moves that a waiting seat can prepare, each with a preview; {} if there are none.

    These are the actions that the seat could take if it were its turn; during set-up, they are the cards that it
    may place. Free plays are left out: a prepared free play could come too early, in the other seat's turn.
    """
    if state.actor == seat or state.phase < ARRANGE or state.phase == ENDED:
        return {}
    turn = state.seen_by(seat)
    if state.phase == ARRANGE:
        turn.actor = seat
        return {move: {} for move in turn.legal()}
    turn.phase = ACTION
    turn.actor = turn.active = seat
    turn.action = NOTHING
    turn.invader = turn.number = turn.turn = 0
    turn.target = -1
    turn.resume_phase = STARTING
    return {move: preview_result(turn, move) for move in turn.legal() if move <= PASS}
