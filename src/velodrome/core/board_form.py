"""Forms for boards: they list the entries of a board file that a person can edit without writing TOML."""

from typing import NamedTuple


class BoardField(NamedTuple):
    """An entry of a board file that a form can edit. Its label is the game's text with the key `board.field.NAME`."""

    name: str  # with dots inside a table of the file: "team.domestiques"
    type: str  # number, word or text
    low: int = 0  # number: from low to high
    high: int = 0
    values: tuple[str, ...] = ()  # word: allowed words
    kinds: tuple[str, ...] = ()  # kinds of spaces that have this entry; () for all
    default: int = 1  # number: value of a new space


class BoardForm(NamedTuple):
    """The form for a board file: a list of spaces or cards with their kinds, and settings of the whole board.

    The name of a kind is the game's text with the key `piece.KIND`.
    """

    rows: str  # entry with the list of spaces or cards
    low: int  # fewest rows
    high: int  # most rows
    kinds: tuple[str, ...]  # kinds that a row can have
    fields: tuple[BoardField, ...] = ()  # entries of a row besides its kind
    fixed: int = 0  # number of rows at the beginning that cannot be removed, such as START
    length: str = ""  # entry that must be the number of rows
    numbering: str = ""  # entry "n" of the rows: "up" from 0, "down" to 1, or "" if there is none
    has_ids: bool = False  # each row has an entry "id" of its own
    settings: tuple[BoardField, ...] = ()  # entries outside the list of rows
    seats: str = ""  # entry with a list that has one table for each number of players, called "players"
    seat_settings: tuple[BoardField, ...] = ()  # entries of each table in this list
