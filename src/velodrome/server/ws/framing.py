"""Fast WebSocket framing: a custom frame parser, and a buffer that sends all messages of one loop iteration together.

A `FramedSocket` replaces uvicorn's protocol on the transport while a room receives messages. It handles text and
fragmented messages itself, and passes every other frame to uvicorn's protocol (the fallback). `ws/plain.py` is a
simpler alternative that uses only uvicorn and Starlette.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final, Protocol

from librt.strings import BytesWriter
from websockets import frames

LOG = logging.getLogger("velodrome")
MAX_WRITE_BUFFER = 1_000_000  # bytes that a client has not read yet; above that, it is disconnected and must reconnect
TEXT_FRAME: Final = 0x81  # first byte of an unfragmented text message
MASK_BIT: Final = 0x80
FIN_BIT: Final = 0x80
DATA_FRAMES: Final = b"\x00\x80\x01\x02\x82"  # first bytes of fragments, and of an unfragmented binary message
CLOSE_TOO_LARGE: Final = 1009
unmask: Final[Callable[[bytes, bytes], bytes]] = vars(frames)["apply_mask"]  # the C version if websockets has it


class FallbackProtocol(Protocol):
    """The attributes and methods of uvicorn's protocol that a `FramedSocket` uses.

    While a `FramedSocket` is attached, the transport calls the `FramedSocket` instead of this protocol.
    """

    transport: asyncio.Transport
    close_sent: bool

    def process_frames(self, data: bytes) -> None: ...

    def data_received(self, data: bytes) -> None: ...

    def eof_received(self) -> None: ...

    def connection_lost(self, exc: Exception | None) -> None: ...

    def pause_writing(self) -> None: ...

    def resume_writing(self) -> None: ...

    def start_close(self, code: int) -> None: ...


class SendBatch:
    """Buffer for the outgoing messages of all connections, flushed once per event-loop iteration.

    Writing each message at once would be slower: a write may wake a client on this machine, which then competes for
    the processor while the server still encodes the messages for other viewers.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.messages: list[tuple[FramedSocket, bytes]] = []

    def add(self, socket: "FramedSocket", message: bytes) -> None:
        """Queue a message for the end of this loop iteration."""
        if not self.messages:
            self.loop.call_soon(self.flush)
        self.messages.append((socket, message))

    def flush(self) -> None:
        """Write all queued messages; if writing to one connection fails, drop only that connection."""
        messages, self.messages = self.messages, []
        for socket, message in messages:
            try:
                socket.write(message)
            except Exception:
                LOG.exception("channel.broken")
                socket.transport.abort()


class FramedSocket:
    """WebSocket connection with its own frame parser; implements `rooms.connection.Sender`."""

    def __init__(self, fallback: FallbackProtocol, batch: SendBatch, max_message_size: int) -> None:
        self.fallback = fallback
        self.transport = fallback.transport
        self.batch = batch
        self.max_message_size = max_message_size  # bytes
        self.on_message: Callable[[bytes], None] | None = None  # called with every message while attached
        self.is_flooding: Callable[[], bool] | None = None  # counts another frame; returns True if there are too many
        self.partial_frame = b""
        self.partial_message: bytes | None = None  # fragments received so far
        self.is_delegated = False  # a frame came that only the fallback can parse: it now parses all frames
        self.is_closed = False

    def attach(self, on_message: Callable[[bytes], None], is_flooding: Callable[[], bool]) -> None:
        """Take over the transport from the fallback, and call `on_message` with every message from now on.

        `is_flooding` is called for every control frame and fragment; it returns True if there are too many. Do nothing
        if this socket is closing, or if the fallback must parse its frames.
        """
        if not self.is_closed and not self.is_delegated and not self.transport.is_closing():
            self.on_message, self.is_flooding = on_message, is_flooding
            self.transport.set_protocol(self)  # type: ignore[arg-type]  # compiled classes inherit from no Protocol

    def detach(self) -> None:
        """Return the transport to the fallback, and drop the references to the room."""
        if self.on_message:
            self.on_message = self.is_flooding = None
            if not self.transport.is_closing():
                self.transport.set_protocol(self.fallback)  # type: ignore[arg-type]  # it is an asyncio.Protocol

    def feed_fallback(self, data: bytes) -> None:
        """Pass whole frames of the received data to the fallback while this socket is detached.

        Keep an incomplete last frame in `partial_frame`, so that `attach` can start at a frame boundary.
        """
        data, self.partial_frame = self.partial_frame + data, b""
        position, end = 0, len(data)
        while position < end and not self.is_closed and not self.is_delegated:
            start, size = parse_header(data, position, end)
            if start < 0 or size > self.max_message_size:
                self.is_delegated = True
            elif start == 0 or start + size > end:
                data, self.partial_frame = data[:position], data[position:]
                break
            else:
                position = start + size
        self.fallback.process_frames(data)

    # ------------------------------------------------------------ receiving

    def data_received(self, data: bytes) -> None:
        """Parse received frames, and pass their messages to the callback. The transport calls this while attached."""
        if self.partial_frame:
            data, self.partial_frame = self.partial_frame + data, b""
        position, end = 0, len(data)
        while position < end and self.on_message is not None:
            start, size = parse_header(data, position, end)
            if start < 0 or size > self.max_message_size:
                self.detach()  # the fallback answers with the right close code
                self.fallback.data_received(data[position:])
                return
            if start == 0 or start + size > end:
                self.partial_frame = data[position:]
                return
            if data[position] == TEXT_FRAME:
                self.on_message(unmask(data[start : start + size], data[start - 4 : start]))
            else:
                self.handle_other_frame(data[position : start + size], start - position)
            position = start + size

    def handle_other_frame(self, frame: bytes, start: int) -> None:
        """Handle a frame other than unfragmented text; its payload begins at `start`.

        Such frames are rate-limited, and a client that does not read the answers to its pings is disconnected.
        """
        first = frame[0]
        if self.transport.get_write_buffer_size() > MAX_WRITE_BUFFER:
            self.transport.abort()
        elif self.is_flooding is not None and self.is_flooding():
            self.partial_message = None  # a message that lacks a fragment is dropped
        elif first in DATA_FRAMES and (first & ~FIN_BIT or self.partial_message is not None):
            self.add_fragment(first, unmask(frame[start:], frame[start - 4 : start]))
        else:
            self.fallback.process_frames(frame)
        if self.fallback.close_sent or self.transport.is_closing():
            self.is_closed = True
            self.detach()

    def add_fragment(self, first: int, payload: bytes) -> None:
        """Append a fragment to the partial message; after the last fragment, pass the whole message to the callback.

        `first` is the first byte of the fragment's frame. The fallback cannot do this work, because it passes messages
        through a queue: the message would arrive after later messages.
        """
        message = payload if self.partial_message is None or first & ~FIN_BIT else self.partial_message + payload
        self.partial_message = None if first & FIN_BIT else message
        if len(message) > self.max_message_size:
            self.close(CLOSE_TOO_LARGE)
        elif first & FIN_BIT and self.on_message is not None:
            self.on_message(message)

    def eof_received(self) -> None:
        self.fallback.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self.fallback.connection_lost(exc)

    def pause_writing(self) -> None:
        self.fallback.pause_writing()

    def resume_writing(self) -> None:
        self.fallback.resume_writing()

    # ------------------------------------------------------------ sending

    def send(self, message: bytes) -> None:
        """Queue a text message for the end of this loop iteration."""
        if not self.is_closed:
            self.batch.add(self, message)

    def write(self, message: bytes) -> None:
        """Write a text message to the transport; disconnect a client that reads too slowly."""
        transport = self.transport
        if transport.is_closing():
            return
        if transport.get_write_buffer_size() > MAX_WRITE_BUFFER:
            transport.abort()
            return
        transport.write(frame_text(message))

    def close(self, code: int) -> None:
        """Send a close frame after the queued messages; receive nothing more."""
        if not self.is_closed:
            self.is_closed = True
            self.detach()
            self.fallback.start_close(code)


def parse_header(data: bytes, position: int, end: int) -> tuple[int, int]:
    """Parse the header of the frame that starts at `data[position]`; return its payload's index in `data` and size.

    `end` is the length of `data`. Return (0, 0) if the header is incomplete. Return (-1, 0) if only the fallback can
    parse the header, because the frame is unmasked or has a 64-bit length.
    """
    if position + 2 > end:
        return 0, 0
    size = data[position + 1] - MASK_BIT
    if size < 0 or size == 127:
        return -1, 0
    if size < 126:
        return position + 6, size
    return (position + 8, data[position + 2] << 8 | data[position + 3]) if position + 4 <= end else (0, 0)


def frame_text(message: bytes) -> bytes:
    """Build the unmasked frame for a text message."""
    size = len(message)
    frame = BytesWriter()
    frame.append(TEXT_FRAME)
    if size < 126:
        frame.append(size)
    elif size < 65536:
        frame.append(126)
        frame.append(size >> 8)
        frame.append(size & 255)
    else:
        frame.append(127)
        frame.write(size.to_bytes(8, "big"))
    frame.write(message)
    return frame.getvalue()
