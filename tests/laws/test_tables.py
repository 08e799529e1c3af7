"""Law 18: showing a table changes neither this table nor others, although tables share zone and piece objects.

In addition, `State.reveal` gives no hidden cards before the game is over.
"""

import json
from io import StringIO

from rich.console import Console
from tests.laws.strategies import every_game, glimpses, shuffled_viewers

from velodrome.core.contract import OVER
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.server.game.encoding import FastViews
from velodrome.server.game.spec import GameSpec
from velodrome.terminal.draw import DrawingView, make_drawing

ONE_IN_DRAWN = 8  # drawing for the terminal is slow, so only one table in 8 is drawn


@every_game
def test_law_18_showing_a_table_does_not_change_it(record: Record, rng: Rng) -> None:
    server = FastViews(GameSpec(record.game, "{}"))
    names = [f"seat {seat}" for seat in range(record.game.seats)]
    shown = []
    for state in glimpses(record, rng):
        for viewer in shuffled_viewers(record.game, rng)[:2]:
            seen = state.seen_by(viewer)
            view = DrawingView.of(seen, names, "en")
            shown.append((view.table, json.dumps(view.table)))
            server.view(state, [], [], viewer).since(-1)
            if rng.below(ONE_IN_DRAWN) == 0:
                Console(file=StringIO(), width=80).print(make_drawing(view).draw())
            seen.table().clear()  # allowed: the caller owns the outer dict
            assert json.dumps(seen.table()) == shown[-1][1]
    for table, before in shown:
        assert json.dumps(table) == before, "a zone or piece shared by tables was changed"


@every_game
def test_law_18_nothing_is_revealed_before_the_end(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng):
        found = state.reveal()
        assert json.loads(json.dumps(found, allow_nan=False)) == found, "plain data"
        assert state.actor == OVER or not found, "hidden cards may be shown only when the game is over"
