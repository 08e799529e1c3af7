"""The home page's requests: list games and rooms, create a room, and draw the QR code of an invite link."""

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
from velodrome.server.game.spec import GameSpec, request_spec
from velodrome.server.guests.limits import client_address
from velodrome.server.http.errors import RequestRefused, refuse_game
from velodrome.server.http.profile import find_name
from velodrome.server.http.requests import NO_STORE, json_response, read_body
from velodrome.server.protocol import GameListing, GameOption, Listed, NewRoom
from velodrome.server.rooms.broadcast import invite_link, seat_messages
from velodrome.server.rooms.create import RoomDraft, RoomPlan, plan_room
from velodrome.server.rooms.names import clean_name
from velodrome.server.rooms.registry import RoomRegistry
from velodrome.server.rooms.state import RoomSeat
from velodrome.server.services import get_services
from velodrome.server.store.rows import StoredRoom
from velodrome.server.workers.fair_queue import run_in_thread

QR_CACHE_SIZE = 500  # links


async def list_games(request: Request) -> Response:
    """Respond with every game, its numbers of seats and its options."""
    games = [
        GameListing(
            game.name,
            game.seats[0],
            game.seats[-1],
            [
                GameOption(o.name, o.kind, o.default, list(o.values), o.low, o.high, o.group, o.advanced)
                for o in game.options
            ],
        )
        for game in GAMES.values()
    ]
    return json_response({"games": games})


# ---------------------------------------------------------------- list


async def list_rooms(request: Request) -> Response:
    """Respond with the guest's rooms, and with the public rooms that are waiting for players.

    Rooms that are only in the database are not loaded into memory for this.
    """
    services = get_services(request)
    guest = services.guest_of(request)
    mine = [await list_room(services.registry, stored, guest) for stored in await services.store.list_rooms_of(guest)]
    waiting = [
        Listed(room.name, room.spec.game.name, room.info.phase, seat_messages(room), False)
        for room in services.registry.public_lobbies()
        if not room.seats_of(guest)
    ]
    return services.set_cookie(request, json_response({"mine": mine, "open": waiting}))


async def list_room(registry: RoomRegistry, stored: StoredRoom, guest: str) -> Listed:
    """Convert one of the guest's rooms to the form in which the home page lists it."""
    row, live = stored.room, registry.rooms.get(stored.room.room)
    clocks = [registry.context.clocks.left(row.room, each.seat) for each in stored.seats if each.guest == guest]
    seconds_left = max([0, *[int(seconds or 0) for seconds in clocks]])  # 0 if the guest has left the seat meanwhile
    if live:
        return Listed(row.room, row.game, live.info.phase, seat_messages(live), live.is_turn_of(guest), seconds_left)
    seats = [RoomSeat.from_row(seat_row) for seat_row in stored.seats]
    actor = await registry.actor_of(row.room) if row.phase == "playing" else OVER
    messages = [room_seat.message(seat, False) for seat, room_seat in enumerate(seats)]
    is_turn = actor >= 0 and seats[actor].guest == guest and not seats[actor].bot
    return Listed(row.room, row.game, row.phase, messages, is_turn, seconds_left)


# ---------------------------------------------------------------- create


async def create_room(request: Request) -> Response:
    """Create the room that the form on the home page describes."""
    wanted = await read_body(request, NewRoom)
    services = get_services(request)
    guest = services.guest_of(request)
    spec = await read_game(request, wanted)
    name = clean_name(wanted.name) or await find_name(services, guest)
    seats = assign_seats(wanted, guest, name)
    if not services.limits.allow_room(guest, client_address(request)):  # last, so that refused rooms do not count
        raise RequestRefused("refuse.rooms", 429)
    return await save_room(request, plan_room(RoomDraft(spec, seats, guest, wanted.open, wanted.terms), name))


async def read_game(request: Request, wanted: NewRoom) -> GameSpec:
    """Return the spec of the requested game; raise RequestRefused if the game cannot be created.

    If the request contains a user's board, it is rate-limited, and the board is read in a thread.
    """
    services = get_services(request)
    guest = services.guest_of(request)
    make_game = partial(request_spec, wanted.game, wanted.seats, wanted.options)
    try:
        if not has_own_board(wanted.options):
            return make_game()
        if not services.limits.allow_board_check(guest, client_address(request)):
            raise RequestRefused("refuse.fast", 429)
        return await run_in_thread(services.client_key(request), make_game)
    except VelodromeError as problem:
        raise refuse_game(problem) from None


def has_own_board(options: dict[str, object]) -> bool:
    """Return whether an option is the text of a board instead of a board's name."""
    return any(isinstance(value, str) and "\n" in value for value in options.values())


def assign_seats(wanted: NewRoom, guest: str, name: str) -> list[RoomSeat]:
    """Return the seats of a new room: the guest who creates it, bots, and free seats.

    Raise RequestRefused if the request contradicts itself or names a bot that does not exist.
    """
    if not 0 <= wanted.seat < wanted.seats or len(wanted.bots) > wanted.seats:
        raise RequestRefused("refuse.unknown")
    bots = wanted.bots + [""] * (wanted.seats - len(wanted.bots))
    if any(bot not in ("", *LEVELS) for bot in bots):
        raise RequestRefused("refuse.unknown")
    seats = [RoomSeat(bot=bot) for bot in bots]
    seats[wanted.seat] = RoomSeat(guest, name=name)
    return assign_hotseat(seats, wanted, guest)


def assign_hotseat(seats: list[RoomSeat], wanted: NewRoom, guest: str) -> list[RoomSeat]:
    """Assign seats to the people who share the device of the room's creator (`guest`): change `seats` and return it.

    Raise RequestRefused if one of their names or seats is not valid.
    """
    names = {seat: name for seat, name in enumerate(wanted.here) if name}
    clean_names = [clean_name(name) for name in names.values()]
    if not all(clean_names):
        raise RequestRefused("refuse.name")
    if any(seat >= len(seats) or seats[seat].bot for seat in names) or (names and wanted.seat not in names):
        raise RequestRefused("refuse.unknown")
    for seat, name in zip(names, clean_names, strict=True):
        seats[seat] = RoomSeat(guest, name=name, has_own_name=True)
    return seats


async def save_room(request: Request, plan: RoomPlan) -> Response:
    """Save a new room, and respond with its name."""
    services = get_services(request)
    if not await services.registry.create(plan):
        raise RequestRefused("refuse.store", 503)
    return services.set_cookie(request, json_response({"room": plan.name}, 201))


# ---------------------------------------------------------------- QR code


async def get_invite_qr(request: Request) -> Response:
    """Respond with the QR code of a room's invite link, for guests who have a seat there."""
    services = get_services(request)
    room = await services.registry.open(request.path_params["room"])
    if room is None or not room.seats_of(services.guest_of(request)):
        raise HTTPException(404)
    link = invite_link(room, services.base_url(request))
    image = await run_in_thread(services.client_key(request), partial(draw_qr, link))
    return Response(image, media_type="image/svg+xml", headers=NO_STORE)


@lru_cache(QR_CACHE_SIZE)
def draw_qr(link: str) -> bytes:
    """Draw a QR code as SVG. This is slow, so call it in a thread."""
    image = BytesIO()
    segno.make(link, micro=False).save(image, kind="svg", xmldecl=False, omitsize=True, border=2)
    return image.getvalue()


ROUTES = [
    Route("/api/games", list_games),
    Route("/api/rooms", list_rooms),
    Route("/api/rooms", create_room, methods=["POST"]),
    Route("/qr/{room}.svg", get_invite_qr),
]
