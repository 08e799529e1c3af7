"""Parts of tables are kept from one table to the next: they must say what new ones would."""

from velodrome.core.contract import ONLOOKER, OVER, Data, State
from velodrome.core.rng import Rng
from velodrome.games.velonimo import table
from velodrome.games.velonimo.game import Velonimo

KEPT = (table.LINES, table.HANDS, table.CENTRES, table.JERSEYS, table.DISCARDS, table.REVEALED)


def tables(state: State) -> list[Data]:
    return [state.seen_by(viewer).table() for viewer in (*range(state.game.seats), ONLOOKER)]


def test_tables_of_kept_parts_are_those_of_new_ones() -> None:
    for seats in (2, 3, 5):
        rng = Rng(seats)
        state = Velonimo(seats).start()
        state.settle(rng)
        while state.actor != OVER:
            kept, held = tables(state), [parts.copy() for parts in KEPT]
            for parts in KEPT:
                parts.clear()
            assert kept == tables(state)
            for parts, before in zip(KEPT, held, strict=True):
                parts.update(before)
            state.play(state.pick(rng))
            state.settle(rng)
