"""Laws 5, 6 and 7: who knows what. A bot or a browser gets `seen_by` and nothing else, so leaks show here."""

from typing import Any

import pytest
from tests.laws.strategies import chosen, every_game, glimpses, shuffled, steps

from velodrome.core.contract import CHANCE, OVER, TRUTH, State
from velodrome.core.record import Record
from velodrome.core.rng import Rng

FEW_WORLDS = 8  # worlds that are surely all met in MANY_GUESSES guesses
MANY_GUESSES = 250


@every_game
def test_law_5_the_actor_sees_its_own_moves(record: Record, rng: Rng) -> None:
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
def test_law_5_another_view_lists_all_moves_or_none(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng):
        for viewer in shuffled(state.game, rng):
            seen = state.seen_by(viewer)
            assert seen.legal() in ([], state.legal())
            assert seen.count() == len(seen.legal())


@every_game
def test_law_5_seeing_twice_is_seeing_once(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng):
        for viewer in shuffled(state.game, rng):
            seen = state.seen_by(viewer)
            assert seen.seen_by(viewer).key() == seen.key()
            assert seen.copy().key() == seen.key()
            assert (seen.scores(), seen.ranking()) == (state.scores(), state.ranking())


@every_game
def test_law_5_a_view_is_refused_to_everybody_else(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng):
        mine, *others = shuffled(state.game, rng)
        seen = state.seen_by(mine)
        for other in (*others, TRUTH):
            with pytest.raises(ValueError, match=f"what viewer {mine} sees"):
                seen.seen_by(other)
        assert seen.seen_by(mine).key() == seen.key()


@every_game
def test_law_5_what_is_played_was_possible_for_every_viewer(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng):
        if state.actor != OVER:
            move = chosen(state, rng)
            for viewer in shuffled(state.game, rng):
                assert state.seen_by(viewer).allows(state.heard_as(move, viewer))


@every_game
def test_law_6_a_guess_looks_the_same_to_the_one_who_guesses(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng, 10):
        for viewer in shuffled(state.game, rng)[:2]:
            seen = state.seen_by(viewer)
            key, told, table = seen.key(), seen.write(), seen.table()
            for _ in range(2):
                guess = seen.guess(rng)
                assert guess.viewer == TRUTH
                assert guess.seen_by(viewer).key() == key
                assert guess.seen_by(viewer).write() == told
                assert guess.seen_by(viewer).table() == table
                assert state.game.position(guess.write()).key() == guess.key()
                if viewer == state.actor:
                    assert guess.legal() == state.legal()
            assert seen.key() == key, "guessing changed what is seen"


@every_game
def test_law_6_a_guess_plays_on_and_its_viewer_can_follow(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng, 60):
        viewer = shuffled(state.game, rng)[0]
        seen = state.seen_by(viewer)
        guess = seen.guess(rng)
        for _ in range(100):
            if guess.actor == OVER:
                break
            move = chosen(guess, rng)
            assert guess.allows(move)
            seen.play(guess.heard_as(move, viewer))
            guess.play(move)
            assert guess.seen_by(viewer).key() == seen.key()


@every_game
def test_law_6_the_truth_is_among_the_guesses_when_few_are_left(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng, 60):
        seen = state.seen_by(shuffled(state.game, rng)[0])
        worlds = {guess.key(): guess for guess in [seen.guess(rng) for _ in range(2 * FEW_WORLDS)]}
        if len(worlds) <= FEW_WORLDS:
            worlds |= {guess.key(): guess for guess in [seen.guess(rng) for _ in range(MANY_GUESSES)]}
            assert len(worlds) > FEW_WORLDS or held(state) in [held(guess) for guess in worlds.values()]


def held(state: State) -> str:
    """What each seat sees among its own things."""
    tables: list[Any] = [state.seen_by(seat).table() for seat in range(state.game.seats)]
    return str([zone for seat, table in enumerate(tables) for zone in table["zones"] if zone["owner"] == seat])


@every_game
def test_law_6_a_full_state_guesses_itself(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng):
        assert state.guess(rng).key() == state.key()


@every_game
def test_law_7_equal_heard_lists_give_equal_views(record: Record, rng: Rng) -> None:
    """Two truths that a viewer cannot tell apart go on as it hears the same from both."""
    for state in glimpses(record, rng, 80):
        viewer = shuffled(state.game, rng)[0]
        one, other = state.copy(), state.seen_by(viewer).guess(rng)
        for _ in range(60):
            if one.actor == OVER:
                break
            assert other.actor == one.actor
            move = chosen(one, rng)
            heard = one.heard_as(move, viewer)
            twin = same_to(viewer, other, heard, rng)
            if twin < 0:
                break  # what is played here cannot be played there
            one.play(move)
            other.play(twin)
            assert one.seen_by(viewer).key() == other.seen_by(viewer).key(), f"after {record.game.text(heard)}"


def same_to(viewer: int, state: State, heard: int, rng: Rng) -> int:
    """A random move of this state of which the viewer hears exactly that, or -1."""
    moves = [move for move, _ in state.chance()] if state.actor == CHANCE else state.legal()
    fitting = [move for move in moves if state.heard_as(move, viewer) == heard]
    return fitting[rng.below(len(fitting))] if fitting else -1
