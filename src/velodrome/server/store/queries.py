"""Every SQL statement that reads from the database."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncConnection

from velodrome.server.store import schema
from velodrome.server.store.rows import ChatRow, ClockRow, RoomRow, SeatRow, StoredRoom
from velodrome.server.store.statements import SERVER_HEARTBEAT

LISTED_ROOMS = 30  # maximum length of a list of rooms
SHOWN_MESSAGES = 100  # chat messages loaded with a room


async def load_room(db: AsyncConnection, name: str) -> StoredRoom | None:
    """Return a room with its seats, moves and last chat messages: four SELECTs."""
    rooms, moves, chat = schema.rooms, schema.moves, schema.chat_messages
    found = await select_rooms(db, select(rooms).where(rooms.c.room == name))
    if not found:
        return None
    played = await db.execute(select(moves.c.move).where(moves.c.room == name).order_by(moves.c.ply))
    sent = await db.execute(select(chat).where(chat.c.room == name).order_by(chat.c.n.desc()).limit(SHOWN_MESSAGES))
    messages = [ChatRow(*row[1:]) for row in reversed(sent.all())]
    return found[0]._replace(moves=list(played.scalars()), chat=messages)


async def list_rooms_of(db: AsyncConnection, guest: str) -> list[StoredRoom]:
    """Return the newest rooms in which a guest has a seat, newest first, without moves and chat."""
    rooms, seats = schema.rooms, schema.seats
    taken = select(seats.c.room).where(seats.c.guest == guest)
    newest = select(rooms).where(rooms.c.room.in_(taken)).order_by(rooms.c.created_at.desc())
    return await select_rooms(db, newest.limit(LISTED_ROOMS))


async def select_rooms(db: AsyncConnection, chosen: Select[Any]) -> list[StoredRoom]:
    """Return the selected rows of `rooms` with their seats: two SELECTs."""
    seats, guests = schema.seats, schema.guests
    rooms = [RoomRow(*row) for row in (await db.execute(chosen)).all()]
    if not rooms:
        return []
    taken = select(seats, guests.c.name).outerjoin(guests, guests.c.guest == seats.c.guest)
    taken = taken.where(seats.c.room.in_([row.room for row in rooms])).order_by(seats.c.seat)
    by_room: dict[str, list[SeatRow]] = {row.room: [] for row in rooms}
    for row in (await db.execute(taken)).all():
        by_room[row.room].append(SeatRow(*row[1:]))
    return [StoredRoom(row, by_room[row.room]) for row in rooms]


async def find_lobbies(db: AsyncConnection, created_before: float) -> Sequence[str]:
    """Return rooms that were created before this time and never started."""
    rooms = schema.rooms
    old = select(rooms.c.room).where(rooms.c.phase == "lobby", rooms.c.created_at < created_before)
    return (await db.execute(old)).scalars().all()


async def load_clocks(db: AsyncConnection) -> list[ClockRow]:
    """Return the clocks of all running games."""
    clocks, rooms = schema.clocks, schema.rooms
    found = await db.execute(select(clocks, rooms.c.terms).join(rooms, rooms.c.room == clocks.c.room))
    return [ClockRow(*row) for row in found.all()]


async def load_heartbeat(db: AsyncConnection) -> float | None:
    """Return the time at which the server was last known to run."""
    table = schema.heartbeats
    at: float | None = (await db.execute(select(table.c.at).where(table.c.name == SERVER_HEARTBEAT))).scalar()
    return at


async def load_guest_name(db: AsyncConnection, guest: str) -> str:
    """Return the name that a guest chose; "" if there is none."""
    table = schema.guests
    return (await db.execute(select(table.c.name).where(table.c.guest == guest))).scalar() or ""


async def find_unseated_guests(db: AsyncConnection) -> Sequence[str]:
    """Return guests who have a name and hold no seat."""
    table = schema.guests
    unseated = select(table.c.guest).where(table.c.guest.not_in(select(schema.seats.c.guest)))
    return (await db.execute(unseated)).scalars().all()


async def load_secret(db: AsyncConnection, name: str) -> bytes:
    """Return a secret of the server by its name."""
    table = schema.secrets
    return bytes((await db.execute(select(table.c.value).where(table.c.name == name))).scalar_one())
