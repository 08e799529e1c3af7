"""Laws 13 and 17: a preview is plain data, uses only what the seat knows, changes nothing, and comes true."""

import json
import random

from tests.laws.preview_checks import PROMISES, PlayedMove
from tests.laws.strategies import every_game, glimpses

from velodrome.core.record import Record
from velodrome.core.rng import Rng

MAX_TRIED = 12  # legal moves to try in each state, at most


@every_game
def test_law_13_a_preview_is_plain_data_that_the_seat_knows(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng, 6):
        if state.actor < 0:
            continue
        seen = state.seen_by(state.actor)
        keys = state.key(), seen.key()
        legal = state.legal()
        for move in random.Random(rng.below(1 << 30)).sample(legal, min(MAX_TRIED, len(legal))):
            found = state.preview(move)
            assert json.loads(json.dumps(found, allow_nan=False)) == found, "plain data"
            assert seen.preview(move) == found, "the preview needs more than the seat's view"
            assert seen.guess(rng).preview(move) == found, "the preview depends on hidden cards"
        assert (state.key(), seen.key()) == keys, "previewing must not change the state"


@every_game
def test_law_17_previews_come_true(record: Record, rng: Rng) -> None:
    promises = PROMISES.get(record.game.name, {})
    for state in glimpses(record, rng, 4):
        legal = state.legal() if state.actor >= 0 else []
        for move in random.Random(rng.below(1 << 30)).sample(legal, min(MAX_TRIED, len(legal))):
            found, after = state.preview(move), state.copy()
            after.play(move)
            played = PlayedMove(state.game.text(move), found, state, after, rng)
            for key, value in found.items():
                assert key in promises, f"preview_checks.py lists no check for the key {key} of {record.game.name}"
                assert promises[key](played, value), f"{played.text} promises {key} {value}"
