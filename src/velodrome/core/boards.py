"""Boards and decks: TOML files that are built into a game or written by a user. Every value is checked."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import category

from velodrome.core.contract import Text
from velodrome.core.errors import BadBoard
from velodrome.core.toml_lines import find_line

ID_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")
MAX_BOARD_LENGTH = 40_000  # characters; several times the largest built-in board
MAX_DOTS_IN_LINE = 20  # tomllib takes minutes to parse a key with very many parts
ERROR_POSITION = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")  # end of a tomllib message
TOO_LONG_TO_SHOW = "too long to show"
SYNTAX_ERRORS = {  # {start of a tomllib message: KEY of our sentence `board.syntax.KEY`}
    "Invalid statement": "statement",
    "Invalid initial character": "statement",
    "Expected '='": "equals",
    "Invalid value": "value",
    "Invalid date": "value",
    "Unterminated string": "quotes",
    "Illegal character": "quotes",
    "Unescaped": "quotes",
    "Invalid hex": "quotes",
    "Escaped": "quotes",
    "Unclosed": "unclosed",
    "Expected ']": "unclosed",
    "Expected newline": "rest",
    "Found invalid character": "rest",
    "Duplicate": "twice",
    "Cannot": "twice",
}
CONTROL_CATEGORIES = ("Cc", "Cf", "Zl", "Zp")  # Unicode categories that control a terminal or break a line


class Board(NamedTuple):
    """A parsed board file."""

    name: str  # shown in errors
    data: dict[str, Any]  # the parsed TOML
    text: str  # the TOML itself; "" for a built-in board

    def error(self, entry: str, found: object, expected: str, key: str, **more: object) -> BadBoard:
        """Return the error for a wrong value: `raise board.error("spaces[3].name", name, "a text", "text")`.

        `entry` is the path of the value in the file. `found` is the wrong value; None means that it is missing.
        `expected` says in English what would be right. `key` names the translated sentence with the same meaning,
        `board.want.KEY`, and `more` has the values for its placeholders. If a list has a wrong length, pass this
        length as `has`.
        """
        seen = show_value(found)
        message = f"{self.name}: {shorten(entry)} is {seen}; expected {expected}."
        stands = "board.missing" if found is None else "board.has" if "has" in more else "board.is"
        why: list[Text] = [
            {"key": stands, "entry": shorten(entry), "found": "…" if seen == TOO_LONG_TO_SHOW else seen, **more},
            {"key": f"board.want.{key}", **more},
        ]
        return BadBoard(message, why, find_line(self.text, entry))

    def read_number(self, table: dict[str, Any], key: str, low: int, high: int, where: str = "") -> int:
        """Return the whole number `table[key]`; raise BadBoard if it is missing or out of bounds.

        `where` is the path of `table` in the file, such as "spaces[3].", for the error message.
        """
        found = table.get(key)
        if not isinstance(found, int) or isinstance(found, bool) or not low <= found <= high:
            if low == high:
                raise self.error(where + key, found, str(low), "exactly", value=low)
            raise self.error(where + key, found, f"a whole number from {low} to {high}", "number", low=low, high=high)
        return found

    def read_word(self, table: dict[str, Any], key: str, among: tuple[str, ...] = (), where: str = "") -> str:
        """Return the text `table[key]`; raise BadBoard if it is missing, empty or contains control characters.

        If `among` is not empty, the text must be one of its words. `where` is the path of `table` for the error
        message.
        """
        found = table.get(key)
        if not isinstance(found, str) or (among and found not in among) or not found:
            if among:
                known = ", ".join(among)
                raise self.error(where + key, found, "one of " + known, "among", words=known)
            raise self.error(where + key, found, "a text", "text")
        if escape_control_characters(found) != found:
            raise self.error(where + key, found, "a text without control characters", "clean")
        return found

    def read_id(self, table: dict[str, Any], where: str = "") -> str:
        """Return `table["id"]`, which may contain only lower-case letters, digits and _. Raises BadBoard."""
        found = self.read_word(table, "id", (), where)
        if not set(found) <= ID_CHARACTERS:
            raise self.error(where + "id", found, "letters a-z, digits and _ only", "id")
        return found

    def read_rows(self, key: str, low: int, high: int) -> list[dict[str, Any]]:
        """Return the list of TOML tables under `key`; raise BadBoard unless it has `low` to `high` tables."""
        found = self.data.get(key)
        if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
            raise self.error(key, found, "a list of tables", "rows")
        if not low <= len(found) <= high:
            wanted = f"{low} to {high} entries" if low < high else f"{low}"
            listed = f"a list of {len(found)}"
            raise self.error(key, listed, wanted, "count", low=low, high=high, has=len(found))
        return found

    def check_keys(self, table: dict[str, Any], keys: tuple[str, ...], where: str = "") -> None:
        """Raise BadBoard if the table has a key that is not in `keys`; a misspelt key would silently have no effect."""
        for key in table:
            if key not in keys:
                known = ", ".join(keys)
                raise self.error(where + key, table[key], "only the entries " + known, "only", words=known)


def load_board(game: str, option: str, choice: str, built_in: tuple[str, ...]) -> Board:
    """Load the board that an option selects; raise BadBoard if it is invalid or cannot be read.

    `choice` is the option's value: an id from `built_in`, the path of a TOML file, or the TOML text itself.
    """
    if choice in built_in:
        text = files("velodrome.games").joinpath(game, choice + ".toml").read_text("utf-8")
        return Board(choice, parse_board(choice, text, game), "")
    if "\n" in choice:
        return read_board(f"this {option}", choice.removeprefix("\ufeff"), game)  # some editors add a byte order mark
    path = Path(choice)
    try:
        if path.exists() and not path.is_file():  # reading a pipe or a device might never end
            raise OSError(0, "not a file")
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(MAX_BOARD_LENGTH + 1)
    except (OSError, ValueError) as problem:
        why = problem.strerror if isinstance(problem, OSError) else "not a text in UTF-8"
        known = ", ".join(built_in)
        message = f"{shorten(choice, 300)}: cannot be read ({why}); expected a TOML file or one of {known}."
        raise BadBoard(message, [{"key": "board.unreadable"}]) from None
    return read_board(shorten(path.name), text, game)


def read_board(name: str, text: str, game: str) -> Board:
    """Parse the text of a user's board; raise BadBoard if it is invalid. `name` stands for the board in errors.

    The returned board's text has normalised line ends, so that a record can store it unchanged.
    """
    text = text.replace("\r\n", "\n").removesuffix("\n") + "\n"
    return Board(name, parse_board(name, text, game), text)


def parse_board(name: str, text: str, game: str) -> dict[str, Any]:
    """Parse the TOML text of a board for this game; raise BadBoard if it is not TOML, too long or nested too deeply.

    Check only the keys "format", which must be 1, and "game". `name` stands for the board in errors.
    """
    if len(text) > MAX_BOARD_LENGTH:
        why: list[Text] = [{"key": "board.long", "most": MAX_BOARD_LENGTH}]
        raise BadBoard(f"{name}: too long; expected at most {MAX_BOARD_LENGTH} characters.", why)
    for place, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MAX_DOTS_IN_LINE:
            message = f"{name}: not a board: a line has more than {MAX_DOTS_IN_LINE} dots."
            raise BadBoard(message, [{"key": "board.dots", "most": MAX_DOTS_IN_LINE}], place)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise BadBoard(
            f"{name}: not TOML: {escape_control_characters(str(problem))}.", *describe_syntax_error(text, str(problem))
        ) from None
    except ValueError:  # Python refuses to parse a number of more than about 4000 digits
        raise BadBoard(f"{name}: not a board: a number is too long.", [{"key": "board.digits"}]) from None
    except RecursionError:
        message = f"{name}: not a board: lists or tables are nested too deeply."
        raise BadBoard(message, [{"key": "board.deep"}]) from None
    board = Board(name, data, text)
    board.read_number(data, "format", 1, 1)
    board.read_word(data, "game", (game,))
    return data


# ---------------------------------------------------------------- errors


def describe_syntax_error(text: str, message: str) -> tuple[list[Text], int, int]:
    """Translate a tomllib error message; return its texts, and the line and column of the error (column 0: unknown).

    `text` is the TOML that tomllib refused.
    """
    found = ERROR_POSITION.search(message)
    line, column = (int(found[1]), int(found[2])) if found and found[1] else (text.rstrip().count("\n") + 1, 0)
    kind = next((kind for start, kind in SYNTAX_ERRORS.items() if message.startswith(start)), "")
    return [{"key": f"board.syntax.{kind}" if kind else "board.syntax"}], line, column


def show_value(found: object) -> str:
    """Format a value for an error message; shorten it if necessary."""
    if found is None:
        return "missing"
    try:
        return shorten(f'"{found}"' if isinstance(found, str) else str(found))
    except (ValueError, RecursionError):  # too many digits, or a list nested too deeply for str()
        return TOO_LONG_TO_SHOW


def shorten(text: str, max_length: int = 60) -> str:
    """Shorten a text for an error message and escape its control characters."""
    text = escape_control_characters(text[: max_length + 1])
    return text if len(text) <= max_length else text[: max_length - 3] + "…"


def escape_control_characters(text: str) -> str:
    """Replace control characters with escapes such as \\u001b."""
    return "".join([f"\\u{ord(char):04x}" if category(char) in CONTROL_CATEGORIES else char for char in text])
