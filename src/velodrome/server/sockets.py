"""The socket of a page: reads what it asks, sends what it is told, and never holds up a room."""

import asyncio
import logging

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from velodrome.server import doings
from velodrome.server.desk import Bucket, Desk
from velodrome.server.lines import TOO_MANY, TOO_SLOW, TOO_WRONG, UNKNOWN, Line
from velodrome.server.messages import Refused, Request
from velodrome.server.rooms import LiveRoom
from velodrome.server.seating import default_name
from velodrome.server.security import is_own

LARGEST = 16_384  # bytes of a message
PATIENCE = 10  # messages that cannot be read, or come too fast, before a page is cut off
LOG = logging.getLogger("velodrome")

decode = msgspec.json.Decoder(Request).decode


class Socket:
    """Serves /ws/ROOM."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def serve(self, websocket: WebSocket) -> None:
        desk = self.desk
        if not is_own(websocket.headers, desk.settings.base_url):
            await websocket.close(1008)
            return
        guest = desk.guest(websocket)
        cookies = [(b"set-cookie", header.encode("latin-1")) for header in desk.cookies(websocket)]
        await websocket.accept(headers=cookies)
        if not desk.limits.may_connect(guest):
            await turn_away(websocket, "refuse.sockets", TOO_MANY)
            return
        desk.limits.sockets[guest] += 1
        desk.metrics.sockets += 1
        try:
            await self.greet(websocket, guest)
        finally:
            desk.metrics.sockets -= 1
            desk.limits.sockets[guest] -= 1
            if not desk.limits.sockets[guest]:
                del desk.limits.sockets[guest]

    async def greet(self, websocket: WebSocket, guest: str) -> None:
        """Lead a guest to the room."""
        name = await self.desk.store.name_of(guest) or default_name(guest)
        room = await self.desk.hall.room(websocket.path_params["room"])
        if room is None:
            await turn_away(websocket, "refuse.room", UNKNOWN)
            return
        line = Line(guest, name, self.desk.base(websocket))
        token = websocket.query_params.get("invite", "")
        line.invited = bool(token) and token == room.invite
        room.arrive(line)
        if line.invited:
            room.when_free(lambda: doings.seat_invited(room, line))
        try:
            await self.carry(websocket, room, line)
        finally:
            room.depart(line)

    async def carry(self, websocket: WebSocket, room: LiveRoom, line: Line) -> None:
        """Both directions, until either ends."""
        tasks = {
            asyncio.create_task(self.read(websocket, room, line)),
            asyncio.create_task(send(websocket, line)),
            asyncio.create_task(line.cut.wait()),
        }
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def read(self, websocket: WebSocket, room: LiveRoom, line: Line) -> None:
        clock = asyncio.get_running_loop().time
        bucket, patience = Bucket(self.desk.settings.limit_rate, clock()), PATIENCE
        while True:
            message = await websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            key = ""
            if not bucket.take(clock()):
                key = "refuse.fast"
            else:
                try:
                    room.ask(line, decode(message.get("text") or message.get("bytes") or b""))
                except (msgspec.DecodeError, RecursionError):
                    key = "refuse.message"
            if key:
                self.desk.metrics.refused += 1
                line.tell(Refused(room.ply, {"key": key}, "web"))
                patience -= 1
                if not patience:
                    line.close(TOO_MANY if key == "refuse.fast" else TOO_WRONG)
                    await asyncio.sleep(60)  # cut off as soon as that is sent


async def send(websocket: WebSocket, line: Line) -> None:
    """Whatever the room tells, until the line is closed."""
    try:
        while message := await line.queue.get():
            await websocket.send_text(message.decode())
        await websocket.close(line.closed)
    except (WebSocketDisconnect, RuntimeError):
        return  # gone in the meantime


async def turn_away(websocket: WebSocket, key: str, code: int) -> None:
    """Say why, and close."""
    await websocket.send_text(msgspec.json.encode(Refused(0, {"key": key}, "web")).decode())
    await websocket.close(code)


__all__ = ["LARGEST", "TOO_SLOW", "Socket"]
