"""Tests of options: every kind, given as Python values or as text, and the errors for invalid values."""

import pytest

from velodrome.core.contract import Value
from velodrome.core.errors import BadOption
from velodrome.core.options import Option, check_value, collect_defaults, format_value, parse_value, resolve_options

CHOICE = Option("edition", "choice", "en", values=("en", "fr"))
FLAG = Option("loud", "flag", False)
NUMBER = Option("target", "number", 8, low=1, high=20)
NUMBERS = Option("laps", "numbers", (1, 2, 3), low=1, high=9)
SEAT = Option("first", "seat", "random")
ORDER = Option("start", "order", "random")
COLOURS = Option("colours", "colours", ("red", "blue"), values=("red", "blue", "green"))
BOARD = Option("track", "board", "city", values=("city",))
ALL = (CHOICE, FLAG, NUMBER, NUMBERS, SEAT, ORDER, COLOURS, BOARD)

GOOD: list[tuple[Option, Value, Value]] = [
    (CHOICE, "fr", "fr"),
    (CHOICE, " fr ", "fr"),
    (FLAG, True, True),
    (FLAG, "yes", True),
    (FLAG, "TRUE", True),
    (FLAG, "no", False),
    (FLAG, "false", False),
    (NUMBER, 20, 20),
    (NUMBER, "1", 1),
    (NUMBERS, (9, 1), (9, 1)),
    (NUMBERS, "1 2 3", (1, 2, 3)),
    (NUMBERS, "4, 5", (4, 5)),
    (SEAT, "random", "random"),
    (SEAT, "2", 2),
    (SEAT, 0, 0),
    (ORDER, "random", "random"),
    (ORDER, "2 0 1", (2, 0, 1)),
    (ORDER, (0, 1, 2), (0, 1, 2)),
    (COLOURS, "blue, green", ("blue", "green")),
    (COLOURS, ("red",), ("red",)),
    (BOARD, "city", "city"),
    (BOARD, "my/own.toml", "my/own.toml"),
]

BAD: list[tuple[Option, Value, str]] = [
    (CHOICE, "de", "edition is de; expected one of en, fr."),
    (CHOICE, 3, "edition is 3; expected one of en, fr."),
    (FLAG, "maybe", "loud is maybe; expected true or false."),
    (FLAG, 1, "loud is 1; expected true or false."),
    (NUMBER, 0, "target is 0; expected a whole number from 1 to 20."),
    (NUMBER, "21", "target is 21; expected a whole number from 1 to 20."),
    (NUMBER, "many", "target is many; expected a whole number from 1 to 20."),
    (NUMBER, "--1", "target is --1; expected a whole number from 1 to 20."),
    (NUMBER, "²", "target is ²; expected a whole number from 1 to 20."),
    (NUMBER, True, "target is true; expected a whole number from 1 to 20."),
    (NUMBERS, "1 0", "laps is 1 0; expected whole numbers from 1 to 9."),
    (NUMBERS, "one", "laps is one; expected whole numbers from 1 to 9."),
    (NUMBERS, (), "laps is ; expected whole numbers from 1 to 9."),
    (SEAT, 3, "first is 3; expected random or a seat from 0 to 2."),
    (SEAT, "-1", "first is -1; expected random or a seat from 0 to 2."),
    (SEAT, "youngest", "first is youngest; expected random or a seat from 0 to 2."),
    (ORDER, "0 1", "start is 0 1; expected random or each seat from 0 to 2 once."),
    (ORDER, "0 1 1", "start is 0 1 1; expected random or each seat from 0 to 2 once."),
    (ORDER, (1, 2, 3), "start is 1 2 3; expected random or each seat from 0 to 2 once."),
    (ORDER, "backwards", "start is backwards; expected random or each seat from 0 to 2 once."),
    (COLOURS, "red pink", "colours is red pink; expected any of red, blue, green."),
    (BOARD, 5, "track is 5; expected one of city or a file."),
]


@pytest.mark.parametrize(("option", "given", "value"), GOOD)
def test_a_valid_value_is_converted_to_its_type(option: Option, given: Value, value: Value) -> None:
    found = check_value(option, given, 3)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(("option", "given", "message"), BAD)
def test_an_invalid_value_is_refused_with_the_expected_ones(option: Option, given: Value, message: str) -> None:
    with pytest.raises(BadOption) as refused:
        check_value(option, given, 3)
    assert str(refused.value) == message


@pytest.mark.parametrize("option", ALL)
def test_a_default_is_valid_and_can_be_parsed_from_its_text(option: Option) -> None:
    assert check_value(option, option.default, 3) == option.default
    assert check_value(option, format_value(option.default), 3) == option.default


def test_a_list_is_converted_to_a_tuple() -> None:
    assert check_value(NUMBERS, [1, 2], 3) == (1, 2)  # type: ignore[arg-type]


def test_missing_options_get_their_defaults() -> None:
    assert resolve_options("toy", ALL, {"target": "5"}, 3) == {**collect_defaults(ALL), "target": 5}


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadOption, match=r"toy has no option speed\. It has: edition, loud\."):
        resolve_options("toy", (CHOICE, FLAG), {"speed": 1}, 3)
    with pytest.raises(BadOption, match=r"It has: none\."):
        resolve_options("toy", (), {"speed": 1}, 3)


def test_the_text_of_a_board_is_not_changed() -> None:
    assert parse_value(BOARD, "a = 1\n b = 2\n") == "a = 1\n b = 2\n"
