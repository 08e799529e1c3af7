"""Every SQL statement that writes to the database, except the insertion of moves (see `batch.py`).

The functions only build the statements; `BatchWriter` executes them.
"""

from collections.abc import Sequence
from typing import TypeAlias, TypedDict, Unpack

import msgspec
from sqlalchemy import ColumnElement, Executable, Select, and_, delete, exists, select, update
from sqlalchemy.dialects.sqlite import insert

from velodrome.server.store import schema
from velodrome.server.store.rows import ChatRow, RoomRow, SeatRow

SERVER_HEARTBEAT = "up"  # name of the only row of `heartbeats`
Statement: TypeAlias = Executable


class RoomChange(TypedDict, total=False):
    """The columns of a room that `update_room` can change, with their types."""

    phase: str
    host: str
    invite: str
    rematch: str
    opener: int
    terms: str
    banned_guests: Sequence[str]
    started_at: float
    ended_at: float
    decisions: int


# ---------------------------------------------------------------- rooms and seats


def insert_room(room: RoomRow, seats: Sequence[SeatRow]) -> list[Statement]:
    """Return the statements that insert a new room with its seats."""
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
    """Return the statement that changes these columns of a room."""
    values: dict[str, object] = {**changes}
    if "banned_guests" in changes:
        values["banned_guests"] = msgspec.json.encode(changes["banned_guests"]).decode()
    return update(schema.rooms).where(schema.rooms.c.room == room).values(values)


def update_seat(room: str, seat: int, guest: str, bot: str, away: bool, name: str | None) -> Statement:
    """Return the statement that changes who holds a seat; `name` is None unless players share the guest's device."""
    table = schema.seats
    values = {"guest": guest, "bot": bot, "away": away, "name": name}
    return update(table).where(table.c.room == room, table.c.seat == seat).values(values)


def rename_seat(room: str, seat: int, name: str) -> Statement:
    """Return the statement that renames one of several players who share a device."""
    table = schema.seats
    return update(table).where(table.c.room == room, table.c.seat == seat).values(name=name)


def save_forfeit(room: str, seat: int, ply: int) -> Statement:
    """Return the statement that records that a seat lost on time at this ply."""
    table = schema.seats
    return update(table).where(table.c.room == room, table.c.seat == seat).values(forfeit_ply=ply)


def delete_lobbies(rooms: Sequence[str]) -> list[Statement]:
    """Return the statements that delete these rooms, but not rooms that have started before the commit."""
    table = schema.rooms
    return delete_rooms(select(table.c.room).where(table.c.room.in_(rooms), table.c.phase == "lobby"), rooms)


def delete_rooms(chosen: Select[str], rooms: Sequence[str]) -> list[Statement]:
    """Return the statements that delete the rooms which `chosen` selects, with their seats, moves and chat messages.

    `rooms` must contain the names of all rooms that the query can select.
    """
    table, seats = schema.rooms, schema.seats
    parts = [delete(part).where(part.c.room.in_(chosen)) for part in (schema.moves, schema.chat_messages, seats)]
    # The last statement does not use `chosen`, which may not select a room any more after its seats were deleted.
    is_empty = ~exists().where(seats.c.room == table.c.room)
    return [*parts, delete(table).where(table.c.room.in_(rooms), is_empty)]


# ---------------------------------------------------------------- results and lists of games


def save_place(room: str, seat: int, place: int, score: int) -> Statement:
    """Return the statement that saves a seat's place and score in a finished game."""
    table = schema.seats
    return update(table).where(table.c.room == room, table.c.seat == seat).values(place=place, score=score)


def remove_game(guest: str, room: str, at: float) -> Statement:
    """Return the statement that removes a started game from a guest's list; `at` is the time of the removal."""
    table = schema.seats
    started = select(schema.rooms.c.room).where(schema.rooms.c.room == room, schema.rooms.c.phase != "lobby")
    return update(table).where(is_listed(guest), table.c.room.in_(started)).values(removed_at=at)


def remove_finished_games(guest: str, at: float) -> Statement:
    """Return the statement that removes all finished games from a guest's list; `at` is the time of the removal."""
    table, rooms = schema.seats, schema.rooms
    mine = select(table.c.room).where(table.c.guest == guest)
    finished = select(rooms.c.room).where(rooms.c.room.in_(mine), rooms.c.phase == "over")
    return update(table).where(is_listed(guest), table.c.room.in_(finished)).values(removed_at=at)


def restore_games(guest: str, at: float) -> Statement:
    """Return the statement that restores the games that a guest removed from the list at the time `at`."""
    table = schema.seats
    return update(table).where(table.c.guest == guest, table.c.removed_at == at).values(removed_at=None)


def delete_removed_rooms(rooms: Sequence[str], before: float) -> list[Statement]:
    """Return the statements that delete each room in `rooms` that all its players removed from their lists of games.

    Removals at or after the time `before` do not count. The statements check all this when they are executed, because
    a player may have restored a game in the meantime.
    """
    return delete_rooms(removed_rooms(before).where(schema.rooms.c.room.in_(rooms)), rooms)


def is_listed(guest: str) -> ColumnElement[bool]:
    """Return the SQL condition that selects a guest's seats in games that the guest has not removed from the list."""
    return and_(schema.seats.c.guest == guest, schema.seats.c.removed_at.is_(None))


def removed_rooms(before: float) -> Select[str]:
    """Return the query that selects finished rooms that all their players removed from their lists before this time."""
    rooms, seats = schema.rooms, schema.seats
    removed = select(seats.c.room).where(seats.c.removed_at < before)
    keeper = and_(seats.c.removed_at.is_(None) | (seats.c.removed_at >= before), seats.c.guest != "")
    is_kept = exists().where(seats.c.room == rooms.c.room, keeper)
    return select(rooms.c.room).where(rooms.c.room.in_(removed), rooms.c.phase == "over", ~is_kept)


# ---------------------------------------------------------------- chat and clocks


def insert_chat_message(room: str, message: ChatRow) -> Statement:
    """Return the statement that inserts a chat message into a room's chat."""
    return insert(schema.chat_messages).values((room, *message))


def save_clock(
    room: str, ply: int, seat: int, runs: bool, since: float, spent: float, used: Sequence[float]
) -> Statement:
    """Return the statement that inserts or replaces the clock of a room; see `ClockState` for the arguments."""
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
    """Return the statement that deletes the clock of a room."""
    return delete(schema.clocks).where(schema.clocks.c.room == room)


def save_heartbeat(at: float) -> Statement:
    """Return the statement that records that the server is running at this time."""
    row = insert(schema.heartbeats).values(name=SERVER_HEARTBEAT, at=at)
    return row.on_conflict_do_update(index_elements=["name"], set_={"at": at})


# ---------------------------------------------------------------- guests and secrets


def save_guest_name(guest: str, name: str) -> Statement:
    """Return the statement that inserts or replaces the name of a guest."""
    row = insert(schema.guests).values(guest=guest, name=name)
    return row.on_conflict_do_update(index_elements=["guest"], set_={"name": name})


def delete_guests(guests: Sequence[str]) -> Statement:
    """Return the statement that deletes the names of these guests; it skips guests who hold a seat at the commit."""
    table = schema.guests
    return delete(table).where(table.c.guest.in_(guests), table.c.guest.not_in(select(schema.seats.c.guest)))


def insert_secret(name: str, value: bytes) -> Statement:
    """Return the statement that inserts a secret of the server, unless one with this name exists."""
    return insert(schema.secrets).values(name=name, value=value).on_conflict_do_nothing()
