"""Periodic chores: replace absent hosts, delete old lobbies and unused names, collect garbage."""

import asyncio
import gc
import logging
import time
from collections.abc import Awaitable, Callable
from itertools import count

from velodrome.server.metrics import Metrics
from velodrome.server.rooms.registry import RoomRegistry
from velodrome.server.rooms.seats import replace_host_soon

DAY = 24 * 3600
HEARTBEAT_SECONDS = 60
ROUND_SECONDS = 10  # between two rounds of chores
ROOMS_PER_COMMIT = 200  # deleted in one transaction; few, because moves wait for it
LOG = logging.getLogger("velodrome")


async def keep_house(registry: RoomRegistry, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
    """Run all chores in an endless loop, each at its own interval."""
    context = registry.context
    collector = GarbageCollector(context.metrics)
    for turn in count(1):
        await sleep(ROUND_SECONDS)
        try:
            collector.collect_when_quiet()
            for room in list(registry.rooms.values()):
                replace_host_soon(room)
            if turn % (HEARTBEAT_SECONDS // ROUND_SECONDS) == 0:
                await context.clocks.save_heartbeat(context.store)
            if turn % (DAY // ROUND_SECONDS) == 0:
                await delete_old_lobbies(registry)
                await registry.delete_unseated_guests()
        except Exception:  # try again in the next round
            LOG.exception("tending.broken")


class GarbageCollector:
    """Runs full garbage collections while nobody plays, because a collection pauses all rooms."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self.seen_moves = self.collected_moves = metrics.moves

    def collect_when_quiet(self) -> None:
        """Collect garbage if no move was played since the last call, but at least one since the last collection."""
        moves = self.metrics.moves
        if moves == self.seen_moves != self.collected_moves:
            gc.collect()
            self.collected_moves = moves
        self.seen_moves = moves


async def delete_old_lobbies(registry: RoomRegistry) -> None:
    """Delete rooms that have not started within the time limit and to which nobody is connected."""
    context = registry.context
    names = await context.store.find_lobbies(time.time() - context.settings.limit_lobby * DAY)
    for start in range(0, len(names), ROOMS_PER_COMMIT):
        await registry.delete_lobbies(list(names[start : start + ROOMS_PER_COMMIT]))
