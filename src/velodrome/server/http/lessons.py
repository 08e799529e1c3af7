"""Lessons: guided first games, with the table of each step as the learner sees it."""

from functools import cache
from importlib.resources import files

import msgspec

from velodrome.core import lessons, texts
from velodrome.core.contract import Game, Value
from velodrome.core.log import Log, Turn
from velodrome.server.game.spec import GameSpec, request_game, spec_of
from velodrome.server.game.views import PlainViews
from velodrome.server.protocol import LessonMessage, LessonStepMessage, RoomMessage, Seat, Terms
from velodrome.server.rooms.names import BOT_NAMES


@cache
def read_lesson(name: str) -> lessons.Lesson:
    """Read the lesson of a game; raise BadLesson if it has a mistake."""

    def make_game(seats: int, options: dict[str, Value]) -> Game:
        return request_game(name, seats, {**options})

    return lessons.read_lesson(files("velodrome.games").joinpath(name, "lesson.toml").read_text("utf-8"), make_game)


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
    return msgspec.json.encode(LessonMessage(make_room(lesson, spec), steps))


def encode_tables(lesson: lessons.Lesson, spec: GameSpec) -> list[bytes]:
    """Encode the table of each step, relative to that of the previous step."""
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


def make_room(lesson: lessons.Lesson, spec: GameSpec) -> RoomMessage:
    """Build the room message of a lesson; a lesson has no real room."""
    seats = [Seat(BOT_NAMES[seat], "", True, False) for seat in range(lesson.game.seats)]
    return RoomMessage(
        room="",
        game=spec.game.name,
        options=dict(spec.game.options),
        terms=Terms(hints=False, back=False, talk=False),
        phase="playing",
        open=False,
        seats=seats,
        me=lesson.seat,
        mine=[lesson.seat],
        host=False,
        spectators=0,
        invite="",
        rematch="",
        opener=None,
        forfeits=[],
    )
