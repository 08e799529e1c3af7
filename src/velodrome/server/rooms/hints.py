"""Hints: the best moves for the person whose turn it is, if the terms allow hints. Each guest gets one at a time."""

import asyncio
from functools import partial

from velodrome.server.protocol import Hinted, HintRequest, Hints
from velodrome.server.rooms.broadcast import refuse
from velodrome.server.rooms.connection import Connection
from velodrome.server.rooms.room import Room


def request_hint(room: Room, connection: Connection, request: HintRequest) -> None:
    """Start a task that searches for a hint, or refuse the request."""
    limits, guest = room.context.hints, connection.guest
    key = refuse_hint(room, connection, request)
    if not key and limits.is_too_soon(guest):
        key = "refuse.hint.soon"
    if key:
        refuse(room, connection, key)
        return
    task = asyncio.get_running_loop().create_task(give_hint(room, connection))
    limits.tasks[guest] = task
    task.add_done_callback(partial(forget_task, room, guest))


def forget_task(room: Room, guest: str, task: asyncio.Task[None]) -> None:
    """Remove a guest's finished hint task, so that the guest can ask for another hint."""
    room.context.hints.tasks.pop(guest, None)


def refuse_hint(room: Room, connection: Connection, request: HintRequest) -> str:
    """Return the key of the text that says why a page cannot get a hint now; "" if it can."""
    if not room.info.terms.hints:
        return room.refuse_game_request(connection.viewer) or "refuse.hint"
    key = room.refuse_game_request(connection.viewer, request.ply)
    return key or ("" if room.actor == connection.viewer else "refuse.turn")


async def give_hint(room: Room, connection: Connection) -> None:
    """Search for the best moves in the view of the page's seat; send them unless the game has changed meanwhile.

    If several people play, also tell the other pages that the seat got a hint.
    """
    request, seat, log, pool = HintRequest(room.ply), connection.viewer, room.log, room.context.pool

    def is_wanted() -> bool:
        is_same = room.log is log and connection in room.presence.connections and connection.viewer == seat
        return is_same and not refuse_hint(room, connection, request)

    async with pool.queue.slot(connection.address or connection.guest):  # a new cookie gives no new slot
        moves = await pool.advise(room.spec, log.state.seen_by(seat)) if is_wanted() else []
    if not is_wanted():
        return
    if not moves:
        refuse(room, connection, "refuse.broken")
        return
    connection.send(Hints(request.ply, moves))
    if sum([each.is_played_by_person for each in room.seats]) > 1:
        announce_hint(room, seat, request.ply)


def announce_hint(room: Room, seat: int, ply: int) -> None:
    """Tell the other pages that a seat got a hint."""
    for connection in room.presence.connections:
        if connection.viewer != seat:
            connection.send(Hinted(ply, seat))
