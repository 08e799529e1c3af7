"""Tests of positions: impossible ones are refused with the reason, and missing keys get defaults."""

import re
from typing import Any

import pytest
from tests.games.velvet.helpers import home, table

from velodrome.core.contract import Data
from velodrome.core.errors import BadPosition, VelodromeError
from velodrome.core.rng import Rng
from velodrome.games.velvet.game import Velvet

MOVE = {"action": "move", "invader": "fox"}
SCOUT = {"action": "scout", "invader": "fox", "stat": "speed"}
FOX = [["fox"], []]
PIT = [["bear", "threads"], ["*pit", "threads"]]


def test_missing_entries_of_a_position_have_their_defaults() -> None:
    state: Any = Velvet(2).position({})
    assert (home(state, 0), home(state, 1)) == ("bear threads", "bear threads")
    data = state.write()
    assert (data["phase"], data["active"], data["ply"], data["pending"]) == ("action", 0, 0, None)
    assert len(data["discards"][0]) == 15
    start = Velvet(2, {"first_player": 0}).start()
    assert Velvet(2, {"first_player": 0}).position({"phase": "arrange"}).key() == start.key()
    assert Velvet(2).position({"phase": "first"}).key() == Velvet(2).start().key()


def test_kingdoms_can_be_given_as_text() -> None:
    assert home(Velvet(2).position({"kingdoms": ["*fox (bear) threads", "threads"], "invaders": ["", "bear"]}), 0) == (
        "*fox bear threads"
    )


BAD = [  # description, what the message says
    ({"colour": 1}, "is not part of a position"),
    ({"phase": "lunch"}, 'phase is "lunch"; expected one of first, arrange'),
    ({"phase": 3}, "phase is 3"),
    ({"phase": ["action"]}, "phase is ['action']"),
    ({"active": 2}, "active is 2; expected a whole number from 0 to 1"),
    ({"active": True}, "active is True"),
    ({"kingdoms": [["threads"]]}, "expected a list of 2"),
    ({"kingdoms": 7}, "expected a list of 2"),
    ({"kingdoms": [3, ["threads"]]}, "kingdoms is 3; expected a list of cards"),
    ({"kingdoms": [["cat", "threads"], ["threads"]]}, 'kingdom 0 has "cat"; expected fox'),
    ({"kingdoms": [["?", "threads"], ["threads"]]}, 'kingdom 0 has "?", but the viewer sees all of it'),
    ({"kingdoms": [["fox"], ["threads"]]}, "kingdom 0 has no threads"),
    ({"kingdoms": [["fox", "fox", "threads"], ["threads"]]}, "seat 0 has fox 2 times; there are 1"),
    ({"kingdoms": [["fox"] * 18, ["threads"]]}, "kingdom 0 has 18 cards; there are 17"),
    ({"invaders": [["pit"], []]}, 'invaders has "pit"; expected fox'),
    ({"discards": [["threads"], []]}, 'discards has "threads"'),
    ({"discards": [[], []]}, "seat 0 has 2 cards; there are 17. Nowhere: fox"),
    ({"hands": [[], []]}, "hands are only allowed while kingdoms are arranged"),
    ({"clues": [[1], []]}, "a clue is 1; expected"),
    ({"clues": [1, []]}, "clues are 1; expected a list for each seat"),
    ({"clues": [[{"slot": 5, "could": ["threads"]}], []]}, "slot of a clue is 5"),
    ({"clues": [[{"slot": 0, "could": ["bear", "fox"]}], []]}, "could be bear fox; no answers leave exactly these"),
    ({"clues": [[{"slot": 0, "could": ["threads"]}], []]}, "slot 0 of kingdom 0 holds bear, which its clue excludes"),
    ({"kingdoms": ["*bear threads", "threads"], "clues": [[{"slot": 0, "could": ["bear"]}], []]},
     "slot 0 of kingdom 0 has a clue, but both seats can name its card"),
    ({"blocked": [1, False]}, "blocked is 1; expected true or false"),
    ({"progress": "yes"}, 'progress is "yes"; expected true or false'),
    ({"ply": 300}, "ply is 300; expected a whole number from 0 to 299"),
    ({"idle": 3}, "idle is 3; expected 0"),
    ({"ply": 60, "idle": 50}, "idle is 50; expected a whole number from 0 to 49"),
    ({"ply": 9, "passes": 2}, "passes is 2"),
    ({"pending": 3}, "pending is 3; expected an action"),
    ({"pending": {"action": "fly"}}, "expected an action: scout, return, move"),
    ({"pending": MOVE | {"stat": "speed"}, "phase": "react"}, "pending has stat, which a move does not have"),
    ({"pending": MOVE, "phase": "react"}, "pending names fox, which does not invade"),
    ({"pending": {"action": "scout", "invader": "fox"}, "phase": "react", "invaders": FOX},
     "the stat of a scout is missing"),
    ({"pending": {"action": "return", "invader": "fox"}, "phase": "react", "invaders": FOX}, "the slot of a return is"),
    ({"pending": MOVE | {"cycle": 1}, "phase": "react", "invaders": FOX}, "cycled before this phase"),
    ({"pending": MOVE, "invaders": FOX}, "in phase action nothing may be pending, not move"),
    ({"phase": "react"}, "in phase react scout, return, move may be pending, not nothing"),
    ({"phase": "react", "pending": SCOUT, "invaders": FOX}, "in phase react a target is needed"),
    ({"phase": "react", "pending": MOVE, "invaders": FOX, "target": 0}, "in phase react a target is out of place"),
    ({"phase": "react", "pending": SCOUT, "invaders": FOX, "target": 7}, "target is 7"),
    ({"phase": "fate", "pending": MOVE, "invaders": FOX, "target": 0}, "the target must be a face-up card"),
    ({"phase": "encounter", "pending": MOVE, "invaders": FOX, "target": 0, "kingdoms": PIT}, "must be a face-up card"),
    ({"phase": "hide", "target": 0}, "the target must be a face-up card"),
    ({"phase": "hide"}, "phase hide leaves seat 1 nothing to do"),
    ({"phase": "hide", "kingdoms": ["bear threads", "*fox *bear threads"]},
     "to_hide is 2; a dragon's owner chooses among more cards than that"),
    ({"phase": "hide", "to_hide": 1, "kingdoms": ["bear threads", "*fox bear threads"]}, "to_hide is 1; a dragon's"),
    ({"phase": "hide", "target": 0, "kingdoms": ["bear threads", "*dragon *fox *bear threads"]}, "to_hide is 2"),
    ({"to_hide": 1}, "to_hide is only allowed in the phase hide"),
    ({"resume": "action"}, "resume is only allowed in the phases shift and drop"),
    ({"phase": "drop"}, "phase drop leaves seat 0 nothing to do"),
    ({"phase": "shift", "kingdoms": [["threads"], ["threads", "bear"]]}, "phase shift leaves seat 0 nothing to do"),
    ({"phase": "shift", "resume": "lunch"}, 'resume is "lunch"'),
    ({"phase": "after"}, "phase after comes only with event_windows full"),
    ({"phase": "over"}, "a game is over exactly when it has a winner or a draw"),
    ({"winner": 0}, "a game is over exactly when it has a winner or a draw"),
    ({"phase": "over", "winner": 0, "draw": "max_plies"}, "a game that is won is no draw"),
    ({"phase": "over", "winner": 5}, "winner is 5"),
    ({"phase": "over", "draw": "boredom"}, 'draw is "boredom"'),
    ({"phase": "over", "draw": "dead_position"}, "as soon as no animal is left, and only then"),
    ({"kingdoms": [["threads"], ["threads"]]}, "as soon as no animal is left"),
    ({"phase": "first", "kingdoms": [["fox"], []]}, "phase first comes before anything else"),
    ({"phase": "arrange", "kingdoms": [[], ["fox"]]}, "seat 0 arranges its 17 cards, then seat 1"),
    ({"phase": "arrange", "kingdoms": [["*fox"], []]}, "seat 0 has shown cards, but kingdoms are still arranged"),
    ({"phase": "arrange", "hands": [["fox"], []]}, "seat 0 has 1 cards; there are 17"),
    ({"phase": "arrange", "ply": 4}, "nothing has been played while kingdoms are arranged"),
    ({"phase": "arrange", "viewer": 1, "hands": [["fox"], []]}, "the viewer does not see the hand of seat 0"),
    ({"viewer": 4}, "viewer is 4"),
    ({"viewer": "cat"}, 'viewer is "cat"'),
    ({"viewer": 0}, 'kingdom 1 has "bear", which the viewer cannot name'),
    ({"viewer": 0, "kingdoms": [["bear", "threads"], ["?", "?"]]}, "seat 1 has 2 cards; there are 17"),
]  # fmt: skip


@pytest.mark.parametrize(("description", "message"), BAD)
def test_an_impossible_position_is_refused_with_the_reason(description: Any, message: str) -> None:
    with pytest.raises(BadPosition, match=re.escape(message)):
        Velvet(2).position(description)


def test_vv40_clues_that_contradict_each_other_are_refused() -> None:
    rest = [card for card in table("bear horse threads").write()["discards"][0] if card != "fox"]
    clue = ["bear", "dinosaur"]
    description = {
        "viewer": 1,
        "kingdoms": [["?", "?", "?", "?"], ["bear", "threads"]],
        "discards": [rest, table().write()["discards"][1]],
        "clues": [[{"slot": 0, "could": clue}, {"slot": 1, "could": clue}], []],
    }
    with pytest.raises(BadPosition, match="no kingdom 0 fits all its clues"):
        Velvet(2).position(description)


def test_a_phase_that_the_event_windows_option_excludes_is_refused() -> None:
    position: Data = {"phase": "react", "pending": MOVE, "invaders": FOX}
    with pytest.raises(BadPosition, match="does not come with event_windows own_turn_only"):
        Velvet(2, {"event_windows": "own_turn_only"}).position(position)
    assert Velvet(2).position(position).actor == 1


def test_random_positions_are_read_or_refused_without_a_crash() -> None:
    """Test that reading a position with random values succeeds or raises BadPosition, never another error."""
    rng = Rng(13)
    keys = [*table().write(), "viewer", "hands", "resume", "to_hide"]
    values: list[object] = [
        None,
        0,
        1,
        -1,
        99,
        True,
        "fox",
        "react",
        "shift",
        "hide",
        [],
        {},
        [[], []],
        [["fox"], ["?"]],
        [None, None],
        [{}, {}],
        {"action": "move"},
        {"action": "scout", "invader": 3},
        1.5,
        [[{"slot": 0, "could": 1}], []],
        {"action": "fizzled"},
        ["fox threads", "bear threads"],
        [[["fox"]], [["fox"]]],
    ]
    for _ in range(20000):
        description: Data = {}
        for _ in range(1 + rng.below(3)):
            description[keys[rng.below(len(keys))]] = values[rng.below(len(values))]
        try:
            Velvet(2).position(description)
        except VelodromeError as problem:
            assert isinstance(problem, BadPosition)
