"""New rooms: what is stored of them, and rematches."""

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

NAME_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none looks like another
NAME_LENGTH = 10  # 50 bits: nobody finds a room by trying
LOG = logging.getLogger("velodrome")


class RoomDraft(NamedTuple):
    """A room to be created."""

    spec: GameSpec
    seats: list[RoomSeat]
    host: str
    is_open: bool
    terms: Terms = Terms()
    moves: tuple[str, ...] = ()  # played before elsewhere: the room goes on from there
    start: State | None = None  # the position before them, if not the game's start


class RoomPlan(NamedTuple):
    """A new room as it is to be saved, with its log."""

    spec: GameSpec
    stored: StoredRoom
    log: Log
    statements: list[Statement]

    @property
    def name(self) -> str:
        return self.stored.room.room

    def write(self, *statements: Statement) -> Write:
        """Everything to be saved, with other statements in the same transaction."""
        rows: list[MoveRow] = [(self.name, ply, text) for ply, text in enumerate(self.stored.moves, 1)]
        return Write(rows, [*self.statements, *statements])


def plan_room(new: RoomDraft, host_name: str = "") -> RoomPlan:
    """Plan a new room; it begins at once if no seat is free. The name of the host is saved if it is given."""
    game, seed = new.spec.game, secrets.token_bytes(32)
    log = restore_log(game, seed, list(new.moves), new.start)
    begins = not any([seat.is_free for seat in new.seats])
    if begins:
        log.append(open_game(log))
    row = RoomRow(
        room="".join([secrets.choice(NAME_LETTERS) for _ in range(NAME_LENGTH)]),
        game=game.name,
        version=game.version,
        seats=game.seats,
        options=new.spec.options_json,
        open=new.is_open,
        phase="lobby" if not begins else "over" if log.state.actor == OVER else "playing",
        host=new.host,
        invite=new_invite(),
        seed=seed,
        rematch="",
        created_at=time.time(),
        terms=msgspec.json.encode(new.terms).decode(),
        start=msgspec.json.encode(new.start.write()).decode() if new.start else None,
    )
    seats = [seat.row(place) for place, seat in enumerate(new.seats)]
    named = [
        stored._replace(guest_name=seat.name) if seat.guest else stored
        for stored, seat in zip(seats, new.seats, strict=True)
    ]
    moves = [entry.text(game) for entry in log.entries]
    statements = insert_room(row, seats)
    if host_name:
        statements.append(save_guest_name(new.host, host_name))
    return RoomPlan(new.spec, StoredRoom(row, named, moves), log, statements)


def count_new_room(metrics: Metrics, plan: RoomPlan) -> None:
    """Count and log a room that was saved."""
    metrics.made += 1
    game = plan.spec.game
    LOG.info("room.made", extra={"room": plan.name, "game": game.name, "seats": game.seats})


async def rematch(room: Room, connection: Connection, request: Rematch) -> None:
    """Create the next room with the same people and bots, and show everybody the way."""
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
    """Save the next room together with the way to it and the seat that asked for it."""
    state = room.log.state
    forfeits = [place for place, seat in enumerate(room.seats) if seat.has_forfeited]
    game = room.spec.game.rematch(state, -1 if state.actor == OVER else forfeits[0])
    seats = [new_seat(seat) for seat in room.seats]
    plan = plan_room(RoomDraft(spec_of(game), seats, room.info.host, False, room.info.terms))
    write = plan.write(update_room(room.name, rematch=plan.name, opener=opener))
    await room.commit(write.moves, write.statements)
    count_new_room(room.context.metrics, plan)
    room.info.rematch, room.info.opener = plan.name, opener
    send_room(room)


def new_seat(seat: RoomSeat) -> RoomSeat:
    """A seat of the next game: people play again, and bots where no person had the seat."""
    return RoomSeat(seat.guest, "" if seat.guest else seat.bot, False, seat.name, seat.has_own_name)
