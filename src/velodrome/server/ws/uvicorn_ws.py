"""uvicorn's WebSocket protocol with faster handling of messages (`ws/framing.py`).

uvicorn and websockets still handle the handshake, pings, closing and every unusual frame.
"""

import asyncio
from contextlib import suppress
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from velodrome.server.ws.framing import FramedSocket, SendBatch

EXTENSION = "velodrome.socket"  # key of the framed socket in the ASGI scope's extensions
MAX_UNCOUNTED_BYTES = 32_768  # bytes that may arrive while no room counts messages: before joining and after closing
CLOSE_TIMEOUT = 5.0  # seconds for a client to read the rest before a closing connection is aborted


class FastWebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol for one WebSocket connection; after the handshake, it creates a framed socket."""

    uncounted_bytes_left = MAX_UNCOUNTED_BYTES
    framed_socket: FramedSocket | None = None  # set by the handshake
    abort_timer: asyncio.TimerHandle | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: dict[str, Any] = self.scope["extensions"]
            batch = self.app_state.setdefault(EXTENSION, SendBatch(self.loop))  # shared by all connections
            extensions[EXTENSION] = self.framed_socket = FramedSocket(self, batch, self.config.ws_max_size)

    def data_received(self, data: bytes) -> None:
        """Process bytes that no rate limit counts, such as the handshake. After too many, abort the connection."""
        accepted = data[: self.uncounted_bytes_left]
        self.uncounted_bytes_left -= len(data)
        if self.framed_socket:
            self.framed_socket.feed_fallback(accepted)
        else:
            self.process_frames(accepted)
        if self.uncounted_bytes_left < 0 or not self.handshake_initiated:  # a handshake must come in one piece
            self.transport.abort()

    def process_frames(self, data: bytes) -> None:
        """Let uvicorn process frames; if uvicorn then closes the connection, start the timeout for closing."""
        super().data_received(data)
        if self.transport.is_closing():
            self.abort_later()

    def connection_lost(self, exc: Exception | None) -> None:
        self.framed_socket = None  # breaks a reference cycle
        if self.abort_timer:
            self.abort_timer.cancel()
        super().connection_lost(exc)

    # ------------------------------------------------------------ closing

    def start_close(self, code: int) -> None:
        """Send a close frame after the data that is already buffered, and start the timeout for closing."""
        self.abort_later()
        task = self.loop.create_task(self.send_close(code))
        self.tasks.add(task)
        task.add_done_callback(self.on_task_complete)

    async def send_close(self, code: int) -> None:
        with suppress(ClientDisconnected):
            await self.send({"type": "websocket.close", "code": code, "reason": ""})

    def keepalive_timeout(self) -> None:
        self.abort_later()
        super().keepalive_timeout()

    def abort_later(self) -> None:
        """Abort the connection after a timeout; uvicorn would wait for ever for a client that does not read."""
        if self.abort_timer is None:
            self.abort_timer = self.loop.call_later(CLOSE_TIMEOUT, self.transport.abort)
