"""What a seat may want to prepare while others decide."""

from mypy_extensions import i64

from velodrome.core.contract import Data
from velodrome.games.velocity.legal import ANNOUNCE, DONE, FIRST, NO_ENERGY
from velodrome.games.velocity.rules import VeloCityState


def plans(race: VeloCityState, seat: i64) -> dict[int, Data]:
    """The announcements with which a turn begins (VC-07), as if that were now; what dice will ask is not known."""
    if race.actor == seat or race.phase in (FIRST, DONE):
        return {}
    begun = race.seen_by(seat)
    begun.phase = ANNOUNCE
    begun.actor = begun.active = seat
    begun.group = begun.dice = begun.origin = begun.dest = begun.arrived = begun.due = 0
    begun.energy = NO_ENERGY
    return {move: begun.preview(move) for move in begun.legal()}
