"""Tests of reading positions from plain data: each value gets its type, or the error says what was expected."""

from collections.abc import Callable

import pytest

from velodrome.core.contract import ONLOOKER, TRUTH
from velodrome.core.errors import BadPosition
from velodrome.core.position_reader import PositionReader

PHASES = ("roll", "move")
KEYS = ("phase", "cans", "active", "loud", "hands", "viewer")


def read(**data: object) -> PositionReader:
    return PositionReader("toy", 3, data, KEYS)


def refusal(call: Callable[[], object]) -> str:
    with pytest.raises(BadPosition) as refused:
        call()
    return str(refused.value)


@pytest.mark.parametrize("data", [None, [], "text", 5])
def test_a_description_must_be_a_table(data: object) -> None:
    assert "a position is a table of names and values" in refusal(lambda: PositionReader("toy", 3, data, KEYS))


def test_an_unknown_entry_is_refused_with_the_known_ones() -> None:
    assert refusal(lambda: read(can=1)) == (
        'toy: "can" is not part of a position; expected one of phase, cans, active, loud, hands, viewer.'
    )


def test_missing_entries_get_their_defaults() -> None:
    empty = read()
    assert empty.read_number("active", 2, 0, 9) == 2
    assert empty.read_word("phase", "move", PHASES) == 1
    assert empty.read_flag("loud") is False
    assert empty.read_seat("active", None, -1) == -1
    assert empty.read_by_seat("cans", 9) == [0, 0, 0]
    assert empty.read_by_seat("cans", 9, (1, 2, 3)) == [1, 2, 3]
    assert empty.read_lists("hands") == [[], [], []]
    assert empty.read_viewer() == TRUTH
    assert "cans" not in empty and empty.get("cans", 7) == 7


def test_given_entries_are_read() -> None:
    given = read(phase="roll", cans=[1, 2, 3], active=0, loud=True, hands=([1], [], [2]), viewer="onlooker")
    assert given.read_word("phase", "move", PHASES) == 0
    assert given.read_by_seat("cans", 9) == [1, 2, 3]
    assert given.read_seat("active", None, -1) == 0
    assert given.read_flag("loud") is True
    assert given.read_lists("hands") == [[1], [], [2]]
    assert given.read_viewer() == ONLOOKER
    assert read(viewer=2).read_viewer() == 2
    assert read(active=None).read_seat("active", 1, -1) == -1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: read(active=3).read_seat("active", 0, -1), "toy: active is 3; expected a whole number from 0 to 2."),
        (lambda: read(active=True).read_number("active", 0, 0, 9), "toy: active is True; expected a whole number from"),
        (lambda: read(active=10**30).read_number("active", 0, 0, 0), "toy: active is 1" + "0" * 30 + "; expected 0."),
        (
            lambda: read(active=16**9000).read_number("active", 0, 0, 9),
            "toy: active is too long to show; expected a whole",
        ),
        (
            lambda: read(phase="mvoe").read_word("phase", "move", PHASES),
            'toy: phase is "mvoe"; expected one of roll, move.',
        ),
        (lambda: read(phase=[]).read_word("phase", "move", PHASES), "toy: phase is []; expected one of roll, move."),
        (lambda: read(loud=1).read_flag("loud"), "toy: loud is 1; expected true or false."),
        (lambda: read(cans=[1, 2]).read_by_seat("cans", 9), "toy: cans is [1, 2]; expected a list of 3."),
        (
            lambda: read(cans=[1, 2, -1]).read_by_seat("cans", 9),
            "toy: cans[2] is -1; expected a whole number from 0 to 9.",
        ),
        (lambda: read(hands={}).read_lists("hands"), "toy: hands is {}; expected a list of 3."),
        (lambda: read(hands=5).check_list("hands", 5), "toy: hands is 5; expected a list."),
        (lambda: read(viewer="me").read_viewer(), 'toy: viewer is "me"; expected a whole number from 0 to 2.'),
        (lambda: read().require(False, "a card lies in two hands"), "toy: a card lies in two hands."),
    ],
)
def test_a_wrong_entry_is_refused_with_what_was_expected(call: Callable[[], object], message: str) -> None:
    assert refusal(call).startswith(message)


def test_a_true_requirement_raises_nothing() -> None:
    read().require(True, "never said")
