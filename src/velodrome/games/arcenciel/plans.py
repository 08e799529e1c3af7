"""Moves that a rider may want to prepare while others decide."""

from mypy_extensions import i64

from velodrome.core.contract import OVER, Data
from velodrome.games.arcenciel.legal import BID, LINEUP, UPKEEP
from velodrome.games.arcenciel.moves import PASS, STAY
from velodrome.games.arcenciel.position import list_race_order
from velodrome.games.arcenciel.rules import ArcEnCielState


def plans(race: ArcEnCielState, seat: i64) -> dict[int, Data]:
    """List the moves that the rider can prepare.

    In an auction, these are his moves in it; otherwise stay and pass and, if he is in a breakaway, hold and give up.

    Outside an auction there are no previews: the gap, and so the upkeep (AC-06), may change until his turn.
    """
    order = list_race_order(race)
    if race.actor in (OVER, seat) or race.phase == LINEUP or seat not in order:
        return {}
    turn = race.seen_by(seat)
    turn.actor = seat
    place = order.index(seat)
    if race.phase == BID and place > race.turn:
        turn.turn = place
        return {move: turn.preview(move) for move in turn.legal()}
    found: dict[int, Data] = {STAY: {}, PASS: {}}
    if race.gap and not place:
        turn.phase = UPKEEP
        found |= {move: {} for move in turn.legal()}
    return found
