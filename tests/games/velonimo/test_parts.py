"""Test the caches for parts of tables and previews: the result is the same with empty and with filled caches."""

from velodrome.core.contract import ONLOOKER, OVER, Data, State
from velodrome.core.rng import Rng
from velodrome.games.velonimo import view
from velodrome.games.velonimo.game import Velonimo

CACHES = (
    view.SEAT_LINE_CACHE,
    view.HAND_CACHE,
    view.CENTRE_CACHE,
    view.JERSEY_CACHE,
    view.DISCARD_CACHE,
    view.REVEALED_CACHE,
    view.PREVIEW_CACHE,
)


def tables_and_previews(state: State) -> list[Data]:
    """Return the table of every viewer and the preview of every legal move."""
    found = [state.seen_by(viewer).table() for viewer in (*range(state.game.seats), ONLOOKER)]
    return [*found, *[state.preview(move) for move in state.legal() if state.actor >= 0]]


def test_tables_are_the_same_with_and_without_cached_parts() -> None:
    for seats in (2, 3, 5):
        rng = Rng(seats)
        state = Velonimo(seats).start()
        state.settle(rng)
        while state.actor != OVER:
            caches = [*CACHES, *view.PROMPT_CACHE.values()]
            cached, saved = tables_and_previews(state), [cache.copy() for cache in caches]
            for cache in caches:
                cache.clear()
            assert cached == tables_and_previews(state)
            for cache, before in zip(caches, saved, strict=True):
                cache.update(before)
            state.play(state.pick(rng))
            state.settle(rng)


def test_seat_lines_with_different_points_do_not_share_a_cache_entry() -> None:
    points = [(1124, 1123), (1125, 99), (1, 1), (0, 0), (3000, 3000), (999_999, 999_999), (1_000_000, 0)]
    lines = [view.seat_line(5, total, gained, True, 0, False, False, False) for total, gained in points]
    assert [(line["total"], line["gained"]) for line in lines] == points
