"""What every drawing shares; and the plain drawing of any game, zone by zone."""

import re
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from velodrome.core import texts
from velodrome.core.contract import Data, Game, State
from velodrome.terminal.i18n import printable, say

INK = {  # the colours of pieces: letters on a ground
    "blue": "bold white on blue",
    "brown": "bold white on rgb(120,72,30)",
    "gray": "bold black on rgb(160,160,160)",
    "green": "bold black on green",
    "pink": "bold black on rgb(255,150,190)",
    "red": "bold white on red",
    "yellow": "bold black on bright_yellow",
    "black": "bold white on rgb(40,40,40)",
    "white": "bold black on bright_white",
    "orange": "bold black on rgb(255,150,40)",
    "hare": "bold black on bright_cyan",
}
MANY = 4  # seats that get a line each
NUMBER = re.compile(r"(?<!\S)[+-]?\d+(?!\S)")  # a word that is a number


class View(NamedTuple):
    """What a drawing may know: the table as one seat sees it, and what everybody knows."""

    game: Game
    table: Data
    seat: int  # whose eyes; ONLOOKER or TRUTH for none's
    names: list[str]
    language: str
    stage: int = 1

    @classmethod
    def of(cls, seen: State, names: list[str], language: str) -> "View":
        return cls(seen.game, seen.table(), seen.viewer, names, language, seen.stage)

    @property
    def zones(self) -> list[dict[str, Any]]:
        found: Any = self.table["zones"]
        return list(found)

    @property
    def seats(self) -> list[dict[str, Any]]:
        found: Any = self.table["seats"]
        return list(found)

    def zone(self, name: str) -> dict[str, Any]:
        """A zone by its id; an empty one if there is none."""
        empty: dict[str, Any] = {"id": name, "size": 0, "pieces": [], "owner": None}
        return next((zone for zone in self.zones if zone["id"] == name), empty)

    def say(self, key: str, **arguments: object) -> str:
        return say(self.language, key, **arguments)

    def name(self, seat: object) -> str:
        return self.names[seat] if isinstance(seat, int) and seat >= 0 else "–"


class Fitted:
    """What is drawn once the width it gets is known."""

    def __init__(self, make: Callable[[int], RenderableType]) -> None:
        self.make = make

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.make(options.max_width)


class Sketch:
    """A drawing of one table; games draw more than this one, which shows each zone as a line."""

    def __init__(self, view: View) -> None:
        self.view = view

    def draw(self) -> RenderableType:
        """All that lies there."""
        grid = self.grid()
        for seat, facts in enumerate(self.view.seats):
            words = ", ".join(f"{key} {value}" for key, value in facts.items() if value not in (None, False, ""))
            grid.add_row(Text(self.view.name(seat), "bold"), Text(printable(words)))
        for zone in self.view.zones:
            pieces = " ".join(str(piece["id"]) for piece in zone["pieces"])
            if zone["size"] and zone["id"] != "controls":
                grid.add_row(Text(str(zone["id"])), Text(pieces or f"{zone['size']} ?"))
        return grid

    def interlude(self) -> RenderableType | None:
        """What is shown where a stage ended, if the game has stages."""
        return None

    def label(self, text: str) -> str:
        """A move as the list of choices shows it; short, and still what may be typed."""
        return text

    def gloss(self, text: str) -> str:
        """A word on what a move does, beside it."""
        return ""

    rules: ClassVar[dict[str, str]] = {}  # first words of moves: the number of the rule that help shows
    numbers: tuple[str, ...] = ()  # first words of moves that are always listed as one choice of a number

    def family(self, text: str) -> str:
        """What moves have in common that may be listed as one when there are many."""
        return NUMBER.sub("#", text)

    def aside(self, text: str) -> str:
        """What the news add to a move that was played, such as its value."""
        return ""

    def order(self, text: str) -> tuple[int, ...]:
        """Where a move stands among the choices: least first, equal ones as the game lists them."""
        return ()

    def expand(self, typed: str) -> str:
        """A move's text from a shorter one that a person may type."""
        return typed

    @staticmethod
    def words(text: str, language: str) -> str:
        """A piece that a move names, as news speak of it."""
        return text

    # ------------------------------------------------------------ for all

    def grid(self) -> Table:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        return grid

    def heading(self, *words: str) -> Text:
        """The line above a table: what game, how far."""
        return Text.assemble((f" {words[0]} ", "bold reverse"), *[(f"  {word}", "bold") for word in words[1:] if word])

    def person(self, seat: int) -> Text:
        """A name, underlined if it is the viewer's."""
        style = "bold underline" if seat == self.view.seat else "bold"
        return Text().append(self.view.name(seat), style)  # what pads it has no line below

    def seated(self, rows: list[list[Text | str]]) -> RenderableType:
        """A line a seat; two seats a line where there are many and the width allows."""
        return Fitted(lambda width: in_lines(rows, width))

    def stack(self, *things: RenderableType | None) -> Group:
        return Group(*[thing for thing in things if thing is not None])


def in_lines(rows: list[list[Text | str]], width: int) -> Table:
    """Rows of cells, side by side in two halves if they are many and fit."""
    columns = [max(cell_len(str(cell)) for cell in column) for column in zip(*rows, strict=True)]
    grid = Table.grid(padding=(0, 2, 0, 0))
    half = -(-len(rows) // 2)
    if len(rows) <= MANY or 2 * (sum(columns) + 2 * len(columns)) > width + 2:
        half = len(rows)
    for first in range(half):
        grid.add_row(*[cell for row in rows[first::half] for cell in row])
    return grid


def piece_name(game: str, text: str, language: str) -> str:
    """What a game's texts call a piece; the text itself for what they do not name."""
    known = texts.sentences(game)
    return known[f"piece.{text}"][language].lower() if f"piece.{text}" in known else text
