"""Options of a game: declared once; parsed from text or Python values, checked, and written into records."""

from typing import NamedTuple

from velodrome.core.board_form import BoardForm
from velodrome.core.contract import Value
from velodrome.core.errors import BadOption

RANDOM = "random"


class Option(NamedTuple):
    """One option of a game.

    The keys of its sentences are `option.NAME` (label), `help.NAME` (what it does), `option.NAME.VALUE` (a value)
    and `group.GROUP` (the heading above the option).
    """

    name: str
    kind: str  # choice, flag, number, numbers, seat, order, colours or board
    default: Value
    values: tuple[str, ...] = ()  # choice, colours: allowed values; board: ids of built-in boards
    low: int = 0  # number, numbers: lowest allowed number
    high: int = 0  # number, numbers: highest allowed number
    group: str = ""  # heading under which a form shows the option
    advanced: bool = False  # rarely changed: a form hides it at first
    form: BoardForm | None = None  # board: the form for editing it without TOML


def parse_pairs(texts: list[str]) -> dict[str, Value]:
    """Split command-line options of the form `name=value`; return {name: value}. Each value is still a text."""
    found: dict[str, Value] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise BadOption(f'--option {text}: expected name=value, such as --option "difficulties=1 2 3".', name)
        found[name.strip().replace("-", "_")] = value.strip()
    return found


def resolve_options(game: str, declared: tuple[Option, ...], given: dict[str, Value], seats: int) -> dict[str, Value]:
    """Return {name: value} for all `declared` options: the `given` values, and defaults for the other options.

    Parse values that are texts, such as "true" or "1 2 3". Raise BadOption for an unknown option or a wrong value.
    """
    known = {option.name: option for option in declared}
    for name in given:
        if name not in known:
            raise BadOption(f"{game} has no option {name}. It has: {', '.join(known) or 'none'}.", name)
    return {o.name: check_value(o, given.get(o.name, o.default), seats) for o in declared}


def collect_defaults(declared: tuple[Option, ...]) -> dict[str, Value]:
    return {option.name: option.default for option in declared}


def check_value(option: Option, value: Value, seats: int) -> Value:
    """Return the value converted to the option's type; raise BadOption if it is not allowed."""
    value = parse_value(option, value) if isinstance(value, str) else tuple(value) if isinstance(value, list) else value
    if not is_valid(option, value, seats):
        raise BadOption(
            f"{option.name} is {format_value(value)}; expected {describe_expected(option, seats)}.", option.name
        )
    return value


def parse_value(option: Option, text: str) -> Value:
    """Convert a text to the type of the option. If that fails, return the text; `check_value` then refuses it."""
    words = text.replace(",", " ").split()
    if option.kind == "flag":
        return {"true": True, "yes": True, "false": False, "no": False}.get(text.strip().lower(), text)
    if option.kind == "number" or (option.kind == "seat" and text.strip() != RANDOM):
        return int(text) if is_digits(text.strip().removeprefix("-")) else text
    if option.kind in ("numbers", "order"):
        return tuple(int(w) for w in words) if words and all(map(is_digits, words)) else text.strip()
    if option.kind == "colours":
        return tuple(words)
    return text.strip() if option.kind != "board" else text


def is_valid(option: Option, value: Value, seats: int) -> bool:
    kind = option.kind
    if kind == "flag":
        return isinstance(value, bool)
    if kind == "number":
        return is_number_between(value, option.low, option.high)
    if kind == "seat":
        return value == RANDOM or is_number_between(value, 0, seats - 1)
    if kind == "numbers":
        if value == option.default:
            return True
        return (
            isinstance(value, tuple)
            and bool(value)
            and all(is_number_between(v, option.low, option.high) for v in value)
        )
    if kind == "order":
        return value == RANDOM or (
            isinstance(value, tuple)
            and len(set(value)) == len(value) == seats
            and all(is_number_between(v, 0, seats - 1) for v in value)
        )
    if kind == "colours":
        return isinstance(value, tuple) and all(v in option.values for v in value)
    return isinstance(value, str) and (kind == "board" or value in option.values)


def is_digits(text: str) -> bool:
    """Return whether a text is a whole number of fewer than ten digits."""
    return text.isdecimal() and len(text) < 10


def is_number_between(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def describe_expected(option: Option, seats: int) -> str:
    """Return a phrase for error messages that describes the values that an option accepts."""
    kind = option.kind
    if kind == "flag":
        return "true or false"
    if kind == "number":
        return f"a whole number from {option.low} to {option.high}"
    if kind == "seat":
        return f"random or a seat from 0 to {seats - 1}"
    if kind == "numbers":
        return f"whole numbers from {option.low} to {option.high}"
    if kind == "order":
        return f"random or each seat from 0 to {seats - 1} once"
    if kind == "colours":
        return "any of " + ", ".join(option.values)
    return "one of " + ", ".join(option.values) + (" or a file" if kind == "board" else "")


def format_value(value: Value) -> str:
    """Format a value the way records and errors show it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return " ".join(str(v) for v in value) if isinstance(value, tuple) else str(value)
