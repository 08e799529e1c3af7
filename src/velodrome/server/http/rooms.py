"""Games and rooms as the home page lists and creates them, and the QR code of an invite link."""

from functools import lru_cache, partial
from io import BytesIO

import segno
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from velodrome.bots import LEVELS
from velodrome.core.contract import OVER
from velodrome.core.errors import VelodromeError
from velodrome.games import GAMES
from velodrome.server.game.spec import Kind, asked_for
from velodrome.server.guests.limits import client_address
from velodrome.server.http.errors import RequestRefused, refuse_game
from velodrome.server.http.profile import find_name
from velodrome.server.http.requests import NO_STORE, json_response, read_body
from velodrome.server.protocol import GameListing, GameOption, Listed, NewRoom
from velodrome.server.rooms.registry import Hall, Plan, Wanted, planned
from velodrome.server.rooms.room import places
from velodrome.server.rooms.seats import Place, proper_name
from velodrome.server.services import get_services
from velodrome.server.store.rows import StoredRoom
from velodrome.server.workers.fair_queue import run_in_thread

QR_CACHE_SIZE = 500  # links


async def list_games(request: Request) -> Response:
    """Every game with its seats and options."""
    games = [
        GameListing(
            game.name,
            game.seats[0],
            game.seats[-1],
            [GameOption(o.name, o.kind, o.default, list(o.values), o.low, o.high) for o in game.options],
        )
        for game in GAMES.values()
    ]
    return json_response({"games": games})


# ---------------------------------------------------------------- list


async def list_rooms(request: Request) -> Response:
    """The guest's own rooms, and open rooms waiting for players; does not load rooms into memory."""
    services = get_services(request)
    guest = services.guest_of(request)
    mine = [await list_room(services.hall, stored, guest) for stored in await services.store.list_rooms_of(guest)]
    waiting = [
        Listed(room.name, room.kind.game.name, room.phase, room.seat_lines(), False)
        for room in services.hall.inviting()
        if room.seat_of(guest) is None
    ]
    return services.set_cookie(request, json_response({"mine": mine, "open": waiting}))


async def list_room(hall: Hall, stored: StoredRoom, guest: str) -> Listed:
    """Entry of one of the guest's rooms."""
    row, live = stored.room, hall.rooms.get(stored.room.room)
    clocks = [hall.clocks.left(row.room, seat.seat) for seat in stored.seats if seat.guest == guest]
    seconds_left = max([0, *[int(seconds or 0) for seconds in clocks]])  # 0 if the guest has left the seat meanwhile
    if live:
        return Listed(row.room, row.game, live.phase, live.seat_lines(), live.is_turn_of(guest), seconds_left)
    seats = places(stored)
    actor = await hall.actor(row.room) if row.phase == "playing" else OVER
    lines = [seat.line(place, False) for place, seat in enumerate(seats)]
    is_turn = actor >= 0 and seats[actor].guest == guest and not seats[actor].bot
    return Listed(row.room, row.game, row.phase, lines, is_turn, seconds_left)


# ---------------------------------------------------------------- create


async def create_room(request: Request) -> Response:
    """Create a room from the form of the home page."""
    wanted = await read_body(request, NewRoom)
    services = get_services(request)
    guest = services.guest_of(request)
    kind = await read_game(request, wanted)
    name = proper_name(wanted.name) or await find_name(services, guest)
    seats = assign_seats(wanted, guest, name)
    if not services.limits.allow_room(guest, client_address(request)):  # last: refused rooms do not count
        raise RequestRefused("refuse.rooms", 429)
    return await save_room(request, planned(Wanted(kind, seats, guest, wanted.open, wanted.terms), name))


async def read_game(request: Request, wanted: NewRoom) -> Kind:
    """Make the game; reading a user's own board is rate-limited and runs in a thread."""
    services = get_services(request)
    guest = services.guest_of(request)
    make_game = partial(asked_for, wanted.game, wanted.seats, wanted.options)
    try:
        if not has_own_board(wanted.options):
            return make_game()
        if not services.limits.allow_board_check(guest, client_address(request)):
            raise RequestRefused("refuse.fast", 429)
        return await run_in_thread(services.client_key(request), make_game)
    except VelodromeError as problem:
        raise refuse_game(problem) from None


def has_own_board(options: dict[str, object]) -> bool:
    """Check whether an option is the text of a board instead of the name of one."""
    return any(isinstance(value, str) and "\n" in value for value in options.values())


def assign_seats(wanted: NewRoom, guest: str, name: str) -> list[Place]:
    """Seats of a new room: its maker, bots, and free seats."""
    if not 0 <= wanted.seat < wanted.seats or len(wanted.bots) > wanted.seats:
        raise RequestRefused("refuse.unknown")
    bots = wanted.bots + [""] * (wanted.seats - len(wanted.bots))
    if any(bot not in ("", *LEVELS) for bot in bots):
        raise RequestRefused("refuse.unknown")
    seats = [Place(bot=bot) for bot in bots]
    seats[wanted.seat] = Place(guest, name=name)
    return assign_hotseat(seats, wanted, guest)


def assign_hotseat(seats: list[Place], wanted: NewRoom, guest: str) -> list[Place]:
    """Give seats to the people who share the maker's device."""
    names = {place: name for place, name in enumerate(wanted.here) if name}
    proper_names = [proper_name(name) for name in names.values()]
    if not all(proper_names):
        raise RequestRefused("refuse.name")
    if any(place >= len(seats) or seats[place].bot for place in names) or (names and wanted.seat not in names):
        raise RequestRefused("refuse.unknown")
    for place, name in zip(names, proper_names, strict=True):
        seats[place] = Place(guest, name=name, called=True)
    return seats


async def save_room(request: Request, plan: Plan) -> Response:
    """Save a new room, and respond with its name."""
    services = get_services(request)
    if not await services.hall.make(plan):
        raise RequestRefused("refuse.store", 503)
    return services.set_cookie(request, json_response({"room": plan.room}, 201))


# ---------------------------------------------------------------- QR code


async def get_invite_qr(request: Request) -> Response:
    """QR code of a room's invite link, for guests with a seat there."""
    services = get_services(request)
    room = await services.hall.room(request.path_params["room"])
    if room is None or room.seat_of(services.guest_of(request)) is None:
        raise HTTPException(404)
    link = room.link(services.base_url(request))
    image = await run_in_thread(services.client_key(request), partial(draw_qr, link))
    return Response(image, media_type="image/svg+xml", headers=NO_STORE)


@lru_cache(QR_CACHE_SIZE)
def draw_qr(link: str) -> bytes:
    """Draw a QR code as SVG; slow."""
    image = BytesIO()
    segno.make(link, micro=False).save(image, kind="svg", xmldecl=False, omitsize=True, border=2)
    return image.getvalue()


ROUTES = [
    Route("/api/games", list_games),
    Route("/api/rooms", list_rooms),
    Route("/api/rooms", create_room, methods=["POST"]),
    Route("/qr/{room}.svg", get_invite_qr),
]
