"""Replays: show a game ply by ply, download its record, and continue it from a ply in a new room.

While a game is running, guests see only what their own seat sees; afterwards they may choose any viewer. A record that
a guest uploads is shown but not stored.
"""

import secrets
from functools import lru_cache, partial
from typing import NamedTuple

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
from velodrome.server.game.history import PastViews, moments, snapshot, state_at
from velodrome.server.game.log import MAX_UNDOS
from velodrome.server.game.spec import GameSpec, spec_of
from velodrome.server.game.views import news_of
from velodrome.server.guests.limits import client_address
from velodrome.server.http.errors import RequestRefused
from velodrome.server.http.profile import find_name
from velodrome.server.http.requests import NO_STORE, encoded_response, json_response, read_body
from velodrome.server.http.rooms import save_room
from velodrome.server.protocol import LookBack, NewFrom, Past, Seat
from velodrome.server.rooms.broadcast import seat_messages
from velodrome.server.rooms.create import RoomDraft, plan_room
from velodrome.server.rooms.names import BOT_NAMES, MAX_NAME_LENGTH
from velodrome.server.rooms.room import Room
from velodrome.server.rooms.state import RoomSeat
from velodrome.server.services import get_services
from velodrome.server.workers.fair_queue import run_in_thread

MAX_TABLES = 60  # plies in one response
RECORD_CACHE_SIZE = 16  # parsed records: a page asks for the same record again and again
MAX_RECORD_LINES = 6000  # the longest games have a fifth as many lines
SEATS_COMMENT = "# table "  # start of the line that names the players; the terminal writes it too
FORFEIT_COMMENT = "# lost on time: seat "  # start of the line that names a seat that lost on time
VIEWER_NAMES = {ONLOOKER: "onlooker", TRUTH: "open"}


class Replay(NamedTuple):
    """A game with its players, and the viewers that a guest may choose."""

    spec: GameSpec
    log: Log
    seats: list[Seat]
    viewers: list[int]  # the default first
    me: int | None = None  # the guest's seat
    forfeits: tuple[int, ...] = ()  # seats that lost on time

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended; with two seats, a forfeit ends it too."""
        return self.log.state.actor == OVER or (len(self.seats) == 2 and bool(self.forfeits))

    @property
    def plies(self) -> int:
        return len(self.log.entries)

    @property
    def shows_everything(self) -> bool:
        return TRUTH in self.viewers

    def find_viewer(self, name: str) -> int:
        """Return the viewer with this name, or the default for ""; refuse a viewer that the guest may not choose."""
        if not name:
            return self.viewers[0]
        viewer = next((viewer for viewer in self.viewers if viewer_name(viewer) == name), None)
        if viewer is None:
            raise RequestRefused("replay.eyes", 403)
        return viewer


def viewer_name(viewer: int) -> str:
    return VIEWER_NAMES.get(viewer) or str(viewer)


def all_viewers(seats: int) -> list[int]:
    return [TRUTH, *range(seats), ONLOOKER]


# ---------------------------------------------------------------- responses


def summarize(replay: Replay, viewer: int) -> Past:
    """Return everything about a game except its tables, with the moves as `viewer` sees them."""
    game = replay.spec.game
    return Past(
        game=game.name,
        options=replay.spec.options,
        seats=replay.seats,
        me=replay.me,
        over=replay.is_over,
        forfeits=list(replay.forfeits),
        eyes=[viewer_name(viewer) for viewer in replay.viewers],
        looking=viewer_name(viewer),
        plies=replay.plies,
        rounds=find_rounds(replay.log),
        news=[news_of(replay.spec, replay.log.entries, index, viewer) for index in range(replay.plies)],
        pieces=game.pieces,
        may_go_on=replay.shows_everything or replay.log.state.viewer != TRUTH,
    )


def find_rounds(log: Log) -> list[list[int]]:
    """Return [number, ply] for each round that was not undone; `ply` is the ply at which the round begins."""
    rounds: list[list[int]] = []
    for moment in moments(log):
        number = moment.state.round_number()
        while rounds and rounds[-1][0] > number:  # an undo went back to an earlier round
            rounds.pop()
        if moment.state.actor != OVER and (not rounds or rounds[-1][0] != number):
            rounds.append([number, moment.ply])
    return rounds


def encode_tables(replay: Replay, viewer: int, first: int, last: int) -> bytes:
    """Encode the tables of the plies from `first` to `last` as JSON; refuse plies that are invalid or too many."""
    if not 0 <= first <= last <= replay.plies or last - first >= MAX_TABLES:
        raise RequestRefused("refuse.unknown")
    views, entries = PastViews(replay.spec), replay.log.entries
    tables: list[bytes] = []
    for ply, state, stage_scores in moments(replay.log):
        if ply >= first:
            views.is_forfeited = ply == replay.plies and replay.is_over
            view = views.view(state, entries[:ply], stage_scores, viewer)
            tables.append(view.since(ply - 1, ply == first))
        if ply == last:
            break
    return b'{"tables":[%b]}' % b",".join(tables)


def respond(replay: Replay, viewer_name: str, first: int, last: int) -> Response:
    """Respond with the tables of the plies from `first` to `last`, or with the summary if `first` is negative.

    This is slow, so run it in a thread.
    """
    viewer = replay.find_viewer(viewer_name)
    if first < 0:
        return json_response(summarize(replay, viewer))
    return encoded_response(encode_tables(replay, viewer, first, last))


# ---------------------------------------------------------------- games of this server


def replay_room(room: Room, guest: str) -> Replay:
    """Return the replay of a room's game so far, limited to what the guest may see.

    Raise RequestRefused if the game has not started.
    """
    if room.info.phase == "lobby":
        raise RequestRefused("refuse.lobby", 409)
    mine = room.seats_of(guest)
    seat = mine[0] if len(mine) == 1 else None  # people who share a device get the onlooker's view
    is_over = room.info.phase == "over"
    viewers = all_viewers(len(room.seats)) if is_over else [ONLOOKER if seat is None else seat]
    forfeits = tuple([other for other, each in enumerate(room.seats) if each.has_forfeited])
    return Replay(room.spec, snapshot(room.log), seat_messages(room), viewers, seat, forfeits)


async def find_replay(request: Request, name: str) -> Replay:
    """Return the replay of a room.

    Raise 404 if there is no such room, and RequestRefused if its game has not started.
    """
    services = get_services(request)
    room = await services.registry.open(name)
    if room is None:
        raise HTTPException(404)
    return replay_room(room, services.guest_of(request))


async def get_replay(request: Request) -> Response:
    """Respond with the summary of a room's replay or, if the query asks for plies, with the tables of these plies."""
    replay = await find_replay(request, request.path_params["room"])
    query = request.query_params
    try:
        first, last = int(query.get("first", "-1")), int(query.get("last", "-1"))
    except ValueError:
        raise RequestRefused("refuse.unknown") from None
    client = get_services(request).client_key(request)
    return await run_in_thread(client, partial(respond, replay, query.get("eyes", ""), first, last))


async def download_record(request: Request) -> Response:
    """Respond with the record of a room as a file: the full record if the game is over, else what the guest saw."""
    name = request.path_params["room"]
    replay = await find_replay(request, name)
    content = await run_in_thread(get_services(request).client_key(request), partial(write_record, replay))
    headers = NO_STORE | {"content-disposition": f'attachment; filename="{replay.spec.game.name}-{name}.txt"'}
    return Response(content, 200, headers, "text/plain; charset=utf-8")


def write_record(replay: Replay) -> str:
    """Return the text of the record as the default viewer sees it. This is slow, so call it in a thread.

    Comments at its start name the players, and the seats that lost on time.
    """
    record = make_record(replay.log)
    if not replay.shows_everything:
        record = record.seen_by(replay.viewers[0])
    forfeits = "".join(f"{FORFEIT_COMMENT}{seat}\n" for seat in replay.forfeits)
    return write_seats_comment(replay.seats) + forfeits + record.write()


def make_record(log: Log) -> Record:
    """Convert a log to a record."""
    record = Record(log.game, log.start if log.positioned else None)
    for entry in log.entries:
        if entry.move < 0:
            record.undo(-entry.move)
        else:
            record.play(entry.move)
    return record


def write_seats_comment(seats: list[Seat]) -> str:
    """Return the comment line that names the players.

    Return "" if the line could not be read back: a name is missing, has a special character, or occurs twice.
    """
    words = [seat.bot if seat.bot and not seat.away else seat.name for seat in seats]
    people = [word.lower() for word, seat in zip(words, seats, strict=True) if word == seat.name]
    is_readable = all(word and not set(word) & set(",:#") for word in words)
    return f"{SEATS_COMMENT}{','.join(words)}\n" if is_readable and len(set(people)) == len(people) else ""


# ---------------------------------------------------------------- uploaded records


async def show_record(request: Request) -> Response:
    """Respond with the summary of an uploaded record or, if the request asks for plies, with their tables."""
    wanted = await read_body(request, LookBack)
    client = get_services(request).client_key(request)
    replay = await read_record(wanted.record, client)
    return await run_in_thread(client, partial(respond, replay, wanted.eyes, wanted.first, wanted.last))


async def read_record(text: str, client: str) -> Replay:
    """Parse a record in a thread; raise RequestRefused if it is too long or has a mistake.

    `client` is the client key for the fair queue.
    """
    undos = sum([line.lstrip().startswith("undo") for line in text.split("\n", MAX_RECORD_LINES + 1)])
    if text.count("\n") > MAX_RECORD_LINES or undos > MAX_UNDOS:
        raise RequestRefused("refuse.large", 413)
    try:
        return await run_in_thread(client, partial(parse_record, text))
    except BadRecord as problem:
        raise RequestRefused("replay.bad", line=problem.line, found=problem.found, why=[problem.why]) from None
    except (VelodromeError, ValueError, RecursionError, OverflowError):
        raise RequestRefused("replay.no_record") from None


@lru_cache(RECORD_CACHE_SIZE)
def parse_record(text: str) -> Replay:
    """Parse a record; raise BadRecord if it has a mistake. This is slow, so call it in a thread."""
    record = records.read(text, GAMES)
    spec = spec_of(record.game)
    viewer = record.start.viewer
    log = Log(spec.game, b"", record.start if record.positioned or viewer != TRUTH else None)
    turn = Turn(log)
    for move in record.moves:
        turn.play(move)
    log.append(turn)
    seats = spec.game.seats
    viewers = all_viewers(seats) if viewer == TRUTH else [viewer]
    return Replay(spec, log, read_seats_comment(text, seats), viewers, forfeits=tuple(read_forfeits(text, seats)))


def header_lines(text: str) -> list[str]:
    """Return the lines before the first move."""
    return text.lstrip().partition("\n\n")[0].splitlines()


def read_forfeits(text: str, seats: int) -> list[int]:
    """Return the seats that lost on time according to the record's comments."""
    lines = [line.removeprefix(FORFEIT_COMMENT) for line in header_lines(text) if line.startswith(FORFEIT_COMMENT)]
    numbers = {line.strip() for line in lines}
    return [seat for seat in range(seats) if str(seat) in numbers]


def read_seats_comment(text: str, seats: int) -> list[Seat]:
    """Return the players named in the record's comment; if there is no valid comment, return default names."""
    line = next((line for line in header_lines(text) if line.startswith(SEATS_COMMENT)), "")
    words = [" ".join(word.split())[:MAX_NAME_LENGTH] for word in line.removeprefix(SEATS_COMMENT).split(",")]
    if len(words) != seats:
        words = [""] * seats
    return [
        Seat(BOT_NAMES[seat] if not word or word in LEVELS else word, word if word in LEVELS else "", True, False)
        for seat, word in enumerate(words)
    ]


# ---------------------------------------------------------------- continuing a game


async def continue_game(request: Request) -> Response:
    """Create a room in which a finished game or a record continues from a ply, against bots."""
    wanted, services = await read_body(request, NewFrom), get_services(request)
    guest, client = services.guest_of(request), services.client_key(request)
    is_record = bool(wanted.record)
    replay = await read_record(wanted.record, client) if is_record else await find_replay(request, wanted.room)
    await run_in_thread(client, partial(check_continuation, replay, wanted))
    if not services.limits.allow_room(guest, client_address(request)):
        raise RequestRefused("refuse.rooms", 429)
    name = await find_name(services, guest)
    seats = [RoomSeat(bot=wanted.bot) for _ in replay.seats]
    seats[wanted.seat] = RoomSeat(guest, name=name)
    room = RoomDraft(replay.spec, seats, guest, False)
    try:
        plan = await run_in_thread(client, lambda: plan_room(continue_from(replay, wanted.ply, room), name))
    except VelodromeError:
        raise RequestRefused("replay.no_way") from None
    return await save_room(request, plan)


def check_continuation(replay: Replay, wanted: NewFrom) -> None:
    """Raise RequestRefused if the game cannot be continued as requested.

    The possible reasons: the game is still running, it is over at the requested ply, or the ply, the seat or the
    bot level does not exist. This is slow, so run it in a thread.
    """
    if not replay.shows_everything and replay.log.state.viewer == TRUTH:
        raise RequestRefused("replay.running", 403)
    is_seat = 0 <= wanted.seat < len(replay.seats)
    if not 0 <= wanted.ply <= replay.plies or not is_seat or wanted.bot not in LEVELS:
        raise RequestRefused("refuse.unknown")
    if state_at(replay.log, wanted.ply).actor == OVER:
        raise RequestRefused("replay.ended")


def continue_from(replay: Replay, ply: int, room: RoomDraft) -> RoomDraft:
    """Return a copy of `room`, the draft of a new room, with the game's moves up to a ply added.

    If the record holds only what one viewer saw, the copy has no moves but a start position: a random guess of the
    state at that ply. This is slow, so call it in a thread.
    """
    log = replay.log
    if log.state.viewer != TRUTH:
        guess = state_at(log, ply).guess(Rng(secrets.randbits(64)))
        return room._replace(start=log.game.position(guess.write()))  # raises an error if the guess is invalid
    moves = tuple([log.game.text(move) for move in log.standing_moves(ply)])
    return room._replace(moves=moves, start=log.start if log.positioned else None)


ROUTES = [
    Route("/api/rooms/{room}/past", get_replay),
    Route("/api/rooms/{room}/record", download_record),
    Route("/api/replays", show_record, methods=["POST"]),
    Route("/api/replays/on", continue_game, methods=["POST"]),
]
