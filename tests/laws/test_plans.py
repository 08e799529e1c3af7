"""Law 19: what a seat may prepare tells nothing that it does not know, and mostly comes to be asked."""

import json

import pytest
from tests.laws.strategies import chosen, every_game, glimpses, shuffled

from velodrome.core.contract import ONLOOKER, OVER, State
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.games import GAMES
from velodrome.server.rooms.follow_up import FOR_LATER


@every_game
def test_law_19_plans_are_plain_and_tell_what_their_seat_knows(record: Record, rng: Rng) -> None:
    game = record.game
    for state in glimpses(record, rng, 10):
        for seat in [viewer for viewer in shuffled(game, rng)[:3] if viewer != ONLOOKER]:
            seen = state.seen_by(seat)
            keys = state.key(), seen.key()
            found = state.plans(seat)
            assert found == seen.plans(seat), "the full state knows no more of it"
            for _ in range(2):
                assert found == seen.guess(rng).plans(seat), "nothing of what is hidden is in it"
            assert (state.key(), seen.key()) == keys, "a plan is no play"
            assert not found or state.actor not in (seat, OVER), "who decides has moves, not plans"
            assert json.loads(json.dumps(list(found.values()), allow_nan=False)) == list(found.values()), "plain data"
            for move in found:
                assert 0 <= move < game.decisions
                assert game.parse(game.text(move)) == move
                assert game.moves[move].picks, "a person can pick it"


@every_game
def test_law_19_whoever_may_not_see_a_seats_view_gets_no_plans_of_it(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng, 40):
        found = [seat for seat in range(record.game.seats) if state.plans(seat)]
        for seat in found:
            other = (seat + 1) % record.game.seats
            with pytest.raises(ValueError, match="cannot be seen by"):
                state.seen_by(other).plans(seat)


# of the decisions that plans are about, how many they foresaw, at least; a new hand, square or event nobody foresees
FORESEEN = {"velonimo": 0.9, "velocity": 0.9, "arcenciel": 0.5, "velvet": 0.9}


@pytest.mark.parametrize("name", GAMES)
def test_law_19_what_a_seat_decides_next_was_mostly_among_its_plans(name: str) -> None:
    fits = asked = 0
    for seed in range(4):
        rng, state = Rng(seed), GAMES[name](GAMES[name].seats[-1], {}).start()
        planned: dict[int, set[int]] = {}
        for _ in range(1500):
            if state.actor == OVER:
                break
            move, actor = chosen(state, rng), state.actor
            if actor in planned and is_moment(state, planned[actor]):
                asked += 1
                fits += move in planned.pop(actor)
            if actor >= 0:
                planned |= {seat: set(found) for seat in range(state.game.seats) if (found := state.plans(seat))}
            state.play(move)
    assert asked > 50
    assert fits / asked >= FORESEEN[name], f"{fits} of {asked}"


def is_moment(state: State, planned: set[int]) -> bool:
    """Whether what is asked now is what was planned for: at any other moment plans wait."""
    seen = state.seen_by(state.actor)
    return any(state.allows(move) or not str(seen.refusal(move)["key"]).startswith(FOR_LATER) for move in planned)
