"""Parts of tables are kept from one table to the next: they must say what new ones would."""

from velodrome.core.contract import ONLOOKER, OVER, Data, State
from velodrome.core.rng import Rng
from velodrome.games.velonimo import view
from velodrome.games.velonimo.game import Velonimo

KEPT = (
    view.SEAT_LINE_CACHE,
    view.HAND_CACHE,
    view.CENTRE_CACHE,
    view.JERSEY_CACHE,
    view.DISCARD_CACHE,
    view.REVEALED_CACHE,
    view.PREVIEW_CACHE,
)


def tables(state: State) -> list[Data]:
    found = [state.seen_by(viewer).table() for viewer in (*range(state.game.seats), ONLOOKER)]
    return [*found, *[state.preview(move) for move in state.legal() if state.actor >= 0]]


def test_tables_of_kept_parts_are_those_of_new_ones() -> None:
    for seats in (2, 3, 5):
        rng = Rng(seats)
        state = Velonimo(seats).start()
        state.settle(rng)
        while state.actor != OVER:
            every = [*KEPT, *view.PROMPT_CACHE.values()]
            kept, held = tables(state), [parts.copy() for parts in every]
            for parts in every:
                parts.clear()
            assert kept == tables(state)
            for parts, before in zip(every, held, strict=True):
                parts.update(before)
            state.play(state.pick(rng))
            state.settle(rng)


def test_whatever_a_position_says_of_points_is_kept_apart() -> None:
    points = [(1124, 1123), (1125, 99), (1, 1), (0, 0), (3000, 3000), (999_999, 999_999), (1_000_000, 0)]
    lines = [view.seat_line(5, total, gained, True, 0, False, False, False) for total, gained in points]
    assert [(line["total"], line["gained"]) for line in lines] == points
