"""Boards and decks: TOML files that come with a game or from a user, checked entry by entry."""

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
MAX_DOTS_IN_LINE = 20  # tomllib takes minutes for a key of very many parts
ERROR_POSITION = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")  # end of a message of tomllib
TOO_LONG_TO_SHOW = "too long to show"
SYNTAX_ERRORS = {  # start of a message of tomllib: end of the text `board.syntax.…`
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
    """A board file that was read; `text` is empty for one that comes with the game."""

    name: str  # used in errors
    data: dict[str, Any]
    text: str

    def error(self, entry: str, found: object, expected: str, key: str, **more: object) -> BadBoard:
        """Build the error for an entry: `raise board.error("spaces[3].name", name, "a text", "text")`.

        `key` is the end of the text `board.want.KEY`, which says in every language what is expected; `has` is the
        number of entries where that is wrong.
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
        """Read a whole number of a table, within bounds."""
        found = table.get(key)
        if not isinstance(found, int) or isinstance(found, bool) or not low <= found <= high:
            if low == high:
                raise self.error(where + key, found, str(low), "exactly", value=low)
            raise self.error(where + key, found, f"a whole number from {low} to {high}", "number", low=low, high=high)
        return found

    def read_word(self, table: dict[str, Any], key: str, among: tuple[str, ...] = (), where: str = "") -> str:
        """Read a text of a table; one of `among` if that is given."""
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
        """Read an id: small letters, digits and _."""
        found = self.read_word(table, "id", (), where)
        if not set(found) <= ID_CHARACTERS:
            raise self.error(where + "id", found, "letters a-z, digits and _ only", "id")
        return found

    def read_rows(self, key: str, low: int, high: int) -> list[dict[str, Any]]:
        """Read a list of `low` to `high` tables."""
        found = self.data.get(key)
        if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
            raise self.error(key, found, "a list of tables", "rows")
        if not low <= len(found) <= high:
            wanted = f"{low} to {high} entries" if low < high else f"{low}"
            listed = f"a list of {len(found)}"
            raise self.error(key, listed, wanted, "count", low=low, high=high, has=len(found))
        return found

    def check_keys(self, table: dict[str, Any], keys: tuple[str, ...], where: str = "") -> None:
        """Refuse entries other than these; a misspelt one would be ignored silently."""
        for key in table:
            if key not in keys:
                known = ", ".join(keys)
                raise self.error(where + key, table[key], "only the entries " + known, "only", words=known)


def load_board(game: str, option: str, choice: str, built_in: tuple[str, ...]) -> Board:
    """Load the board of an option from the id of a built-in one, a path, or the TOML text itself."""
    if choice in built_in:
        text = files("velodrome.games").joinpath(game, choice + ".toml").read_text("utf-8")
        return Board(choice, parse_board(choice, text, game), "")
    if "\n" in choice:
        return read_board(f"this {option}", choice.removeprefix("\ufeff"), game)  # byte order mark of some editors
    path = Path(choice)
    try:
        if path.exists() and not path.is_file():  # a pipe or a device might never end
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
    """Read a user's board from its text, normalised as records write it."""
    text = text.replace("\r\n", "\n").removesuffix("\n") + "\n"
    return Board(name, parse_board(name, text, game), text)


def parse_board(name: str, text: str, game: str) -> dict[str, Any]:
    """Parse a file of format 1 for this game, with limits on its size and nesting."""
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
    except ValueError:  # Python reads no number of more than some 4000 digits
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
    """Turn an error of tomllib into a text with its line and column."""
    found = ERROR_POSITION.search(message)
    line, column = (int(found[1]), int(found[2])) if found and found[1] else (text.rstrip().count("\n") + 1, 0)
    kind = next((kind for start, kind in SYNTAX_ERRORS.items() if message.startswith(start)), "")
    return [{"key": f"board.syntax.{kind}" if kind else "board.syntax"}], line, column


def show_value(found: object) -> str:
    """Show a value, short enough for an error."""
    if found is None:
        return "missing"
    try:
        return shorten(f'"{found}"' if isinstance(found, str) else str(found))
    except (ValueError, RecursionError):  # Python writes no number of so many digits, nor so deep a list
        return TOO_LONG_TO_SHOW


def shorten(text: str, max_length: int = 60) -> str:
    """Shorten a text for an error and escape its control characters."""
    text = escape_control_characters(text[: max_length + 1])
    return text if len(text) <= max_length else text[: max_length - 3] + "…"


def escape_control_characters(text: str) -> str:
    """Write control characters as escapes such as \\u001b."""
    return "".join([f"\\u{ord(char):04x}" if category(char) in CONTROL_CATEGORIES else char for char in text])
