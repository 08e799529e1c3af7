"""Turns of bots: they think in worker processes, and move after a pause that does not depend on their cards."""

import asyncio
import logging
import secrets
from collections.abc import Coroutine
from functools import partial
from typing import Any

from velodrome.core.log import Log
from velodrome.core.rng import Rng
from velodrome.server.rooms.moves import play_for_seat
from velodrome.server.rooms.room import BotTurnFailed, Room

LOG = logging.getLogger("velodrome")


def is_bot_due(room: Room) -> bool:
    """Return whether a bot should move now.

    It should if it is a bot's turn and the bots do not play only among themselves: a person plays on another seat
    (even if that person is not connected), or a guest with a seat is connected.
    """
    actor = room.actor
    if room.info.phase != "playing" or actor < 0 or not room.seats[actor].bot:
        return False
    is_awaited = any([seat.is_played_by_person for seat in room.seats])
    return is_awaited or any([room.seats_of(page.guest) for page in room.presence.connections])


def start_thinking(room: Room, work: Coroutine[Any, Any, None]) -> None:
    """Start a task that runs `work`, in which a bot thinks, and store the task in `room.bot_task`.

    If the server is shutting down, only close `work`.
    """
    if room.context.is_closing:
        work.close()
        return
    room.bot_task = asyncio.get_running_loop().create_task(work)
    room.bot_task.add_done_callback(partial(finish_thinking, room))


def finish_thinking(room: Room, task: asyncio.Task[None]) -> None:
    """If a finished bot task has failed, log the error and queue a job that closes the room."""
    if not task.cancelled() and (problem := task.exception()):
        LOG.error("bot.broken", exc_info=problem, extra={"room": room.name})
        room.enqueue(report_failure)


async def report_failure() -> None:
    """Raise BotTurnFailed.

    `finish_thinking` queues this function as a job of the room, so that the registry closes the room.
    """
    raise BotTurnFailed


async def take_turn(room: Room) -> None:
    """Ask the bot whose turn it is for a move, pause as if it were thinking, then queue a job that plays it."""
    log, ply, seat = room.log, room.ply, room.actor
    bot, pool, time = room.seats[seat].bot, room.context.pool, asyncio.get_running_loop().time
    started = time()
    async with pool.queue.slot(queue_key(room)):
        text = await pool.decide(room.spec, log.state.seen_by(seat), bot)
    continues = bool(log.entries) and log.entries[-1].actor == seat
    await asyncio.sleep(room.context.pause(bot, time() - started, Rng(secrets.randbits(64)), continues))
    room.bot_task = None
    room.enqueue(partial(play_decision, room, log, ply, seat, text))


async def play_decision(room: Room, log: Log, ply: int, seat: int, text: str) -> None:
    """Play `text`, the move that a bot chose for `seat`, unless the game has changed in the meantime.

    `log` and `ply` are the game's log and ply for which the bot chose the move.
    """
    if room.is_still_at(log, ply) and room.seats[seat].bot:
        await play_for_seat(room, seat, [text])
        room.context.metrics.decisions += 1  # not earlier: the metrics must not reveal how long a bot thought


def queue_key(room: Room) -> str:
    """Return the client key under which the room's bots wait in the fair queue.

    If the host or a guest with a seat is connected, the key is that guest's network address. An address is better
    than a guest id, because a person who deletes the cookie becomes a new guest. If no address is known, the key is
    the host's guest id.

    If none of these people is connected, the key is the last known address (or the host's guest id) with a suffix. So
    the bots of this deserted room do not delay other rooms with the same address, in which somebody may be waiting.
    """
    pages = room.presence.connections
    seated = [page for page in pages if page.guest == room.info.host] + [page for page in pages if page.viewer >= 0]
    last = "" if seated else room.presence.last_address
    address = next((page.address for page in seated if page.address), last) or room.info.host
    return address if seated else f"{address}, away"
