"""Periodic chores: replace absent hosts, delete old lobbies, removed games and unused names, collect garbage.

Games that were finished under an older version of the server have no stored result; it is computed after start-up.
"""

import asyncio
import gc
import logging
import time
from collections.abc import Awaitable, Callable
from itertools import count

from velodrome.server.metrics import Metrics
from velodrome.server.rooms.registry import RoomRegistry
from velodrome.server.rooms.results import result_statements, unknown_result
from velodrome.server.rooms.seats import replace_host_soon
from velodrome.server.store.batch import Write
from velodrome.server.store.statements import Statement

DAY = 24 * 3600
HEARTBEAT_SECONDS = 60
ROUND_SECONDS = 10  # between two runs of the chores
ROOMS_PER_COMMIT = 200  # rooms deleted in one transaction; few, because moves wait for it
UNDO_SECONDS = 3600  # a removed game can be restored for at least this time
RESULT_PAUSE = 0.05  # seconds between two old games whose results are computed: each delays the rooms a little
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
                await delete_removed_games(registry)
                await registry.delete_unseated_guests()
        except Exception:  # try again in the next run
            LOG.exception("tending.broken")


class GarbageCollector:
    """Runner of full garbage collections; it waits until nobody plays, because a collection pauses all rooms."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self.seen_moves = self.collected_moves = metrics.moves

    def collect_when_quiet(self) -> None:
        """Collect garbage if moves were played since the last collection, but none since the last call."""
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


async def delete_removed_games(registry: RoomRegistry) -> None:
    """Delete finished games that all their players removed from their lists at least UNDO_SECONDS ago."""
    before = time.time() - UNDO_SECONDS
    names = await registry.context.store.find_removed_rooms(before)
    for start in range(0, len(names), ROOMS_PER_COMMIT):
        await registry.delete_removed_rooms(list(names[start : start + ROOMS_PER_COMMIT]), before)


# ---------------------------------------------------------------- results of old games


async def fill_results(registry: RoomRegistry, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
    """Compute and save the missing results of games that were finished under an older version of the server."""
    store = registry.context.store
    await sleep(ROUND_SECONDS)  # give the pages time to reconnect first
    try:
        names = await store.find_rooms_without_result()
        for name in names:
            await sleep(RESULT_PAUSE)
            await store.commit(Write(statements=await find_result(registry, name)))
    except Exception:  # the next start tries again
        LOG.exception("results.broken")
        return
    if names:
        LOG.info("results.filled", extra={"rooms": len(names)})


async def find_result(registry: RoomRegistry, name: str) -> list[Statement]:
    """Replay a stored game, and return the SQL statements that save its result.

    If the game cannot be read, the statements mark it as unreadable. If the room no longer exists, the list is
    empty.
    """
    stored = await registry.context.store.load_room(name)
    if stored is None:
        return []
    room = registry.build_room(stored)
    if room is None:
        return unknown_result(name, len(stored.seats))
    return result_statements(room, room.log.state, stored.forfeits, room.log.standing_entries())
