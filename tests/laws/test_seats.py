"""Laws 9 and 10: pieces are conserved, and the rules treat all seats alike."""

from typing import Any

from tests.laws.game_facts import FACTS, rotate_move, rotate_state
from tests.laws.strategies import every_game, glimpses, random_move, steps

from velodrome.core.contract import CHANCE, OVER, State
from velodrome.core.options import RANDOM
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.games import GAMES


@every_game
def test_law_9_pieces_are_conserved(record: Record, rng: Rng) -> None:
    facts = FACTS[record.game.name]
    before: object = None
    for state in steps(record, rng):
        if not is_set_up_phase(state) and rng.below(4) == 0:
            pieces = facts.conserved(state.write(), record.game.seats)
            assert before in (None, pieces)
            before = pieces


@every_game
def test_law_10_rotating_the_seats_rotates_the_game(record: Record, rng: Rng) -> None:
    game = record.game
    seat_options = [option.name for option in GAMES[game.name].options if option.kind == "seat"]
    if not FACTS[game.name].is_symmetric(game) or any(game.options[name] != RANDOM for name in seat_options):
        return
    for state in glimpses(record, rng, 60):
        if not is_set_up_phase(state):
            by = 1 + rng.below(game.seats - 1)
            assert_rotated_game_is_alike(state.copy(), by, rng)


def assert_rotated_game_is_alike(state: State, by: int, rng: Rng) -> None:
    """Play up to 40 moves from a state and from its rotated copy; check that the two stay rotations of each other."""
    game, seats = state.game, state.game.seats
    other = rotate_state(state, by)
    for _ in range(40):
        if state.actor == OVER or is_set_up_phase(state):
            return
        assert other.actor == ((state.actor + by) % seats if state.actor >= 0 else state.actor)
        assert sorted(rotate_move(game, move, by) for move in possible_moves(state)) == possible_moves(other)
        assert [other.scores()[(seat + by) % seats] for seat in range(seats)] == state.scores()
        assert [other.ranking()[(seat + by) % seats] for seat in range(seats)] == state.ranking()
        move = random_move(state, rng)
        state.play(move)
        other.play(rotate_move(game, move, by))
        assert other.key() == rotate_state(state, by).key(), f"after {game.text(move)}"


def possible_moves(state: State) -> list[int]:
    """List the moves of the actor; the actor may be chance."""
    return [move for move, _ in state.chance()] if state.actor == CHANCE else state.legal()


def is_set_up_phase(state: State) -> bool:
    written: Any = state.write()
    return written["phase"] in FACTS[state.game.name].set_up
