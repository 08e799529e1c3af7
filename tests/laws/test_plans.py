"""Law 19: a seat's plans (moves to prepare for its next turn) use only what the seat knows.

Usually, the seat's next move is one of its plans.
"""

import json

import pytest
from tests.laws.strategies import every_game, glimpses, random_move, shuffled_viewers

from velodrome.core.contract import ONLOOKER, OVER, State
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.games import GAMES
from velodrome.server.rooms.follow_up import FOR_LATER


@every_game
def test_law_19_plans_are_plain_data_that_the_seat_knows(record: Record, rng: Rng) -> None:
    game = record.game
    for state in glimpses(record, rng, 10):
        for seat in [viewer for viewer in shuffled_viewers(game, rng)[:3] if viewer != ONLOOKER]:
            seen = state.seen_by(seat)
            keys = state.key(), seen.key()
            found = state.plans(seat)
            assert found == seen.plans(seat), "the plans need more than the seat's view"
            for _ in range(2):
                assert found == seen.guess(rng).plans(seat), "the plans depend on hidden cards"
            assert (state.key(), seen.key()) == keys, "planning must not change the state"
            assert not found or state.actor not in (seat, OVER), "only waiting seats have plans"
            assert json.loads(json.dumps(list(found.values()), allow_nan=False)) == list(found.values()), "plain data"
            for move in found:
                assert 0 <= move < game.decisions
                assert game.parse(game.text(move)) == move
                assert game.moves[move].picks, "a plan must be clickable"


@every_game
def test_law_19_another_seats_view_gives_no_plans(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng, 40):
        found = [seat for seat in range(record.game.seats) if state.plans(seat)]
        for seat in found:
            other = (seat + 1) % record.game.seats
            with pytest.raises(ValueError, match="cannot be converted"):
                state.seen_by(other).plans(seat)


# Minimum share of decisions whose move was among the earlier plans. Plans cannot foresee a new hand, square or Event.
FORESEEN = {"velonimo": 0.9, "velocity": 0.9, "arcenciel": 0.5, "velvet": 0.9}


@pytest.mark.parametrize("name", GAMES)
def test_law_19_the_next_move_of_a_seat_is_mostly_among_its_plans(name: str) -> None:
    fits = asked = 0
    for seed in range(4):
        rng, state = Rng(seed), GAMES[name](GAMES[name].seats[-1], {}).start()
        planned: dict[int, set[int]] = {}
        for _ in range(1500):
            if state.actor == OVER:
                break
            move, actor = random_move(state, rng), state.actor
            if actor in planned and is_planned_decision(state, planned[actor]):
                asked += 1
                fits += move in planned.pop(actor)
            if actor >= 0:
                planned |= {seat: set(found) for seat in range(state.game.seats) if (found := state.plans(seat))}
            state.play(move)
    assert asked > 50
    assert fits / asked >= FORESEEN[name], f"{fits} of {asked}"


def is_planned_decision(state: State, planned: set[int]) -> bool:
    """Return whether at least one planned move belongs to the decision that is due now, not only to later decisions."""
    seen = state.seen_by(state.actor)
    return any(state.allows(move) or not str(seen.refusal(move)["key"]).startswith(FOR_LATER) for move in planned)
