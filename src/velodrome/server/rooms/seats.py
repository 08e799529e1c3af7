"""Seats: sitting down, leaving, bots, hosts and names."""

import secrets
from functools import partial

from velodrome.bots import LEVELS
from velodrome.core.contract import ONLOOKER
from velodrome.server.game.log import open_game
from velodrome.server.protocol import WEB, Hire, Leave, Look, Rename, Sit, Start
from velodrome.server.rooms.broadcast import (
    announce_soon,
    refuse,
    send_first_table,
    send_refusal,
    send_room,
    send_room_to,
)
from velodrome.server.rooms.clocks import next_clock, send_clocks
from velodrome.server.rooms.connection import Connection
from velodrome.server.rooms.moves import open_with
from velodrome.server.rooms.names import clean_name
from velodrome.server.rooms.premoves import drop
from velodrome.server.rooms.room import Room
from velodrome.server.rooms.state import RoomSeat
from velodrome.server.rooms.takeback import recount_votes
from velodrome.server.store.batch import Write
from velodrome.server.store.statements import Statement, rename_seat, save_guest_name, update_room, update_seat

SUBSTITUTE_LEVEL = "level4"  # the bot that plays for a person who left


# ---------------------------------------------------------------- changing seats


async def change_seats(
    room: Room, seats: dict[int, RoomSeat], *statements: Statement, host: str = "", invite: str = ""
) -> None:
    """Save new holders of some seats, with a new host or invite, then broadcast."""
    host, invite = host or room.info.host, invite or room.info.invite
    after = [seats.get(place, seat) for place, seat in enumerate(room.seats)]
    rows = [seat_statement(room, place, seat) for place, seat in seats.items()]
    clock = next_clock(room, after, room.actor, room.ply) if room.info.phase == "playing" else None
    await room.commit([], [*rows, update_room(room.name, host=host, invite=invite), *statements], clock)
    for place, seat in seats.items():
        drop(room, place, {"key": "dropped.seat"})  # sent to the guest who held it until now
        room.seats[place] = seat
        if room.presence.is_online(seat.guest):
            room.presence.arrived.add(seat.guest)
    room.info.host, room.info.invite = host, invite
    update_viewers(room)
    send_room(room)
    if clock:
        send_clocks(room)
    await recount_votes(room)


def update_viewers(room: Room) -> None:
    """Send the table to every page whose view has changed with its seat."""
    for connection in room.presence.connections:
        viewer = room.viewer_of(connection)
        if viewer != connection.viewer:
            connection.viewer = viewer
            send_first_table(room, connection)


def seat_statement(room: Room, place: int, seat: RoomSeat) -> Statement:
    return update_seat(room.name, place, seat.guest, seat.bot, seat.is_away, seat.own_name)


def new_invite() -> str:
    """A token that seats whoever comes with it."""
    return secrets.token_urlsafe(12)


# ---------------------------------------------------------------- sitting down


async def sit(room: Room, connection: Connection, request: Sit) -> None:
    """Take a free seat, or come back to one's own."""
    place = request.seat
    held = room.seats_of(connection.guest)
    key = refuse_sitting(room, connection, place, held)
    if key:
        refuse(room, connection, key)
    elif held:
        await come_back(room, connection, [place])
    else:
        await take_seat(room, connection, place)


def refuse_sitting(room: Room, connection: Connection, place: int, held: list[int]) -> str:
    """Why a guest may not sit down there; "" if they may."""
    info = room.info
    if held:
        if place in held and room.seats[place].has_forfeited:
            return "refuse.forfeit"
        return "" if place in held and room.seats[place].bot else "refuse.seated"
    if info.phase != "lobby" or not (info.is_open or connection.is_invited or connection.guest == info.host):
        return "refuse.closed"
    if connection.guest in info.banned:
        return "refuse.freed"
    return "" if 0 <= place < len(room.seats) and room.seats[place].is_free else "refuse.taken"


async def take_seat(room: Room, connection: Connection, place: int) -> None:
    """Give a free seat to a guest."""
    guest, name = connection.guest, connection.name
    await change_seats(room, {place: RoomSeat(guest, name=name)}, save_guest_name(guest, name))


async def come_back(room: Room, connection: Connection, places: list[int]) -> None:
    """Give a guest's seats back from the bots that play there."""
    seats: dict[int, RoomSeat] = {}
    for place in places:
        room.stop_bot(place)
        old = room.seats[place]
        seats[place] = old.played_by("") if old.has_own_name else RoomSeat(connection.guest, name=connection.name)
    await change_seats(room, seats)


async def welcome(room: Room, connection: Connection) -> None:
    """Give a new page its seat back unless its guest left it; seat a guest who came by the invite link."""
    if connection not in room.presence.connections or room.info.phase == "over":
        return
    held = room.seats_of(connection.guest)
    substituted = [place for place in held if is_substituted(room.seats[place])]
    free = [place for place, seat in enumerate(room.seats) if seat.is_free]
    if substituted:
        await come_back(room, connection, substituted)
    elif not held and connection.is_invited and free and not refuse_sitting(room, connection, free[0], held):
        await take_seat(room, connection, free[0])


def is_substituted(seat: RoomSeat) -> bool:
    """Whether a bot plays only until the guest is back."""
    return bool(seat.bot) and not seat.is_away and not seat.has_forfeited


# ---------------------------------------------------------------- leaving


async def leave(room: Room, connection: Connection, request: Leave) -> None:
    """Give up all seats of a guest: before the start they are free again, in play bots go on."""
    held = room.seats_of(connection.guest)
    if not held:
        refuse(room, connection, "refuse.seat")
    elif room.info.phase == "over":
        refuse(room, connection, "refuse.over")
    elif room.info.phase == "lobby":
        is_host = connection.guest == room.info.host
        await change_seats(room, {place: RoomSeat() for place in held}, host=next_host(room) if is_host else "")
    else:
        left = {place: room.seats[place].played_by(room.seats[place].bot or SUBSTITUTE_LEVEL, True) for place in held}
        await change_seats(room, left)


def next_host(room: Room) -> str:
    """Who becomes host when the host leaves: the next guest who is here, or any other with a seat; "" if none."""
    others = [seat.guest for seat in room.seats if seat.guest not in ("", room.info.host)]
    return next_host_online(room) or (others[0] if others else "")


def next_host_online(room: Room) -> str:
    """The next guest after the host who has a seat and is here; "" if there is none."""
    held = room.seats_of(room.info.host)
    first = held[0] + 1 if held else 0
    around = [seat.guest for seat in room.seats[first:] + room.seats[:first]]
    others = [guest for guest in around if guest not in ("", room.info.host)]
    return next((guest for guest in others if room.presence.is_online(guest)), "")


def needs_host(room: Room) -> bool:
    """Whether the host has been gone for a while before the start, and another guest could begin."""
    is_gone = room.presence.is_gone(room.info.host, room.context.now())
    return room.info.phase == "lobby" and is_gone and next_host_online(room) != ""


async def replace_host(room: Room) -> None:
    """Make a guest host who is here, if the host still is not."""
    if not needs_host(room):
        return
    host = next_host_online(room)
    await room.commit([], [update_room(room.name, host=host)])
    room.info.host = host
    send_room(room)


# ---------------------------------------------------------------- bots


async def hire(room: Room, connection: Connection, request: Hire) -> None:
    """Put a bot on a free seat or on that of a person who is gone; before the start "" frees a seat."""
    if not 0 <= request.seat < len(room.seats) or (request.bot and request.bot not in LEVELS):
        refuse(room, connection, "refuse.unknown")
        return
    key = refuse_hiring(room, connection, request)
    old = room.seats[request.seat]
    if key:
        refuse(room, connection, key)
    elif room.info.phase != "lobby":
        await change_seats(room, {request.seat: old.played_by(request.bot)})
    elif old.guest:
        await free_seat(room, request.seat)
    else:
        await change_seats(room, {request.seat: RoomSeat(bot=request.bot)})


def refuse_hiring(room: Room, connection: Connection, request: Hire) -> str:
    """Why a guest may not change who plays on a seat; "" if they may."""
    old, info = room.seats[request.seat], room.info
    if info.phase == "over":
        return "refuse.over"
    if info.phase == "lobby":
        if connection.guest != info.host:
            return "refuse.host"
        return "refuse.taken" if old.guest and (request.bot or old.guest == info.host) else ""
    if not room.seats_of(connection.guest) or not request.bot:
        return "refuse.host"
    if old.bot or not room.presence.is_gone(old.guest, room.context.now()):
        return "refuse.taken"
    return "refuse.hire.clock" if info.terms.clock.mode == "enforced" else ""


async def free_seat(room: Room, place: int) -> None:
    """Free the seat of a guest before the start; they may watch, but not sit down here again.

    The invite link changes: without their cookie they would be another guest.
    """
    guest = room.seats[place].guest
    banned = sorted({*room.info.banned, guest})
    ban = update_room(room.name, banned_guests=banned)
    await change_seats(room, {place: RoomSeat()}, ban, invite=new_invite())
    room.info.banned.add(guest)
    for connection in room.presence.connections:
        connection.is_invited = False  # a page opened by the old link may be the same person
        if connection.guest == guest:
            send_refusal(room, connection, {"key": "refuse.freed"}, WEB)


# ---------------------------------------------------------------- starting and looking


async def start(room: Room, connection: Connection, request: Start) -> None:
    """Start the game; free seats get bots."""
    if request.bot not in LEVELS:
        refuse(room, connection, "refuse.unknown")
    elif room.info.phase != "lobby":
        refuse(room, connection, "refuse.begun")
    elif connection.guest != room.info.host:
        refuse(room, connection, "refuse.host")
    else:
        seats = [RoomSeat(bot=request.bot) if seat.is_free else seat for seat in room.seats]
        hired = [place for place, seat in enumerate(room.seats) if seat.is_free]
        await open_with(room, open_game(room.log), seats, [seat_statement(room, at, seats[at]) for at in hired])


async def look(room: Room, connection: Connection, request: Look) -> None:
    """Show a guest with several seats the table from another of them, or as an onlooker."""
    seat = ONLOOKER if request.seat is None else request.seat
    held = room.seats_of(connection.guest)
    if seat not in held and (seat != ONLOOKER or len(held) == 1):
        refuse(room, connection, "refuse.look")
    elif len(held) > 1:
        connection.viewer = seat
        send_room_to(room, [connection])
        send_first_table(room, connection)


# ---------------------------------------------------------------- names


async def rename(room: Room, connection: Connection, request: Rename) -> None:
    """Rename a guest, or one of the people who share their device."""
    name = clean_name(request.name)
    if not name:
        refuse(room, connection, "refuse.name")
    elif any([room.seats[place].has_own_name for place in room.seats_of(connection.guest)]):
        await rename_shared_seat(room, connection, request.seat, name)
    elif name != connection.name:
        before = connection.name
        room.presence.rename(connection.guest, name)
        room.context.spawn(rename_guest(room, connection, before, name))  # the game does not wait for it


async def rename_guest(room: Room, connection: Connection, before: str, name: str) -> None:
    """Save the name of a guest and announce it soon: a series of renames costs one announcement."""
    guest = connection.guest
    if not await room.context.store.commit(Write(statements=[save_guest_name(guest, name)])):
        if connection.name == name:  # not if another name was asked for meanwhile
            room.presence.rename(guest, before)
        refuse(room, connection, "refuse.store")
        return
    held = room.seats_of(guest)
    if held:
        room.seats[held[0]].name = name
    announce_soon(room)


async def rename_shared_seat(room: Room, connection: Connection, place: int, name: str) -> None:
    """Rename one of several people who share a device."""
    if place not in room.seats_of(connection.guest):
        refuse(room, connection, "refuse.look")
        return
    await room.commit([], [rename_seat(room.name, place, name)])
    room.seats[place].name, room.seats[place].has_own_name = name, True
    send_room(room)


def replace_host_soon(room: Room) -> None:
    """Queue a change of host where the host has been gone for a while."""
    if needs_host(room):
        room.enqueue(partial(replace_host, room))
