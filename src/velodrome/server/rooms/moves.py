"""Playing moves in a room: save the turn, append it to the log, broadcast the tables."""

import time

from velodrome.core.contract import OVER
from velodrome.core.log import Turn
from velodrome.server.game.log import Refusal, play_moves
from velodrome.server.protocol import WEB, Play
from velodrome.server.rooms.broadcast import refuse, refuse_with, send_refusal, send_room, send_tables
from velodrome.server.rooms.clocks import next_clock, send_clocks
from velodrome.server.rooms.connection import Connection
from velodrome.server.rooms.premoves import update_premoves
from velodrome.server.rooms.results import result_statements
from velodrome.server.rooms.room import Room
from velodrome.server.rooms.state import RoomSeat
from velodrome.server.store.batch import MoveRow
from velodrome.server.store.statements import Statement, update_room


async def play(room: Room, connection: Connection, request: Play) -> None:
    """Play the moves in a person's request up to the first illegal one; send a refusal for that one."""
    key = room.refuse_game_request(connection.viewer, request.ply)
    if key:
        refuse(room, connection, key)
        return
    turn, refusal = play_moves(room.log, connection.viewer, request.moves)
    if turn.entries:
        await play_turn(room, turn)
    if refusal:
        refuse_move(room, connection, refusal)


async def play_for_seat(room: Room, seat: int, texts: list[str]) -> None:
    """Play moves that a bot chose for a seat, up to the first illegal one."""
    turn, _ = play_moves(room.log, seat, texts)
    if turn.entries:
        await play_turn(room, turn)


def refuse_move(room: Room, connection: Connection, refusal: Refusal) -> None:
    """Refuse a move, and send the reason and the current table to the page."""
    refuse_with(room, connection, refusal.why, room.spec.game.name if refusal.is_game_text else WEB)


async def play_turn(room: Room, turn: Turn) -> None:
    """Save a turn, append it to the log and broadcast what changed.

    Also end a pending take-back vote, and update the clock and the premoves. If the turn ends the game, save the
    result.
    """
    is_over = turn.state.actor == OVER
    statements = end_game(room, turn) if is_over else []
    clock = next_clock(room, room.seats, turn.state.actor, turn.ply, turn) if room.has_clock else None
    await room.commit(turn_rows(room, turn), statements, clock)
    before = room.log.state
    room.log.append(turn)
    if is_over:
        room.info.phase = "over"
    asker = room.takeback.asker
    if asker is not None:
        room.takeback.close()
    send_tables(room)
    if room.premoves.queued or turn.stage_scores or turn.is_undo:
        update_premoves(room, turn, before)
    if clock:
        send_clocks(room)
    if asker is not None or is_over:
        send_room(room)
    if asker is not None and not turn.is_undo:
        tell_asker(room, asker)


def tell_asker(room: Room, asker: int) -> None:
    """Tell the guest on the seat `asker` that a move has ended the vote on the guest's take-back."""
    for page in room.presence.connections:
        if page.guest == room.seats[asker].guest:
            send_refusal(room, page, {"key": "refuse.back.moved"}, WEB)


def end_game(room: Room, turn: Turn) -> list[Statement]:
    """Return the SQL statements that save the end of the game with this turn, and its result."""
    forfeits = [seat for seat, room_seat in enumerate(room.seats) if room_seat.has_forfeited]
    entries = room.log.standing_entries() + turn.entries
    over = update_room(room.name, phase="over", ended_at=time.time())
    return [over, *result_statements(room, turn.state, forfeits, entries)]


async def start_game(room: Room, turn: Turn, seats: list[RoomSeat], statements: list[Statement]) -> None:
    """Start the game: save the first turn together with the final seats, then broadcast both.

    `statements` are the SQL statements that save the seats.
    """
    clock = next_clock(room, seats, turn.state.actor, turn.ply, turn)
    begun = update_room(room.name, phase="playing", started_at=time.time())
    await room.commit(turn_rows(room, turn), [begun, *statements], clock)
    room.log.append(turn)
    room.seats, room.info.phase = seats, "playing"
    send_room(room)
    send_tables(room)
    if clock:
        send_clocks(room)


def turn_rows(room: Room, turn: Turn) -> list[MoveRow]:
    """Return the moves of a turn as database rows."""
    name, game = room.name, room.spec.game
    return [(name, ply, entry.text(game)) for ply, entry in enumerate(turn.entries, room.ply + 1)]
