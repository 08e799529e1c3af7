"""uvicorn's HTTP with an end to waiting: whoever connects asks for something, whole, or is shown out."""

import asyncio
from typing import cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 20.0  # seconds for a request to come whole, its body too


class Door(H11Protocol):
    """One connection, until it becomes a socket of a table."""

    waiting: asyncio.TimerHandle | None = None  # ends it, unless what it asks for comes whole before

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        self.wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        is_ours = self.transport.get_protocol() is self  # no socket of a table yet
        if not is_ours or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self.wait_no_more()
        elif self.waiting is None:
            self.wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self.wait_no_more()
        super().connection_lost(exc)

    def wait(self) -> None:
        self.waiting = self.loop.call_later(PATIENCE, self.transport.abort)

    def wait_no_more(self) -> None:
        if self.waiting:
            self.waiting.cancel()
            self.waiting = None
