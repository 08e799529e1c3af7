"""The WebSocket endpoint for a room: handshake, limits, and passing messages to the room."""

import asyncio
import logging
from hmac import compare_digest
from typing import Final

import msgspec
from starlette.websockets import WebSocket

from velodrome.server.guests.headers import is_same_origin
from velodrome.server.guests.limits import TokenBucket, client_address
from velodrome.server.protocol import UNREADABLE, WEB, Join, Ping, Refused, Rename, Request
from velodrome.server.rooms import handlers
from velodrome.server.rooms.connection import BROKEN, TOO_MANY, TOO_WRONG, UNKNOWN_ROOM, Connection, Sender
from velodrome.server.rooms.names import clean_name, default_name
from velodrome.server.rooms.room import Room
from velodrome.server.services import Services
from velodrome.server.store.errors import ReadFailed
from velodrome.server.ws import uvicorn_ws
from velodrome.server.ws.framing import FramedSocket
from velodrome.server.ws.plain import PlainSocket

MAX_MESSAGE_SIZE = 16_384  # bytes
MAX_REFUSALS = 10  # unreadable messages, or messages over the rate limit, before a client is disconnected
LOG = logging.getLogger("velodrome")

decode: Final = msgspec.json.Decoder(Request).decode


async def serve_socket(services: Services, websocket: WebSocket) -> None:
    """Serve one WebSocket at /ws/ROOM from handshake to close."""
    try:
        await admit_guest(services, websocket)
    finally:
        release_sender(websocket)


async def admit_guest(services: Services, websocket: WebSocket) -> None:
    """Accept the handshake if it comes from one of our pages, then serve the connection until it closes.

    If the guest, the address or the whole server has too many sockets, refuse the connection instead.
    """
    if not is_same_origin(websocket, services.settings.base_url):
        await websocket.close(1008)
        return
    guest = services.guest_of(websocket)
    cookies = [(b"set-cookie", header.encode("latin-1")) for header in services.cookie_headers(websocket)]
    await websocket.accept(headers=cookies)
    sender = open_sender(websocket)
    address = client_address(websocket)
    if not services.limits.open_socket(guest, address):
        await refuse_and_close(websocket, sender, "refuse.sockets", TOO_MANY)
        return
    services.metrics.sockets += 1
    try:
        await join_room(services, websocket, sender, guest)
    finally:
        services.metrics.sockets -= 1
        services.limits.close_socket(guest, address)


async def join_room(services: Services, websocket: WebSocket, sender: Sender, guest: str) -> None:
    """Load the room, and connect the client to it until the client disconnects."""
    try:
        name = await services.store.load_guest_name(guest) or default_name(guest)
        room = await services.registry.open(websocket.path_params["room"])
    except ReadFailed:
        await refuse_and_close(websocket, sender, "refuse.store", BROKEN)
        return
    if room is None:
        await refuse_and_close(websocket, sender, "refuse.room", UNKNOWN_ROOM)
        return
    connection = Connection(sender, guest, name, services.base_url(websocket), client_address(websocket))
    token = websocket.query_params.get("invite", "")
    connection.is_invited = compare_digest(token.encode(), room.info.invite.encode())
    receiver = MessageReceiver(services, room, connection)
    try:
        services.registry.enter(room, connection)
        await receive_messages(websocket, sender, receiver)
    finally:
        services.registry.exit(room, connection)


async def receive_messages(websocket: WebSocket, sender: Sender, receiver: "MessageReceiver") -> None:
    """Pass messages to the receiver until the client disconnects."""
    if isinstance(sender, FramedSocket):
        sender.attach(receiver.receive, receiver.is_flooding)
    receive = sender.receive if isinstance(sender, PlainSocket) else websocket.receive
    while (message := await receive())["type"] != "websocket.disconnect":
        receiver.receive((message.get("text") or "").encode() or message.get("bytes") or b"")


class MessageReceiver:
    """Decoder of the messages on one connection; applies the rate limits, and passes requests to the room."""

    __slots__ = ("clock", "connection", "limits", "metrics", "ping_bucket", "refusals_left", "request_bucket", "room")

    def __init__(self, services: Services, room: Room, connection: Connection) -> None:
        self.limits = services.limits
        self.metrics = services.metrics
        self.room = room
        self.connection = connection
        self.clock = asyncio.get_running_loop().time
        rate, now = services.settings.limit_rate, self.clock()
        self.request_bucket = TokenBucket(rate, now)
        self.ping_bucket = TokenBucket(rate, now)  # separate, so that pings do not use up the limit of requests
        self.refusals_left = MAX_REFUSALS

    def receive(self, message: bytes) -> None:
        """Decode a message and pass the request to the room; refuse it if it is unreadable or exceeds a rate limit."""
        try:
            request = decode(message)
        except UNREADABLE:
            self.refuse("refuse.message", TOO_WRONG)
            return
        bucket = self.ping_bucket if type(request) is Ping else self.request_bucket
        if not bucket.take(self.clock()):
            self.refuse("refuse.fast", TOO_MANY)
            return
        if type(request) is Rename and not self.allows_rename(request.name):
            self.connection.send(Refused(self.room.ply, {"key": "refuse.names"}, WEB))
            return
        if type(request) is Join and not self.allows_join(request.seat):
            self.connection.send(Refused(self.room.ply, {"key": "refuse.join.many"}, WEB))
            return
        try:
            handlers.receive(self.room, self.connection, request)
        except Exception:
            LOG.exception("request.broken", extra={"room": self.room.name, "request": type(request).__name__})
            self.connection.sender.close(BROKEN)

    def allows_rename(self, name: str) -> bool:
        """Return whether the limits allow a rename; if so, count it.

        For an invalid name, return True without counting it: the room refuses such names.
        """
        return not clean_name(name) or self.limits.allow_rename(self.connection.guest, self.connection.address)

    def allows_join(self, seat: int | None) -> bool:
        """Return whether the limits allow a request for a seat; if so, count it.

        Withdrawing a request (seat None) is always allowed, and does not count.
        """
        return seat is None or self.limits.allow_join(self.connection.guest, self.connection.address)

    def is_flooding(self) -> bool:
        """Count a control frame or a fragment; if there are too many, send a refusal and return True.

        These frames count towards the limit on pings.
        """
        if self.ping_bucket.take(self.clock()):
            return False
        self.refuse("refuse.fast", TOO_MANY)
        return True

    def refuse(self, key: str, code: int) -> None:
        """Answer with a refusal; after too many refusals, close the connection with this close code."""
        self.metrics.refused += 1
        self.refusals_left -= 1
        if self.refusals_left >= 0:
            self.connection.send(Refused(self.room.ply, {"key": key}, WEB))
        if self.refusals_left == 0:
            self.connection.sender.close(code)


def open_sender(websocket: WebSocket) -> Sender:
    """Return the `FramedSocket` of this connection; if uvicorn's own protocol is used, return a new `PlainSocket`."""
    extensions = websocket.scope.setdefault("extensions", {})
    if uvicorn_ws.EXTENSION not in extensions:
        extensions[uvicorn_ws.EXTENSION] = PlainSocket(websocket)
    sender: Sender = extensions[uvicorn_ws.EXTENSION]
    return sender


def release_sender(websocket: WebSocket) -> None:
    """Detach the sender from the connection and the room.

    This breaks reference cycles, which would stay in memory for long because garbage collections are rare.
    """
    sender = websocket.scope.get("extensions", {}).pop(uvicorn_ws.EXTENSION, None)
    if isinstance(sender, (FramedSocket, PlainSocket)):
        sender.detach()


async def refuse_and_close(websocket: WebSocket, sender: Sender, key: str, code: int) -> None:
    """Send a refusal and close the connection; ignore messages that arrive until it is closed."""
    sender.send(msgspec.json.encode(Refused(0, {"key": key}, WEB)))
    sender.close(code)
    while (await websocket.receive())["type"] != "websocket.disconnect":
        pass
