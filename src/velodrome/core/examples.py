"""Examples in a rulebook: pictures of the table, read from a game's examples.toml.

An example in this file:

[[example]]
name = "combination"           # its caption is `example.combination` in texts.<language>.toml
rule = "VN-14"                 # the rule that it explains
seats = 3
seat = 0                       # the viewer
options = { first_starter = 0 }
position = { … }               # as `Game.position` reads it; default: the start of the game
play = ["0 red2+red5"]         # lines of a record, played before the picture is drawn
point = ["red2"]               # pieces, zones or "plate1" (a seat) to highlight
show = ["board"]               # parts of the table to draw: seats, board, own (the viewer's area)
"""

import tomllib
from collections.abc import Callable
from typing import Any, NamedTuple, cast

from velodrome.core.contract import Data, Game, State, Value
from velodrome.core.errors import VelodromeError
from velodrome.core.lessons import list_targets
from velodrome.core.record import Record, read_line

EXAMPLE_KEYS = {"name", "rule", "seats", "seat", "options", "position", "play", "point", "show"}
TABLE_PARTS = ("seats", "board", "own")


class BadExample(VelodromeError):
    """Raised for a broken example; the message names the example and says what is wrong."""


class Example(NamedTuple):
    """One picture of the table in a rulebook."""

    name: str
    rule: str
    game: Game
    seat: int  # the viewer
    start: State
    moves: list[int]  # played before the picture is drawn
    point: list[str]  # ids of pieces, zones and seats to highlight
    show: list[str]  # parts of the table to draw; see TABLE_PARTS


def read_examples(text: str, create_game: Callable[[int, dict[str, Value]], Game]) -> list[Example]:
    """Read all examples from the text of an examples.toml; raise BadExample if one is wrong.

    `create_game` takes the number of seats and the options.
    """
    found = []
    for number, row in enumerate(tomllib.loads(text).get("example", []), 1):
        try:
            found.append(read_example(row, create_game))
        except (KeyError, VelodromeError) as problem:
            raise BadExample(f"example {row.get('name', number)}: {problem}") from None
    return found


def read_example(row: dict[str, Any], create_game: Callable[[int, dict[str, Value]], Game]) -> Example:
    """Read an example from its TOML table `row`; raise KeyError or a VelodromeError if the example is wrong.

    `create_game` takes the number of seats and the options.
    """
    game = create_game(int(row["seats"]), row.get("options", {}))
    position = cast("Data | None", row.get("position"))
    record = Record(game, game.position(position) if position else None)
    for line in row.get("play", []):
        read_line(record, line)
    seat, point, show = int(row["seat"]), row.get("point", []), row.get("show", ["board"])
    targets = list_targets(record.state.seen_by(seat))
    checks = {"key": (row, EXAMPLE_KEYS), "piece to point at": (point, targets), "part": (show, TABLE_PARTS)}
    for what, (given, known) in checks.items():
        unknown = [name for name in given if name not in known]
        if unknown:
            raise BadExample(f"unknown {what} {unknown[0]}: expected one of {', '.join(sorted(known))}.")
    return Example(row["name"], row["rule"], game, seat, record.start, record.moves, point, show)
