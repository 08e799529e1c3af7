"""Plans: moves that a rider may prepare while other riders decide."""

from mypy_extensions import i64

from velodrome.core.contract import OVER, Data
from velodrome.games.arcenciel.legal import BID, LINEUP, PAUSE, UPKEEP
from velodrome.games.arcenciel.moves import CONTINUE, PASS, STAY
from velodrome.games.arcenciel.position import list_race_order
from velodrome.games.arcenciel.rules import ArcEnCielState


def plans(race: ArcEnCielState, seat: i64) -> dict[int, Data]:
    """Return {move: preview} for the moves that a rider may prepare for its next decision.

    - In an auction in which the rider still has to bid: all its moves in that auction.
    - In a pause in which the rider may still retire domestiques: all its moves in that pause.
    - Otherwise: `stay`, `pass` and, if the game has pauses, `continue`. A rider in a breakaway may also prepare `hold`,
      `give up` and retirements. The previews of all these moves are empty, because the gap, and so the upkeep (AC-06),
      may change before the rider's turn.

    Return {} for the actor, for a rider who is not in the race, and before and after the race.
    """
    order = list_race_order(race)
    if race.actor in (OVER, seat) or race.phase == LINEUP or seat not in order:
        return {}
    turn = race.seen_by(seat)
    turn.actor = seat
    place = order.index(seat)
    asked_later = place > race.turn and (race.phase == BID or (race.phase == PAUSE and turn.retirable_mask()))
    if asked_later:
        turn.turn = place
        return {move: turn.preview(move) for move in turn.legal()}
    found: dict[int, Data] = {STAY: {}, PASS: {}}
    if race.rules.pauses:
        found[CONTINUE] = {}
    if race.gap and not place:
        turn.phase = UPKEEP
        found |= {move: {} for move in turn.legal()}
    return found
