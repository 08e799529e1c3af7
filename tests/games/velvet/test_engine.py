"""Comparison of the engine with the reference implementation, and checks after every move of random games."""

import copy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.velvet import reference
from tests.games.velvet.random_moves import choose

from velodrome.core.contract import CHANCE, ONLOOKER, OVER, TRUTH, Value
from velodrome.core.options import RANDOM
from velodrome.core.record import Record, read
from velodrome.core.rng import Rng
from velodrome.games import GAMES
from velodrome.games.velvet.game import OPTIONS, Velvet


@st.composite
def tables(draw: st.DrawFn) -> Velvet:
    """Make a game of Velvet with options that Hypothesis chooses."""
    chosen: dict[str, Value] = {}
    for option in OPTIONS:
        if option.kind == "choice":
            chosen[option.name] = draw(st.sampled_from(option.values))
        elif option.kind == "flag":
            chosen[option.name] = draw(st.booleans())
    chosen["no_progress_limit"] = draw(st.sampled_from([50, 50, 50, 4]))
    chosen["max_plies"] = draw(st.sampled_from([300, 300, 300, 20]))
    chosen["first_player"] = draw(st.just(RANDOM) | st.integers(0, 1))
    return Velvet(2, chosen)


seeds = st.integers(0, 1 << 30)


THREADS = Velvet(2).parse("place threads")


@settings(max_examples=200)
@given(tables(), seeds)
def test_vv06_vv38_the_engine_agrees_with_the_reference(game: Any, seed: int) -> None:
    rng = Rng(seed)
    state = game.start()
    if state.actor == CHANCE:
        state.play(state.draw(rng))
    compare_with_reference(state, rng)


@settings(max_examples=60)
@given(tables(), seeds)
def test_vv29_the_engine_agrees_with_the_reference_where_twins_invade(game: Any, seed: int) -> None:
    kingdoms = ["pit rhino bear cave-in threads", "rhino pit octopus cave-in *bear threads"]
    invaders = ["dragon dragon octopus", "dinosaur dinosaur"]
    compare_with_reference(game.position({"kingdoms": kingdoms, "invaders": invaders}), Rng(seed))


def compare_with_reference(state: Any, rng: Rng) -> None:
    """Play a random game to its end; after every move, compare the legal moves and the state with the reference."""
    game = state.game
    slow = reference.Reference(copy.deepcopy(state.write()), game.options)
    while state.actor != OVER:
        moves = state.legal()
        assert moves == sorted(set(moves))
        assert {game.text(move) for move in moves} == reference.legal(slow.data, game.options)
        move = choose(state, rng)
        state.play(move)
        slow.play(game.text(move))
        assert state.write() == slow.data
    assert state.count() == 0 and state.legal() == []


@settings(max_examples=50)
@given(tables(), seeds)
def test_allows_agrees_with_the_legal_moves_for_the_whole_vocabulary(game: Any, seed: int) -> None:
    rng = Rng(seed)
    state = game.start()
    while state.actor != OVER:
        listed = [move for move, _ in state.chance()] if state.actor == CHANCE else state.legal()
        assert [move for move in range(len(game.moves)) if state.allows(move)] == listed
        assert [state.nth(i) for i in range(state.count())] == (listed if state.actor != CHANCE else [])
        assert not state.allows(-1) and not state.allows(len(game.moves))
        if state.actor >= 0:
            seen = state.seen_by(state.actor)
            assert seen.legal() == listed
            assert [move for move in range(len(game.moves)) if seen.allows(move)] == listed
        state.play(choose(state, rng))
    assert not any(state.allows(move) for move in range(len(game.moves)))


@settings(max_examples=12)
@given(tables(), seeds)
def test_positions_views_and_guesses_are_consistent_at_every_step(game: Any, seed: int) -> None:
    rng = Rng(seed)
    state = game.start()
    views = {seat: state.seen_by(seat) for seat in (0, 1, ONLOOKER)}
    while True:
        before = state.key()
        assert game.position(state.write()).key() == before
        for seat, view in views.items():
            assert view.key() == state.seen_by(seat).key()
            assert game.position(view.write()).key() == view.key()
            assert view.seen_by(seat).key() == view.key()
            guess = view.guess(rng)
            assert guess.viewer == TRUTH
            assert guess.seen_by(seat).key() == view.key()
            assert game.position(guess.write()).key() == guess.key()
            assert guess.seen_by(seat).table() == view.table()
        assert state.guess(rng).key() == before
        if state.actor == OVER:
            break
        move = choose(state, rng)
        fork = state.copy()
        audience = state.audience(move)
        for seat, view in views.items():
            heard = move if audience >> (2 if seat == ONLOOKER else seat) & 1 else game.covers[move]
            assert view.allows(heard), (seat, game.text(heard))
            view.play(heard)
        state.play(move)
        assert fork.key() == before
    assert sorted(state.ranking()) in ([1, 1], [1, 2])


@settings(max_examples=25)
@given(tables(), seeds)
def test_records_replay_for_every_viewer(game: Any, seed: int) -> None:
    rng = Rng(seed)
    record = Record(game)
    while record.state.actor != OVER:
        record.play(choose(record.state, rng))
    again = read(record.write(), GAMES)
    assert again.state.key() == record.state.key()
    assert again.write() == record.write()
    for seat in (0, 1, ONLOOKER):
        own = record.seen_by(seat)
        assert own.state.key() == record.state.seen_by(seat).key()
        assert read(own.write(), GAMES).state.key() == own.state.key()


@settings(max_examples=25)
@given(tables(), seeds)
def test_every_pick_is_a_piece_and_no_two_moves_have_the_same_picks(game: Any, seed: int) -> None:
    rng = Rng(seed)
    state = game.start()
    while state.actor != OVER:
        if state.actor >= 0:
            for view in (state.seen_by(state.actor), state):
                pieces = [piece for zone in view.table()["zones"] for piece in zone["pieces"]]
                ids = {piece["id"]: piece for piece in pieces}
                assert len(ids) == len(pieces)
                picks = [game.moves[move].picks for move in view.legal()]
                assert len({frozenset(row) for row in picks}) == len(picks)
                for pick in (pick for row in picks for pick in row):
                    name, _, number = pick.partition(":")
                    assert name in ids
                    if number:
                        low, high = ids[name]["number"]
                        assert low <= int(number) <= high
        state.play(choose(state, rng))


@settings(max_examples=25)
@given(tables(), seeds, st.integers(0, 400))
def test_swapping_the_seats_after_the_set_up_changes_nothing_else_in_the_game(game: Any, seed: int, steps: Any) -> None:
    rng = Rng(seed)
    state = game.start()
    while state.actor == CHANCE or state.write()["phase"] == "arrange":
        state.play(choose(state, rng))
    mirror = game.position(swap_seats(state.write()))
    for _ in range(steps):
        if state.actor == OVER:
            break
        move = choose(state, rng)
        assert mirror.actor == 1 - state.actor and mirror.legal() == state.legal()
        state.play(move)
        mirror.play(move)
    assert mirror.write() == swap_seats(state.write())


def swap_seats(data: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of a position with the two seats swapped."""
    data = copy.deepcopy(data)
    for key in ("kingdoms", "invaders", "discards", "clues", "blocked"):
        data[key] = data[key][::-1]
    data["active"] = 1 - data["active"]
    if data["winner"] is not None:
        data["winner"] = 1 - data["winner"]
    return data
