"""Whole random games: they end, nothing is lost on the way, and every point of every turn can be written and read."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from velodrome.core.contract import CHANCE, ONLOOKER, OVER
from velodrome.core.play import playout, run
from velodrome.core.rng import Rng
from velodrome.core.texts import say, sentences
from velodrome.games.arcenciel.rules import ArcEnCiel, Race

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


def step(state: Race, rng: Rng, mild: bool) -> None:
    """One random move; a mild rider seldom retires anybody, so that his race lasts."""
    if state.actor == CHANCE:
        state.play(state.draw(rng))
    else:
        most = min(state.count(), 4) if mild else state.count()
        state.play(state.nth(rng.below(most)))


def check(state: Race) -> None:
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
    assert sum(cards) == game.deck.size and cards[0] == state.left and cards[2] == state.lying
    assert min(told["rainbow"] + told["green"] + told["double"] + told["triple"] + told["points"]) >= 0


@settings(max_examples=40, deadline=None)
@given(st.integers(3, 6), st.sampled_from(VARIANTS), st.integers(0, 2**32), st.booleans())
def test_every_point_of_a_game_keeps_the_invariants_and_can_be_written_and_read(seats, options, seed, mild):
    game = ArcEnCiel(seats, options)
    rng = Rng(seed)
    state = game.start()
    for _ in range(400):
        check(state)
        again = game.position(state.write())
        assert again.key() == state.key() and again.write() == state.write()
        assert again.left == state.left and again.lying == state.lying
        seen = state.seen_by(seats - 1)
        assert game.position(seen.write()).key() == seen.key() != state.key()
        if state.actor == OVER:
            break
        step(state, rng, mild)
    assert min(state.ranking()) == 1


@settings(max_examples=40, deadline=None)
@given(st.integers(3, 6), st.sampled_from(VARIANTS), st.integers(0, 2**32))
def test_the_table_shows_every_pick_once_and_every_sentence_can_be_said(seats, options, seed):
    game = ArcEnCiel(seats, options)
    rng = Rng(seed)
    state = game.start()
    for _ in range(150):
        viewer = state.actor if state.actor >= 0 else ONLOOKER
        table: Any = state.seen_by(viewer).table()
        pieces = [piece for zone in table["zones"] for piece in zone["pieces"]]
        ids = [piece["id"] for piece in pieces]
        assert len(set(ids)) == len(ids)
        by_id = {piece["id"]: piece for piece in pieces}
        legal = state.legal()
        for move in legal:
            for pick in game.moves[move].picks:
                name, _, number = pick.partition(":")
                assert name in by_id
                if number:
                    low, high = by_id[name]["number"]
                    assert low <= int(number) <= high
        assert len({frozenset(game.moves[move].picks) for move in legal}) == len(legal)
        prompts = [table["prompt"], state.seen_by(ONLOOKER).table()["prompt"]]
        refusals = [state.refusal(m) for m in range(game.decisions) if state.actor >= 0 and not state.allows(m)]
        for text in prompts + refusals:
            for language in ("en", "fr"):
                assert "{" not in say("arcenciel", text, language)
        for text in refusals:
            assert text["rule"] == sentences("arcenciel")[str(text["key"])]["rule"]
        if state.actor == OVER:
            break
        step(state, rng, True)


@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: " ".join(options) or "default")
def test_many_games_end_and_end_well(options):
    for seats in range(3, 7):
        start = ArcEnCiel(seats, options).start()
        rng = Rng(seats)
        for _ in range(100):
            state = start.copy()
            playout(state, rng)
            check(state)
            ranks = state.ranking()
            assert min(ranks) == 1 and sum(state.outlook(seat) for seat in range(seats)) == pytest.approx(seats / 2)


def test_a_copy_is_independent_and_seeds_repeat():
    start = ArcEnCiel(4).start()
    key = start.key()
    assert run(start, 20, 3) == run(start, 20, 3) != run(start, 20, 4)
    assert start.key() == key


def turned(told: dict[str, Any], seats: int) -> dict[str, Any]:
    """A written state with every seat one further."""

    def by_seat(row: list[Any]) -> list[Any]:
        return row[-1:] + row[:-1]

    def next_seat(seat: int | None) -> int | None:
        return None if seat is None else (seat + 1) % seats

    new = {key: by_seat(value) if isinstance(value, list) and key != "pack" else value for key, value in told.items()}
    new["pack"] = [next_seat(seat) for seat in told["pack"]]
    for key in ("actor", "breakaway", "thrower", "high_bidder", "winner"):
        new[key] = next_seat(told[key])
    return new


@settings(max_examples=30, deadline=None)
@given(st.integers(3, 6), st.sampled_from(VARIANTS), st.integers(0, 2**32))
def test_rotating_the_seats_changes_nothing_else(seats, options, seed):
    game = ArcEnCiel(seats, options | {"start_order": tuple(range(seats))})
    rng = Rng(seed)
    state = game.start()
    other = game.position(turned(state.write(), seats))
    for _ in range(200):
        assert turned(state.write(), seats) == other.write()
        assert state.legal() == other.legal() and state.chance() == other.chance()
        if state.actor == OVER:
            assert state.ranking()[-1:] + state.ranking()[:-1] == other.ranking()
            break
        move = state.draw(rng) if state.actor == CHANCE else state.nth(rng.below(min(state.count(), 5)))
        state.play(move)
        other.play(move)
