"""Whole random games: they end, nothing is lost on the way, and every point of every turn can be written and read."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from velodrome.core.contract import CHANCE, OVER
from velodrome.core.playout import playout, run_playouts
from velodrome.core.rng import Rng
from velodrome.core.texts import say
from velodrome.games.arcenciel.game import ArcEnCiel
from velodrome.games.arcenciel.rules import ArcEnCielState

BOARDS = Path(__file__).parent / "boards"
VILLAGE = {"circuit": str(BOARDS / "village.toml"), "deck": str(BOARDS / "fair.toml")}
VARIANTS: list[dict[str, Any]] = [
    {},
    VILLAGE,
    {"rainbow_to_win": 5},
    {"need_all_jerseys": True, "combativity": True},
    {**VILLAGE, "need_all_jerseys": True, "combativity": True},
    {"min_bid": 0, "leader_must_open": True},
    {"voluntary_retirement": "shortfall", "forced_retirement_pays": False},
    {"last_rider_wins": True, "max_laps": 20},
]


def step(state: ArcEnCielState, rng: Rng, mild: bool) -> None:
    """One random move; a mild rider seldom retires anybody, so that his race lasts."""
    if state.actor == CHANCE:
        state.play(state.draw(rng))
    else:
        most = min(state.count(), 4) if mild else state.count()
        state.play(state.nth(rng.below(most)))


def check(state: ArcEnCielState) -> None:
    """The invariants of a race."""
    told: Any = state.write()
    game = state.rules
    team = game.circuit
    racing = told["pack"] + ([] if told["breakaway"] is None else [told["breakaway"]])
    assert len(set(racing)) == len(racing)
    assert (told["breakaway"] is not None) == (told["gap"] >= 1)
    assert told["gap"] < game.winning_gap or state.actor == OVER
    squares = [n for row in told["placed"] for n in row]
    assert len(set(squares)) == len(squares)
    for seat in range(game.seats):
        assert 0 <= told["energy"][seat] <= team.energy_max
        assert told["hand"][seat] + len(told["placed"][seat]) + told["retired"][seat] == team.domestiques
        if told["phase"] != "lineup" and seat not in racing:
            assert told["energy"][seat] == told["hand"][seat] == 0 and not told["placed"][seat]
    cards = [sum(told[pile].values()) for pile in ("deck", "discard", "no_feeding")]
    assert sum(cards) == game.deck.size and cards[0] == state.pile_size and cards[2] == state.no_feeding_count
    assert min(told["rainbow"] + told["green"] + told["double"] + told["triple"] + told["points"]) >= 0


@settings(max_examples=24, deadline=None)
@given(st.integers(3, 6), st.sampled_from(VARIANTS), st.integers(0, 2**32), st.booleans())
def test_every_point_of_a_game_keeps_the_invariants_and_can_be_written_and_read(
    seats: int, options: dict[str, Any], seed: int, mild: bool
) -> None:
    game = ArcEnCiel(seats, options)
    rng = Rng(seed)
    state: Any = game.start()
    for _ in range(400):
        check(state)
        again: Any = game.position(state.write())
        assert again.key() == state.key() and again.write() == state.write()
        assert again.pile_size == state.pile_size and again.no_feeding_count == state.no_feeding_count
        seen = state.seen_by(seats - 1)
        assert game.position(seen.write()).key() == seen.key() != state.key()
        if state.actor == OVER:
            break
        step(state, rng, mild)
    assert min(state.ranking()) == 1


@settings(max_examples=16, deadline=None)
@given(st.integers(3, 6), st.sampled_from(VARIANTS), st.integers(0, 2**32))
def test_every_move_that_is_not_open_is_refused_in_both_languages(
    seats: int, options: dict[str, Any], seed: int
) -> None:
    game = ArcEnCiel(seats, options)
    rng = Rng(seed)
    state: Any = game.start()
    for _ in range(150):
        if state.actor == OVER:
            break
        for move in range(game.decisions) if state.actor >= 0 else ():
            if not state.allows(move):
                assert all("{" not in say("arcenciel", state.refusal(move), language) for language in ("en", "fr"))
        step(state, rng, True)


@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: " ".join(options) or "default")
def test_many_games_end_and_end_well(options: dict[str, Any]) -> None:
    for seats in range(3, 7):
        start = ArcEnCiel(seats, options).start()
        rng = Rng(seats)
        for _ in range(100):
            state: Any = start.copy()
            playout(state, rng)
            check(state)
            ranks = state.ranking()
            assert min(ranks) == 1 and sum(state.outlook(seat) for seat in range(seats)) == pytest.approx(seats / 2)


def test_a_copy_is_independent_and_seeds_repeat() -> None:
    start = ArcEnCiel(4).start()
    key = start.key()
    assert run_playouts(start, 20, 3) == run_playouts(start, 20, 3) != run_playouts(start, 20, 4)
    assert start.key() == key
