"""Reader for positions given as plain data; its errors name the wrong value and what was expected."""

from collections.abc import Sequence

from velodrome.core.boards import show_value
from velodrome.core.contract import ONLOOKER, TRUTH, Data
from velodrome.core.errors import BadPosition


class PositionReader:
    """Base class of each game's position reader: checks the keys and values of one position."""

    def __init__(self, name: str, seats: int, data: object, keys: Sequence[str]) -> None:
        if not isinstance(data, dict):
            raise BadPosition(f"{name}: a position is a table of names and values, not {show_value(data)}.")
        for key in data:
            if key not in keys:
                raise BadPosition(
                    f"{name}: {show_value(key)} is not part of a position; expected one of {', '.join(keys)}."
                )
        self.name = name
        self.seats = seats
        self.data: Data = data

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def get(self, key: str, default: object = None) -> object:
        return self.data.get(key, default)

    def error(self, what: str, found: object, expected: str) -> BadPosition:
        """Return the error for a wrong value: `raise reader.error("cans of seat 2", found, "0 to 15")`.

        `what` names the value, `found` is the wrong value itself, and `expected` says what would be right.
        """
        return BadPosition(f"{self.name}: {what} is {show_value(found)}; expected {expected}.")

    def require(self, holds: bool, why_not: str) -> None:
        """Raise BadPosition with the message `why_not` unless `holds` is true."""
        if not holds:
            raise BadPosition(f"{self.name}: {why_not}.")

    # ------------------------------------------------------------ check a value; errors call it `what`

    def check_number(self, what: str, found: object, low: int, high: int) -> int:
        """Return `found` if it is a whole number within bounds; raise BadPosition otherwise."""
        if not isinstance(found, int) or isinstance(found, bool) or not low <= found <= high:
            raise self.error(what, found, f"a whole number from {low} to {high}" if high > low else str(low))
        return found

    def check_word(self, what: str, found: object, words: Sequence[str]) -> int:
        """Return the index of `found` in `words`; raise BadPosition if it is not one of them."""
        if not isinstance(found, str) or found not in words:
            raise self.error(what, found, "one of " + ", ".join(words))
        return words.index(found)

    def check_list(self, what: str, found: object, count: int | None = None) -> list[object]:
        """Return `found` as a list; raise BadPosition if it is not a list, or not of length `count` (None: any)."""
        if not isinstance(found, list | tuple) or (count is not None and len(found) != count):
            raise self.error(what, found, "a list" if count is None else f"a list of {count}")
        return list(found)

    # ------------------------------------------------------------ read the value of a key

    def read_number(self, key: str, default: int, low: int, high: int) -> int:
        return self.check_number(key, self.data.get(key, default), low, high)

    def read_word(self, key: str, default: str, words: Sequence[str]) -> int:
        """Return the index in `words` of the word under a key; a missing key means the word `default`."""
        return self.check_word(key, self.data.get(key, default), words)

    def read_flag(self, key: str, default: bool = False) -> bool:
        found = self.data.get(key, default)
        if not isinstance(found, bool):
            raise self.error(key, found, "true or false")
        return found

    def read_seat(self, key: str, default: int | None, nobody: int) -> int:
        """Return the seat under a key, or the number `nobody` if the value is None; a missing key means `default`."""
        found = self.data.get(key, default)
        return nobody if found is None else self.check_number(key, found, 0, self.seats - 1)

    def read_lists(self, key: str) -> list[object]:
        """Return the list under a key, with one item for each seat; a missing key means an empty list for each seat."""
        return self.check_list(key, self.data.get(key, [[] for _ in range(self.seats)]), self.seats)

    def read_by_seat(self, key: str, high: int, default: Sequence[int] = ()) -> list[int]:
        """Return the list under a key, with a whole number from 0 to `high` for each seat.

        If the key is missing, return `default`, or 0 for each seat if `default` is empty.
        """
        found = self.check_list(key, self.data.get(key, list(default) or [0] * self.seats), self.seats)
        return [self.check_number(f"{key}[{seat}]", value, 0, high) for seat, value in enumerate(found)]

    def read_viewer(self) -> int:
        """Return the viewer of the position: a seat, ONLOOKER, or TRUTH for the full state."""
        found = self.data.get("viewer")
        return ONLOOKER if found == "onlooker" else self.read_seat("viewer", None, TRUTH)
