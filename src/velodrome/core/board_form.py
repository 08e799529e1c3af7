"""Forms for editing a board file without writing TOML.

An entry is a key of the TOML file with its value. A form lists the entries that a person can edit.
"""

from typing import NamedTuple


class BoardField(NamedTuple):
    """An entry of a board file that a form can edit. Its label is the sentence `board.field.NAME` of the game."""

    name: str  # key in the file, with dots inside a table: "team.domestiques"
    type: str  # number, word or text
    low: int = 0  # number: lowest allowed value
    high: int = 0  # number: highest allowed value
    values: tuple[str, ...] = ()  # word: the allowed words
    kinds: tuple[str, ...] = ()  # kinds of spaces that have this entry; (): all kinds
    default: int = 1  # number: value in a new space


class BoardForm(NamedTuple):
    """The form for a board file: a list of rows (spaces or cards), each with a kind, and settings of the whole board.

    The name of a kind is the sentence `piece.KIND` of the game.
    """

    rows: str  # key of the list of rows
    low: int  # smallest number of rows
    high: int  # largest number of rows
    kinds: tuple[str, ...]  # kinds that a row can have
    fields: tuple[BoardField, ...] = ()  # entries of a row besides its kind
    fixed: int = 0  # number of rows at the beginning that cannot be removed, such as the space START
    length: str = ""  # key of the entry that must equal the number of rows; "": none
    numbering: str = ""  # how the key "n" numbers the rows: "up" from 0, "down" to 1; "": no key "n"
    has_ids: bool = False  # each row has a unique "id"
    settings: tuple[BoardField, ...] = ()  # entries outside the list of rows
    seats: str = ""  # key of a list with one table for each number of seats, given by its key "players"; "": none
    seat_settings: tuple[BoardField, ...] = ()  # entries of each table in the list `seats`
