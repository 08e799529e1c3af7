"""Tests of whole random games: they end, pieces are conserved, and every state can be written and read back."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.laws.strategies import LAWS, load_laws

from velodrome.core.contract import CHANCE, OVER
from velodrome.core.playout import playout, run_playouts
from velodrome.core.record import Record
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
    {"voluntary_retirement": "any"},
    {**VILLAGE, "voluntary_retirement": "any", "combativity": True},
    {"last_rider_wins": True, "max_laps": 20},
]


def play_random_move(state: ArcEnCielState, rng: Rng, mild: bool) -> None:
    """Play a random move.

    If `mild`, choose only among the first four moves, so that domestiques are seldom retired and the race lasts long.
    """
    if state.actor == CHANCE:
        state.play(state.draw(rng))
    else:
        choices = min(state.count(), 4) if mild else state.count()
        state.play(state.nth(rng.below(choices)))


def check_invariants(state: ArcEnCielState) -> None:
    """Check what is true in every race: no rider, square or card occurs twice, and numbers stay within their bounds."""
    written: Any = state.write()
    game = state.rules
    team = game.circuit
    racing = written["pack"] + ([] if written["breakaway"] is None else [written["breakaway"]])
    assert len(set(racing)) == len(racing)
    assert (written["breakaway"] is not None) == (written["gap"] >= 1)
    assert written["gap"] < game.winning_gap or state.actor == OVER
    squares = [n for row in written["placed"] for n in row]
    assert len(set(squares)) == len(squares)
    for seat in range(game.seats):
        assert 0 <= written["energy"][seat] <= team.energy_max
        assert written["hand"][seat] + len(written["placed"][seat]) + written["retired"][seat] == team.domestiques
        if written["phase"] != "lineup" and seat not in racing:
            assert written["energy"][seat] == written["hand"][seat] == 0 and not written["placed"][seat]
    cards = [sum(written[pile].values()) for pile in ("deck", "discard", "no_feeding")]
    assert sum(cards) == game.deck.size and cards[0] == state.pile_size and cards[2] == state.no_feeding_count
    assert min(written["rainbow"] + written["green"] + written["double"] + written["triple"] + written["points"]) >= 0


@settings(max_examples=24, deadline=None)
@given(st.integers(3, 6), st.sampled_from(VARIANTS), st.integers(0, 2**32), st.booleans())
def test_every_state_of_a_game_keeps_the_invariants_and_reads_back(
    seats: int, options: dict[str, Any], seed: int, mild: bool
) -> None:
    game = ArcEnCiel(seats, options)
    rng = Rng(seed)
    state: Any = game.start()
    for _ in range(400):
        check_invariants(state)
        again: Any = game.position(state.write())
        assert again.key() == state.key() and again.write() == state.write()
        assert again.pile_size == state.pile_size and again.no_feeding_count == state.no_feeding_count
        seen = state.seen_by(seats - 1)
        assert game.position(seen.write()).key() == seen.key() != state.key()
        if state.actor == OVER:
            break
        play_random_move(state, rng, mild)
    assert min(state.ranking()) == 1


@settings(max_examples=16, deadline=None)
@given(st.integers(3, 6), st.sampled_from(VARIANTS), st.integers(0, 2**32))
def test_every_illegal_move_is_refused_in_both_languages(seats: int, options: dict[str, Any], seed: int) -> None:
    game = ArcEnCiel(seats, options)
    rng = Rng(seed)
    state: Any = game.start()
    for _ in range(150):
        if state.actor == OVER:
            break
        for move in range(game.decisions) if state.actor >= 0 else ():
            if not state.allows(move):
                assert all("{" not in say("arcenciel", state.refusal(move), language) for language in ("en", "fr"))
        play_random_move(state, rng, True)


@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: " ".join(options) or "default")
def test_many_games_end_with_a_winner_and_sound_outlooks(options: dict[str, Any]) -> None:
    for seats in range(3, 7):
        start = ArcEnCiel(seats, options).start()
        rng = Rng(seats)
        for _ in range(100):
            state: Any = start.copy()
            playout(state, rng)
            check_invariants(state)
            ranks = state.ranking()
            assert min(ranks) == 1 and sum(state.outlook(seat) for seat in range(seats)) == pytest.approx(seats / 2)


def test_ac33_all_laws_hold_if_riders_may_retire_domestiques_before_each_roll() -> None:
    load_laws()
    for seed, (name, check) in enumerate(LAWS.items()):
        record = Record(ArcEnCiel(3 + seed % 4, {"voluntary_retirement": "any", "max_laps": 3}))
        try:
            check(record, Rng(seed))
        except AssertionError as error:
            raise AssertionError(f"{name}: {record.write()}") from error


def test_playouts_repeat_with_the_same_seed_and_do_not_change_the_start() -> None:
    start = ArcEnCiel(4).start()
    key = start.key()
    assert run_playouts(start, 20, 3) == run_playouts(start, 20, 3) != run_playouts(start, 20, 4)
    assert start.key() == key
