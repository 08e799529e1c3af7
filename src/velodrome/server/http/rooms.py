"""What the home page asks for: games, rooms, who one is; and what those who look after the server ask."""

from functools import lru_cache, partial
from io import BytesIO
from typing import TypeVar

import msgspec
import segno
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from velodrome.bots import LEVELS
from velodrome.core.contract import OVER
from velodrome.core.errors import BadBoard, BadOption, VelodromeError
from velodrome.games import GAMES
from velodrome.server.game.spec import asked_for
from velodrome.server.guests.headers import is_own
from velodrome.server.protocol import UNREADABLE, GameListing, GameOption, Listed, Me, NewName, NewRoom
from velodrome.server.rooms.registry import Hall, Plan, Wanted, planned
from velodrome.server.rooms.room import places
from velodrome.server.rooms.seats import Place, default_name, proper_name
from velodrome.server.services import address_of, desk_of
from velodrome.server.store.batch import Write
from velodrome.server.store.rows import StoredRoom
from velodrome.server.store.statements import save_guest_name
from velodrome.server.workers.fair_queue import apart

CODES = 500  # links whose picture stays in memory
LARGEST = 60_000  # bytes of a request: a board of one's own may be long
Body = TypeVar("Body")


class Refuse(Exception):
    """A request that is not granted: answered with a text of the page's."""

    def __init__(self, key: str, status: int = 400, **more: object) -> None:
        self.status = status
        self.text = {"key": key, **more}


async def games(request: Request) -> Response:
    found = [
        GameListing(
            listing.name,
            listing.seats[0],
            listing.seats[-1],
            [GameOption(o.name, o.kind, o.default, list(o.values), o.low, o.high) for o in listing.options],
        )
        for listing in GAMES.values()
    ]
    return answer({"games": found})


# ---------------------------------------------------------------- guests


async def me(request: Request) -> Response:
    desk = desk_of(request)
    guest = desk.guest(request)
    name = await desk.store.load_guest_name(guest)
    return desk.known(request, answer(Me(name or default_name(guest))))


async def rename(request: Request) -> Response:
    name = proper_name((await body(request, NewName)).name)
    if not name:
        raise Refuse("refuse.name")
    if not desk_of(request).limits.may_rename(desk_of(request).guest(request), address_of(request)):
        raise Refuse("refuse.names", 429)
    await kept(request, name)
    return desk_of(request).known(request, answer(Me(name)))


async def kept(request: Request, name: str) -> None:
    desk = desk_of(request)
    if not await desk.store.commit(Write(statements=[save_guest_name(desk.guest(request), name)])):
        raise Refuse("refuse.store", 503)


# ---------------------------------------------------------------- rooms


async def rooms(request: Request) -> Response:
    """The guest's tables, and those where anybody may sit down. None is opened for that."""
    desk = desk_of(request)
    guest = desk.guest(request)
    mine = [await line(desk.hall, kept, guest) for kept in await desk.store.list_rooms_of(guest)]
    free = [
        Listed(room.name, room.kind.game.name, room.phase, room.seat_lines(), False)
        for room in desk.hall.inviting()
        if room.seat_of(guest) is None
    ]
    return desk.known(request, answer({"mine": mine, "open": free}))


async def make(request: Request) -> Response:
    """A new table."""
    asked, desk = await body(request, NewRoom), desk_of(request)
    guest = desk.guest(request)
    if has_own_board(asked.options) and not desk.limits.may_check(guest, address_of(request)):
        raise Refuse("refuse.fast", 429)
    try:
        reading = partial(asked_for, asked.game, asked.seats, asked.options)
        kind = await apart(desk.whose(request), reading) if has_own_board(asked.options) else reading()
    except VelodromeError as problem:
        raise impossible(problem) from None
    name = proper_name(asked.name) or await desk.store.load_guest_name(guest) or default_name(guest)
    seats = seated(asked, guest, name)
    if not desk.limits.may_open(guest, address_of(request)):  # what cannot be opened does not count
        raise Refuse("refuse.rooms", 429)
    return await opened(request, planned(Wanted(kind, seats, guest, asked.open, asked.terms), name))


async def opened(request: Request, new: Plan) -> Response:
    """A new table is kept, and its maker told where it is."""
    if not await desk_of(request).hall.make(new):
        raise Refuse("refuse.store", 503)
    return desk_of(request).known(request, answer({"room": new.room}, 201))


async def qr(request: Request) -> Response:
    """The invite link of a table, for phones to look at; only for who sits there."""
    desk = desk_of(request)
    room = await desk.hall.room(request.path_params["room"])
    if room is None or room.seat_of(desk.guest(request)) is None:
        raise HTTPException(404)
    picture = await apart(desk.whose(request), partial(code_of, room.link(desk.base(request))))
    return Response(picture, media_type="image/svg+xml", headers={"cache-control": "no-store"})


@lru_cache(CODES)
def code_of(link: str) -> bytes:
    """A link for phones to look at; it takes a while to draw."""
    picture = BytesIO()
    segno.make(link, micro=False).save(picture, kind="svg", xmldecl=False, omitsize=True, border=2)
    return picture.getvalue()


# ---------------------------------------------------------------- for those who look after the server


async def health(request: Request) -> Response:
    well = await desk_of(request).store.is_healthy()
    return answer({"well": well}, 200 if well else 503)


async def metrics(request: Request) -> Response:
    desk = desk_of(request)
    return Response(desk.metrics.text(len(desk.hall.rooms)), media_type="text/plain; version=0.0.4")


async def body(request: Request, kind: type[Body]) -> Body:
    """What a page of ours posts; refused if it is another's, too large, or not what it should be."""
    if not is_own(request, desk_of(request).settings.base_url):
        raise Refuse("refuse.origin", 403)
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refuse("refuse.message", 415)
    content = b""
    async for part in request.stream():
        content += part
        if len(content) > LARGEST:
            raise Refuse("refuse.large", 413)
    try:
        return msgspec.json.decode(content, type=kind)
    except UNREADABLE:
        raise Refuse("refuse.message") from None


def impossible(problem: VelodromeError) -> Refuse:
    """Why there is no such table."""
    if isinstance(problem, BadOption):
        return Refuse("refuse.option", option=problem.option)
    if isinstance(problem, BadBoard):
        return Refuse("refuse.board", line=problem.line)
    return Refuse("refuse.options")


def has_own_board(options: dict[str, object]) -> bool:
    """Whether an option is the text of a board: it may take long to read."""
    return any(isinstance(value, str) and "\n" in value for value in options.values())


def seated(asked: NewRoom, guest: str, name: str) -> list[Place]:
    """The seats of a new table."""
    if not 0 <= asked.seat < asked.seats or len(asked.bots) > asked.seats:
        raise Refuse("refuse.unknown")
    bots = asked.bots + [""] * (asked.seats - len(asked.bots))
    if any(bot not in ("", *LEVELS) for bot in bots):
        raise Refuse("refuse.unknown")
    seats = [Place(bot=bot) for bot in bots]
    seats[asked.seat] = Place(guest, name=name)
    return share(seats, asked, guest)


def share(seats: list[Place], asked: NewRoom, guest: str) -> list[Place]:
    """The same seats with those who play at the maker's device."""
    here = {place: name for place, name in enumerate(asked.here) if name}
    names = [proper_name(name) for name in here.values()]
    if not all(names):
        raise Refuse("refuse.name")
    if any(place >= len(seats) or seats[place].bot for place in here) or (here and asked.seat not in here):
        raise Refuse("refuse.unknown")
    for place, name in zip(here, names, strict=True):
        seats[place] = Place(guest, name=name, called=True)
    return seats


async def line(hall: Hall, kept: StoredRoom, guest: str) -> Listed:
    """A room of the guest's as the home page lists it."""
    row, live = kept.room, hall.rooms.get(kept.room.room)
    clocks = [hall.clocks.left(row.room, seat.seat) for seat in kept.seats if seat.guest == guest]
    left = max([0, *[int(seconds or 0) for seconds in clocks]])  # a seat may have been left meanwhile
    if live:
        return Listed(row.room, row.game, live.phase, live.seat_lines(), live.is_turn_of(guest), left)
    seats = places(kept)
    decides = await hall.actor(row.room) if row.phase == "playing" else OVER
    gone = [seat.line(place, False) for place, seat in enumerate(seats)]
    turn = decides >= 0 and seats[decides].guest == guest and not seats[decides].bot
    return Listed(row.room, row.game, row.phase, gone, turn, left)


def answer(content: object, status: int = 200) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(msgspec.json.encode(content), status, headers, "application/json")


ROUTES = [
    Route("/api/games", games),
    Route("/api/me", me),
    Route("/api/me", rename, methods=["POST"]),
    Route("/api/rooms", rooms),
    Route("/api/rooms", make, methods=["POST"]),
    Route("/qr/{room}.svg", qr),
    Route("/health", health),
    Route("/metrics", metrics),
]
