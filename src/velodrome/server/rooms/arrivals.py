"""Arrivals and departures: a page connects to a room or disconnects from it."""

from functools import partial

from velodrome.server.rooms.broadcast import announce_soon, send_first_table, send_room_to
from velodrome.server.rooms.chat import send_recent_messages
from velodrome.server.rooms.clocks import begin_clock, send_clock
from velodrome.server.rooms.connection import Connection
from velodrome.server.rooms.premoves import send_first_premoves
from velodrome.server.rooms.room import Room
from velodrome.server.rooms.seats import welcome


def arrive(room: Room, connection: Connection) -> None:
    """Add a connection to the room, send it the whole state of the room, and announce the guest to the other pages.

    Also queue a job that seats the guest if the guest is entitled to a seat (see `welcome`).
    """
    presence = room.presence
    presence.connections.append(connection)
    if room.seats_of(connection.guest):
        presence.arrived.add(connection.guest)
    connection.viewer = room.viewer_of(connection)
    send_room_to(room, [connection])
    if len(presence.connections) > 1:
        announce_soon(room)
    send_first_table(room, connection)
    send_recent_messages(room, connection)
    send_first_premoves(room, connection)
    if room.has_clock:
        show_clock(room, connection)
    room.enqueue(partial(welcome, room, connection))


def show_clock(room: Room, connection: Connection) -> None:
    """Send the clock to a page.

    If the clock has not started and everybody who plays has connected by now, instead queue a job that starts it.
    """
    if room.context.clocks.get(room.name) is None and room.info.phase == "playing" and room.is_complete:
        room.enqueue(partial(begin_clock, room))
    else:
        send_clock(room, connection)


def depart(room: Room, connection: Connection) -> None:
    """Remove a closed connection, and announce the departure to the other pages.

    If the guest is the host or has a seat, also note in `room.presence` when the guest left, and the guest's address.
    """
    presence = room.presence
    presence.connections.remove(connection)
    if room.seats_of(connection.guest) or connection.guest == room.info.host:
        presence.left_at[connection.guest] = room.context.now()
        presence.last_address = connection.address
    if presence.connections:
        announce_soon(room)
