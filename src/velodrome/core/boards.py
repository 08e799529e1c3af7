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
MAX_BOARD_LENGTH = 40_000  # characters of a file: several times the largest that comes with a game
MAX_DOTS_IN_LINE = 20  # on a line: tomllib would read a key of very many parts for minutes, however they are written
ERROR_POSITION = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")  # how tomllib ends what it says
TOO_LONG_TO_SHOW = "too long to show"
SYNTAX_ERRORS = {  # how tomllib begins what it says, and which `board.syntax.…` says it in every language
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
CONTROL_CATEGORIES = ("Cc", "Cf", "Zl", "Zp")  # categories of characters that steer a terminal or break a line


class Board(NamedTuple):
    """A file as it was read; `text` is empty for one that comes with the game."""

    name: str  # what errors call it
    data: dict[str, Any]
    text: str

    def error(self, entry: str, found: object, expected: str, key: str, **more: object) -> BadBoard:
        """The error for an entry: `raise board.refuse("spaces[3].name", name, "a text", "text")`.

        `key` is the text that says what is expected in every language, `board.want.KEY`; `has` is how many there are,
        where that is what is wrong.
        """
        seen = show_value(found)
        told = f"{self.name}: {shorten(entry)} is {seen}; expected {expected}."
        stands = "board.missing" if found is None else "board.has" if "has" in more else "board.is"
        why: list[Text] = [
            {"key": stands, "entry": shorten(entry), "found": "…" if seen == TOO_LONG_TO_SHOW else seen, **more},
            {"key": f"board.want.{key}", **more},
        ]
        return BadBoard(told, why, find_line(self.text, entry))

    def read_number(self, table: dict[str, Any], key: str, low: int, high: int, where: str = "") -> int:
        """A whole number of a table, within bounds."""
        found = table.get(key)
        if not isinstance(found, int) or isinstance(found, bool) or not low <= found <= high:
            if low == high:
                raise self.error(where + key, found, str(low), "exactly", value=low)
            raise self.error(where + key, found, f"a whole number from {low} to {high}", "number", low=low, high=high)
        return found

    def read_word(self, table: dict[str, Any], key: str, among: tuple[str, ...] = (), where: str = "") -> str:
        """A text of a table, one of a few if these are given."""
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
        """An id: small letters, digits and _."""
        found = self.read_word(table, "id", (), where)
        if not set(found) <= ID_CHARACTERS:
            raise self.error(where + "id", found, "letters a-z, digits and _ only", "id")
        return found

    def read_rows(self, key: str, low: int, high: int) -> list[dict[str, Any]]:
        """A list of tables, so many of them."""
        found = self.data.get(key)
        if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
            raise self.error(key, found, "a list of tables", "rows")
        if not low <= len(found) <= high:
            wanted = f"{low} to {high} entries" if low < high else f"{low}"
            listed = f"a list of {len(found)}"
            raise self.error(key, listed, wanted, "count", low=low, high=high, has=len(found))
        return found

    def check_keys(self, table: dict[str, Any], keys: tuple[str, ...], where: str = "") -> None:
        """No entry but these: a misspelt one would be silently ignored."""
        for key in table:
            if key not in keys:
                known = ", ".join(keys)
                raise self.error(where + key, table[key], "only the entries " + known, "only", words=known)


def load_board(game: str, option: str, choice: str, built_in: tuple[str, ...]) -> Board:
    """The board of an option: the id of one that comes with the game, a path, or the TOML text itself."""
    if choice in built_in:
        text = files("velodrome.games").joinpath(game, choice + ".toml").read_text("utf-8")
        return Board(choice, parse_board(choice, text, game), "")
    if "\n" in choice:
        return read_board(f"this {option}", choice.removeprefix("\ufeff"), game)  # a mark that some editors begin with
    path = Path(choice)
    try:
        if path.exists() and not path.is_file():  # a pipe or a device might never end
            raise OSError(0, "not a file")
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(MAX_BOARD_LENGTH + 1)
    except (OSError, ValueError) as problem:
        why = problem.strerror if isinstance(problem, OSError) else "not a text in UTF-8"
        known = ", ".join(built_in)
        told = f"{shorten(choice, 300)}: cannot be read ({why}); expected a TOML file or one of {known}."
        raise BadBoard(told, [{"key": "board.unreadable"}]) from None
    return read_board(shorten(path.name), text, game)


def read_board(name: str, text: str, game: str) -> Board:
    """A user's board, its text as a record gives it back."""
    text = text.replace("\r\n", "\n").removesuffix("\n") + "\n"
    return Board(name, parse_board(name, text, game), text)


def parse_board(name: str, text: str, game: str) -> dict[str, Any]:
    """The tables of a file of format 1 for this game."""
    if len(text) > MAX_BOARD_LENGTH:
        why: list[Text] = [{"key": "board.long", "most": MAX_BOARD_LENGTH}]
        raise BadBoard(f"{name}: too long; expected at most {MAX_BOARD_LENGTH} characters.", why)
    for place, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MAX_DOTS_IN_LINE:
            told = f"{name}: not a board: a line has more than {MAX_DOTS_IN_LINE} dots."
            raise BadBoard(told, [{"key": "board.dots", "most": MAX_DOTS_IN_LINE}], place)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise BadBoard(
            f"{name}: not TOML: {escape_control_characters(str(problem))}.", *describe_syntax_error(text, str(problem))
        ) from None
    except ValueError:  # Python reads no number of more than some 4000 digits
        raise BadBoard(f"{name}: not a board: a number is too long.", [{"key": "board.digits"}]) from None
    except RecursionError:
        told = f"{name}: not a board: lists or tables are nested too deeply."
        raise BadBoard(told, [{"key": "board.deep"}]) from None
    board = Board(name, data, text)
    board.read_number(data, "format", 1, 1)
    board.read_word(data, "game", (game,))
    return data


# ---------------------------------------------------------------- for errors


def describe_syntax_error(text: str, told: str) -> tuple[list[Text], int, int]:
    """What tomllib says is wrong, as a text, with its line and column."""
    found = ERROR_POSITION.search(told)
    line, column = (int(found[1]), int(found[2])) if found and found[1] else (text.rstrip().count("\n") + 1, 0)
    kind = next((kind for start, kind in SYNTAX_ERRORS.items() if told.startswith(start)), "")
    return [{"key": f"board.syntax.{kind}" if kind else "board.syntax"}], line, column


def show_value(found: object) -> str:
    """What stands there, short enough for an error."""
    if found is None:
        return "missing"
    try:
        return shorten(f'"{found}"' if isinstance(found, str) else str(found))
    except (ValueError, RecursionError):  # Python writes no number of so many digits, nor so deep a list
        return TOO_LONG_TO_SHOW


def shorten(text: str, most: int = 60) -> str:
    """A text that fits an error and does nothing to the screen."""
    text = escape_control_characters(text[: most + 1])
    return text if len(text) <= most else text[: most - 3] + "…"


def escape_control_characters(text: str) -> str:
    """A text with its control characters spelt out."""
    return "".join([f"\\u{ord(char):04x}" if category(char) in CONTROL_CATEGORIES else char for char in text])
