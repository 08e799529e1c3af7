"""Lessons: guided first games, each read from a game's lesson.toml, with a start position and a list of steps.

The sentences are in the game's texts.<language>.toml. `lesson.1` is shown at step 1; words in it may be **bold**.
`lesson.1.other` is shown if the learner plays a legal move at step 1, but not the one that the step asks for.

A lesson.toml:

seats = 3
seat = 0                       # the learner's seat
options = { first_starter = 0 }
position = { … }               # as `Game.position` reads it; default: the start of the game

[[step]]
play = ["1 red4", "2 pass"]    # lines of a record, played before the step is shown
rules = ["VN-15"]
point = ["red2"]               # pieces, zones or "plate1" (a seat) to highlight
ask = "red5"                   # the move that the learner must play; it is played before the next step
"""

import tomllib
from collections.abc import Callable
from typing import Any, NamedTuple, cast

from velodrome.core.contract import Data, Game, State, Value
from velodrome.core.errors import VelodromeError
from velodrome.core.record import Record, read_line

STEP_KEYS = {"play", "point", "rules", "ask"}


class BadLesson(VelodromeError):
    """Raised for a broken lesson; the message names the step and says what is wrong."""


class LessonStep(NamedTuple):
    """One step of a lesson."""

    moves: list[int]  # played before the step is shown
    rules: list[str]  # numbers of the rules that the step explains
    point: list[str]  # ids of pieces, zones and seats to highlight
    ask: int  # the move that the learner must play, or -1


class Lesson(NamedTuple):
    """A guided game whose moves have been checked."""

    game: Game
    seat: int  # the learner's seat
    start: State
    steps: list[LessonStep]


def read_lesson(text: str, create_game: Callable[[int, dict[str, Value]], Game]) -> Lesson:
    """Read a lesson from the text of a lesson.toml; raise BadLesson if a step is wrong.

    `create_game` takes the number of seats and the options.
    """
    data = tomllib.loads(text)
    seat = int(data["seat"])
    game = create_game(int(data["seats"]), data.get("options", {}))
    position = cast("Data | None", data.get("position"))
    record = Record(game, game.position(position) if position else None)
    steps: list[LessonStep] = []
    for number, row in enumerate(data["step"], 1):
        try:
            steps.append(read_step(record, seat, row))
        except VelodromeError as problem:
            raise BadLesson(f"step {number}: {problem}") from None
    return Lesson(game, seat, record.start, steps)


def read_step(record: Record, seat: int, row: dict[str, Any]) -> LessonStep:
    """Read a step from its TOML table `row`. This plays the step's moves in `record`, including the learner's move.

    `seat` is the learner's seat. Raises a VelodromeError if the step is wrong.
    """
    unknown_keys = [key for key in row if key not in STEP_KEYS]
    if unknown_keys:
        raise BadLesson(f"unknown key {unknown_keys[0]}: expected {', '.join(sorted(STEP_KEYS))}.")
    before = len(record.moves)
    for line in row.get("play", []):
        read_line(record, line)
    seen = record.state.seen_by(seat)
    unknown = [piece for piece in row.get("point", []) if piece not in list_targets(seen)]
    if unknown:
        raise BadLesson(f"{unknown[0]} is not on the table.")
    moves, ask = record.moves[before:], -1
    if "ask" in row:
        ask = record.game.parse(row["ask"])
        record.play_as(seat, row["ask"])
    return LessonStep(moves, row.get("rules", []), row.get("point", []), ask)


def list_targets(seen: State) -> set[str]:
    """Return the ids that a lesson or example can highlight: zones, pieces and seats ("plate0", "plate1" …)."""
    zones = cast("list[Data]", seen.table()["zones"])
    pieces = {str(piece["id"]) for zone in zones for piece in cast("list[Data]", zone["pieces"])}
    return pieces | {str(zone["id"]) for zone in zones} | {f"plate{seat}" for seat in range(seen.game.seats)}
