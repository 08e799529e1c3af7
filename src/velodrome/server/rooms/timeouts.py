"""Timeouts of people in a room with a clock: a bot plays the move, a bot takes the seat, or the seat forfeits."""

import time
from functools import partial

from velodrome.core.contract import State
from velodrome.core.log import Log
from velodrome.server.protocol import Late
from velodrome.server.rooms.bot_turns import queue_key, start_thinking
from velodrome.server.rooms.broadcast import send_room, send_tables
from velodrome.server.rooms.moves import play_for_seat
from velodrome.server.rooms.premoves import drop_all
from velodrome.server.rooms.results import result_statements
from velodrome.server.rooms.room import ClockChange, Room
from velodrome.server.rooms.seats import SUBSTITUTE_LEVEL, change_seats
from velodrome.server.store.statements import save_forfeit, update_room


async def check_timeout(room: Room) -> None:
    """Handle a timeout; ignore it if a move was played since the timer expired.

    If the seat has gained time since then, restart the timer.
    """
    clocks = room.context.clocks
    state = clocks.get(room.name)
    if not state or not state.runs or room.info.phase != "playing" or room.ply != state.ply:
        return
    if state.left(room.info.terms.clock, state.seat, clocks.now()) > 0:
        clocks.arm(room.name)
    else:
        await run_out_of_time(room, state.seat)


async def run_out_of_time(room: Room, seat: int) -> None:
    """Apply the consequence that the room's terms provide for a seat that has run out of time.

    Either the seat forfeits, or a bot takes over the seat, or a bot plays only the move that is due.
    """
    consequence = room.info.terms.late
    if consequence == "forfeit":
        await forfeit(room, seat)
    elif consequence == "seat":
        await change_seats(room, {seat: room.seats[seat].played_by(SUBSTITUTE_LEVEL)})
    elif not room.bot_task:
        start_thinking(room, decide_for_person(room, seat))


# ---------------------------------------------------------------- a bot plays the move


async def decide_for_person(room: Room, seat: int) -> None:
    """Let a bot choose the person's move, and queue a job that plays it. Until then, the person may still move."""
    log, ply = room.log, room.ply
    texts = await choose_moves(room, log.state.copy(), seat)
    room.bot_task = None
    room.enqueue(partial(play_substitute, room, log, ply, seat, texts))


async def choose_moves(room: Room, state: State, seat: int) -> list[str]:
    """Let a bot choose one or more moves for a seat, and play them in `state`.

    As long as nobody but this seat sees the chosen moves, also choose the next one: for example, in Velvet the bot
    arranges the whole kingdom at once.
    """
    texts: list[str] = []
    is_hidden, pool = True, room.context.pool
    while is_hidden and state.actor == seat:
        async with pool.queue.slot(queue_key(room)):
            texts.append(await pool.decide(room.spec, state.seen_by(seat), SUBSTITUTE_LEVEL))
        move = room.spec.game.index[texts[-1]]
        is_hidden = state.audience(move) == 1 << seat
        state.play(move)
    return texts


async def play_substitute(room: Room, log: Log, ply: int, seat: int, texts: list[str]) -> None:
    """Play the moves that a bot chose for a person, and tell all pages that the person's time ran out.

    The bot chose the moves at this log and ply. If the person has moved since then, only restart the timer.
    """
    if room.is_still_at(log, ply):
        await play_for_seat(room, seat, texts)
        for connection in room.presence.connections:
            connection.send(Late(ply, seat))
    else:  # the next person may have run out of time while this bot was thinking
        room.context.clocks.arm(room.name)


# ---------------------------------------------------------------- forfeit


async def forfeit(room: Room, seat: int) -> None:
    """Make a seat lose on time. In a game for two, this ends the game; otherwise a bot plays on for the seat."""
    lost = save_forfeit(room.name, seat, room.ply + 1)
    if len(room.seats) > 2:
        after = room.seats[seat].played_by(SUBSTITUTE_LEVEL, True)
        after.has_forfeited = True
        await change_seats(room, {seat: after}, lost)
        return
    over = update_room(room.name, phase="over", ended_at=time.time())
    result = result_statements(room, room.log.state, [seat], room.log.standing_entries())
    await room.commit([], [lost, over, *result], ClockChange(room.name, None))
    room.info.phase = "over"
    room.seats[seat].has_forfeited = True
    room.takeback.close()
    drop_all(room, "dropped.over")
    send_room(room)
    room.views.is_forfeited = True
    send_tables(room)  # these now show what the end reveals
