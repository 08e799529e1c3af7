"""Encoded lessons and rulebook examples: tables that look like those of a room, although no room exists."""

from collections.abc import Callable
from functools import cache
from importlib.resources import files

import msgspec

from velodrome.core import examples, lessons, texts
from velodrome.core.contract import Game, Value
from velodrome.core.log import Log, Turn
from velodrome.server.game.spec import GameSpec, request_game, spec_of
from velodrome.server.game.views import PlainViews
from velodrome.server.protocol import ExampleMessage, LessonMessage, LessonStepMessage, RoomMessage, Seat, Terms
from velodrome.server.rooms.names import BOT_NAMES


@cache
def read_lesson(name: str) -> lessons.Lesson:
    """Read the lesson of a game; raise BadLesson if it has a mistake."""
    return lessons.read_lesson(read_file(name, "lesson.toml"), game_maker(name))


@cache
def read_examples(name: str) -> list[examples.Example]:
    """Read the rulebook examples of a game; raise BadExample if one has a mistake."""
    return examples.read_examples(read_file(name, "examples.toml"), game_maker(name))


def read_file(name: str, file: str) -> str:
    return files("velodrome.games").joinpath(name, file).read_text("utf-8")


def game_maker(name: str) -> Callable[[int, dict[str, Value]], Game]:
    """Return a function that creates the game from a number of seats and options."""

    def make_game(seats: int, options: dict[str, Value]) -> Game:
        return request_game(name, seats, {**options})

    return make_game


@cache
def encode_lesson(name: str, language: str) -> bytes:
    """Encode a lesson in one language."""
    lesson = read_lesson(name)
    spec = spec_of(lesson.game)
    said = texts.sentences(name, language)
    steps = [
        LessonStepMessage(
            said[f"lesson.{number}"],
            step.rules,
            step.point,
            lesson.game.text(step.ask) if step.ask >= 0 else "",
            said.get(f"lesson.{number}.other", ""),
            msgspec.Raw(table),
        )
        for number, (step, table) in enumerate(zip(lesson.steps, encode_tables(lesson, spec), strict=True), 1)
    ]
    return msgspec.json.encode(LessonMessage(make_room(spec, lesson.seat), steps))


def encode_tables(lesson: lessons.Lesson, spec: GameSpec) -> list[bytes]:
    """Encode the table of each step as changes to the table of the previous step."""
    log, views, tables = Log(spec.game, b"", lesson.start), PlainViews(spec), []
    last_ply, asked_move = -1, -1
    for step in lesson.steps:
        turn = Turn(log)
        for move in [*([asked_move] if asked_move >= 0 else []), *step.moves]:
            turn.play(move)
        log.append(turn)
        tables.append(views.view(log.state, log.entries, log.stage_scores, lesson.seat).since(last_ply))
        last_ply, asked_move = len(log.entries), step.ask
    return tables


@cache
def encode_examples(name: str, language: str) -> bytes:
    """Encode the rulebook examples of a game in one language."""
    said = texts.sentences(name, language)
    found = []
    for example in read_examples(name):
        spec = spec_of(example.game)
        room, table = make_room(spec, example.seat), msgspec.Raw(encode_table(example, spec))
        caption = said[f"example.{example.name}"]
        found.append(ExampleMessage(example.name, example.rule, caption, room, table, example.point, example.show))
    return msgspec.json.encode(found)


def encode_table(example: examples.Example, spec: GameSpec) -> bytes:
    """Encode the table of an example as its viewer sees it."""
    log = Log(spec.game, b"", example.start)
    turn = Turn(log)
    for move in example.moves:
        turn.play(move)
    log.append(turn)
    return PlainViews(spec).view(log.state, log.entries, log.stage_scores, example.seat).since(-1)


def make_room(spec: GameSpec, seat: int) -> RoomMessage:
    """Build the room message for a lesson or an example, which has no real room."""
    seats = [Seat(BOT_NAMES[number], "", True, False) for number in range(spec.game.seats)]
    return RoomMessage(
        room="",
        game=spec.game.name,
        options=dict(spec.game.options),
        terms=Terms(hints=False, back=False, talk=False),
        phase="playing",
        open=False,
        seats=seats,
        me=seat,
        mine=[seat],
        host=False,
        spectators=0,
        invite="",
        rematch="",
        opener=None,
        forfeits=[],
    )
