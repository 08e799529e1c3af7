"""Connections: the pages and programs connected to a room."""

from typing import Protocol

import msgspec

from velodrome.core.contract import ONLOOKER
from velodrome.server.protocol import ServerMessage

# WebSocket close codes that the server sends: its own (4000 and up), and the standard one for a server error.
UNKNOWN_ROOM, TOO_MANY, TOO_WRONG, BROKEN = 4404, 4429, 4400, 1011


class Sender(Protocol):
    """Outgoing half of a connection: never blocks, and drops a client that reads too slowly."""

    def send(self, message: bytes) -> None: ...

    def close(self, code: int) -> None: ...


class Connection:
    """One WebSocket of a guest in a room."""

    __slots__ = ("address", "base_url", "guest", "is_invited", "name", "ply", "queued", "sender", "viewer")

    def __init__(self, sender: Sender, guest: str, name: str, base_url: str, address: str = "") -> None:
        self.sender = sender
        self.guest = guest
        self.name = name
        self.base_url = base_url  # URL of the server as the page reached it; invite links begin with it
        self.address = address  # address of the client, as rate limits count it; "" for this machine
        self.is_invited = False  # the page was opened by the invite link
        self.viewer: int = ONLOOKER  # the viewer whose view is sent: a seat, or ONLOOKER
        self.queued = 0  # number of requests from this connection that wait in the room's queue
        self.ply = -1  # ply of the last table that was sent; -1 for none

    def send(self, message: ServerMessage) -> None:
        """Encode and send a message."""
        self.sender.send(msgspec.json.encode(message))
