"""Who is at a room: its connections, who has come, who is gone and since when."""

import asyncio

from velodrome.server.rooms.connection import Connection

GRACE_SECONDS = 30.0  # a person may be gone so long before a bot may be put on the seat, or another becomes host


class Presence:
    """The connections of a room, and who came and went."""

    def __init__(self, now: float) -> None:
        self.opened_at = now  # monotonic seconds, as all times here
        self.connections: list[Connection] = []
        self.arrived: set[str] = set()  # guests with a seat who have been here since the room is in memory
        self.left_at: dict[str, float] = {}  # by guest with a seat: when the last page went
        self.last_address = ""  # of the last guest with a seat who went; "" for this machine
        self.announcement: asyncio.TimerHandle | None = None  # of who is here, soon to be sent

    def is_online(self, guest: str) -> bool:
        """Whether a guest has a page here."""
        return any([connection.guest == guest for connection in self.connections])

    def is_gone(self, guest: str, now: float) -> bool:
        """Whether a guest has had no page here for a while."""
        if self.is_online(guest):
            return False
        return now - self.left_at.get(guest, self.opened_at) >= GRACE_SECONDS

    def rename(self, guest: str, name: str) -> None:
        """Change the name of every page of a guest."""
        for connection in self.connections:
            if connection.guest == guest:
                connection.name = name
