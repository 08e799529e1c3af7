"""Laws 13 and 17: a preview is plain data that its seat knows, asking for it changes nothing, and it comes true."""

import json
import random

from tests.laws.preview_checks import PROMISES, Deed
from tests.laws.strategies import every_game, glimpses

from velodrome.core.record import Record
from velodrome.core.rng import Rng

TRIED = 12  # moves of a state that are looked at


@every_game
def test_law_13_a_preview_is_plain_and_tells_what_its_seat_knows(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng, 6):
        if state.actor < 0:
            continue
        seen = state.seen_by(state.actor)
        keys = state.key(), seen.key()
        legal = state.legal()
        for move in random.Random(rng.below(1 << 30)).sample(legal, min(TRIED, len(legal))):
            found = state.preview(move)
            assert json.loads(json.dumps(found, allow_nan=False)) == found, "plain data"
            assert seen.preview(move) == found, "the full state knows no more of it"
            assert seen.guess(rng).preview(move) == found, "nothing of what is hidden is in it"
        assert (state.key(), seen.key()) == keys, "a preview is no play"


@every_game
def test_law_17_what_a_preview_promises_is_what_the_move_brings(record: Record, rng: Rng) -> None:
    promises = PROMISES.get(record.game.name, {})
    for state in glimpses(record, rng, 4):
        legal = state.legal() if state.actor >= 0 else []
        for move in random.Random(rng.below(1 << 30)).sample(legal, min(TRIED, len(legal))):
            found, after = state.preview(move), state.copy()
            after.play(move)
            deed = Deed(state.game.text(move), found, state, after, rng)
            for key, value in found.items():
                assert key in promises, f"preview_checks.py lists no check for the key {key} of {record.game.name}"
                assert promises[key](deed, value), f"{deed.text} promises {key} {value}"
