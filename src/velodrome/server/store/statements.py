"""Every SQL statement that writes to the database, except the insertion of moves (see `batch.py`)."""

from collections.abc import Sequence
from typing import TypeAlias, TypedDict, Unpack

import msgspec
from sqlalchemy import Executable, delete, select, update
from sqlalchemy.dialects.sqlite import insert

from velodrome.server.store import schema
from velodrome.server.store.rows import ChatRow, RoomRow, SeatRow

SERVER_HEARTBEAT = "up"  # name of the only row of `heartbeats`
Statement: TypeAlias = Executable


class RoomChange(TypedDict, total=False):
    """Columns of a room that change after its creation."""

    phase: str
    host: str
    invite: str
    rematch: str
    opener: int
    terms: str
    banned_guests: Sequence[str]


# ---------------------------------------------------------------- rooms and seats


def insert_room(room: RoomRow, seats: Sequence[SeatRow]) -> list[Statement]:
    """Insert a new room with its seats."""
    return [
        insert(schema.rooms).values(room._asdict()),
        insert(schema.seats).values([seat_values(room.room, seat) for seat in seats]),
    ]


def seat_values(room: str, seat: SeatRow) -> dict[str, object]:
    """Return the column values for a seat."""
    values = seat._asdict()
    del values["guest_name"]
    return {"room": room, **values}


def update_room(room: str, **changes: Unpack[RoomChange]) -> Statement:
    """Change some columns of a room."""
    values: dict[str, object] = {**changes}
    if "banned_guests" in changes:
        values["banned_guests"] = msgspec.json.encode(changes["banned_guests"]).decode()
    return update(schema.rooms).where(schema.rooms.c.room == room).values(values)


def update_seat(room: str, seat: int, guest: str, bot: str, away: bool, name: str | None) -> Statement:
    """Change the holder of a seat; `name` is None unless several players share the guest's device."""
    table = schema.seats
    values = {"guest": guest, "bot": bot, "away": away, "name": name}
    return update(table).where(table.c.room == room, table.c.seat == seat).values(values)


def rename_seat(room: str, seat: int, name: str) -> Statement:
    """Change the name of one of several players who share a device."""
    table = schema.seats
    return update(table).where(table.c.room == room, table.c.seat == seat).values(name=name)


def save_forfeit(room: str, seat: int, ply: int) -> Statement:
    """Record that a seat lost on time at this ply."""
    table = schema.seats
    return update(table).where(table.c.room == room, table.c.seat == seat).values(forfeit_ply=ply)


def delete_lobbies(rooms: Sequence[str]) -> list[Statement]:
    """Delete these rooms if they are still in the lobby phase when the write is committed."""
    table = schema.rooms
    chosen = select(table.c.room).where(table.c.room.in_(rooms), table.c.phase == "lobby")
    tables = (schema.seats, schema.moves, schema.chat_messages, table)  # `rooms` last: it selects the other rows
    return [delete(table).where(table.c.room.in_(chosen)) for table in tables]


# ---------------------------------------------------------------- chat and clocks


def insert_chat_message(room: str, message: ChatRow) -> Statement:
    """Append a chat message."""
    return insert(schema.chat_messages).values((room, *message))


def save_clock(
    room: str, ply: int, seat: int, runs: bool, since: float, spent: float, used: Sequence[float]
) -> Statement:
    """Insert or replace the clock of a room."""
    values = {
        "ply": ply,
        "seat": seat,
        "runs": runs,
        "since": since,
        "spent": spent,
        "used": msgspec.json.encode(used).decode(),
    }
    row = insert(schema.clocks).values(room=room, **values)
    return row.on_conflict_do_update(index_elements=["room"], set_=values)


def delete_clock(room: str) -> Statement:
    """Delete the clock of a room."""
    return delete(schema.clocks).where(schema.clocks.c.room == room)


def save_heartbeat(at: float) -> Statement:
    """Record that the server is running at this time."""
    row = insert(schema.heartbeats).values(name=SERVER_HEARTBEAT, at=at)
    return row.on_conflict_do_update(index_elements=["name"], set_={"at": at})


# ---------------------------------------------------------------- guests and secrets


def save_guest_name(guest: str, name: str) -> Statement:
    """Insert or replace the name of a guest."""
    row = insert(schema.guests).values(guest=guest, name=name)
    return row.on_conflict_do_update(index_elements=["guest"], set_={"name": name})


def delete_guests(guests: Sequence[str]) -> Statement:
    """Delete the names of these guests if they hold no seat when the write is committed."""
    table = schema.guests
    return delete(table).where(table.c.guest.in_(guests), table.c.guest.not_in(select(schema.seats.c.guest)))


def insert_secret(name: str, value: bytes) -> Statement:
    """Insert a secret of the server, unless one with this name exists."""
    return insert(schema.secrets).values(name=name, value=value).on_conflict_do_nothing()
