"""Messages from a room to its pages: tables, the state of the room, refusals."""

import asyncio
from functools import partial

from msgspec.structs import replace

from velodrome.core.contract import Text
from velodrome.server.game.views import View
from velodrome.server.protocol import WEB, Refused, RoomMessage, Seat
from velodrome.server.rooms.connection import Connection
from velodrome.server.rooms.room import Room

ANNOUNCE_SECONDS = 0.0005  # for each page, between two announcements of who is here: a crowd costs n, not n²


# ---------------------------------------------------------------- the game


def send_tables(room: Room) -> None:
    """Send every page the table as far as it may see it."""
    views: dict[int, View] = {}
    log, ply = room.log, room.ply
    for connection in room.presence.connections:
        view = views.get(connection.viewer)
        if view is None:
            view = room.views.view(log.state, log.entries, log.stage_scores, connection.viewer)
            views[connection.viewer] = view
        connection.sender.send(view.since(connection.ply))
        connection.ply = ply


def send_first_table(room: Room, connection: Connection) -> None:
    """Send the table with all its news to a page that has seen none."""
    if room.info.phase != "lobby":
        connection.ply = -1
        send_whole_table(room, connection)


def send_whole_table(room: Room, connection: Connection) -> None:
    """Send all zones of the table, whatever the page has seen of it."""
    log = room.log
    view = room.views.view(log.state, log.entries, log.stage_scores, connection.viewer)
    connection.sender.send(view.since(connection.ply, True))
    connection.ply = room.ply


# ---------------------------------------------------------------- the room


def announce_soon(room: Room) -> None:
    """Send who is here a moment later, once for all who come and go meanwhile."""
    presence = room.presence
    if presence.announcement is None:
        delay = ANNOUNCE_SECONDS * len(presence.connections)
        presence.announcement = asyncio.get_running_loop().call_later(delay, partial(send_room, room))


def send_room(room: Room) -> None:
    """Send every page everything but the game."""
    if room.presence.announcement:
        room.presence.announcement.cancel()
        room.presence.announcement = None
    send_room_to(room, room.presence.connections)


def send_room_to(room: Room, connections: list[Connection]) -> None:
    """Send some pages everything but the game."""
    info, vote = room.info, room.takeback
    common = RoomMessage(
        room=room.name,
        game=room.spec.game.name,
        options=room.spec.options,
        terms=info.terms,
        phase=info.phase,
        open=info.is_open,
        seats=seat_messages(room),
        me=None,
        mine=[],
        host=False,
        spectators=len({each.guest for each in room.presence.connections if not room.seats_of(each.guest)}),
        invite="",
        rematch=info.rematch,
        opener=info.opener,
        forfeits=[place for place, seat in enumerate(room.seats) if seat.has_forfeited],
        asks=vote.asker,
        agreed=sorted(vote.agreed.union([place for place, seat in enumerate(room.seats) if seat.is_away])),
    )
    for connection in connections:
        mine = room.seats_of(connection.guest)
        own = replace(
            common,
            me=connection.viewer if connection.viewer >= 0 else None,
            mine=mine,
            host=connection.guest == info.host,
            invite=invite_link(room, connection.base_url) if mine else "",
        )
        connection.send(own)


def seat_messages(room: Room) -> list[Seat]:
    """Who sits where, as everybody may know it."""
    online = {connection.guest for connection in room.presence.connections}
    return [seat.message(place, seat.guest in online) for place, seat in enumerate(room.seats)]


def invite_link(room: Room, base_url: str) -> str:
    """The address that seats the next guest."""
    return f"{base_url}/t/{room.name}?invite={room.info.invite}"


# ---------------------------------------------------------------- refusals


def refuse(room: Room, connection: Connection, key: str) -> None:
    """Refuse a request with a text of the page, and send the table as it is."""
    refuse_with(room, connection, {"key": key}, WEB)


def refuse_with(room: Room, connection: Connection, text: Text, of: str) -> None:
    """Refuse a request with any text, and send the table as it is."""
    send_refusal(room, connection, text, of)
    if room.info.phase != "lobby":
        send_whole_table(room, connection)


def send_refusal(room: Room, connection: Connection, text: Text, of: str) -> None:
    """Send a refusal alone: the page's table is still right."""
    room.context.metrics.refused += 1
    connection.send(Refused(room.ply, text, of))
