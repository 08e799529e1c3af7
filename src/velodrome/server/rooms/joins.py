"""Join requests: a guest asks for a free seat at a private table, and the host accepts or declines."""

from velodrome.server.protocol import WEB, Admit, Join
from velodrome.server.rooms.broadcast import refuse, send_refusal, send_room
from velodrome.server.rooms.connection import Connection
from velodrome.server.rooms.room import Room
from velodrome.server.rooms.seats import refuse_sitting, take_seat
from velodrome.server.rooms.state import MAX_JOIN_REQUESTS, chat_id


async def join(room: Room, connection: Connection, request: Join) -> None:
    """Give the guest the requested seat if the guest may sit down without asking, otherwise ask the host.

    If the requested seat is None, withdraw the guest's earlier request.
    """
    if request.seat is None:
        withdraw(room, connection.guest)
        return
    if room.may_sit(connection):
        key = refuse_sitting(room, connection, request.seat, room.seats_of(connection.guest))
    else:
        drop_absent(room)
        key = refuse_asking(room, connection, request.seat)
    if key:
        refuse(room, connection, key)
    elif room.may_sit(connection):
        await take_seat(room, connection, request.seat)
    elif connection.guest not in room.joins.seats:
        room.joins.add(connection.guest, connection.address, request.seat)
        send_room(room)


def refuse_asking(room: Room, connection: Connection, seat: int) -> str:
    """Return the key of the reason why a guest may not ask for a seat; "" if the guest may, or has asked already."""
    guest, address = connection.guest, connection.address
    if room.seats_of(guest):
        return "refuse.seated"
    if room.info.phase != "lobby":
        return "refuse.begun"
    if guest in room.info.banned:
        return "refuse.freed"
    if room.joins.is_denied(guest, address):
        return "refuse.join.no"
    if seat not in room.free_seats:
        return "refuse.taken"
    return "refuse.join.many" if guest not in room.joins.seats and room.joins.is_too_many(guest, address) else ""


def drop_absent(room: Room) -> None:
    """If the list of join requests is full, remove the requests of guests who are not connected."""
    joins = room.joins
    if len(joins.seats) >= MAX_JOIN_REQUESTS:
        joins.seats = {guest: seat for guest, seat in joins.seats.items() if room.presence.is_online(guest)}


def withdraw(room: Room, guest: str) -> None:
    """Remove a guest's pending request, if there is one, and tell all pages."""
    if room.joins.seats.pop(guest, None) is not None:
        send_room(room)


async def admit(room: Room, connection: Connection, request: Admit) -> None:
    """Carry out the host's answer: give a seat to the guest who asked for one, or decline the request."""
    asking = find_asking(room, request.who)
    if connection.guest != room.info.host:
        refuse(room, connection, "refuse.host")
    elif room.info.phase != "lobby":
        refuse(room, connection, "refuse.begun")
    elif asking is None:
        refuse(room, connection, "refuse.join.gone")
    elif not request.yes:
        deny(room, asking)
    elif not room.free_seats:
        refuse(room, connection, "refuse.join.full")
    else:
        wanted = room.joins.seats[asking.guest]
        await take_seat(room, asking, wanted if wanted in room.free_seats else room.free_seats[0])


def find_asking(room: Room, who: str) -> Connection | None:
    """Return a connection of the guest with the public id `who`, if this guest asks for a seat; otherwise None."""
    found = [guest for guest in room.joins.seats if chat_id(guest) == who]
    return room.presence.first_connection(found[0]) if found else None


def deny(room: Room, asking: Connection) -> None:
    """Decline the request of the guest whose connection is `asking`, and send all of this guest's pages a refusal."""
    room.joins.deny(asking.guest, asking.address)
    send_room(room)
    for page in room.presence.connections:
        if page.guest == asking.guest:
            send_refusal(room, page, {"key": "refuse.join.no"}, WEB)
