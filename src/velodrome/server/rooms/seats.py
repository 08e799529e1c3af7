"""Seats: sit down, leave, put bots on seats, change the host, rename.

Here, `seat` is always a number, and `room_seat` is the `RoomSeat` with this number. It says who holds the seat.
"""

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
from velodrome.server.rooms.moves import start_game
from velodrome.server.rooms.names import clean_name
from velodrome.server.rooms.premoves import drop
from velodrome.server.rooms.room import Room
from velodrome.server.rooms.state import RoomSeat
from velodrome.server.rooms.takeback import recount_votes
from velodrome.server.store.batch import Write
from velodrome.server.store.statements import Statement, rename_seat, save_guest_name, update_room, update_seat

SUBSTITUTE_LEVEL = "level4"  # level of the bot that plays for an absent person


# ---------------------------------------------------------------- changing seats


async def change_seats(
    room: Room, changes: dict[int, RoomSeat], *statements: Statement, host: str = "", invite: str = ""
) -> None:
    """Save new seats and, if given, a new host, a new invite token and other changes; then tell all pages.

    `statements` are the other changes: SQL statements that are committed together with the seats. The premoves of
    the changed seats are dropped, and during a game the clock and a pending take-back vote are updated.
    """
    host, invite = host or room.info.host, invite or room.info.invite
    seats_after = [changes.get(seat, room_seat) for seat, room_seat in enumerate(room.seats)]
    seat_updates = [seat_statement(room, seat, room_seat) for seat, room_seat in changes.items()]
    clock = next_clock(room, seats_after, room.actor, room.ply) if room.info.phase == "playing" else None
    await room.commit([], [*seat_updates, update_room(room.name, host=host, invite=invite), *statements], clock)
    for seat, room_seat in changes.items():
        drop(room, seat, {"key": "dropped.seat"})  # before the change, so that the old holder gets the message
        room.seats[seat] = room_seat
        if room.presence.is_online(room_seat.guest):
            room.presence.arrived.add(room_seat.guest)
    room.info.host, room.info.invite = host, invite
    update_viewers(room)
    send_room(room)
    if clock:
        send_clocks(room)
    await recount_votes(room)


def update_viewers(room: Room) -> None:
    """Update the viewer of every connection. If it has changed, send the page the table as the new viewer sees it."""
    for connection in room.presence.connections:
        viewer = room.viewer_of(connection)
        if viewer != connection.viewer:
            connection.viewer = viewer
            send_first_table(room, connection)


def seat_statement(room: Room, seat: int, room_seat: RoomSeat) -> Statement:
    return update_seat(room.name, seat, room_seat.guest, room_seat.bot, room_seat.is_away, room_seat.own_name)


def new_invite() -> str:
    """Return a new random token for the invite link."""
    return secrets.token_urlsafe(12)


# ---------------------------------------------------------------- sitting down


async def sit(room: Room, connection: Connection, request: Sit) -> None:
    """Give the guest a free seat, or let the guest play again on their own seat instead of the bot."""
    seat = request.seat
    held = room.seats_of(connection.guest)
    key = refuse_sitting(room, connection, seat, held)
    if key:
        refuse(room, connection, key)
    elif held:
        await come_back(room, connection, [seat])
    else:
        await take_seat(room, connection, seat)


def refuse_sitting(room: Room, connection: Connection, seat: int, held: list[int]) -> str:
    """Return the key of the reason why a guest with the seats `held` may not sit on `seat`; "" if the guest may."""
    info = room.info
    if held:
        if seat in held and room.seats[seat].has_forfeited:
            return "refuse.forfeit"
        return "" if seat in held and room.seats[seat].bot else "refuse.seated"
    if info.phase != "lobby" or not room.may_sit(connection):
        return "refuse.closed"
    if connection.guest in info.banned:
        return "refuse.freed"
    return "" if 0 <= seat < len(room.seats) and room.seats[seat].is_free else "refuse.taken"


async def take_seat(room: Room, connection: Connection, seat: int) -> None:
    """Give a free seat to a guest, and remove the guest's join request."""
    guest, name = connection.guest, connection.name
    room.joins.seats.pop(guest, None)
    await change_seats(room, {seat: RoomSeat(guest, name=name)}, save_guest_name(guest, name))


async def come_back(room: Room, connection: Connection, seats: list[int]) -> None:
    """Let a guest who has come back play on these seats again, instead of the bots."""
    changes: dict[int, RoomSeat] = {}
    for seat in seats:
        room.stop_bot(seat)
        old = room.seats[seat]
        changes[seat] = old.played_by("") if old.has_own_name else RoomSeat(connection.guest, name=connection.name)
    await change_seats(room, changes)


async def welcome(room: Room, connection: Connection) -> None:
    """Seat a guest who has just connected, if the guest is entitled to a seat; otherwise do nothing.

    Where a bot plays because the guest was disconnected, the guest plays again; a seat that the guest left on
    purpose stays with its bot. A new guest with an invite link gets a free seat.
    """
    if connection not in room.presence.connections or room.info.phase == "over":
        return
    held = room.seats_of(connection.guest)
    substituted = [seat for seat in held if is_substituted(room.seats[seat])]
    free = room.free_seats
    if substituted:
        await come_back(room, connection, substituted)
    elif not held and connection.is_invited and free and not refuse_sitting(room, connection, free[0], held):
        await take_seat(room, connection, free[0])


def is_substituted(room_seat: RoomSeat) -> bool:
    """Return whether a bot plays on this seat only until its guest reconnects."""
    return bool(room_seat.bot) and not room_seat.is_away and not room_seat.has_forfeited


# ---------------------------------------------------------------- leaving


async def leave(room: Room, connection: Connection, request: Leave) -> None:
    """Remove a guest from all their seats: before the start the seats become free, during the game bots continue."""
    held = room.seats_of(connection.guest)
    if not held:
        refuse(room, connection, "refuse.seat")
    elif room.info.phase == "over":
        refuse(room, connection, "refuse.over")
    elif room.info.phase == "lobby":
        is_host = connection.guest == room.info.host
        await change_seats(room, {seat: RoomSeat() for seat in held}, host=next_host(room) if is_host else "")
    else:
        left = {seat: room.seats[seat].played_by(room.seats[seat].bot or SUBSTITUTE_LEVEL, True) for seat in held}
        await change_seats(room, left)


def next_host(room: Room) -> str:
    """Return the guest to make host next: a connected guest with a seat, else any other guest with a seat, else ""."""
    others = [each.guest for each in room.seats if each.guest not in ("", room.info.host)]
    return next_host_online(room) or (others[0] if others else "")


def next_host_online(room: Room) -> str:
    """Return the first connected guest in seat order, starting after the host's seat; "" if there is none."""
    held = room.seats_of(room.info.host)
    first = held[0] + 1 if held else 0
    around = [each.guest for each in room.seats[first:] + room.seats[:first]]
    others = [guest for guest in around if guest not in ("", room.info.host)]
    return next((guest for guest in others if room.presence.is_online(guest)), "")


def needs_host(room: Room) -> bool:
    """Return whether the host of a lobby is gone and another guest with a seat is connected."""
    is_gone = room.presence.is_gone(room.info.host, room.context.now())
    return room.info.phase == "lobby" and is_gone and next_host_online(room) != ""


async def replace_host(room: Room) -> None:
    """Make a connected guest with a seat the host, unless the old host has come back in the meantime."""
    if not needs_host(room):
        return
    host = next_host_online(room)
    await room.commit([], [update_room(room.name, host=host)])
    room.info.host = host
    send_room(room)


# ---------------------------------------------------------------- bots


async def hire(room: Room, connection: Connection, request: Hire) -> None:
    """Put a bot on a free seat or an absent person's seat. Before the start, a request for bot "" frees the seat."""
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
    """Return the key of the reason why a guest may not change the player on a seat; "" if the guest may."""
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


async def free_seat(room: Room, seat: int) -> None:
    """Remove a guest from a seat before the start; the guest may watch, but not sit down in this room again.

    The invite token is replaced, because the guest could delete the cookie and use the old link as a new guest.
    """
    guest = room.seats[seat].guest
    banned = sorted({*room.info.banned, guest})
    ban = update_room(room.name, banned_guests=banned)
    await change_seats(room, {seat: RoomSeat()}, ban, invite=new_invite())
    room.info.banned.add(guest)
    for connection in room.presence.connections:
        connection.is_invited = False  # another page opened by the old link may belong to the same person
        if connection.guest == guest:
            send_refusal(room, connection, {"key": "refuse.freed"}, WEB)
    send_room(room)  # again, because who may sit down has changed


# ---------------------------------------------------------------- start, and views of a shared device


async def start(room: Room, connection: Connection, request: Start) -> None:
    """Start the game with bots of the requested level on free seats."""
    if request.bot not in LEVELS:
        refuse(room, connection, "refuse.unknown")
    elif room.info.phase != "lobby":
        refuse(room, connection, "refuse.begun")
    elif connection.guest != room.info.host:
        refuse(room, connection, "refuse.host")
    else:
        seats_after = [RoomSeat(bot=request.bot) if each.is_free else each for each in room.seats]
        seat_updates = [seat_statement(room, seat, seats_after[seat]) for seat in room.free_seats]
        room.joins.seats.clear()
        await start_game(room, open_game(room.log), seats_after, seat_updates)


async def look(room: Room, connection: Connection, request: Look) -> None:
    """Change the view that a page shows: the view of another seat of its guest, or the onlooker's.

    This is only for guests with several seats, who share a device.
    """
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
    """Rename a guest, or one of the people who share the guest's device."""
    name = clean_name(request.name)
    if not name:
        refuse(room, connection, "refuse.name")
    elif any([room.seats[seat].has_own_name for seat in room.seats_of(connection.guest)]):
        await rename_shared_seat(room, connection, request.seat, name)
    elif name != connection.name:
        before = connection.name
        room.presence.rename(connection.guest, name)
        room.context.spawn(rename_guest(room, connection, before, name))  # the game does not wait for the commit


async def rename_guest(room: Room, connection: Connection, before: str, name: str) -> None:
    """Save a guest's new name, and schedule a room message that announces it.

    If the new name cannot be saved, restore the old name (`before`) and refuse the request.
    """
    guest = connection.guest
    if not await room.context.store.commit(Write(statements=[save_guest_name(guest, name)])):
        if connection.name == name:  # the guest has not changed the name again
            room.presence.rename(guest, before)
        refuse(room, connection, "refuse.store")
        return
    held = room.seats_of(guest)
    if held:
        room.seats[held[0]].name = name
    announce_soon(room)


async def rename_shared_seat(room: Room, connection: Connection, seat: int, name: str) -> None:
    """Rename one of several people who share a device."""
    if seat not in room.seats_of(connection.guest):
        refuse(room, connection, "refuse.look")
        return
    await room.commit([], [rename_seat(room.name, seat, name)])
    room.seats[seat].name, room.seats[seat].has_own_name = name, True
    send_room(room)


def replace_host_soon(room: Room) -> None:
    """If the host of a lobby is gone, queue a job that makes another guest the host."""
    if needs_host(room):
        room.enqueue(partial(replace_host, room))
