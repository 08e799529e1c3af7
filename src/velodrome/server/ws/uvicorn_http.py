"""uvicorn's HTTP protocol with a timeout for receiving a request."""

import asyncio
from typing import cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_TIMEOUT = 20.0  # seconds for the whole request, its body included


class TimeoutH11Protocol(H11Protocol):
    """HTTP connection that is aborted if a request does not arrive completely within a time limit."""

    request_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        self.start_timer()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        is_http = self.transport.get_protocol() is self  # not upgraded to a WebSocket
        if not is_http or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self.stop_timer()
        elif self.request_timer is None:
            self.start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_timer()
        super().connection_lost(exc)

    def start_timer(self) -> None:
        self.request_timer = self.loop.call_later(REQUEST_TIMEOUT, self.transport.abort)

    def stop_timer(self) -> None:
        if self.request_timer:
            self.request_timer.cancel()
            self.request_timer = None
