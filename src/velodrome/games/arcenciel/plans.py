"""What a rider may want to prepare while others decide."""

from mypy_extensions import i64

from velodrome.core.contract import OVER, Data
from velodrome.games.arcenciel.legal import BID, LINEUP, UPKEEP
from velodrome.games.arcenciel.moves import PASS, STAY
from velodrome.games.arcenciel.position import list_race_order
from velodrome.games.arcenciel.rules import ArcEnCielState


def plans(race: ArcEnCielState, seat: i64) -> dict[int, Data]:
    """His say in the auction that is held; else to stay or pass, whatever comes, and to hold his breakaway or not.

    What a breakaway will cost is not known before its lead is (AC-06), nor what is left of the energy.
    """
    order = list_race_order(race)
    if race.actor in (OVER, seat) or race.phase == LINEUP or seat not in order:
        return {}
    asked = race.seen_by(seat)
    asked.actor = seat
    place = order.index(seat)
    if race.phase == BID and place > race.turn:
        asked.turn = place
        return {move: asked.preview(move) for move in asked.legal()}
    found: dict[int, Data] = {STAY: {}, PASS: {}}
    if race.gap and not place:
        asked.phase = UPKEEP
        found |= {move: {} for move in asked.legal()}
    return found
