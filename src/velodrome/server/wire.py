"""uvicorn's WebSocket with a short way for the usual frames: from the network to the room and back, no task between.

Handshake, pings, closing, fragments and whatever is unusual stay with uvicorn and websockets.
"""

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets import frames
from websockets.http11 import Request

NAME = "velodrome.wire"  # of the extension by which the application finds this
FULL = 1_000_000  # bytes that may wait for a slow page; one that is slower is cut off, and comes back by itself
SPARE = 32_768  # bytes for the library alone: the handshake, and what comes before a room hears or after the end
TEXT = 0x81  # the first byte of a whole text
MASKED = 0x80
unmasked: Callable[[bytes, bytes], bytes] = vars(frames)["apply_mask"]  # in C where that was compiled


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    hear: Callable[[bytes], None] | None = None  # gets every text, once the application has set it
    is_fast: Callable[[], bool] | None = None  # counts every other frame: whether there are too many
    rest = b""  # the beginning of a frame
    spare = SPARE  # how many of them are left

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[NAME] = self

    def data_received(self, data: bytes) -> None:
        if self.hear is None or self.close_sent:
            self.leave(data)
            return
        if self.rest:
            data, self.rest = self.rest + data, b""
        at, end = 0, len(data)
        while at < end:
            start, size = frame(data, at, end)
            if start < 0 or size > self.config.ws_max_size:
                self.hear = None  # all else is for the library to say
                self.leave(data[at:])
                return
            if start == 0 or start + size > end:
                self.rest = data[at:]
                return
            if data[at] == TEXT:
                self.hear(unmasked(data[start : start + size], data[start - 4 : start]))
            else:
                self.pass_on(data[at : start + size])
            at = start + size
            if self.hear is None:
                return

    def leave(self, data: bytes) -> None:
        """Leave to the library what nobody counts: there need not be much of it, and whoever sends more is cut off."""
        super().data_received(data[: self.spare])
        self.spare -= len(data)
        if self.spare < 0:
            self.transport.abort()

    def pass_on(self, other: bytes) -> None:
        """Leave a ping or a fragment to the library, unless they come too fast or its answers are not taken."""
        if self.transport.get_write_buffer_size() > FULL:
            self.transport.abort()
        elif self.is_fast is None or not self.is_fast():
            super().data_received(other)

    def tell(self, message: bytes) -> None:
        """Send a text; never waits."""
        transport = self.transport
        if self.close_sent or transport.is_closing():
            return
        if transport.get_write_buffer_size() > FULL:
            transport.abort()
            return
        size = len(message)
        if size < 126:
            head = bytes((TEXT, size))
        elif size < 65536:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        transport.write(head + message)

    def end(self, code: int) -> None:
        """Close, and say why; nothing more is heard."""
        self.hear = None
        task = self.loop.create_task(self.send({"type": "websocket.close", "code": code, "reason": ""}))
        self.tasks.add(task)
        task.add_done_callback(self.on_task_complete)


def frame(data: bytes, at: int, end: int) -> tuple[int, int]:
    """Where the content of a frame starts and how long it is; (0, 0) if that is not there yet, (-1, 0) if it is odd."""
    if at + 2 > end:
        return 0, 0
    size = data[at + 1] - MASKED
    if size < 0 or size == 127:
        return -1, 0
    if size < 126:
        return at + 6, size
    return (at + 8, int.from_bytes(data[at + 2 : at + 4], "big")) if at + 4 <= end else (0, 0)
