"""Simple alternative to `ws/framing.py` with Starlette's own receive and send; used if VELODROME_PLAIN=1 is set.

It runs on uvicorn's own protocols, and is meant for debugging and for checking the fast code. Clients receive the same
messages in the same order, and the same close codes. There are three differences: this code does not count control
frames and fragments (uvicorn handles those), closes with code 1007 on invalid UTF-8, and has no timeout for requests
and closing connections.
"""

import asyncio
from typing import Any

from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from velodrome.server.ws.framing import MAX_WRITE_BUFFER

DISCONNECT: Message = {"type": "websocket.disconnect", "code": 1006}


class PlainSocket:
    """WebSocket connection with an outgoing queue; implements `rooms.connection.Sender`."""

    def __init__(self, websocket: WebSocket) -> None:
        self.websocket = websocket
        self.queue: asyncio.Queue[bytes | int] = asyncio.Queue()  # messages; the last item is a close code
        self.queued_bytes = 0
        self.is_closed = False
        self.overflow: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.writer = asyncio.create_task(self.write_queue())

    def send(self, message: bytes) -> None:
        """Queue a text message; disconnect a client that reads too slowly."""
        if self.is_closed:
            return
        if self.queued_bytes > MAX_WRITE_BUFFER:
            self.is_closed = True
            self.overflow.set_result(None)
            return
        self.queued_bytes += len(message)
        self.queue.put_nowait(message)

    def close(self, code: int) -> None:
        """Send a close frame after the queued messages; receive nothing more."""
        if not self.is_closed:
            self.is_closed = True
            self.queue.put_nowait(code)

    async def write_queue(self) -> None:
        """Send queued messages in order until the connection is closed."""
        try:
            while not isinstance(item := await self.queue.get(), int):
                await self.websocket.send_text(item.decode())
                self.queued_bytes -= len(item)
            await self.websocket.close(item)
        except (WebSocketDisconnect, RuntimeError):
            self.is_closed = True  # the client has disconnected: `receive` reports it

    async def receive(self) -> Message:
        """Return the next ASGI message: a disconnect if the outgoing queue overflows. Skip messages after `close`."""
        while True:
            received: asyncio.Future[Message] = asyncio.ensure_future(self.websocket.receive())
            futures: set[asyncio.Future[Any]] = {received, self.overflow}
            await asyncio.wait(futures, return_when=asyncio.FIRST_COMPLETED)
            if self.overflow.done():
                received.cancel()
                return DISCONNECT
            message = received.result()
            if not self.is_closed or message["type"] == "websocket.disconnect":
                return message

    def detach(self) -> None:
        """Stop the task that writes queued messages."""
        self.writer.cancel()
        self.overflow.cancel()
