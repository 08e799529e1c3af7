"""Presence: which guests are connected to a room, and when the others left."""

import asyncio

from velodrome.server.rooms.connection import Connection

GRACE_SECONDS = 30.0  # absence after which a person's seat may get a bot, and another guest may become host


class Presence:
    """A room's connections, the players who have connected since the room was loaded, and when players left."""

    def __init__(self, now: float) -> None:
        self.loaded_at = now  # when the room was loaded into memory; monotonic seconds, as all times here
        self.connections: list[Connection] = []
        self.arrived: set[str] = set()  # guests with a seat who have connected since the room was loaded
        self.left_at: dict[str, float] = {}  # by guest (the host or with a seat): when their last page disconnected
        self.last_address = ""  # address of the guest who left last (see `left_at`); "" for this machine
        self.announcement: asyncio.TimerHandle | None = None  # scheduled room message (`broadcast.announce_soon`)

    def is_online(self, guest: str) -> bool:
        """Return whether a guest is connected."""
        return any([connection.guest == guest for connection in self.connections])

    def first_connection(self, guest: str) -> Connection | None:
        """Return the oldest connection of a guest; None if the guest is not connected."""
        return next((connection for connection in self.connections if connection.guest == guest), None)

    def is_gone(self, guest: str, now: float) -> bool:
        """Return whether a guest has been disconnected for at least GRACE_SECONDS.

        For a guest who has not connected since the room was loaded, the absence begins with the loading of the room.
        """
        if self.is_online(guest):
            return False
        return now - self.left_at.get(guest, self.loaded_at) >= GRACE_SECONDS

    def rename(self, guest: str, name: str) -> None:
        """Change a guest's name on all their connections."""
        for connection in self.connections:
            if connection.guest == guest:
                connection.name = name
