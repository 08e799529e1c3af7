"""Forms for editing a board file without writing TOML.

A form lists fields. Each field is a key of the TOML file whose value a person can edit.
"""

from typing import NamedTuple


class BoardField(NamedTuple):
    """A key of a board file whose value a form can edit. The game's sentence `board.field.NAME` is its label."""

    name: str  # key in the file, with dots inside a table: "team.domestiques"
    type: str  # number, word or text
    low: int = 0  # number: lowest allowed value
    high: int = 0  # number: highest allowed value
    values: tuple[str, ...] = ()  # word: the allowed words
    kinds: tuple[str, ...] = ()  # kinds of spaces that have this field; (): all kinds
    default: int = 1  # number: value that a new row starts with


class BoardForm(NamedTuple):
    """The form for a board file: a list of rows (spaces or cards), each with a kind, and settings of the whole board.

    The name of a kind is the game's sentence `piece.KIND`.
    """

    rows: str  # key of the list of rows
    low: int  # smallest number of rows
    high: int  # largest number of rows
    kinds: tuple[str, ...]  # kinds that a row can have
    fields: tuple[BoardField, ...] = ()  # fields of a row besides its kind
    fixed: int = 0  # number of rows at the beginning that cannot be removed, such as the space START
    length: str = ""  # key whose value must equal the number of rows; "": none
    numbering: str = ""  # how the key "n" numbers the rows: "up" from 0, "down" to 1; "": no key "n"
    has_ids: bool = False  # each row has a unique "id"
    settings: tuple[BoardField, ...] = ()  # fields outside the list of rows
    seats: str = ""  # key of a list of TOML tables, each for one number of seats ("players" in the table); "": none
    seat_settings: tuple[BoardField, ...] = ()  # fields of each TOML table in the list `seats`
