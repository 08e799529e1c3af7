"""A page that is connected to a room: what is sent to it waits here, never in the room."""

import asyncio

import msgspec

from velodrome.core.contract import ONLOOKER
from velodrome.server.messages import Tell

QUEUED = 64  # messages that may wait for a slow page; one that is slower is cut off, and comes back by itself

# why a socket is closed, beside the usual codes
UNKNOWN, TOO_MANY, TOO_SLOW, TOO_WRONG = 4404, 4429, 4408, 4400


class Line:
    """One socket of a guest."""

    def __init__(self, guest: str, name: str, base: str) -> None:
        self.guest = guest
        self.name = name
        self.base = base  # the address by which it came
        self.invited = False  # came by a link that seats guests
        self.viewer = ONLOOKER  # whose eyes: a seat, or ONLOOKER
        self.ply = -1  # of the last table that was sent; -1 for none
        self.closed = 0  # the code that it is closed with; 0 while it is open
        self.queue: asyncio.Queue[bytes] = asyncio.Queue(QUEUED)  # b"" is the end
        self.cut = asyncio.Event()  # too slow even for that

    def send(self, message: bytes) -> None:
        """Put a message on its way; never waits."""
        if self.closed:
            return
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.close(TOO_SLOW)

    def tell(self, message: Tell) -> None:
        self.send(msgspec.json.encode(message))

    def close(self, code: int) -> None:
        """Send nothing more, and let whoever serves the socket close it."""
        if self.closed:
            return
        self.closed = code
        if self.queue.full():
            self.cut.set()
        else:
            self.queue.put_nowait(b"")
