"""uvicorn's WebSocket with a short way for the usual frames (`channel`), which stands in for it while a room listens.

Handshake, pings, closing, fragments and whatever is unusual stay with uvicorn and websockets.
"""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from velodrome.server.channel import Channel, Post

NAME = "velodrome.wire"  # of the extension by which the application finds the channel
SPARE = 32_768  # bytes for the library alone: the handshake, and what comes before a room hears or after the end


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    spare = SPARE  # how many of them are left

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: dict[str, Any] = self.scope["extensions"]
            post = self.app_state.setdefault(NAME, Post(self.loop))  # one for all connections of a server
            extensions[NAME] = Channel(self, post, self.config.ws_max_size)

    def data_received(self, data: bytes) -> None:
        """Take what nobody counts: there need not be much of it, and whoever sends more is cut off."""
        self.take(data[: self.spare])
        self.spare -= len(data)
        if self.spare < 0:
            self.transport.abort()

    def take(self, data: bytes) -> None:
        super().data_received(data)

    def close(self, code: int) -> None:
        """Close, and say why."""
        task = self.loop.create_task(self.send({"type": "websocket.close", "code": code, "reason": ""}))
        self.tasks.add(task)
        task.add_done_callback(self.on_task_complete)
