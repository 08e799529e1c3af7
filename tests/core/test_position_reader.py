"""Descriptions of positions: each entry is read in its type, or refused with what was expected."""

from collections.abc import Callable

import pytest

from velodrome.core.contract import ONLOOKER, TRUTH
from velodrome.core.errors import BadPosition
from velodrome.core.position_reader import Description

PHASES = ("roll", "move")
KEYS = ("phase", "cans", "active", "loud", "hands", "viewer")


def told(**data: object) -> Description:
    return Description("toy", 3, data, KEYS)


def refusal(call: Callable[[], object]) -> str:
    with pytest.raises(BadPosition) as refused:
        call()
    return str(refused.value)


@pytest.mark.parametrize("data", [None, [], "text", 5])
def test_a_description_is_a_table(data: object) -> None:
    assert "a position is a table of names and values" in refusal(lambda: Description("toy", 3, data, KEYS))


def test_an_unknown_entry_is_refused_with_those_that_exist() -> None:
    assert refusal(lambda: told(can=1)) == (
        'toy: "can" is nothing of a position; there is phase, cans, active, loud, hands, viewer.'
    )


def test_what_is_left_out_has_its_default() -> None:
    empty = told()
    assert empty.number("active", 2, 0, 9) == 2
    assert empty.word("phase", "move", PHASES) == 1
    assert empty.flag("loud") is False
    assert empty.seat("active", None, -1) == -1
    assert empty.by_seat("cans", 9) == [0, 0, 0]
    assert empty.by_seat("cans", 9, (1, 2, 3)) == [1, 2, 3]
    assert empty.lists("hands") == [[], [], []]
    assert empty.viewer() == TRUTH
    assert "cans" not in empty and empty.get("cans", 7) == 7


def test_what_is_given_is_read() -> None:
    given = told(phase="roll", cans=[1, 2, 3], active=0, loud=True, hands=([1], [], [2]), viewer="onlooker")
    assert given.word("phase", "move", PHASES) == 0
    assert given.by_seat("cans", 9) == [1, 2, 3]
    assert given.seat("active", None, -1) == 0
    assert given.flag("loud") is True
    assert given.lists("hands") == [[1], [], [2]]
    assert given.viewer() == ONLOOKER
    assert told(viewer=2).viewer() == 2
    assert told(active=None).seat("active", 1, -1) == -1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: told(active=3).seat("active", 0, -1), "toy: active is 3; expected a whole number from 0 to 2."),
        (lambda: told(active=True).number("active", 0, 0, 9), "toy: active is True; expected a whole number from"),
        (lambda: told(active=10**30).number("active", 0, 0, 0), "toy: active is 1" + "0" * 30 + "; expected 0."),
        (lambda: told(active=16**9000).number("active", 0, 0, 9), "toy: active is too long to show; expected a whole"),
        (lambda: told(phase="mvoe").word("phase", "move", PHASES), 'toy: phase is "mvoe"; expected one of roll, move.'),
        (lambda: told(phase=[]).word("phase", "move", PHASES), "toy: phase is []; expected one of roll, move."),
        (lambda: told(loud=1).flag("loud"), "toy: loud is 1; expected true or false."),
        (lambda: told(cans=[1, 2]).by_seat("cans", 9), "toy: cans is [1, 2]; expected a list of 3."),
        (lambda: told(cans=[1, 2, -1]).by_seat("cans", 9), "toy: cans[2] is -1; expected a whole number from 0 to 9."),
        (lambda: told(hands={}).lists("hands"), "toy: hands is {}; expected a list of 3."),
        (lambda: told(hands=5).rows("hands", 5), "toy: hands is 5; expected a list."),
        (lambda: told(viewer="me").viewer(), 'toy: viewer is "me"; expected a whole number from 0 to 2.'),
        (lambda: told().need(False, "a card lies in two hands"), "toy: a card lies in two hands."),
    ],
)  # fmt: skip
def test_what_is_wrong_is_refused_with_what_was_expected(call: Callable[[], object], message: str) -> None:
    assert refusal(call).startswith(message)


def test_what_holds_is_not_refused() -> None:
    told().need(True, "never said")
