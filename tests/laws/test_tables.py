"""Law 18: whoever reads a table leaves it as it was, however much of it other tables share."""

import json
from io import StringIO

from rich.console import Console
from tests.laws.strategies import every_game, glimpses, shuffled

from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.server.game.encoding import FastViews
from velodrome.server.game.spec import GameSpec
from velodrome.terminal.draw import DrawingView, make_drawing

DRAWN = 8  # one table in so many is drawn for the terminal: that takes long


@every_game
def test_law_18_a_table_that_was_only_read_stays_the_same(record: Record, rng: Rng) -> None:
    server = FastViews(GameSpec(record.game, "{}"))
    names = [f"seat {seat}" for seat in range(record.game.seats)]
    shown = []
    for state in glimpses(record, rng):
        for viewer in shuffled(record.game, rng)[:2]:
            seen = state.seen_by(viewer)
            view = DrawingView.of(seen, names, "en")
            shown.append((view.table, json.dumps(view.table)))
            server.view(state, [], [], viewer).since(-1)
            if rng.below(DRAWN) == 0:
                Console(file=StringIO(), width=80).print(make_drawing(view).draw())
            seen.table().clear()  # the outer dict is the caller's own
            assert json.dumps(seen.table()) == shown[-1][1]
    for table, before in shown:
        assert json.dumps(table) == before, "what tables share was changed"
