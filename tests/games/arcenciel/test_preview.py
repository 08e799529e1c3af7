"""Test the previews of moves, which a screen shows next to each move: they say only what is certain."""

from typing import Any

import pytest
from tests.games.arcenciel.situations import Ride, SetUp

A, B, C = 0, 1, 2
TRIO = {"energy": [20, 20, 20]}
AHEAD = {"breakaway": A, "gap": 13, "energy": [20, 20, 20], "placed": [[9], [], []]}
ATTACK = {"square": 7, "energy": [20, 20, 20], "placed": [[], [], [9, 11]]}
DEBT = {"square": 7, "energy": [3, 20, 20], "hand": [0, 6, 6], "placed": [[5], [], []]}
CARD = {"square": 10, "energy": [50, 20, 20], "hand": [1, 6, 6], "placed": [[5], [], []]}
ANY = {"voluntary_retirement": "any"}
PAUSE = {"phase": "pause", "energy": [55, 20, 20], "placed": [[9], [], []]}
MOVING = {"placed": [[], [4, 5, 8, 9, 11, 13], []]}

Case = tuple[dict[str, Any], dict[str, Any], tuple[str, ...], str, dict[str, Any]]
CASES: list[Case] = [  # options, position, moves, move, its preview
    ({}, TRIO, ("white 2",), "bid 7", {"left": 11, "saves": 2, "final": False, "moves": False}),
    ({}, TRIO, ("white 2", "bid 3", "pass"), "bid 4", {"left": 14, "saves": 2, "final": True, "moves": False}),
    ({}, MOVING, ("white 1",), "bid 3", {"left": 56, "saves": 1, "final": False, "moves": True}),
    ({}, TRIO, ("white 2",), "pass", {"cost": 0, "left": 18}),
    ({}, TRIO, ("white 2",), "retire hand", {"gain": 15, "left": 33, "owed": 0, "square": None, "value": 0}),
    ({}, AHEAD, (), "hold", {"cost": 3, "left": 17, "seconds": 130}),
    ({}, AHEAD, (), "give up", {"cost": 0, "left": 20, "leads": B}),
    ({}, AHEAD, (), "retire 9", {"gain": 15, "left": 35, "owed": 0, "square": 9, "value": 4}),
    ({}, ATTACK, ("white 2",), "attack", {"cost": 4, "left": 16, "seconds": [10, 60], "wins": None}),
    ({}, ATTACK, ("white 2",), "stay", {"cost": 0, "left": 20}),
    (
        {},
        {**AHEAD, "square": 7},
        ("hold", "white 2"),
        "attack",
        {"cost": 4, "left": 13, "seconds": [140, 190], "wins": 6},
    ),
    ({}, DEBT, ("white 2",), "retire 5", {"gain": 15, "left": 18, "owed": 4, "square": 5, "value": 2}),
    (
        {},
        CARD,
        ("white 2", "card abandon"),
        "retire hand",
        {"gain": 10, "left": 60, "owed": 0, "square": None, "value": 0},
    ),
    (
        {"forced_retirement_pays": False},
        CARD,
        ("white 2", "card abandon"),
        "retire 5",
        {"gain": 0, "left": 50, "owed": 0, "square": 5, "value": 2},
    ),
    (ANY, PAUSE, (), "continue", {}),
    (ANY, PAUSE, (), "retire 9", {"gain": 5, "left": 60, "owed": 0, "square": 9, "value": 4}),
    ({}, MOVING, ("white 1", "bid 3", "pass", "pass"), "vacate 9", {"square": 9, "value": 4}),
    ({}, {"square": 29, "triple": [3, 0, 0]}, ("white 2",), "exchange 0 4", {"changes": {"rainbow": 1, "triple": -4}}),
    ({}, {"square": 29, "triple": [3, 0, 0]}, ("white 2",), "keep", {}),
]


def test_ac06_a_plan_to_hold_the_breakaway_shows_no_cost(set_up: SetUp, ride: Ride) -> None:
    state = ride(set_up(**AHEAD), "hold")
    plans = {state.game.text(move): preview for move, preview in state.plans(A).items()}
    assert plans == {"stay": {}, "pass": {}, "hold": {}, "give up": {}, "retire hand": {}, "retire 9": {}}


def test_ac33_a_rider_can_plan_to_continue_or_to_retire_a_domestique_in_the_pause(set_up: SetUp, ride: Ride) -> None:
    def plan(state: Any, seat: int) -> list[str]:
        return [state.game.text(move) for move in state.plans(seat)]

    state = set_up(ANY, **PAUSE | {"hand": [5, 5, 0], "placed": [[9], [11], []]})
    assert plan(state, B) == ["continue", "retire hand", "retire 11"]
    assert plan(state, C) == ["stay", "pass", "continue"]  # nobody left to retire in this pause
    ride(state, "continue")
    assert plan(state, A) == ["stay", "pass", "continue"]


@pytest.mark.parametrize(("options", "position", "moves", "move", "expected"), CASES)
def test_ac44_a_preview_shows_what_is_certain(
    set_up: SetUp, ride: Ride, options: dict[str, Any], position: Any, moves: tuple[str, ...], move: str, expected: Any
) -> None:
    state = ride(set_up(options, **position), *moves)
    assert state.allows(state.game.parse(move))
    assert state.seen_by(state.actor).preview(state.game.parse(move)) == expected


@pytest.mark.parametrize(("options", "position", "moves", "move", "expected"), CASES)
def test_ac10_the_energy_left_in_a_preview_comes_true(
    set_up: SetUp, ride: Ride, options: dict[str, Any], position: Any, moves: tuple[str, ...], move: str, expected: Any
) -> None:
    state = ride(set_up(options, **position), *moves)
    seat, bid = state.actor, move.startswith("bid")
    state.play(state.game.parse(move))
    while bid and state.table()["prompt"]["key"].startswith("prompt.bid"):  # nobody bids more
        state.play(state.game.parse("pass"))
    if "left" in expected:
        owed = expected.get("owed", 0)
        assert state.table()["seats"][seat]["energy"] == expected["left"] - owed


def test_ac03_the_table_shows_limits_and_exchange_rates(set_up: SetUp) -> None:
    circuit = set_up({"rainbow_to_win": 5}).table()["zones"][0]
    numbers = {
        name: circuit[name]
        for name in ("energy_max", "lap_feeding", "rainbow_to_win", "green_rate", "dotted_rate", "die")
    }
    assert list(numbers.values()) == [60, 15, 5, 3, 10, 6]
