"""Typed rows: the results of queries and the arguments of statements."""

from collections.abc import Sequence
from typing import NamedTuple


class RoomRow(NamedTuple):
    """A row of `schema.rooms`."""

    room: str
    game: str
    version: int
    seats: int
    options: str
    open: bool
    phase: str
    host: str
    invite: str
    seed: bytes
    rematch: str
    created_at: float
    terms: str = "{}"
    start: str | None = None
    opener: int | None = None
    banned_guests: str = "[]"


class SeatRow(NamedTuple):
    """A row of `schema.seats` without its room, with the name of its guest."""

    seat: int
    guest: str
    bot: str
    away: bool
    name: str | None = None
    forfeit_ply: int | None = None
    guest_name: str | None = None


class ChatRow(NamedTuple):
    """A row of `schema.chat_messages` without its room."""

    n: int
    ply: int
    guest: str
    seat: int
    name: str
    text: str
    reaction: str
    at: float


class ClockRow(NamedTuple):
    """A row of `schema.clocks`, with the terms of its room."""

    room: str
    ply: int
    seat: int
    runs: bool
    since: float
    spent: float
    used: str
    terms: str


class StoredRoom(NamedTuple):
    """All rows of one room."""

    room: RoomRow
    seats: list[SeatRow]
    moves: Sequence[str] = ()
    chat: Sequence[ChatRow] = ()  # the last messages, oldest first

    @property
    def forfeits(self) -> list[int]:
        """Return the seats that lost on time, in seat order."""
        return [row.seat for row in self.seats if row.forfeit_ply is not None]
