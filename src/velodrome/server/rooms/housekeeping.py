"""What is done now and then: tables that never began are cleared away, hosts who stay away are followed by others."""

import asyncio
import gc
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import count

from velodrome.server.metrics import Metrics
from velodrome.server.rooms import handlers
from velodrome.server.rooms.registry import Hall

DAY = 24 * 3600
MINUTE = 60
OFTEN = 10  # seconds between two looks at hosts
TOGETHER = 200  # rooms that one commit clears away: moves of others wait for it
LOG = logging.getLogger("velodrome")


async def tend(hall: Hall, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
    """Look at hosts often, remember that the server is up, look at old lobbies and names of nobody once a day."""
    sweeper = Sweeper(hall.metrics)
    for look in count(1):
        await sleep(OFTEN)
        try:
            sweeper.look()
            follow_hosts(hall)
            if look % (MINUTE // OFTEN) == 0:
                await hall.clocks.beat()
            if look % (DAY // OFTEN) == 0:
                await clear_lobbies(hall)
                await hall.clear_guests()
        except Exception:  # whatever it is, the next look may do better
            LOG.exception("tending.broken")


class Sweeper:
    """Looks for garbage in cycles once nobody plays any more: that holds up all tables for a moment."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self.seen = self.swept = metrics.moves

    def look(self) -> None:
        moves = self.metrics.moves
        if moves == self.seen != self.swept:
            gc.collect()
            self.swept = moves
        self.seen = moves


def follow_hosts(hall: Hall) -> None:
    """Where a host has been gone for a while before the start, somebody who is there becomes host."""
    for room in list(hall.rooms.values()):
        if room.is_hostless:
            room.when_free(partial(handlers.succeed, room))


async def clear_lobbies(hall: Hall) -> None:
    """Clear away tables that did not begin in so many days, but none where somebody is."""
    names = await hall.store.find_lobbies(time.time() - hall.settings.limit_lobby * DAY)
    for start in range(0, len(names), TOGETHER):
        await hall.clear(list(names[start : start + TOGETHER]))
