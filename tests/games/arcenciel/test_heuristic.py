"""Rules of thumb: sound on every table, and what an expert plays where the strategy notes say it."""

from collections.abc import Iterator
from math import isfinite
from pathlib import Path

import pytest

from velodrome.core.contract import CHANCE, OVER, Value
from velodrome.core.rng import Rng
from velodrome.core.texts import LANGUAGES, say
from velodrome.games.arcenciel.game import ArcEnCiel
from velodrome.games.arcenciel.heuristic import RulesOfThumb
from velodrome.games.arcenciel.rules import Race

A, B, C = 0, 1, 2
BOARDS = Path(__file__).parent / "boards"
TABLES: list[tuple[int, dict[str, Value]]] = [
    (3, {}),
    (4, {"combativity": True}),
    (5, {"need_all_jerseys": True, "rainbow_to_win": 5, "leader_must_open": True}),
    (6, {"voluntary_retirement": "shortfall", "forced_retirement_pays": False}),
    (3, {"min_bid": 0, "last_rider_wins": True, "max_laps": 6}),
    (4, {"min_bid": 99, "rainbow_to_win": 20, "max_laps": 0}),
    (4, {"circuit": str(BOARDS / "village.toml"), "deck": str(BOARDS / "fair.toml"), "combativity": True}),
]
tables = pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)


def positions(game: ArcEnCiel, rng: Rng, thumb: RulesOfThumb | None = None) -> Iterator[Race]:
    """The decisions of one race of random riders, or of playouts; at most 500."""
    state = game.start()
    for _ in range(500):
        while state.actor == CHANCE:
            state.play(state.draw(rng))
        if state.actor == OVER:
            return
        yield state
        state.play(thumb.pick(state, rng) if thumb else state.pick(rng))


# ---------------------------------------------------------------- laws


@tables
def test_weights_are_finite_and_alike_on_a_world_and_on_the_actors_view(seats, options):
    game = ArcEnCiel(seats, options)
    thumb = RulesOfThumb(game)
    rng = Rng(seats)
    for state in positions(game, rng):
        before = state.key()
        weights = thumb.weigh(state)
        assert len(weights) == state.count() and all(isfinite(weight) for weight in weights)
        assert weights == thumb.weigh(state.seen_by(state.actor))
        if rng.below(20) == 0:  # nothing is left over from the positions before
            assert weights == RulesOfThumb(game).weigh(state)
        assert state.allows(thumb.choose(state, rng))
        assert state.key() == before


@tables
def test_playouts_are_legal_and_end(seats, options):
    game = ArcEnCiel(seats, options)
    thumb = RulesOfThumb(game)
    rng = Rng(seats)
    for state in positions(game, rng, thumb):
        assert state.allows(thumb.pick(state, rng))


@tables
def test_values_are_shares_and_final_at_the_end(seats, options):
    game = ArcEnCiel(seats, options)
    thumb = RulesOfThumb(game)
    state = game.start()
    for state in positions(game, Rng(seats), thumb):
        values = [thumb.value(state, seat) for seat in range(seats)]
        assert all(0 <= value <= 1 for value in values)
        assert sum(values) == pytest.approx(seats / 2)
    if state.actor == OVER:
        assert [thumb.value(state, seat) for seat in range(seats)] == [state.outlook(seat) for seat in range(seats)]


@tables
def test_every_move_has_its_reasons_in_both_languages(seats, options):
    game = ArcEnCiel(seats, options)
    thumb = RulesOfThumb(game)
    rng = Rng(seats)
    for state in positions(game, rng):
        if state.phase == 7 and rng.below(12):  # most decisions are bids
            continue
        for move in state.legal()[:: 1 + state.count() // 12]:
            told = thumb.why(state.seen_by(state.actor), move)
            assert 1 <= len(told) <= 4
            for language in LANGUAGES:
                assert all(say("arcenciel", text, language) for text in told)


# ---------------------------------------------------------------- what an expert plays


def best(state: Race) -> str:
    return state.game.text(RulesOfThumb(state.game).choose(state, Rng(1)))


def weights(state: Race) -> dict[str, float]:
    thumb = RulesOfThumb(state.game)
    return dict(zip(map(state.game.text, state.legal()), thumb.weigh(state), strict=True))


def test_a_breakaway_near_the_line_of_a_rainbow_lap_is_held(set_up):
    assert best(set_up(square=36, breakaway=A, gap=4, pack=[B, C], rainbow_lap=True, energy=[20, 20, 20])) == "hold"


def test_a_tired_rider_gives_up_a_breakaway_with_nothing_in_reach(set_up):
    assert best(set_up(square=0, breakaway=A, gap=8, pack=[B, C], energy=[6, 30, 30], hand=[0, 6, 6])) == "give up"


def test_a_free_attack_before_the_line_of_a_rainbow_lap_is_made(set_up, ride):
    state = ride(set_up(square=34, rainbow_lap=True, energy=[30, 30, 30]), "white 2")
    assert best(state) == "attack"


def test_the_last_to_speak_bids_one_more_or_nothing(set_up, ride):
    state = ride(set_up(square=37, energy=[40, 40, 40]), "white 2", "bid 2", "pass")
    assert best(state) == "bid 3"
    state = ride(set_up(square=37, energy=[40, 40, 40]), "white 2", "bid 30", "pass")
    assert best(state) == "pass"


def test_a_mountain_or_the_home_straight_is_worth_more_than_a_flat_square(set_up):
    worth = RulesOfThumb(ArcEnCiel(3)).worth
    flat, ramp, home = [worth.square(square, 8.0) for square in (1, 30, 39)]
    assert 0 < flat < ramp and flat < home
    assert worth.square(37, 8.0) > worth.square(2, 8.0)  # of the same value, before the finish


def test_a_square_is_worth_less_when_the_race_is_nearly_over(set_up):
    worth = RulesOfThumb(ArcEnCiel(3)).worth
    early, late = set_up(), set_up(rainbow=[2, 2, 1])
    assert worth.laps(late) < worth.laps(early) / 2


def test_retire_from_hand_first_then_from_the_poorest_square(set_up, ride):
    state = ride(set_up(square=7, energy=[3, 20, 20], hand=[1, 6, 6], placed=[[5, 20], [], []]), "white 2")
    assert best(state) == "retire hand"
    state = ride(set_up(square=7, energy=[3, 20, 20], hand=[0, 6, 6], placed=[[1, 39], [], []]), "white 2")
    assert best(state) == "retire 1"


def test_a_full_rider_retires_nobody(set_up, ride):
    state = ride(set_up(energy=[50, 50, 50]), "white 1")
    assert weights(state)["retire hand"] < weights(state)["pass"]


def test_ten_dotted_points_are_exchanged_and_eleven_may_wait(set_up, ride):
    state = ride(set_up(square=19, double=[1, 0, 0], triple=[3, 0, 0]), "white 2")
    assert best(state) == "exchange 2 2"
    state = ride(set_up(square=29, double=[1, 0, 0], triple=[2, 0, 0]), "white 2")
    assert best(state) == "keep"


def test_the_poorest_square_is_vacated(set_up, ride):
    state = set_up(square=36, energy=[40, 40, 40], hand=[0, 6, 6], placed=[[1, 9, 20, 29, 30, 39], [], []])
    assert best(ride(state, "white 1", "pass", "pass", "bid 3")) == "vacate 1"


def test_it_wins_most_races_among_random_riders():
    game = ArcEnCiel(3)
    thumb = RulesOfThumb(game)
    won = 0
    for seed in range(30):
        rng = Rng(seed)
        state = game.start()
        while state.actor != OVER:
            state.settle(rng)
            if state.actor >= 0:
                state.play(thumb.choose(state, rng) if state.actor == seed % 3 else state.pick(rng))
        won += state.ranking()[seed % 3] == 1
    assert won >= 26
