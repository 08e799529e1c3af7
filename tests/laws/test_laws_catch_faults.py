"""The laws themselves: each catches a game that breaks it. The toy game is broken in many ways, one at a time."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.core.toy import CARDS, DEAL, SENTENCES, TOYS, Toy, ToyHeuristic, ToyState
from tests.laws.strategies import LAWS, load_laws

from velodrome.core import texts
from velodrome.core.contract import OVER, TRUTH
from velodrome.core.errors import VelodromeError
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.games import GAMES

load_laws()

SHARED: dict[str, Any] = {}  # what broken tables have in common
TRIES = 25  # games in which a law may catch what is broken
FAILS = (AssertionError, pytest.fail.Exception, VelodromeError, LookupError, TypeError, ValueError, ZeroDivisionError)


def leaks_a_hand(state: ToyState, seat: int) -> ToyState:
    view = ORIGINAL["seen_by"](state, seat)
    view.hands = state.hands[:]
    return view  # type: ignore[no-any-return]


def forgets_whose_view_it_is(state: ToyState, seat: int) -> ToyState:
    view = ORIGINAL["seen_by"](state, state.viewer if state.viewer != TRUTH else seat)
    view.viewer = seat
    return view  # type: ignore[no-any-return]


def knows_too_little(state: ToyState, rng: Rng) -> ToyState:
    full = ORIGINAL["guess"](state, rng)
    full.hands = [hand & ~(1 << CARDS) for hand in full.hands]
    return full  # type: ignore[no-any-return]


def guesses_high_cards_only(state: ToyState, rng: Rng) -> ToyState:
    full = state.copy()
    full.viewer = TRUTH
    for seat, size in enumerate(state.sizes):
        while full.hands[seat].bit_count() < size:
            full.hands[seat] |= 1 << full.unseen().bit_length() - 1
    return full


def shares_its_lists(state: ToyState) -> ToyState:
    other = ORIGINAL["copy"](state)
    other.played = state.played
    return other  # type: ignore[no-any-return]


def depends_on_what_is_hidden(state: ToyState) -> list[int]:
    legal = ORIGINAL["legal"](state)
    return [0] if len([hand for hand in state.hands if hand]) > 1 else legal


def favours_a_card(state: ToyState, rng: Rng) -> int:
    possible = state.chance()
    return possible[rng.below(len(possible) + 1) % len(possible)][0]


def settles_otherwise(state: ToyState, rng: Rng) -> None:
    state.play(state.chance()[0][0])
    ORIGINAL["settle"](state, rng)


def writes_too_little(state: ToyState) -> dict[str, object]:
    return {**ORIGINAL["write"](state), "passes": 0}


def has_no_buttons(state: ToyState) -> dict[str, Any]:
    table = ORIGINAL["table"](state)
    return {**table, "zones": table["zones"][1:]}


def lays_out_one_table_again_and_again(state: ToyState) -> dict[str, Any]:
    SHARED.update(ORIGINAL["table"](state))
    return SHARED


def changes_a_zone_that_it_shares(state: ToyState) -> dict[str, Any]:
    table = ORIGINAL["table"](state)
    SHARED.setdefault("zone", {}).update(table["zones"][-1])
    return {**table, "zones": [*table["zones"][:-1], SHARED["zone"]]}


def ends_in_a_rank_of_zero(state: ToyState) -> list[int]:
    return [place - 1 for place in ORIGINAL["ranking"](state)]


def plays_to_see(state: ToyState, move: int) -> dict[str, object]:
    state.play(move)
    return {}


def plans_with_other_hands(state: ToyState, seat: int) -> dict[int, dict[str, object]]:
    state.is_view_of(seat)
    return {} if state.actor in (seat, OVER) else {0: {"others": sum(state.hands)}}


def plans_a_deal(state: ToyState, seat: int) -> dict[int, dict[str, object]]:
    state.is_view_of(seat)
    return {} if state.actor in (seat, OVER) else {DEAL: {}}


BROKEN: list[tuple[str, Callable[..., object], str]] = [
    ("legal", lambda state: ORIGINAL["legal"](state)[::-1], "law_1_"),
    ("count", lambda state: 1, "law_1_"),
    ("copy", shares_its_lists, "law_2_"),
    ("key", lambda state: (*ORIGINAL["key"](state)[:4], *ORIGINAL["key"](state)[6:]), "law_11_keys"),
    ("write", writes_too_little, "law_11_a_written"),
    ("table", has_no_buttons, "law_4_"),
    ("table", lays_out_one_table_again_and_again, "law_18_"),
    ("table", changes_a_zone_that_it_shares, "law_18_"),
    ("legal", depends_on_what_is_hidden, "law_5_"),
    ("guess", knows_too_little, "law_6_"),
    ("guess", guesses_high_cards_only, "law_6_the_truth"),
    ("guess", lambda state, rng: state.copy(), "law_6_"),
    ("seen_by", leaks_a_hand, "law_11_a_seen"),
    ("seen_by", forgets_whose_view_it_is, "law_5_a_view"),
    ("audience", lambda state, move: 31, "law_11_a_seen"),
    ("audience", lambda state, move: 31 if move < DEAL else 1 << 3, "law_11_a_seen"),
    ("chance", lambda state: [(move, 0) for move, _ in ORIGINAL["chance"](state)], "law_8_weights"),
    ("draw", favours_a_card, "law_8_draw"),
    ("pick", lambda state, rng: state.legal()[-1], "law_8_pick"),
    ("settle", settles_otherwise, "law_8_settle"),
    ("ranking", ends_in_a_rank_of_zero, "law_12_"),
    ("preview", lambda state, move: {"others": sum(state.hands)}, "law_13_"),
    ("preview", lambda state, move: {"cards": {1, 2}}, "law_13_"),
    ("preview", plays_to_see, "law_13_"),
    ("preview", lambda state, move: {"surprise": 1}, "law_17_"),  # a key that nobody listed
    ("plans", plans_with_other_hands, "law_19_"),
    ("plans", plans_a_deal, "law_19_"),
    ("plans", lambda state, seat: {0: {}}, "law_19_plans"),
    ("outcomes", lambda state, before: [{"key": "outcome.top", "top": sum(state.hands)}], "law_14_"),
    ("outcomes", lambda state, before: [{"key": "outcome.hands"}], "law_14_"),
    ("outcomes", lambda state, before: [{"key": "outcome.top"}], "law_14_"),
    ("outlook", lambda state, seat: 0.5 if state.actor == OVER else 1.5, "law_12_"),
]
ORIGINAL: dict[str, Any] = {name: getattr(ToyState, name) for name in (*ToyState.__dict__, "pick", "settle")}


@pytest.fixture(autouse=True)
def with_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", TOYS["toy"])
    monkeypatch.setattr(texts, "sentences", lambda game: SENTENCES)


@pytest.mark.parametrize(("method", "broken", "law"), BROKEN, ids=[f"{method}-{law}" for method, _, law in BROKEN])
def test_a_law_catches_what_breaks_it(
    method: str, broken: Callable[..., object], law: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ToyState, method, broken)
    assert caught(law)


def test_a_law_catches_a_forced_move_that_tells_of_a_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    def hastily(game: Toy) -> ToyState:
        game.always_asked = frozenset()  # an instant pass tells that no card is high enough
        return start(game)

    start = Toy.start
    monkeypatch.setattr(Toy, "start", hastily)
    assert caught("law_15_")


THUMBS: list[tuple[str, Callable[..., object], str]] = [
    ("weigh", lambda thumb, state: [0.0], "weigh_every_move"),
    ("weigh", lambda thumb, state: [float("nan")] * state.count(), "weigh_every_move"),
    ("weigh", lambda thumb, state: [float(sum(state.hands))] * state.count(), "weigh_every_move"),
    ("choose", lambda thumb, state, rng: CARDS, "play_what_is_legal"),
    ("pick", lambda thumb, state, rng: CARDS, "play_what_is_legal"),
    ("evaluate", lambda thumb, state, seat: 0.5, "value_a_state"),
    ("evaluate", lambda thumb, state, seat: 1.5 * state.outlook(seat), "value_a_state"),
    ("likelihood", lambda thumb, world, seat: 2.0, "value_a_state"),
    ("explain", lambda thumb, seen, move: [], "say_something"),
    ("explain", lambda thumb, seen, move: [{"key": "why.not"}], "say_something"),
]


@pytest.mark.parametrize(("method", "broken", "law"), THUMBS)
def test_a_law_catches_rules_of_thumb_that_break_it(
    method: str, broken: Callable[..., object], law: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ToyHeuristic, method, broken, raising=False)
    assert caught(law)


@pytest.mark.parametrize("law", [name for name in LAWS if "law" in name or "rules_of_thumb" in name])
def test_a_sound_game_keeps_every_law(law: str) -> None:
    assert not caught(law)


def caught(law: str) -> bool:
    """Whether the laws of this name object to the toy as it is now."""
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
