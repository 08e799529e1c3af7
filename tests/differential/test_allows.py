"""Compare `allows`, which checks one move quickly, with a search in the list of all legal or chance moves."""

from tests.laws.strategies import every_game, glimpses

from velodrome.core.contract import CHANCE, OVER
from velodrome.core.record import Record
from velodrome.core.rng import Rng


@every_game
def test_allows_agrees_with_the_list_of_legal_moves_for_every_move(record: Record, rng: Rng) -> None:
    moves = range(len(record.game.moves))
    for state in glimpses(record, rng, 10):
        listed = [move for move, _ in state.chance()] if state.actor == CHANCE else state.legal()
        assert [move for move in moves if state.allows(move)] == listed
        assert bool(listed) != (state.actor == OVER)
        assert not state.allows(-1) and not state.allows(len(moves))


@every_game
def test_a_view_allows_every_move_that_a_guess_allows(record: Record, rng: Rng) -> None:
    """Test that a view allows every move that is possible in some full state that fits the view."""
    for state in glimpses(record, rng, 40):
        viewer = rng.below(record.game.seats)
        seen = state.seen_by(viewer)
        for _ in range(5):
            guess = seen.guess(rng)
            possible = [move for move, _ in guess.chance()] if guess.actor == CHANCE else guess.legal()
            for move in possible:
                heard = guess.heard_as(move, viewer)
                assert seen.allows(heard), record.game.text(heard)
