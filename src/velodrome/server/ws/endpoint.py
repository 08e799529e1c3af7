"""The socket of a page: what it asks goes to its room, what the room tells goes to it; neither waits for the other."""

import asyncio
import logging
from hmac import compare_digest
from typing import Final

import msgspec
from starlette.websockets import WebSocket

from velodrome.server.guests.headers import is_own
from velodrome.server.guests.limits import Bucket
from velodrome.server.protocol import UNREADABLE, WEB, Ping, Refused, Rename, Request
from velodrome.server.rooms import handlers
from velodrome.server.rooms.connection import BROKEN, TOO_MANY, TOO_WRONG, UNKNOWN, Line, Sender
from velodrome.server.rooms.room import LiveRoom
from velodrome.server.rooms.seats import default_name, proper_name
from velodrome.server.services import Desk, address_of
from velodrome.server.store.errors import ReadFailed
from velodrome.server.ws import uvicorn_ws
from velodrome.server.ws.framing import Channel

LARGEST = 16_384  # bytes of a message
PATIENCE = 10  # messages that cannot be read, or come too fast, before a page is cut off
LOG = logging.getLogger("velodrome")

decode: Final = msgspec.json.Decoder(Request).decode


async def serve(desk: Desk, websocket: WebSocket) -> None:
    """One socket at /ws/ROOM, from its beginning to its end."""
    try:
        await admit(desk, websocket)
    finally:
        let_go(websocket)


async def admit(desk: Desk, websocket: WebSocket) -> None:
    """Let a guest of our own pages in, unless there are too many."""
    if not is_own(websocket, desk.settings.base_url):
        await websocket.close(1008)
        return
    guest = desk.guest(websocket)
    cookies = [(b"set-cookie", header.encode("latin-1")) for header in desk.cookies(websocket)]
    await websocket.accept(headers=cookies)
    address = address_of(websocket)
    if not desk.limits.connect(guest, address):
        await turn_away(websocket, "refuse.sockets", TOO_MANY)
        return
    desk.metrics.sockets += 1
    try:
        await greet(desk, websocket, guest, address)
    finally:
        desk.metrics.sockets -= 1
        desk.limits.disconnect(guest, address)


async def greet(desk: Desk, websocket: WebSocket, guest: str, address: str) -> None:
    """Lead a guest to the room, and let them stay until they go."""
    try:
        name = await desk.store.load_guest_name(guest) or default_name(guest)
        room = await desk.hall.room(websocket.path_params["room"])
    except ReadFailed:
        await turn_away(websocket, "refuse.store", BROKEN)
        return
    if room is None:
        await turn_away(websocket, "refuse.room", UNKNOWN)
        return
    line = Line(sender_of(websocket), guest, name, desk.base(websocket), address)
    token = websocket.query_params.get("invite", "")
    line.invited = compare_digest(token.encode(), room.invite.encode())
    ear = Ear(desk, room, line)
    try:
        room.arrive(line)
        room.when_free(lambda: handlers.welcome(room, line))
        if isinstance(line.sender, Channel):
            line.sender.listen(ear.hear, ear.is_noisy)
        while (message := await websocket.receive())["type"] != "websocket.disconnect":
            ear.hear((message.get("text") or "").encode() or message.get("bytes") or b"")
    finally:
        room.depart(line)


class Ear:
    """Takes what a page sends."""

    __slots__ = ("asked", "clock", "limits", "line", "metrics", "patience", "pinged", "room")

    def __init__(self, desk: Desk, room: LiveRoom, line: Line) -> None:
        self.limits = desk.limits
        self.metrics = desk.metrics
        self.room = room
        self.line = line
        self.clock = asyncio.get_running_loop().time
        rate, now = desk.settings.limit_rate, self.clock()
        self.asked = Bucket(rate, now)
        self.pinged = Bucket(rate, now)  # by itself: a page asks after each request whether its line is alive
        self.patience = PATIENCE

    def hear(self, message: bytes) -> None:
        """One message: done, or refused."""
        try:
            request = decode(message)
        except UNREADABLE:
            self.refuse("refuse.message", TOO_WRONG)
            return
        if self.is_fast(self.pinged if type(request) is Ping else self.asked):
            return
        if type(request) is Rename and not self.may_rename(request.name):
            self.line.tell(Refused(self.room.ply, {"key": "refuse.names"}, WEB))
            return
        try:
            handlers.ask(self.room, self.line, request)
        except Exception:
            LOG.exception("request.broken", extra={"room": self.room.name, "request": type(request).__name__})
            self.line.sender.close(BROKEN)

    def may_rename(self, name: str) -> bool:
        """Whether one more name is granted; what cannot be a name is not counted."""
        return not proper_name(name) or self.limits.may_rename(self.line.guest, self.line.address)

    def is_noisy(self) -> bool:
        """Whether one more frame that asks for nothing came too fast, and is refused."""
        return self.is_fast(self.pinged)

    def is_fast(self, bucket: Bucket) -> bool:
        """Whether this one came too fast, and is refused."""
        if bucket.take(self.clock()):
            return False
        self.refuse("refuse.fast", TOO_MANY)
        return True

    def refuse(self, key: str, code: int) -> None:
        """Say no; and close after too many times."""
        self.metrics.refused += 1
        self.patience -= 1
        if self.patience >= 0:
            self.line.tell(Refused(self.room.ply, {"key": key}, WEB))
        if self.patience == 0:
            self.line.sender.close(code)


def sender_of(websocket: WebSocket) -> Sender:
    """What carries messages to the page; the server must run on `wire.Wire`."""
    found: Sender = websocket.scope["extensions"][uvicorn_ws.NAME]
    return found


def let_go(websocket: WebSocket) -> None:
    """Undo what leads from a connection to itself and to its room: garbage in cycles is seldom looked for."""
    carrier = websocket.scope["extensions"].pop(uvicorn_ws.NAME, None)
    if isinstance(carrier, Channel):
        carrier.let_go()


async def turn_away(websocket: WebSocket, key: str, code: int) -> None:
    """Say why, and close."""
    carrier = sender_of(websocket)
    carrier.send(msgspec.json.encode(Refused(0, {"key": key}, WEB)))
    carrier.close(code)
    while (await websocket.receive())["type"] != "websocket.disconnect":
        pass  # whatever was on its way
