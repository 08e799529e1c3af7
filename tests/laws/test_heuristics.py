"""Laws that every heuristic must obey, because search, bots and hints rely on them."""

from collections.abc import Iterator
from math import isfinite

import pytest
from tests.laws.strategies import MAX_WALK, every_game, random_move

from velodrome.bots.heuristic_bot import make_heuristic
from velodrome.core.contract import OVER, State
from velodrome.core.heuristic import Heuristic
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.core.texts import LANGUAGES, say


def decisions(record: Record, rng: Rng, one_in: int) -> Iterator[tuple[Heuristic, State]]:
    """Play a game, and yield pairs (heuristic, state) at some decisions, on average one in `one_in`.

    About half of the decisions are made by the heuristic, the others at random.
    """
    heuristic = make_heuristic(record.game)
    while record.state.actor != OVER and len(record.moves) < MAX_WALK:
        state = record.state
        if state.actor >= 0 and rng.below(one_in) == 0:
            yield heuristic, state
        record.play(heuristic.pick(state, rng) if state.actor >= 0 and rng.below(2) else random_move(state, rng))


@every_game
def test_heuristic_weighs_every_move_using_only_what_the_actor_knows(record: Record, rng: Rng) -> None:
    for heuristic, state in decisions(record, rng, 6):
        key = state.key()
        weights = heuristic.weigh(state)
        assert len(weights) == state.count()
        assert all(map(isfinite, weights))
        seen = state.seen_by(state.actor)
        assert heuristic.weigh(seen) == weights
        assert heuristic.weigh(seen.guess(rng)) == weights
        assert make_heuristic(record.game).weigh(state) == weights, "the weights depend on earlier positions"
        assert state.key() == key, "weighing must not change the state"


@every_game
def test_heuristic_plays_legal_moves(record: Record, rng: Rng) -> None:
    for heuristic, state in decisions(record, rng, 4):
        for view in (state, state.seen_by(state.actor)):
            assert state.allows(heuristic.choose(view, rng))
        for _ in range(3):
            assert state.allows(heuristic.pick(state, rng))


@every_game
def test_heuristic_evaluates_states_like_outlooks(record: Record, rng: Rng) -> None:
    seats = range(record.game.seats)
    for heuristic, state in decisions(record, rng, 4):
        values = [heuristic.evaluate(state, seat) for seat in seats]
        assert all(0.0 <= value <= 1.0 for value in values)
        assert sum(values) == pytest.approx(len(seats) / 2, abs=0.12 * len(seats))
        viewer = seats[rng.below(len(seats))]
        seen = state.seen_by(viewer)
        assert 0.0 <= heuristic.evaluate(seen, viewer) <= 1.0
        assert 0.0 <= heuristic.likelihood(seen.guess(rng), viewer) <= 1.0
    if record.state.actor == OVER:
        heuristic = make_heuristic(record.game)
        assert [heuristic.evaluate(record.state, seat) for seat in seats] == [
            record.state.outlook(seat) for seat in seats
        ]


@every_game
def test_heuristic_explains_every_move_in_every_language(record: Record, rng: Rng) -> None:
    for heuristic, state in decisions(record, rng, 15):
        seen = state.seen_by(state.actor)
        for move in seen.legal():
            reasons = heuristic.explain(seen, move)
            assert 1 <= len(reasons) <= 4, record.game.text(move)
            for reason in reasons:
                assert all("{" not in say(record.game.name, reason, language) for language in LANGUAGES)
