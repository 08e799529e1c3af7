"""Test that the laws find faults: each case puts one fault into the toy game, and the law of the case must fail."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.core.toy import CARDS, DEAL, RULES, SENTENCES, TOYS, Toy, ToyHeuristic, ToyState
from tests.laws.strategies import LAWS, load_laws

from velodrome.core import texts
from velodrome.core.contract import OVER, TRUTH
from velodrome.core.errors import VelodromeError
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.games import GAMES

load_laws()

SHARED: dict[str, Any] = {}  # data that faulty tables wrongly share
TRIES = 25  # random games; a law must catch its fault in at least one of them
FAILS = (AssertionError, pytest.fail.Exception, VelodromeError, LookupError, TypeError, ValueError, ZeroDivisionError)


def leak_all_hands(state: ToyState, seat: int) -> ToyState:
    view = ORIGINAL["seen_by"](state, seat)
    view.hands = state.hands[:]
    return view  # type: ignore[no-any-return]


def turn_a_view_into_another(state: ToyState, seat: int) -> ToyState:
    view = ORIGINAL["seen_by"](state, state.viewer if state.viewer != TRUTH else seat)
    view.viewer = seat
    return view  # type: ignore[no-any-return]


def guess_without_a_card(state: ToyState, rng: Rng) -> ToyState:
    full = ORIGINAL["guess"](state, rng)
    full.hands = [hand & ~(1 << CARDS) for hand in full.hands]
    return full  # type: ignore[no-any-return]


def guess_high_cards_only(state: ToyState, rng: Rng) -> ToyState:
    full = state.copy()
    full.viewer = TRUTH
    for seat, size in enumerate(state.sizes):
        while full.hands[seat].bit_count() < size:
            full.hands[seat] |= 1 << full.unseen().bit_length() - 1
    return full


def copy_sharing_a_list(state: ToyState) -> ToyState:
    other = ORIGINAL["copy"](state)
    other.played = state.played
    return other  # type: ignore[no-any-return]


def legal_by_hidden_cards(state: ToyState) -> list[int]:
    legal = ORIGINAL["legal"](state)
    return [0] if len([hand for hand in state.hands if hand]) > 1 else legal


def draw_with_wrong_odds(state: ToyState, rng: Rng) -> int:
    possible = state.chance()
    return possible[rng.below(len(possible) + 1) % len(possible)][0]


def settle_with_wrong_odds(state: ToyState, rng: Rng) -> None:
    state.play(state.chance()[0][0])
    ORIGINAL["settle"](state, rng)


def write_without_passes(state: ToyState) -> dict[str, object]:
    return {**ORIGINAL["write"](state), "passes": 0}


def table_without_buttons(state: ToyState) -> dict[str, Any]:
    table = ORIGINAL["table"](state)
    return {**table, "zones": table["zones"][1:]}


def table_reusing_one_dict(state: ToyState) -> dict[str, Any]:
    SHARED.update(ORIGINAL["table"](state))
    return SHARED


def table_reusing_one_zone(state: ToyState) -> dict[str, Any]:
    table = ORIGINAL["table"](state)
    SHARED.setdefault("zone", {}).update(table["zones"][-1])
    return {**table, "zones": [*table["zones"][:-1], SHARED["zone"]]}


def ranking_from_zero(state: ToyState) -> list[int]:
    return [place - 1 for place in ORIGINAL["ranking"](state)]


def preview_by_playing(state: ToyState, move: int) -> dict[str, object]:
    state.play(move)
    return {}


def plans_showing_other_hands(state: ToyState, seat: int) -> dict[int, dict[str, object]]:
    state.is_view_of(seat)
    return {} if state.actor in (seat, OVER) else {0: {"others": sum(state.hands)}}


def plans_of_chance_moves(state: ToyState, seat: int) -> dict[int, dict[str, object]]:
    state.is_view_of(seat)
    return {} if state.actor in (seat, OVER) else {DEAL: {}}


FAULTY_STATES: list[tuple[str, Callable[..., object], str]] = [
    ("legal", lambda state: ORIGINAL["legal"](state)[::-1], "law_1_"),
    ("count", lambda state: 1, "law_1_"),
    ("copy", copy_sharing_a_list, "law_2_"),
    ("key", lambda state: (*ORIGINAL["key"](state)[:4], *ORIGINAL["key"](state)[6:]), "law_11_keys"),
    ("write", write_without_passes, "law_11_a_position"),
    ("table", table_without_buttons, "law_4_"),
    ("table", table_reusing_one_dict, "law_18_"),
    ("table", table_reusing_one_zone, "law_18_"),
    ("legal", legal_by_hidden_cards, "law_5_"),
    ("guess", guess_without_a_card, "law_6_"),
    ("guess", guess_high_cards_only, "law_6_the_truth"),
    ("guess", lambda state, rng: state.copy(), "law_6_"),
    ("seen_by", leak_all_hands, "law_11_a_view"),
    ("seen_by", turn_a_view_into_another, "law_5_a_view_cannot"),
    ("audience", lambda state, move: 31, "law_11_a_view"),
    ("audience", lambda state, move: 31 if move < DEAL else 1 << 3, "law_11_a_view"),
    ("chance", lambda state: [(move, 0) for move, _ in ORIGINAL["chance"](state)], "law_8_chance_moves"),
    ("draw", draw_with_wrong_odds, "law_8_draw"),
    ("pick", lambda state, rng: state.legal()[-1], "law_8_pick"),
    ("settle", settle_with_wrong_odds, "law_8_settle"),
    ("ranking", ranking_from_zero, "law_12_"),
    ("preview", lambda state, move: {"others": sum(state.hands)}, "law_13_"),
    ("preview", lambda state, move: {"cards": {1, 2}}, "law_13_"),
    ("preview", preview_by_playing, "law_13_"),
    ("preview", lambda state, move: {"surprise": 1}, "law_17_"),  # a key that preview_checks.py does not list
    ("plans", plans_showing_other_hands, "law_19_"),
    ("plans", plans_of_chance_moves, "law_19_"),
    ("plans", lambda state, seat: {0: {}}, "law_19_plans"),
    ("outcomes", lambda state, before: [{"key": "outcome.top", "top": sum(state.hands)}], "law_14_"),
    ("outcomes", lambda state, before: [{"key": "outcome.hands"}], "law_14_"),
    ("outcomes", lambda state, before: [{"key": "outcome.top"}], "law_14_"),
    ("reveal", lambda state: {"hands": state.hands}, "law_18_nothing"),
    ("outlook", lambda state, seat: 0.5 if state.actor == OVER else 1.5, "law_12_"),
]
ORIGINAL: dict[str, Any] = {name: getattr(ToyState, name) for name in (*ToyState.__dict__, "pick", "settle")}


@pytest.fixture(autouse=True)
def register_toy_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", TOYS["toy"])
    monkeypatch.setattr(texts, "sentences", lambda game, language: SENTENCES[language])
    monkeypatch.setattr(texts, "rule_numbers", lambda game: RULES)


@pytest.mark.parametrize(
    ("method", "fault", "law"), FAULTY_STATES, ids=[f"{method}-{law}" for method, _, law in FAULTY_STATES]
)
def test_a_law_catches_a_faulty_state(
    method: str, fault: Callable[..., object], law: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ToyState, method, fault)
    assert is_caught(law)


def test_a_law_catches_a_forced_move_that_gives_away_a_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    def start_without_always_asked(game: Toy) -> ToyState:
        game.always_asked = frozenset()  # a forced pass, now played at once, reveals that no card is high enough
        return start(game)

    start = Toy.start
    monkeypatch.setattr(Toy, "start", start_without_always_asked)
    assert is_caught("law_15_")


FAULTY_HEURISTICS: list[tuple[str, Callable[..., object], str]] = [
    ("weigh", lambda heuristic, state: [0.0], "weighs_every_move"),
    ("weigh", lambda heuristic, state: [float("nan")] * state.count(), "weighs_every_move"),
    ("weigh", lambda heuristic, state: [float(sum(state.hands))] * state.count(), "weighs_every_move"),
    ("choose", lambda heuristic, state, rng: CARDS, "plays_legal_moves"),
    ("pick", lambda heuristic, state, rng: CARDS, "plays_legal_moves"),
    ("evaluate", lambda heuristic, state, seat: 0.5, "evaluates_states"),
    ("evaluate", lambda heuristic, state, seat: 1.5 * state.outlook(seat), "evaluates_states"),
    ("likelihood", lambda heuristic, world, seat: 2.0, "evaluates_states"),
    ("explain", lambda heuristic, seen, move: [], "explains_every_move"),
    ("explain", lambda heuristic, seen, move: [{"key": "why.not"}], "explains_every_move"),
]


@pytest.mark.parametrize(("method", "fault", "law"), FAULTY_HEURISTICS)
def test_a_law_catches_a_faulty_heuristic(
    method: str, fault: Callable[..., object], law: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ToyHeuristic, method, fault, raising=False)
    assert is_caught(law)


@pytest.mark.parametrize("law", [name for name in LAWS if "law" in name or "heuristic" in name])
def test_a_correct_game_passes_every_law(law: str) -> None:
    assert not is_caught(law)


def is_caught(law: str) -> bool:
    """Return whether one of the laws with `law` in their names fails on the toy game."""
    checks = [check for name, check in LAWS.items() if law in name]
    assert checks
    for seed in range(TRIES):
        for check in checks:
            game = Toy(2 + seed % 3, {"cards": 1 + seed % 2})
            try:
                check(Record(game), Rng(seed))
            except FAILS:
                return True
    return False
