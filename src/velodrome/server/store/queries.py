"""Every SQL statement that reads from the database."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, Subquery, case, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from velodrome.server.store import schema
from velodrome.server.store.rows import ChatRow, ClockRow, PlayedRow, RoomRow, SeatRow, StoredRoom, TallyRow
from velodrome.server.store.statements import SERVER_HEARTBEAT, is_listed, removed_rooms

LISTED_ROOMS = 30  # maximum length of a list of rooms
LISTED_OPPONENTS = 30  # maximum length of a list of opponents
SHOWN_MESSAGES = 100  # chat messages loaded with a room


async def load_room(db: AsyncConnection, name: str) -> StoredRoom | None:
    """Return a room with its seats, moves and last chat messages; None if it does not exist. Runs four SELECTs."""
    rooms, moves, chat = schema.rooms, schema.moves, schema.chat_messages
    found = await select_rooms(db, select(rooms).where(rooms.c.room == name))
    if not found:
        return None
    played = await db.execute(select(moves.c.move).where(moves.c.room == name).order_by(moves.c.ply))
    sent = await db.execute(select(chat).where(chat.c.room == name).order_by(chat.c.n.desc()).limit(SHOWN_MESSAGES))
    messages = [ChatRow(*row[1:]) for row in reversed(sent.all())]
    return found[0]._replace(moves=list(played.scalars()), chat=messages)


async def list_rooms_of(db: AsyncConnection, guest: str) -> list[StoredRoom]:
    """Return the newest rooms in which a guest has a seat (at most LISTED_ROOMS), without their moves and chat.

    The newest room comes first. Games that the guest removed from the list are left out.
    """
    rooms, seats = schema.rooms, schema.seats
    taken = select(seats.c.room).where(is_listed(guest))
    newest = select(rooms).where(rooms.c.room.in_(taken)).order_by(rooms.c.created_at.desc())
    return await select_rooms(db, newest.limit(LISTED_ROOMS))


async def select_rooms(db: AsyncConnection, chosen: Select[Any]) -> list[StoredRoom]:
    """Run the query `chosen`, which selects rows of `rooms`, and return these rooms with their seats.

    The rooms have no moves and no chat. Runs two SELECTs.
    """
    rooms = [RoomRow(*row) for row in (await db.execute(chosen)).all()]
    by_room = await select_seats(db, [row.room for row in rooms])
    return [StoredRoom(row, by_room[row.room]) for row in rooms]


async def select_seats(db: AsyncConnection, rooms: list[str]) -> dict[str, list[SeatRow]]:
    """Return the seats of these rooms as {room: seats}, with the names of their guests. Runs one SELECT."""
    seats, guests = schema.seats, schema.guests
    by_room: dict[str, list[SeatRow]] = {room: [] for room in rooms}
    if rooms:
        taken = select(seats, guests.c.name).outerjoin(guests, guests.c.guest == seats.c.guest)
        for row in (await db.execute(taken.where(seats.c.room.in_(rooms)).order_by(seats.c.seat))).all():
            by_room[row.room].append(SeatRow(*row[1:]))
    return by_room


# ---------------------------------------------------------------- a guest's games


async def count_played(db: AsyncConnection, guest: str, phase: str) -> int:
    """Return how many games in this phase are in a guest's list."""
    return (await db.execute(select(func.count()).select_from(played_rooms(guest, phase).subquery()))).scalar_one()


async def list_played(db: AsyncConnection, guest: str, phase: str, first: int, count: int) -> list[PlayedRow]:
    """Return part of a guest's list of games in this phase: at most `count` games, after skipping `first` games.

    The game that was played last comes first.
    """
    rooms = schema.rooms
    last_played = func.coalesce(rooms.c.ended_at, rooms.c.started_at, rooms.c.created_at).desc()
    chosen = played_rooms(guest, phase).order_by(last_played, rooms.c.room).offset(first).limit(count)
    found = [PlayedRow(*row) for row in (await db.execute(chosen)).all()]
    by_room = await select_seats(db, [row.room for row in found])
    return [row._replace(seats=by_room[row.room]) for row in found]


def played_rooms(guest: str, phase: str) -> Select[Any]:
    """Return the query that selects the games in this phase from a guest's list, with the columns of `PlayedRow`."""
    rooms, c = schema.rooms, schema.rooms.c
    mine = select(schema.seats.c.room).where(is_listed(guest))
    columns = (c.room, c.game, c.phase, c.created_at, c.started_at, c.ended_at, c.decisions)
    return select(*columns).select_from(rooms).where(c.room.in_(mine), c.phase == phase)


async def count_wins_by_game(db: AsyncConnection, guest: str) -> list[TallyRow]:
    """Return how often a guest has finished and won each game, the most played game first.

    Games in which the guest held several seats do not count (see `own_results`).
    """
    rooms, own = schema.rooms, own_results(guest)
    games, wins = func.count(), count_if(own.c.place == 1)
    tally = select(rooms.c.game, games, wins).join(own, own.c.room == rooms.c.room).group_by(rooms.c.game)
    found = await db.execute(tally.order_by(games.desc(), rooms.c.game))
    return [TallyRow(*row) for row in found.all()]


async def count_wins_by_opponent(db: AsyncConnection, guest: str) -> list[TallyRow]:
    """Return the opponents whom a guest has met most often, with the number of games and of wins.

    An opponent is a person or a level of bots. A win means that the guest finished ahead of the opponent.
    """
    met, guests = opponents(guest), schema.guests
    games, wins = func.count(), count_if(met.c.place < met.c.best)
    name = func.coalesce(guests.c.name, "")
    tally = select(name, games, wins, met.c.guest, met.c.bot).outerjoin(guests, guests.c.guest == met.c.guest)
    tally = tally.group_by(met.c.guest, met.c.bot).order_by(games.desc(), met.c.guest, met.c.bot)
    found = await db.execute(tally.limit(LISTED_OPPONENTS))
    return [TallyRow(*row) for row in found.all()]


def own_results(guest: str) -> Subquery:
    """Return the query that selects the guest's place in each finished game of the guest's list.

    Games in which the guest held several seats are left out: several people shared a device there, and nobody can
    say which of them is the guest.
    """
    seats = schema.seats
    place = func.min(seats.c.place).label("place")
    chosen = select(seats.c.room, place).where(is_listed(guest), seats.c.place > 0)
    return chosen.group_by(seats.c.room).having(func.count() == 1).subquery()


def opponents(guest: str) -> Subquery:
    """Return the query that selects the guest's place and the opponent's best place for each game and opponent.

    All bots of one level count as one opponent. A bot that plays for an absent person counts as that person.
    """
    own, seats = own_results(guest), schema.seats
    bot = case((seats.c.guest == "", seats.c.bot), else_="").label("bot")
    best = func.min(seats.c.place).label("best")
    chosen = select(own.c.place, seats.c.guest, bot, best).join(seats, seats.c.room == own.c.room)
    return chosen.where(seats.c.guest != guest).group_by(own.c.room, seats.c.guest, bot).subquery()


def count_if(condition: ColumnElement[bool]) -> ColumnElement[int]:
    """Return the SQL expression that counts the rows for which a condition holds."""
    return func.sum(case((condition, 1), else_=0))


async def find_rooms_without_result(db: AsyncConnection) -> Sequence[str]:
    """Return the names of finished rooms whose result is not stored yet, the newest first."""
    rooms = schema.rooms
    missing = select(rooms.c.room).where(rooms.c.phase == "over", rooms.c.decisions.is_(None))
    return (await db.execute(missing.order_by(rooms.c.created_at.desc()))).scalars().all()


async def find_removed_rooms(db: AsyncConnection, before: float) -> Sequence[str]:
    """Return the names of finished rooms that all their players removed from their lists before this time."""
    return (await db.execute(removed_rooms(before))).scalars().all()


# ---------------------------------------------------------------- chores


async def find_lobbies(db: AsyncConnection, created_before: float) -> Sequence[str]:
    """Return the names of rooms that were created before this time and never started."""
    rooms = schema.rooms
    old = select(rooms.c.room).where(rooms.c.phase == "lobby", rooms.c.created_at < created_before)
    return (await db.execute(old)).scalars().all()


async def load_clocks(db: AsyncConnection) -> list[ClockRow]:
    """Return the clocks of all running games."""
    clocks, rooms = schema.clocks, schema.rooms
    found = await db.execute(select(clocks, rooms.c.terms).join(rooms, rooms.c.room == clocks.c.room))
    return [ClockRow(*row) for row in found.all()]


async def load_heartbeat(db: AsyncConnection) -> float | None:
    """Return the time of the last heartbeat, which the server saves regularly while it runs; None if there is none."""
    table = schema.heartbeats
    at: float | None = (await db.execute(select(table.c.at).where(table.c.name == SERVER_HEARTBEAT))).scalar()
    return at


async def load_guest_name(db: AsyncConnection, guest: str) -> str:
    """Return the name that a guest chose; "" if there is none."""
    table = schema.guests
    return (await db.execute(select(table.c.name).where(table.c.guest == guest))).scalar() or ""


async def find_unseated_guests(db: AsyncConnection) -> Sequence[str]:
    """Return the ids of guests whose name is stored but who hold no seat."""
    table = schema.guests
    unseated = select(table.c.guest).where(table.c.guest.not_in(select(schema.seats.c.guest)))
    return (await db.execute(unseated)).scalars().all()


async def load_secret(db: AsyncConnection, name: str) -> bytes:
    """Return the server's secret with this name."""
    table = schema.secrets
    return bytes((await db.execute(select(table.c.value).where(table.c.name == name))).scalar_one())
