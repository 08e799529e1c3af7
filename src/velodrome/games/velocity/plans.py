"""Plans: moves that a seat may prepare while other seats decide."""

from mypy_extensions import i64

from velodrome.core.contract import Data
from velodrome.games.velocity.legal import ANNOUNCE, DONE, FIRST, NO_ENERGY
from velodrome.games.velocity.rules import VeloCityState


def plans(race: VeloCityState, seat: i64) -> dict[int, Data]:
    """Return the announcements that a seat could make if its turn came now (VC-07), each with a preview.

    Return {} if the seat is the actor, and before and after the race.
    """
    if race.actor == seat or race.phase in (FIRST, DONE):
        return {}
    turn = race.seen_by(seat)
    turn.phase = ANNOUNCE
    turn.actor = turn.active = seat
    turn.group = turn.dice = turn.origin = turn.dest = turn.arrived = turn.due = 0
    turn.energy = NO_ENERGY
    return {move: turn.preview(move) for move in turn.legal()}
