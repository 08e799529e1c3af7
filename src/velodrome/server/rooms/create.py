"""Creation of rooms: prepare the first database rows of a new room, and create the next room for a rematch."""

import logging
import secrets
import time
from typing import NamedTuple

import msgspec

from velodrome.core.contract import OVER, State
from velodrome.core.log import Log
from velodrome.server.game.log import open_game, restore_log
from velodrome.server.game.spec import GameSpec, spec_of
from velodrome.server.metrics import Metrics
from velodrome.server.protocol import Rematch, Terms
from velodrome.server.rooms.broadcast import refuse, send_room
from velodrome.server.rooms.connection import Connection
from velodrome.server.rooms.room import Room
from velodrome.server.rooms.seats import new_invite
from velodrome.server.rooms.state import RoomSeat
from velodrome.server.store.batch import MoveRow, Write
from velodrome.server.store.rows import RoomRow, StoredRoom
from velodrome.server.store.statements import Statement, insert_room, save_guest_name, update_room

NAME_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # without letters that look like others
NAME_LENGTH = 10  # 50 bits: too many to guess
LOG = logging.getLogger("velodrome")


class RoomDraft(NamedTuple):
    """The request for a new room: game, seats, host and terms."""

    spec: GameSpec
    seats: list[RoomSeat]
    host: str
    is_public: bool
    terms: Terms = Terms()
    moves: tuple[str, ...] = ()  # moves of another room or record, which the new room continues
    start: State | None = None  # the position before `moves`, if it is not the game's start


class RoomPlan(NamedTuple):
    """A new room that is ready to be saved: its rows, its log and the SQL statements that insert it."""

    spec: GameSpec
    stored: StoredRoom
    log: Log
    statements: list[Statement]

    @property
    def name(self) -> str:
        return self.stored.room.room

    def write(self, *statements: Statement) -> Write:
        """Return the `Write` that saves the room; the given statements become part of the same transaction."""
        rows: list[MoveRow] = [(self.name, ply, text) for ply, text in enumerate(self.stored.moves, 1)]
        return Write(rows, [*self.statements, *statements])


def plan_room(new: RoomDraft, host_name: str = "") -> RoomPlan:
    """Prepare the room that `new` describes, without saving it. If no seat is free, its game starts at once.

    If `host_name` is given, the plan's statements also save this name for the host.
    """
    game, seed = new.spec.game, secrets.token_bytes(32)
    log = restore_log(game, seed, list(new.moves), new.start, new.terms.redraw)
    starts = not any([room_seat.is_free for room_seat in new.seats])
    if starts:
        log.append(open_game(log))
    now = time.time()
    row = RoomRow(
        room="".join([secrets.choice(NAME_LETTERS) for _ in range(NAME_LENGTH)]),
        game=game.name,
        version=game.version,
        seats=game.seats,
        options=new.spec.options_json,
        open=new.is_public,
        phase="lobby" if not starts else "over" if log.state.actor == OVER else "playing",
        host=new.host,
        invite=new_invite(),
        seed=seed,
        rematch="",
        created_at=now,
        terms=msgspec.json.encode(new.terms).decode(),
        start=msgspec.json.encode(new.start.write()).decode() if new.start else None,
        started_at=now if starts else None,
    )
    seat_rows = [room_seat.row(seat) for seat, room_seat in enumerate(new.seats)]
    named_rows = [
        seat_row._replace(guest_name=room_seat.name) if room_seat.guest else seat_row
        for seat_row, room_seat in zip(seat_rows, new.seats, strict=True)
    ]
    moves = [entry.text(game) for entry in log.entries]
    statements = insert_room(row, seat_rows)
    if host_name:
        statements.append(save_guest_name(new.host, host_name))
    return RoomPlan(new.spec, StoredRoom(row, named_rows, moves), log, statements)


def count_new_room(metrics: Metrics, plan: RoomPlan) -> None:
    """Count a saved room in the metrics and log its creation."""
    metrics.made += 1
    game = plan.spec.game
    LOG.info("room.made", extra={"room": plan.name, "game": game.name, "seats": game.seats})


async def rematch(room: Room, connection: Connection, request: Rematch) -> None:
    """Create a room for the next game with the same people and bots, and broadcast the new room's name."""
    held = room.seats_of(connection.guest)
    if not held:
        refuse(room, connection, "refuse.seat")
    elif room.info.phase != "over":
        refuse(room, connection, "refuse.playing")
    elif room.info.rematch:
        send_room(room)
    else:
        viewer = room.viewer_of(connection)
        await create_rematch(room, viewer if viewer >= 0 else held[0])


async def create_rematch(room: Room, opener: int) -> None:
    """Create the room for a rematch, and broadcast its name in the old room.

    The same transaction saves two things in the old room: the new room's name, and `opener`, the seat that asked for
    the rematch.
    """
    state = room.log.state
    forfeits = [seat for seat, room_seat in enumerate(room.seats) if room_seat.has_forfeited]
    game = room.spec.game.rematch(state, -1 if state.actor == OVER else forfeits[0])
    seats = [rematch_seat(room_seat) for room_seat in room.seats]
    plan = plan_room(RoomDraft(spec_of(game), seats, room.info.host, False, room.info.terms))
    write = plan.write(update_room(room.name, rematch=plan.name, opener=opener))
    await room.commit(write.moves, write.statements)
    count_new_room(room.context.metrics, plan)
    room.info.rematch, room.info.opener = plan.name, opener
    send_room(room)


def rematch_seat(old: RoomSeat) -> RoomSeat:
    """Return the same seat for the next game: its guest plays again; if it has no guest, the same bot plays again."""
    return RoomSeat(old.guest, "" if old.guest else old.bot, False, old.name, old.has_own_name)
