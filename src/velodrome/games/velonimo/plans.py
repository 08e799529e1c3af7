"""Plans: moves that a seat may prepare while other seats decide."""

from mypy_extensions import i64

from velodrome.core.contract import OVER, Data
from velodrome.games.velonimo.moves import FACE, PASS, VALUE_SHIFT
from velodrome.games.velonimo.phases import ATTACK, DEALING, STARTING
from velodrome.games.velonimo.rules import VelonimoState


def plans(race: VelonimoState, seat: i64) -> dict[int, Data]:
    """Return {move: preview} for the moves that a seat may prepare: a pass, and every play of its hand with its value.

    Plays that are too low now are included, because the value to beat may change before the seat's turn. Return {}
    if the seat is the actor or has finished, during the deal, and when the game is over.
    """
    if race.actor in (OVER, seat) or race.phase in (STARTING, DEALING) or not race.racing >> seat & 1:
        return {}
    leads = race.seen_by(seat)
    leads.actor = seat
    leads.phase = ATTACK
    leads.beat = 0
    leads.top = PASS
    found: dict[int, Data] = {PASS: {}}
    return found | {move: {"value": FACE[move] >> VALUE_SHIFT} for move in leads.legal()}
