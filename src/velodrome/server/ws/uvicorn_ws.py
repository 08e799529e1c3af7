"""uvicorn's WebSocket with a short way for the usual frames (`channel`), which stands in for it while a room listens.

Handshake, pings, closing and whatever is unusual stay with uvicorn and websockets.
"""

import asyncio
from contextlib import suppress
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from velodrome.server.ws.framing import Channel, Post

NAME = "velodrome.wire"  # of the extension by which the application finds the channel
SPARE = 32_768  # bytes for the library alone: the handshake, and what comes before a room hears or after the end
FLUSH = 5.0  # seconds that a page has to take what it was sent before its connection is closed


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    spare = SPARE  # how many of them are left
    channel: Channel | None = None  # once the handshake is done
    cutting: asyncio.TimerHandle | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: dict[str, Any] = self.scope["extensions"]
            post = self.app_state.setdefault(NAME, Post(self.loop))  # one for all connections of a server
            extensions[NAME] = self.channel = Channel(self, post, self.config.ws_max_size)

    def data_received(self, data: bytes) -> None:
        """Take what nobody counts: there need not be much of it, and whoever sends more is cut off."""
        some = data[: self.spare]
        self.spare -= len(data)
        if self.channel:
            self.channel.hand_over(some)
        else:
            self.take(some)
        if self.spare < 0 or not self.handshake_initiated:  # a handshake comes whole, or it is none
            self.transport.abort()

    def take(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.is_closing():
            self.cut_soon()

    def connection_lost(self, exc: Exception | None) -> None:
        self.channel = None  # nothing leads from here to itself any more
        if self.cutting:
            self.cutting.cancel()
        super().connection_lost(exc)

    # ------------------------------------------------------------ the end

    def close(self, code: int) -> None:
        """Close, and say why."""
        self.cut_soon()
        task = self.loop.create_task(self.say_why(code))
        self.tasks.add(task)
        task.add_done_callback(self.on_task_complete)

    async def say_why(self, code: int) -> None:
        with suppress(ClientDisconnected):
            await self.send({"type": "websocket.close", "code": code, "reason": ""})

    def keepalive_timeout(self) -> None:
        self.cut_soon()
        super().keepalive_timeout()

    def cut_soon(self) -> None:
        """See to it that a page which takes nothing is gone soon: the library would wait for it without end."""
        if self.cutting is None:
            self.cutting = self.loop.call_later(FLUSH, self.transport.abort)
