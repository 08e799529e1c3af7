"""Base class of all drawings; used directly, it shows the zones of any game, one on each line."""

import re
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from velodrome.core import texts
from velodrome.core.contract import Data, Game, State
from velodrome.core.contract import Text as GameText
from velodrome.terminal.i18n import make_printable, say, say_game

PIECE_STYLES = {  # {colour of a piece: Rich style}
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
MAX_SINGLE_COLUMN_SEATS = 4  # with more seats, two seats share a line if they fit
NUMBER_WORD = re.compile(r"(?<!\S)[+-]?\d+(?!\S)")  # matches a whole word that is a number


class DrawingView(NamedTuple):
    """Everything that a drawing may use: the table as one viewer sees it, the players' names and the language."""

    game: Game
    table: Data
    seat: int  # the viewer: a seat, ONLOOKER or TRUTH
    names: list[str]
    language: str
    stage: int = 1

    @classmethod
    def of(cls, seen: State, names: list[str], language: str) -> "DrawingView":
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
        """Return a zone by its id; return an empty zone if the table has no such zone."""
        empty: dict[str, Any] = {"id": name, "size": 0, "pieces": [], "owner": None}
        return next((zone for zone in self.zones if zone["id"] == name), empty)

    def say(self, key: str, **arguments: object) -> str:
        return say(self.language, key, **arguments)

    def name(self, seat: object) -> str:
        return self.names[seat] if isinstance(seat, int) and seat >= 0 else "–"


class WidthAware:
    """Renderable that calls `make(width)` each time it is printed, because the width is not known earlier."""

    def __init__(self, make: Callable[[int], RenderableType]) -> None:
        self.make = make

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.make(options.max_width)


class Drawing:
    """Drawing of one table; each game has a subclass that overrides some of these methods."""

    def __init__(self, view: DrawingView) -> None:
        self.view = view

    def draw(self) -> RenderableType:
        """Render the whole table."""
        grid = self.grid()
        for seat, facts in enumerate(self.view.seats):
            words = ", ".join(f"{key} {value}" for key, value in facts.items() if value not in (None, False, ""))
            grid.add_row(Text(self.view.name(seat), "bold"), Text(make_printable(words)))
        for zone in self.view.zones:
            pieces = " ".join(str(piece["id"]) for piece in zone["pieces"])
            if zone["size"] and zone["id"] != "controls":
                grid.add_row(Text(str(zone["id"])), Text(pieces or f"{zone['size']} ?"))
        return grid

    def draw_interlude(self) -> RenderableType | None:
        """Render a summary to show between two stages, such as the scores; return None if the game has no stages."""
        return None

    def label(self, text: str) -> str:
        """Shorten a move's text for the list of choices; the short form can still be typed."""
        return text

    def explain(self, text: str) -> str:
        """Return a short explanation to show next to a move; "" if there is none."""
        return ""

    rules: ClassVar[dict[str, str]] = {}  # {first word of a move: number of the rule that help shows}
    numbers: tuple[str, ...] = ()  # first words of moves that are always grouped into one choice

    def group_key(self, text: str) -> str:
        """Return a text that is the same for similar moves: by default, the move's text without its numbers.

        If there are many moves, those with equal group keys share one line in the list of choices.
        """
        return NUMBER_WORD.sub("#", text)

    def describe_played(self, text: str) -> str:
        """Return a remark for the sentence about a played move, such as the value of a play; "" if there is none."""
        return ""

    def sort_key(self, text: str) -> tuple[int, ...]:
        """Return the key by which choices are sorted; moves with equal keys keep the order of the vocabulary."""
        return ()

    def expand(self, typed: str) -> str:
        """Return the move that abbreviated input stands for ("red2+red5" for "r2 r5"); return other input unchanged."""
        return typed

    @staticmethod
    def translate(text: str, language: str) -> str:
        """Return the name of the piece with the id `text` in this language. By default, return the id itself."""
        return text

    def say_game(self, text: GameText) -> str:
        """Return a sentence from the game's texts, with the names of seats and pieces filled in."""
        named = {key: self.name_pieces(value) if isinstance(value, str) else value for key, value in text.items()}
        return say_game(self.view.language, self.view.game.name, {**named, "key": text["key"]}, self.view.names)

    def name_pieces(self, listed: str) -> str:
        """Return the names of pieces, given their ids separated by commas."""
        return ", ".join([self.translate(piece, self.view.language) for piece in listed.split(", ")])

    def explain_group(self, text: str) -> str:
        """Return a short explanation to show next to a group of moves; "" if there is none.

        `text` is any move of the group.
        """
        key = f"{self.view.game.name}.group.{text.split()[0]}"
        return self.view.say(key) if key in texts.load("terminal", self.view.language) else ""

    # ------------------------------------------------------------ parts for all drawings

    def grid(self) -> Table:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        return grid

    def heading(self, *words: str) -> Text:
        """Render the title line. The first word names the game, the others describe its progress; skip empty words."""
        return Text.assemble((f" {words[0]} ", "bold reverse"), *[(f"  {word}", "bold") for word in words[1:] if word])

    def render_name(self, seat: int) -> Text:
        """Render a seat's name, underlined if the seat is the viewer's own."""
        style = "bold underline" if seat == self.view.seat else "bold"
        return Text().append(self.view.name(seat), style)  # styled separately, so that padding is not underlined

    def render_seats(self, rows: list[list[Text | str]]) -> RenderableType:
        """Lay out one row for each seat; many seats are placed two on a line if they fit."""
        return WidthAware(lambda width: lay_out_rows(rows, width))

    def stack(self, *things: RenderableType | None) -> Group:
        return Group(*[thing for thing in things if thing is not None])


def lay_out_rows(rows: list[list[Text | str]], width: int) -> Table:
    """Lay out rows of cells in a grid.

    If there are many rows and the width allows it, the second half of the rows is placed beside the first half.
    """
    columns = [max(cell_len(str(cell)) for cell in column) for column in zip(*rows, strict=True)]
    grid = Table.grid(padding=(0, 2, 0, 0))
    half = -(-len(rows) // 2)
    if len(rows) <= MAX_SINGLE_COLUMN_SEATS or 2 * (sum(columns) + 2 * len(columns)) > width + 2:
        half = len(rows)
    for first in range(half):
        grid.add_row(*[cell for row in rows[first::half] for cell in row])
    return grid


def name_piece(game: str, text: str, language: str) -> str:
    """Return the translated name of a piece; return `text` unchanged if there is no translation."""
    return texts.sentences(game, language).get(f"piece.{text}", text)
