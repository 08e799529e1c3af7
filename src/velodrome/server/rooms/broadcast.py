"""Messages from a room to its pages: tables, the state of the room, and refusals."""

import asyncio
from functools import partial
from typing import Literal

from msgspec.structs import replace

from velodrome.core.contract import Text
from velodrome.server.game.views import View
from velodrome.server.protocol import WEB, JoinRequest, Refused, RoomMessage, Seat
from velodrome.server.rooms.connection import Connection
from velodrome.server.rooms.room import Room
from velodrome.server.rooms.state import chat_id

ANNOUNCE_SECONDS = 0.0005  # delay per page before announcing who is connected: n arrivals must not cause n² messages


# ---------------------------------------------------------------- the game


def send_tables(room: Room) -> None:
    """Send each page the table as its viewer sees it; each view is encoded only once."""
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
    """Send a page the whole table and log, as if the page had no table yet; do nothing before the game starts."""
    if room.info.phase != "lobby":
        connection.ply = -1
        send_whole_table(room, connection)


def send_whole_table(room: Room, connection: Connection) -> None:
    """Send a page the table with all zones, including those that the page already has."""
    log = room.log
    view = room.views.view(log.state, log.entries, log.stage_scores, connection.viewer)
    connection.sender.send(view.since(connection.ply, True))
    connection.ply = room.ply


# ---------------------------------------------------------------- the room


def announce_soon(room: Room) -> None:
    """Schedule a room message to all pages, so that several arrivals and departures share one message."""
    presence = room.presence
    if presence.announcement is None:
        delay = ANNOUNCE_SECONDS * len(presence.connections)
        presence.announcement = asyncio.get_running_loop().call_later(delay, partial(send_room, room))


def send_room(room: Room) -> None:
    """Send the room message to every page now, and cancel the scheduled room message if there is one."""
    if room.presence.announcement:
        room.presence.announcement.cancel()
        room.presence.announcement = None
    send_room_to(room, room.presence.connections)


def send_room_to(room: Room, connections: list[Connection]) -> None:
    """Send the room message to the pages in `connections`. Some fields, such as `mine`, differ from guest to guest."""
    info, vote = room.info, room.takeback
    common = RoomMessage(
        room=room.name,
        game=room.spec.game.name,
        options=room.spec.options,
        terms=info.terms,
        phase=info.phase,
        open=info.is_public,
        seats=seat_messages(room),
        me=None,
        mine=[],
        host=False,
        spectators=len({each.guest for each in room.presence.connections if not room.seats_of(each.guest)}),
        invite="",
        rematch=info.rematch,
        opener=info.opener,
        forfeits=[seat for seat, room_seat in enumerate(room.seats) if room_seat.has_forfeited],
        asks=vote.asker,
        agreed=sorted(vote.agreed.union([seat for seat, room_seat in enumerate(room.seats) if room_seat.is_away])),
        changed=room.spec.changed_options,
    )
    for connection in connections:
        mine = room.seats_of(connection.guest)
        own = replace(
            common,
            me=connection.viewer if connection.viewer >= 0 else None,
            mine=mine,
            host=connection.guest == info.host,
            invite=invite_link(room, connection.base_url) if mine else "",
            joining=joining_of(room, connection, mine),
            name=connection.name,
            joins=join_requests(room) if connection.guest == info.host else [],
        )
        connection.send(own)


def joining_of(room: Room, connection: Connection, mine: list[int]) -> Literal["", "sit", "ask", "wait", "no"]:
    """Return how a guest can get a seat, as in `RoomMessage.joining`; `mine` are the seats that the guest holds."""
    if mine or room.info.phase != "lobby" or not room.free_seats:
        return ""
    if connection.guest in room.info.banned:
        return "no"
    if room.may_sit(connection):
        return "sit"
    if connection.guest in room.joins.seats:
        return "wait"
    return "no" if room.joins.is_denied(connection.guest, connection.address) else "ask"


def join_requests(room: Room) -> list[JoinRequest]:
    """Return the join requests of guests who are connected; an empty list while no seat is free."""
    if not room.joins.seats or not room.free_seats:
        return []
    asking = [(room.presence.first_connection(guest), seat) for guest, seat in room.joins.seats.items()]
    return [JoinRequest(chat_id(page.guest), page.name, seat) for page, seat in asking if page]


def seat_messages(room: Room) -> list[Seat]:
    """Return the public information about every seat."""
    online = {connection.guest for connection in room.presence.connections}
    return [room_seat.message(seat, room_seat.guest in online) for seat, room_seat in enumerate(room.seats)]


def invite_link(room: Room, base_url: str) -> str:
    """Return the URL that gives a free seat to the next guest who opens it."""
    return f"{base_url}/t/{room.name}?invite={room.info.invite}"


# ---------------------------------------------------------------- refusals


def refuse(room: Room, connection: Connection, key: str) -> None:
    """Refuse a request with the text `key` of the page (WEB) and, if the game has started, send the current table."""
    refuse_with(room, connection, {"key": key}, WEB)


def refuse_with(room: Room, connection: Connection, text: Text, of: str) -> None:
    """Refuse a request and, if the game has started, send the current table.

    `text` is the reason. `of` says where its sentence is found: WEB for the page's texts, or the name of the game.
    """
    send_refusal(room, connection, text, of)
    if room.info.phase != "lobby":
        send_whole_table(room, connection)


def send_refusal(room: Room, connection: Connection, text: Text, of: str) -> None:
    """Send a refusal (see `refuse_with`) but no table; this is enough if the request would not change the game."""
    room.context.metrics.refused += 1
    connection.send(Refused(room.ply, text, of))
