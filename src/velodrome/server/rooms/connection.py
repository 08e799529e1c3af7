"""A page that is connected to a room."""

from typing import Protocol

import msgspec

from velodrome.core.contract import ONLOOKER
from velodrome.server.protocol import Tell

# why a socket is closed, beside the usual codes
UNKNOWN, TOO_MANY, TOO_WRONG, BROKEN = 4404, 4429, 4400, 1011


class Sender(Protocol):
    """Outgoing half of a connection: never blocks, and drops a client that reads too slowly."""

    def send(self, message: bytes) -> None: ...

    def close(self, code: int) -> None: ...


class Line:
    """One socket of a guest."""

    __slots__ = ("address", "base", "guest", "invited", "name", "ply", "sender", "viewer", "waiting")

    def __init__(self, sender: Sender, guest: str, name: str, base: str, address: str = "") -> None:
        self.sender = sender
        self.guest = guest
        self.name = name
        self.base = base  # the address by which it came
        self.address = address  # as limits count it; "" for this machine
        self.invited = False  # came by a link that seats guests
        self.viewer: int = ONLOOKER  # whose eyes: a seat, or ONLOOKER
        self.waiting = 0  # requests of it that wait for a commit
        self.ply = -1  # of the last table that was sent; -1 for none

    def tell(self, message: Tell) -> None:
        self.sender.send(msgspec.json.encode(message))
