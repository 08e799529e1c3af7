"""The turns of bots: they think elsewhere, and play after a while that tells nothing."""

import asyncio
import secrets
from typing import TYPE_CHECKING

from velodrome.core.log import Log
from velodrome.core.rng import Rng

if TYPE_CHECKING:
    from velodrome.server.rooms.room import LiveRoom


async def take_turn(room: "LiveRoom") -> None:
    """A decision of the bot whose turn it is."""
    log, ply, clock = room.log, room.ply, asyncio.get_running_loop().time
    seat = log.state.actor
    bot, started = room.seats[seat].bot, clock()
    thinkers = room.hall.thinkers
    async with thinkers.slots.one(room.whose):  # one address's many tables wait for one another
        text = await thinkers.decide(room.kind, log.state.seen_by(seat), bot)
    again = bool(log.entries) and log.entries[-1].actor == seat
    await asyncio.sleep(room.hall.pause(bot, clock() - started, Rng(secrets.randbits(64)), again))
    room.thinking = None
    room.when_free(lambda: decided(room, log, ply, seat, text))


def decided(room: "LiveRoom", log: Log, ply: int, seat: int, text: str) -> None:
    """Play what a bot decided, if it is still asked."""
    if room.stands(log, ply) and room.seats[seat].bot:
        room.try_moves(seat, [text], None)
        room.hall.metrics.decisions += 1  # not before: how long a bot thought is its secret
