"""Dispatch table: the function that handles each type of request."""

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, TypeAlias

from velodrome.server.game.explain import explain_selection
from velodrome.server.protocol import (
    Admit,
    Agree,
    Ahead,
    Back,
    HintRequest,
    Hire,
    Hush,
    Join,
    Leave,
    Look,
    Ping,
    Play,
    Pong,
    Prepare,
    React,
    Refused,
    Rematch,
    Rename,
    Request,
    Say,
    Sit,
    Start,
    Why,
)
from velodrome.server.rooms.broadcast import refuse
from velodrome.server.rooms.chat import hush, react, say
from velodrome.server.rooms.connection import BROKEN, Connection
from velodrome.server.rooms.create import rematch
from velodrome.server.rooms.hints import request_hint
from velodrome.server.rooms.joins import admit, join
from velodrome.server.rooms.moves import play
from velodrome.server.rooms.premoves import offer_premoves, prepare
from velodrome.server.rooms.room import CommitFailed, Room, RoomClosed
from velodrome.server.rooms.seats import hire, leave, look, rename, sit, start
from velodrome.server.rooms.takeback import take_back, vote

MAX_QUEUED_REQUESTS = 4  # requests from one page that may wait for a commit; more are refused
LOG = logging.getLogger("velodrome")
Handler: TypeAlias = Callable[[Room, Connection, Any], Awaitable[None]]
QuickHandler: TypeAlias = Callable[[Room, Connection, Any], None]


def answer_ping(room: Room, connection: Connection, request: Ping) -> None:
    connection.send(Pong())


def explain(room: Room, connection: Connection, request: Why) -> None:
    """Send the page the reason why the selected pieces are not a legal move."""
    if request.ply != room.ply or room.info.phase == "lobby":
        refuse(room, connection, "refuse.stale")
        return
    text, of = explain_selection(room.spec, room.log.state, connection.viewer, request.picks)
    connection.send(Refused(room.ply, text, of))


def offer(room: Room, connection: Connection, request: Ahead) -> None:
    offer_premoves(room, connection)


# Requests that change nothing are answered at once, even while a job in the room is waiting for its commit.
QUICK_HANDLERS: Final[dict[type, QuickHandler]] = {
    Why: explain,
    HintRequest: request_hint,
    Ahead: offer,
    Ping: answer_ping,
}
# All other requests wait in the room's queue.
HANDLERS: Final[dict[type, Handler]] = {
    Play: play,
    Prepare: prepare,
    Sit: sit,
    Join: join,
    Admit: admit,
    Leave: leave,
    Hire: hire,
    Start: start,
    Rename: rename,
    Rematch: rematch,
    Look: look,
    Say: say,
    React: react,
    Hush: hush,
    Back: take_back,
    Agree: vote,
}


def receive(room: Room, connection: Connection, request: Request) -> None:
    """Answer a request at once if it changes nothing; else queue it as a job, or refuse it if too many are waiting."""
    quick = QUICK_HANDLERS.get(type(request))
    if quick is not None:
        quick(room, connection, request)
    elif room.queue.is_committing and connection.queued >= MAX_QUEUED_REQUESTS:
        refuse(room, connection, "refuse.busy")
    else:
        connection.queued += 1
        room.enqueue(partial(handle, room, connection, request))


async def handle(room: Room, connection: Connection, request: Request) -> None:
    """Handle a queued request; do nothing if its page has disconnected.

    If the handler raises an error, log it and close the connection. But if the handler may already have changed the
    database, re-raise the error, so that the room is reloaded.
    """
    connection.queued -= 1
    if connection not in room.presence.connections:
        return  # disconnected while the request waited
    try:
        await HANDLERS[type(request)](room, connection, request)
    except (CommitFailed, RoomClosed):
        raise
    except Exception:
        if room.queue.has_written:
            raise
        LOG.exception("request.broken", extra={"room": room.name, "request": type(request).__name__})
        connection.sender.close(BROKEN)
