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
    started_at: float | None = None
    ended_at: float | None = None
    decisions: int | None = None


class SeatRow(NamedTuple):
    """A row of `schema.seats` without the column `room`, but with the name of the guest from `schema.guests`."""

    seat: int
    guest: str
    bot: str
    away: bool
    name: str | None = None
    forfeit_ply: int | None = None
    place: int | None = None
    score: int | None = None
    removed_at: float | None = None
    guest_name: str | None = None


class ChatRow(NamedTuple):
    """A row of `schema.chat_messages` without the column `room`."""

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


class PlayedRow(NamedTuple):
    """A started game in a guest's list of games: some columns of `schema.rooms`, and the rows of its seats."""

    room: str
    game: str
    phase: str
    created_at: float
    started_at: float | None
    ended_at: float | None
    decisions: int | None
    seats: Sequence[SeatRow] = ()


class TallyRow(NamedTuple):
    """How often a guest has played and won, either one game (such as Velonimo) or against one opponent.

    Against an opponent, a win means that the guest finished ahead.
    """

    name: str  # of the game, or of the opponent; "" for a bot and for a guest without a name
    games: int
    wins: int
    guest: str = ""  # the opponent, if it is a person
    bot: str = ""  # the opponent's level, if it is a bot


class StoredRoom(NamedTuple):
    """A room as it is stored in the database: its row of `rooms`, its seats, moves and latest chat messages."""

    room: RoomRow
    seats: list[SeatRow]
    moves: Sequence[str] = ()
    chat: Sequence[ChatRow] = ()  # the last messages, oldest first

    @property
    def forfeits(self) -> list[int]:
        """Return the seats that lost on time, in seat order."""
        return [row.seat for row in self.seats if row.forfeit_ply is not None]
