"""Looking back: a game ply by ply through the eyes that may look, its record, and a new table that goes on from a ply.

While a game runs, a guest looks through the own eyes alone; once it is over, through anybody's. A record that somebody
has is theirs: it is read, shown, and not kept.
"""

import secrets
from functools import lru_cache, partial
from typing import NamedTuple

import msgspec
from librt.strings import BytesWriter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from velodrome.bots import LEVELS
from velodrome.core import record as records
from velodrome.core.contract import ONLOOKER, OVER, TRUTH
from velodrome.core.errors import VelodromeError
from velodrome.core.log import Log, Turn
from velodrome.core.record import BadRecord, Record
from velodrome.core.rng import Rng
from velodrome.games import GAMES
from velodrome.server.game.history import moments, snapshot, state_at
from velodrome.server.game.log import MAX_UNDOS
from velodrome.server.game.spec import Kind, kind_of
from velodrome.server.game.views import PastViews
from velodrome.server.http.rooms import Refuse, answer, body, opened
from velodrome.server.protocol import LookBack, NewFrom, Past, Seat
from velodrome.server.rooms.registry import Wanted, planned
from velodrome.server.rooms.room import LiveRoom
from velodrome.server.rooms.seats import BOTS, Place, default_name
from velodrome.server.services import Desk, address_of, desk_of
from velodrome.server.workers.fair_queue import apart

WINDOW = 60  # plies whose tables are told at once
READ = 16  # records that stay read: whoever looks asks again and again
LINES = 6000  # of a record; the longest games have a fifth of that
UNDONE = MAX_UNDOS  # lines that take back: each plays all again
TABLE = "# table "  # the remark that names who sat there, as the terminal writes it
LOST = "# lost on time: seat "  # a remark for each seat that did
WORDS = {ONLOOKER: "onlooker", TRUTH: "open"}


class Course(NamedTuple):
    """A game that was played, by whom, and through whose eyes it may be looked at."""

    kind: Kind
    log: Log
    seats: list[Seat]
    eyes: list[int]  # the usual first
    me: int | None = None
    forfeits: tuple[int, ...] = ()  # seats that lost on time

    @property
    def over(self) -> bool:
        """Whether it has ended: of two seats, one that lost on time is the end."""
        return self.log.state.actor == OVER or (len(self.seats) == 2 and bool(self.forfeits))

    @property
    def plies(self) -> int:
        return len(self.log.entries)

    @property
    def whole(self) -> bool:
        """Whether everything may be known."""
        return TRUTH in self.eyes

    def viewer(self, word: str) -> int:
        """The eyes that a word names; refused if they may not look."""
        if not word:
            return self.eyes[0]
        found = next((eye for eye in self.eyes if name_of(eye) == word), None)
        if found is None:
            raise Refuse("replay.eyes", 403)
        return found


def name_of(viewer: int) -> str:
    return WORDS.get(viewer) or str(viewer)


# ---------------------------------------------------------------- what is told


def summary(course: Course, viewer: int) -> Past:
    """All but the tables."""
    game = course.kind.game
    stages: list[list[int]] = []
    for moment in moments(course.log):
        while stages and stages[-1][0] > moment.state.stage:  # taken back
            stages.pop()
        if moment.state.actor != OVER and (not stages or stages[-1][0] != moment.state.stage):
            stages.append([moment.state.stage, moment.ply])
    news = BytesWriter()
    PastViews(course.kind).write_news(news, course.log.entries, viewer, 0, course.plies)
    return Past(
        game=game.name,
        options=course.kind.options,
        seats=course.seats,
        me=course.me,
        over=course.over,
        forfeits=list(course.forfeits),
        eyes=[name_of(eye) for eye in course.eyes],
        looking=name_of(viewer),
        plies=course.plies,
        stages=stages,
        news=msgspec.json.decode(b"[%b]" % news.getvalue(), type=list[msgspec.Raw]),
        pieces=game.pieces,
        may_go_on=course.whole or course.log.state.viewer != TRUTH,
    )


def tables(course: Course, viewer: int, first: int, last: int) -> bytes:
    """The tables of some plies, as JSON."""
    if not 0 <= first <= last <= course.plies or last - first >= WINDOW:
        raise Refuse("refuse.unknown")
    views, heard = PastViews(course.kind), course.log.entries
    found: list[bytes] = []
    for ply, state, sheet in moments(course.log):
        if ply >= first:
            view = views.table(state, heard[:ply], sheet, viewer)
            found.append(view.since(ply - 1, ply == first))
        if ply == last:
            break
    return b'{"tables":[%b]}' % b",".join(found)


def shown(course: Course, eyes: str, first: int, last: int) -> Response:
    """The game as a whole, or the tables of some plies."""
    viewer = course.viewer(eyes)
    if first < 0:
        return answer(summary(course, viewer))
    return Response(tables(course, viewer, first, last), 200, {"cache-control": "no-store"}, "application/json")


# ---------------------------------------------------------------- rooms


def course_of(room: LiveRoom, guest: str) -> Course:
    """The game of a room as far as a guest may look at it."""
    if room.phase == "lobby":
        raise Refuse("refuse.lobby", 409)
    mine = room.seats_of(guest)
    seat = mine[0] if len(mine) == 1 else None  # who share a device look at what all of them may see
    everybody = [TRUTH, *range(len(room.seats)), ONLOOKER]
    eyes = everybody if room.phase == "over" else [ONLOOKER if seat is None else seat]
    return Course(room.kind, snapshot(room.log), room.seat_lines(), eyes, seat, tuple(room.forfeits))


async def found(request: Request, name: str) -> tuple[Course, Desk]:
    desk = desk_of(request)
    room = await desk.hall.room(name)
    if room is None:
        raise HTTPException(404)
    return course_of(room, desk.guest(request)), desk


async def past(request: Request) -> Response:
    """A game of this server, finished or so far."""
    course, desk = await found(request, request.path_params["room"])
    asked = request.query_params
    try:
        first, last = int(asked.get("first", "-1")), int(asked.get("last", "-1"))
    except ValueError:
        raise Refuse("refuse.unknown") from None
    return await apart(desk.whose(request), partial(shown, course, asked.get("eyes", ""), first, last))


async def download(request: Request) -> Response:
    """The record of a game: the truth once it is over, until then what the guest heard."""
    name = request.path_params["room"]
    course, desk = await found(request, name)
    content = await apart(desk.whose(request), partial(written, course))
    headers = {
        "cache-control": "no-store",
        "content-disposition": f'attachment; filename="{course.kind.game.name}-{name}.txt"',
    }
    return Response(content, 200, headers, "text/plain; charset=utf-8")


def written(course: Course) -> str:
    """The record of a game, as far as its usual eyes may see."""
    record = record_of(course.log)
    if not course.whole:
        record = record.seen_by(course.eyes[0])
    return remark(course.seats) + "".join(f"{LOST}{seat}\n" for seat in course.forfeits) + record.write()


def record_of(log: Log) -> Record:
    """A log as a record."""
    record = Record(log.game, log.start)
    for heard in log.entries:
        if heard.move < 0:
            record.undo(-heard.move)
        else:
            record.play(heard.move)
    return record


def remark(seats: list[Seat]) -> str:
    """The line that names who sat there; none where the names could not be read back."""
    words = [seat.bot if seat.bot and not seat.away else seat.name for seat in seats]
    people = [word.lower() for word, seat in zip(words, seats, strict=True) if word == seat.name]
    plain = all(word and not set(word) & set(",:#") for word in words)
    return f"{TABLE}{','.join(words)}\n" if plain and len(set(people)) == len(people) else ""


# ---------------------------------------------------------------- records that somebody has


async def look(request: Request) -> Response:
    """A record that a page sends: shown, not kept."""
    asked = await body(request, LookBack)
    whose = desk_of(request).whose(request)
    course = await read(asked.record, whose)
    return await apart(whose, partial(shown, course, asked.eyes, asked.first, asked.last))


async def read(text: str, whose: str) -> Course:
    """The game of a record; what is wrong with it is said with its line."""
    undone = sum([row.lstrip().startswith("undo") for row in text.split("\n", LINES + 1)])
    if text.count("\n") > LINES or undone > UNDONE:
        raise Refuse("refuse.large", 413)
    try:
        return await apart(whose, partial(course_from, text))
    except BadRecord as problem:
        raise Refuse("replay.bad", line=problem.line, found=problem.found, why=[problem.why]) from None
    except (VelodromeError, ValueError, RecursionError, OverflowError):
        raise Refuse("replay.no_record") from None


@lru_cache(READ)
def course_from(text: str) -> Course:
    """The game of a record; BadRecord if it is none."""
    record = records.read(text, GAMES)
    kind = kind_of(record.game)
    own = record.start.viewer
    log = Log(kind.game, b"", record.start if record.positioned or own != TRUTH else None)
    turn = Turn(log)
    for move in record.moves:
        turn.play(move)
    log.append(turn)
    everybody = [TRUTH, *range(kind.game.seats), ONLOOKER]
    seats = kind.game.seats
    eyes = everybody if own == TRUTH else [own]
    return Course(kind, log, sat(text, seats), eyes, forfeits=tuple(lost(text, seats)))


def head(text: str) -> list[str]:
    """The lines before the first move."""
    return text.lstrip().partition("\n\n")[0].splitlines()


def lost(text: str, seats: int) -> list[int]:
    """Who lost on time, if remarks say so."""
    words = [row.removeprefix(LOST).strip() for row in head(text) if row.startswith(LOST)]
    return [seat for seat in range(seats) if str(seat) in words]


def sat(text: str, seats: int) -> list[Seat]:
    """Who sat there, if a remark says so."""
    row = next((row for row in head(text) if row.startswith(TABLE)), "")
    words = [" ".join(word.split())[:16] for word in row.removeprefix(TABLE).split(",")]
    if len(words) != seats:
        words = [""] * seats
    return [
        Seat(BOTS[place] if not word or word in LEVELS else word, word if word in LEVELS else "", True, False)
        for place, word in enumerate(words)
    ]


# ---------------------------------------------------------------- going on


async def go_on(request: Request) -> Response:
    """A new table that goes on from a ply of a game that is over, or of a record, against bots."""
    asked, desk = await body(request, NewFrom), desk_of(request)
    guest, whose = desk.guest(request), desk.whose(request)
    course = await read(asked.record, whose) if asked.record else (await found(request, asked.room))[0]
    await apart(whose, partial(check, course, asked))
    if not desk.limits.may_open(guest, address_of(request)):
        raise Refuse("refuse.rooms", 429)
    name = await desk.store.load_guest_name(guest) or default_name(guest)
    seats = [Place(bot=asked.bot) for _ in course.seats]
    seats[asked.seat] = Place(guest, name=name)
    wanted = Wanted(course.kind, seats, guest, False)
    try:
        plan = await apart(whose, lambda: planned(begun(course, asked.ply, wanted), name))
    except VelodromeError:
        raise Refuse("replay.no_way") from None
    return await opened(request, plan)


def check(course: Course, asked: NewFrom) -> None:
    """Refuse what cannot go on."""
    if not course.whole and course.log.state.viewer == TRUTH:
        raise Refuse("replay.running", 403)
    if not 0 <= asked.ply <= course.plies or not 0 <= asked.seat < len(course.seats) or asked.bot not in LEVELS:
        raise Refuse("refuse.unknown")
    if state_at(course.log, asked.ply).actor == OVER:
        raise Refuse("replay.ended")


def begun(course: Course, ply: int, wanted: Wanted) -> Wanted:
    """The table as it goes on: with all moves so far; from one seat's record, in a position that fits what it knew."""
    log = course.log
    if log.state.viewer != TRUTH:
        guessed = state_at(log, ply).guess(Rng(secrets.randbits(64)))
        return wanted._replace(start=log.game.position(guessed.write()))  # as the room will read it; or it cannot be
    moves = tuple([log.game.text(move) for move in log.standing_moves(ply)])
    return wanted._replace(moves=moves, start=log.start if log.positioned else None)


ROUTES = [
    Route("/api/rooms/{room}/past", past),
    Route("/api/rooms/{room}/record", download),
    Route("/api/replays", look, methods=["POST"]),
    Route("/api/replays/on", go_on, methods=["POST"]),
]
