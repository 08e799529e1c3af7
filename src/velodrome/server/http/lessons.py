"""Guided first games as a browser gets them: each step's table as the learner sees it, and what is said."""

from functools import cache
from importlib.resources import files

import msgspec

from velodrome.core import lessons
from velodrome.core.contract import Game, Value
from velodrome.server.game.log import Log, Turn
from velodrome.server.game.spec import Kind, asked_for, kind_of
from velodrome.server.game.views import Views
from velodrome.server.protocol import Lesson, LessonStep, Room, Seat, Terms
from velodrome.server.rooms.seats import BOTS


@cache
def lesson(name: str) -> lessons.Lesson:
    """The lesson of a game; BadLesson if it cannot be given."""

    def table(seats: int, options: dict[str, Value]) -> Game:
        return asked_for(name, seats, {**options}).game

    return lessons.read_lesson(files("velodrome.games").joinpath(name, "lesson.toml").read_text("utf-8"), table)


@cache
def lesson_of(name: str, language: str) -> bytes:
    """A lesson in one language, encoded."""
    found = lesson(name)
    kind = kind_of(found.game)
    steps = [
        LessonStep(
            step.said[language],
            step.rules,
            step.point,
            found.game.text(step.ask) if step.ask >= 0 else "",
            step.other.get(language, ""),
            msgspec.Raw(table),
        )
        for step, table in zip(found.steps, tables(found, kind), strict=True)
    ]
    return msgspec.json.encode(Lesson(room(found, kind), steps))


def tables(found: lessons.Lesson, kind: Kind) -> list[bytes]:
    """The tables of a lesson one after the other, as a socket would get them."""
    log, views, heard, told = Log(kind.game, b"", found.start), Views(kind), -1, []
    asked = -1
    for step in found.steps:
        turn = Turn(log)
        for move in [*([asked] if asked >= 0 else []), *step.moves]:
            turn.step(move, turn.state.copy())
        log.take(turn)
        told.append(views.table(log.state, log.heard, log.sheet, found.seat).since(heard))
        heard, asked = len(log.heard), step.ask
    return told


def room(found: lessons.Lesson, kind: Kind) -> Room:
    """The table that the learner sits at; nobody else comes there."""
    seats = [Seat(BOTS[seat], "", True, False) for seat in range(found.game.seats)]
    return Room(
        room="",
        game=kind.game.name,
        options=dict(kind.game.options),
        terms=Terms(hints=False, back=False, talk=False),
        phase="playing",
        open=False,
        seats=seats,
        me=found.seat,
        mine=[found.seat],
        host=False,
        spectators=0,
        invite="",
        rematch="",
        opener=None,
        forfeits=[],
    )
