"""The laws of rules of thumb: what search, players and hints rely on, in games that are half played by them."""

from collections.abc import Iterator
from math import isfinite

import pytest
from tests.laws.strategies import MAX_WALK, chosen, every_game

from velodrome.bots.heuristic_bot import make_heuristic
from velodrome.core.contract import OVER, State
from velodrome.core.heuristic import Heuristic
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.core.texts import LANGUAGES, say


def decisions(record: Record, rng: Rng, one_in: int) -> Iterator[tuple[Heuristic, State]]:
    """Some decisions of a game, for rules of thumb that have seen all those before."""
    thumb = make_heuristic(record.game)
    while record.state.actor != OVER and len(record.moves) < MAX_WALK:
        state = record.state
        if state.actor >= 0 and rng.below(one_in) == 0:
            yield thumb, state
        record.play(thumb.pick(state, rng) if state.actor >= 0 and rng.below(2) else chosen(state, rng))


@every_game
def test_rules_of_thumb_weigh_every_move_by_what_the_actor_knows(record: Record, rng: Rng) -> None:
    for thumb, state in decisions(record, rng, 6):
        key = state.key()
        weights = thumb.weigh(state)
        assert len(weights) == state.count()
        assert all(map(isfinite, weights))
        seen = state.seen_by(state.actor)
        assert thumb.weigh(seen) == weights
        assert thumb.weigh(seen.guess(rng)) == weights
        assert make_heuristic(record.game).weigh(state) == weights, "something is left over from positions before"
        assert state.key() == key, "rules of thumb leave a state alone"


@every_game
def test_rules_of_thumb_play_what_is_legal(record: Record, rng: Rng) -> None:
    for thumb, state in decisions(record, rng, 4):
        for view in (state, state.seen_by(state.actor)):
            assert state.allows(thumb.choose(view, rng))
        for _ in range(3):
            assert state.allows(thumb.pick(state, rng))


@every_game
def test_rules_of_thumb_value_a_state_as_the_outlook_of_its_seats(record: Record, rng: Rng) -> None:
    seats = range(record.game.seats)
    for thumb, state in decisions(record, rng, 4):
        values = [thumb.evaluate(state, seat) for seat in seats]
        assert all(0.0 <= value <= 1.0 for value in values)
        assert sum(values) == pytest.approx(len(seats) / 2, abs=0.12 * len(seats))
        viewer = seats[rng.below(len(seats))]
        seen = state.seen_by(viewer)
        assert 0.0 <= thumb.evaluate(seen, viewer) <= 1.0
        assert 0.0 <= thumb.likelihood(seen.guess(rng), viewer) <= 1.0
    if record.state.actor == OVER:
        thumb = make_heuristic(record.game)
        assert [thumb.evaluate(record.state, seat) for seat in seats] == [record.state.outlook(seat) for seat in seats]


@every_game
def test_rules_of_thumb_say_something_of_every_move_in_both_languages(record: Record, rng: Rng) -> None:
    for thumb, state in decisions(record, rng, 15):
        seen = state.seen_by(state.actor)
        for move in seen.legal():
            reasons = thumb.explain(seen, move)
            assert 1 <= len(reasons) <= 4, record.game.text(move)
            for reason in reasons:
                assert all("{" not in say(record.game.name, reason, language) for language in LANGUAGES)
