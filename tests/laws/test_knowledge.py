"""Laws 5, 6 and 7: what each viewer knows. Bots and browsers get what `seen_by` returns, so it must not leak."""

from typing import Any

import pytest
from tests.laws.strategies import every_game, glimpses, random_move, shuffled_viewers, steps

from velodrome.core.contract import CHANCE, OVER, TRUTH, State
from velodrome.core.record import Record
from velodrome.core.rng import Rng

FEW_WORLDS = 8  # if there are no more worlds than this, MANY_GUESSES guesses almost surely find them all
MANY_GUESSES = 250


@every_game
def test_law_5_the_actor_has_the_same_moves_in_its_own_view(record: Record, rng: Rng) -> None:
    for state in steps(record, rng):
        if state.actor >= 0:
            seen = state.seen_by(state.actor)
            legal = state.legal()
            assert seen.legal() == legal
            assert seen.count() == len(legal)
            assert seen.pick(rng) in legal
            assert (seen.actor, seen.stage, seen.viewer) == (state.actor, state.stage, state.actor)
            if rng.below(20) == 0:
                assert [move for move in range(len(seen.game.moves)) if seen.allows(move)] == legal


@every_game
def test_law_5_a_waiting_viewer_sees_all_legal_moves_or_none(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng):
        for viewer in shuffled_viewers(state.game, rng):
            seen = state.seen_by(viewer)
            assert seen.legal() in ([], state.legal())
            assert seen.count() == len(seen.legal())


@every_game
def test_law_5_a_view_of_a_view_is_the_same_view(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng):
        for viewer in shuffled_viewers(state.game, rng):
            seen = state.seen_by(viewer)
            assert seen.seen_by(viewer).key() == seen.key()
            assert seen.copy().key() == seen.key()
            assert (seen.scores(), seen.ranking()) == (state.scores(), state.ranking())


@every_game
def test_law_5_a_view_cannot_become_the_view_of_another_viewer(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng):
        mine, *others = shuffled_viewers(state.game, rng)
        seen = state.seen_by(mine)
        for other in (*others, TRUTH):
            with pytest.raises(ValueError, match=f"the view of viewer {mine}"):
                seen.seen_by(other)
        assert seen.seen_by(mine).key() == seen.key()


@every_game
def test_law_5_every_viewers_state_allows_the_move_that_is_played(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng):
        if state.actor != OVER:
            move = random_move(state, rng)
            for viewer in shuffled_viewers(state.game, rng):
                assert state.seen_by(viewer).allows(state.heard_as(move, viewer))


@every_game
def test_law_6_a_guess_fits_the_view_it_was_drawn_from(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng, 10):
        for viewer in shuffled_viewers(state.game, rng)[:2]:
            seen = state.seen_by(viewer)
            key, written, table = seen.key(), seen.write(), seen.table()
            for _ in range(2):
                guess = seen.guess(rng)
                assert guess.viewer == TRUTH
                assert guess.seen_by(viewer).key() == key
                assert guess.seen_by(viewer).write() == written
                assert guess.seen_by(viewer).table() == table
                assert state.game.position(guess.write()).key() == guess.key()
                if viewer == state.actor:
                    assert guess.legal() == state.legal()
            assert seen.key() == key, "guessing must not change the view"


@every_game
def test_law_6_a_view_stays_correct_while_a_guess_is_played_on(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng, 60):
        viewer = shuffled_viewers(state.game, rng)[0]
        seen = state.seen_by(viewer)
        guess = seen.guess(rng)
        for _ in range(100):
            if guess.actor == OVER:
                break
            move = random_move(guess, rng)
            assert guess.allows(move)
            seen.play(guess.heard_as(move, viewer))
            guess.play(move)
            assert guess.seen_by(viewer).key() == seen.key()


@every_game
def test_law_6_the_truth_is_among_the_guesses_when_few_worlds_are_possible(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng, 60):
        seen = state.seen_by(shuffled_viewers(state.game, rng)[0])
        worlds = {guess.key(): guess for guess in [seen.guess(rng) for _ in range(2 * FEW_WORLDS)]}
        if len(worlds) <= FEW_WORLDS:
            worlds |= {guess.key(): guess for guess in [seen.guess(rng) for _ in range(MANY_GUESSES)]}
            assert len(worlds) > FEW_WORLDS or own_zones(state) in [own_zones(guess) for guess in worlds.values()]


def own_zones(state: State) -> str:
    """Return a text that lists every seat's own zones, such as its hand, each as the seat itself sees them."""
    tables: list[Any] = [state.seen_by(seat).table() for seat in range(state.game.seats)]
    return str([zone for seat, table in enumerate(tables) for zone in table["zones"] if zone["owner"] == seat])


@every_game
def test_law_6_a_guess_from_a_full_state_is_that_state(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng):
        assert state.guess(rng).key() == state.key()


@every_game
def test_law_7_moves_that_look_the_same_lead_to_the_same_view(record: Record, rng: Rng) -> None:
    """Start from two full states that look the same to a viewer.

    In both, play moves that the viewer cannot tell apart. The two states must still look the same to the viewer.
    """
    for state in glimpses(record, rng, 80):
        viewer = shuffled_viewers(state.game, rng)[0]
        one, other = state.copy(), state.seen_by(viewer).guess(rng)
        for _ in range(60):
            if one.actor == OVER:
                break
            assert other.actor == one.actor
            move = random_move(one, rng)
            heard = one.heard_as(move, viewer)
            twin = random_move_heard_as(heard, viewer, other, rng)
            if twin < 0:
                break  # the other state has no move that looks the same to the viewer
            one.play(move)
            other.play(twin)
            assert one.seen_by(viewer).key() == other.seen_by(viewer).key(), f"after {record.game.text(heard)}"


def random_move_heard_as(heard: int, viewer: int, state: State, rng: Rng) -> int:
    """Return a random move of this state that the viewer would see as the move `heard`; -1 if there is none."""
    moves = [move for move, _ in state.chance()] if state.actor == CHANCE else state.legal()
    fitting = [move for move in moves if state.heard_as(move, viewer) == heard]
    return fitting[rng.below(len(fitting))] if fitting else -1
