"""The short way of texts between a page and its room: no task between, and what is told together is sent together.

A channel stands in for `wire.Wire` while a room listens; whatever is no message goes there.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final, Protocol

from librt.strings import BytesWriter
from websockets import frames

LOG = logging.getLogger("velodrome")
FULL = 1_000_000  # bytes that may wait for a slow page; one that is slower is cut off, and comes back by itself
TEXT: Final = 0x81  # the first byte of a whole text
MASKED: Final = 0x80
LAST: Final = 0x80  # the bit of a frame that ends a message
PARTS: Final = b"\x00\x80\x01\x02\x82"  # first bytes: more of a message, the end of one, a text, bytes, whole bytes
TOO_LARGE: Final = 1009  # a close code
unmasked: Final[Callable[[bytes, bytes], bytes]] = vars(frames)["apply_mask"]  # in C where that was compiled


class Library(Protocol):
    """What a channel stands in for."""

    transport: asyncio.Transport
    close_sent: bool

    def take(self, data: bytes) -> None: ...

    def data_received(self, data: bytes) -> None: ...

    def eof_received(self) -> None: ...

    def connection_lost(self, exc: Exception | None) -> None: ...

    def pause_writing(self) -> None: ...

    def resume_writing(self) -> None: ...

    def close(self, code: int) -> None: ...


class Post:
    """What is told in one turn of the loop, sent at its end, one after the other.

    Between making two tables it would cost more: whoever waits on this machine would be woken for each by itself.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.waiting: list[tuple[Channel, bytes]] = []

    def put(self, channel: "Channel", message: bytes) -> None:
        if not self.waiting:
            self.loop.call_soon(self.deliver)
        self.waiting.append((channel, message))

    def deliver(self) -> None:
        waiting, self.waiting = self.waiting, []
        for channel, message in waiting:
            try:
                channel.write(message)
            except Exception:  # of one connection: whoever is there comes back by themselves
                LOG.exception("channel.broken")
                channel.transport.abort()


class Channel:
    """One connection."""

    def __init__(self, library: Library, post: Post, largest: int) -> None:
        self.library = library
        self.transport = library.transport
        self.post = post
        self.largest = largest  # bytes of a message
        self.hear: Callable[[bytes], None] | None = None  # gets every message, once a room listens
        self.is_noisy: Callable[[], bool] | None = None  # counts frames that are no text: whether there are too many
        self.rest = b""  # the beginning of a frame
        self.begun: bytes | None = None  # the beginning of a message that comes in parts
        self.odd = False  # frames came that only the library reads: from then on it reads them all
        self.ended = False

    def listen(self, hear: Callable[[bytes], None], is_noisy: Callable[[], bool]) -> None:
        """From now on texts are heard here."""
        if not self.ended and not self.odd and not self.transport.is_closing():
            self.hear, self.is_noisy = hear, is_noisy
            self.transport.set_protocol(self)  # type: ignore[arg-type]  # compiled classes inherit from no Protocol

    def let_go(self) -> None:
        """Nothing more is heard; and nothing leads from here to a room any more."""
        if self.hear:
            self.hear = self.is_noisy = None
            if not self.transport.is_closing():  # one that is lost has let go by itself
                self.transport.set_protocol(self.library)  # type: ignore[arg-type]  # a Wire, which is one

    def hand_over(self, data: bytes) -> None:
        """Leave frames to the library while no room listens; whole ones, so that a room may listen from the next on."""
        data, self.rest = self.rest + data, b""
        at, end = 0, len(data)
        while at < end and not self.ended and not self.odd:
            start, size = frame(data, at, end)
            if start < 0 or size > self.largest:
                self.odd = True
            elif start == 0 or start + size > end:
                data, self.rest = data[:at], data[at:]
                break
            else:
                at = start + size
        self.library.take(data)

    # ------------------------------------------------------------ from the page

    def data_received(self, data: bytes) -> None:
        if self.rest:
            data, self.rest = self.rest + data, b""
        at, end = 0, len(data)
        while at < end and self.hear is not None:
            start, size = frame(data, at, end)
            if start < 0 or size > self.largest:
                self.let_go()  # all else is for the library to say
                self.library.data_received(data[at:])
                return
            if start == 0 or start + size > end:
                self.rest = data[at:]
                return
            if data[at] == TEXT:
                self.hear(unmasked(data[start : start + size], data[start - 4 : start]))
            else:
                self.take_other(data[at : start + size], start - at)
            at = start + size

    def take_other(self, other: bytes, start: int) -> None:
        """A frame that is no whole text, unless they come too fast or the answers to pings are not taken."""
        first = other[0]
        if self.transport.get_write_buffer_size() > FULL:
            self.transport.abort()
        elif self.is_noisy is not None and self.is_noisy():
            self.begun = None  # of a message that lacks a part nothing is heard
        elif first in PARTS and (first & ~LAST or self.begun is not None):
            self.add(first, unmasked(other[start:], other[start - 4 : start]))
        else:
            self.library.take(other)
        if self.library.close_sent or self.transport.is_closing():
            self.ended = True
            self.let_go()

    def add(self, first: int, part: bytes) -> None:
        """A part of a message, which is heard with its last: the library would have it heard after what follows."""
        whole = part if self.begun is None or first & ~LAST else self.begun + part
        self.begun = None if first & LAST else whole
        if len(whole) > self.largest:
            self.close(TOO_LARGE)
        elif first & LAST and self.hear is not None:
            self.hear(whole)

    def eof_received(self) -> None:
        self.library.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self.library.connection_lost(exc)

    def pause_writing(self) -> None:
        self.library.pause_writing()

    def resume_writing(self) -> None:
        self.library.resume_writing()

    # ------------------------------------------------------------ to the page

    def send(self, message: bytes) -> None:
        """Send a text soon; never waits."""
        if not self.ended:
            self.post.put(self, message)

    def write(self, message: bytes) -> None:
        transport = self.transport
        if transport.is_closing():
            return
        if transport.get_write_buffer_size() > FULL:
            transport.abort()
            return
        transport.write(framed(message))

    def close(self, code: int) -> None:
        """Close, and say why, after what was told; nothing more is heard."""
        if not self.ended:
            self.ended = True
            self.let_go()
            self.library.close(code)


def frame(data: bytes, at: int, end: int) -> tuple[int, int]:
    """Where the content of a frame starts and how long it is; (0, 0) if that is not there yet, (-1, 0) if it is odd."""
    if at + 2 > end:
        return 0, 0
    size = data[at + 1] - MASKED
    if size < 0 or size == 127:
        return -1, 0
    if size < 126:
        return at + 6, size
    return (at + 8, data[at + 2] << 8 | data[at + 3]) if at + 4 <= end else (0, 0)


def framed(message: bytes) -> bytes:
    """The frame of a text."""
    size = len(message)
    said = BytesWriter()
    said.append(TEXT)
    if size < 126:
        said.append(size)
    elif size < 65536:
        said.append(126)
        said.append(size >> 8)
        said.append(size & 255)
    else:
        said.append(127)
        said.write(size.to_bytes(8, "big"))
    said.write(message)
    return said.getvalue()
