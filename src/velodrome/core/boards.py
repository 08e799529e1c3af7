"""Boards and decks: TOML files that come with a game or from a user, checked entry by entry."""

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from velodrome.core.errors import BadBoard

IDS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")


class Board(NamedTuple):
    """A file as it was read; `text` is empty for one that comes with the game."""

    name: str  # what errors call it
    data: dict[str, Any]
    text: str

    def refuse(self, entry: str, found: object, expected: str) -> BadBoard:
        """The error for an entry: `raise board.refuse("spaces[3].kind", kind, "road, can or obstacle")`."""
        return BadBoard(f"{self.name}: {entry} is {shown(found)}; expected {expected}.")

    def number(self, table: dict[str, Any], key: str, low: int, high: int, where: str = "") -> int:
        """A whole number of a table, within bounds."""
        found = table.get(key)
        if not isinstance(found, int) or isinstance(found, bool) or not low <= found <= high:
            raise self.refuse(where + key, found, f"a whole number from {low} to {high}")
        return found

    def word(self, table: dict[str, Any], key: str, among: tuple[str, ...] = (), where: str = "") -> str:
        """A text of a table, one of a few if these are given."""
        found = table.get(key)
        if not isinstance(found, str) or (among and found not in among) or not found:
            raise self.refuse(where + key, found, "one of " + ", ".join(among) if among else "a text")
        return found

    def id(self, table: dict[str, Any], where: str = "") -> str:
        """An id: small letters, digits and _."""
        found = self.word(table, "id", (), where)
        if not set(found) <= IDS:
            raise self.refuse(where + "id", found, "letters a-z, digits and _ only")
        return found

    def rows(self, key: str, low: int, high: int) -> list[dict[str, Any]]:
        """A list of tables, so many of them."""
        found = self.data.get(key)
        if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
            raise self.refuse(key, found, "a list of tables")
        if not low <= len(found) <= high:
            raise self.refuse(key, f"a list of {len(found)}", f"{low} to {high} entries")
        return found

    def only(self, table: dict[str, Any], keys: tuple[str, ...], where: str = "") -> None:
        """No entry but these: a misspelt one would be silently ignored."""
        for key in table:
            if key not in keys:
                raise self.refuse(where + key, table[key], "only the entries " + ", ".join(keys))


def load(game: str, choice: str, built_in: tuple[str, ...]) -> Board:
    """The board of an option: the id of one that comes with the game, a path, or the TOML text itself."""
    if choice in built_in:
        text = files("velodrome.games").joinpath(game, choice + ".toml").read_text("utf-8")
        return Board(choice, parse(choice, text, game), "")
    if "\n" in choice:
        return Board("this board", parse("this board", choice, game), choice)
    path = Path(choice)
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as problem:
        known = ", ".join(built_in)
        reason = getattr(problem, "strerror", None) or "it is not text"
        raise BadBoard(f"{choice}: cannot be read ({reason}); expected a TOML file or one of {known}.") from None
    return Board(path.name, parse(path.name, text, game), text)


def parse(name: str, text: str, game: str) -> dict[str, Any]:
    """The tables of a file of format 1 for this game."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise BadBoard(f"{name}: not TOML: {problem}.") from None
    board = Board(name, data, text)
    board.number(data, "format", 1, 1)
    board.word(data, "game", (game,))
    return data


def shown(found: object) -> str:
    """What stands there, short enough for an error."""
    if found is None:
        return "missing"
    text = f'"{found}"' if isinstance(found, str) else str(found)
    return text if len(text) <= 60 else text[:57] + "…"
