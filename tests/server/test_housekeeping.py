"""Tests of the periodic chores: deleting old lobbies, replacing absent hosts, collecting garbage."""

import asyncio
import gc
import sqlite3
from pathlib import Path

import pytest
from tests.server.harness import Guest, House, Page, async_test

from velodrome.server.metrics import Metrics
from velodrome.server.rooms import housekeeping
from velodrome.server.rooms.presence import GRACE_SECONDS
from velodrome.server.rooms.registry import RoomRegistry
from velodrome.server.rooms.seats import needs_host, next_host_online, replace_host_soon
from velodrome.server.store.batch import Write


def make_older(house: House, *rooms: str, days: float = 8) -> None:
    """Make rooms look older by setting back their creation time."""
    with sqlite3.connect(house.file) as db:
        for room in rooms:
            db.execute("update rooms set created_at = created_at - ? where room = ?", (days * housekeeping.DAY, room))


def replace_hosts(registry: RoomRegistry) -> None:
    """Replace absent hosts, as each round of chores does."""
    for room in registry.rooms.values():
        replace_host_soon(room)


def stored_rooms(house: House) -> set[str]:
    return {row[0] for row in house.rows("select room from rooms")}


@async_test
async def test_old_lobbies_are_deleted_when_the_server_starts(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house, "Anna")
        old, fresh = await guest.create_room("velvet", 2), await guest.create_room("velvet", 2)
        begun = await guest.create_room("velvet", 2, ["", "level1"])
        make_older(house, old, begun)
        make_older(house, fresh, days=6)
    async with House(tmp_path) as house:
        assert stored_rooms(house) == {fresh, begun}
        assert house.rows("select count(*) from seats where room = ?", old) == [(0,)]
        guest.house = house
        assert (await guest.connect(old)).refused["why"] == {"key": "refuse.room"}
        assert {row["room"] for row in (await guest.get("/api/rooms")).json()["mine"]} == {fresh, begun}


@async_test
async def test_a_lobby_with_a_connected_guest_is_not_deleted(tmp_path: Path) -> None:
    async with House(tmp_path, limit_lobby=3) as house:
        guest = Guest(house, "Anna")
        used, left = await guest.create_room("velvet", 2), await guest.create_room("velvet", 2)
        page = await guest.connect(used)
        await (await guest.connect(left)).close()
        make_older(house, used, left, days=4)
        assert left in house.services.registry.rooms
        await housekeeping.delete_old_lobbies(house.services.registry)
        assert stored_rooms(house) == {used}
        assert list(house.services.registry.rooms) == [used]
        assert not house.services.registry.idle
        page.send({"do": "start"})
        await page.wait_until(lambda: bool(page.table))
        await page.close()
        for live in (True, False):
            await house.services.registry.delete_lobbies([used])  # its game has started in the meantime
            assert stored_rooms(house) == {used}
            if live:
                house.services.registry.close_room(house.services.registry.rooms[used])


@async_test
async def test_a_room_cannot_be_entered_while_it_is_being_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path) as house:
        guest, registry = Guest(house, "Anna"), house.services.registry
        first, second = await guest.create_room("velvet", 2), await guest.create_room("velvet", 2)
        make_older(house, first, second)
        house.evict()
        coming = asyncio.create_task(registry.open(second))  # this room is still loading
        await asyncio.sleep(0)
        commit, written = house.services.store.commit, asyncio.Event()

        async def commit_later(write: Write) -> bool:
            await written.wait()
            return await commit(write)

        monkeypatch.setattr(house.services.store, "commit", commit_later)
        clearing = asyncio.create_task(registry.delete_lobbies([first, second]))
        await asyncio.sleep(0)
        assert await registry.open(first) is None  # although the room is still in the database
        assert await coming is not None
        written.set()
        await clearing
        assert stored_rooms(house) == {second}
        assert not registry.deleting


@async_test
async def test_each_chore_runs_at_its_interval_for_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    looks, cleared, slept = list[float](), list[float](), 0.0

    async def sleep(seconds: float) -> None:
        nonlocal slept
        slept += seconds
        if slept > 2 * housekeeping.DAY:
            raise asyncio.CancelledError

    def follow(registry: object) -> None:
        looks.append(slept)
        if len(looks) == 1:
            raise ValueError  # this must not stop the following rounds

    async def clear(registry: object) -> None:
        cleared.append(slept)

    async with House(tmp_path) as house:
        await Guest(house).create_room("velvet", 2)
        monkeypatch.setattr(housekeeping, "replace_host_soon", follow)
        monkeypatch.setattr(housekeeping, "delete_old_lobbies", clear)
        with pytest.raises(asyncio.CancelledError):
            await housekeeping.keep_house(house.services.registry, sleep)
    assert cleared == [housekeeping.DAY, 2 * housekeeping.DAY]
    assert len(looks) == 2 * housekeeping.DAY // housekeeping.ROUND_SECONDS
    assert "tending.broken" in caplog.messages


def token(page: Page) -> str:
    return str(page.room["invite"].rpartition("=")[2])


@async_test
async def test_an_absent_host_is_replaced_by_the_next_connected_guest(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        host, ben, eve = Guest(house, "Anna"), Guest(house, "Ben"), Guest(house, "Eve")
        registry, now = house.services.registry, 1000.0
        registry.context.now = lambda: now
        room = await host.create_room("velonimo", 4)
        anna = await host.connect(room)
        pages = [await guest.connect(room, token(anna)) for guest in (ben, eve)]
        await pages[1].wait_until(lambda: pages[1].room["me"] == 2)
        await pages[0].close()
        await anna.close()
        now += GRACE_SECONDS - 1
        replace_hosts(registry)
        assert registry.rooms[room].presence.is_online(next_host_online(registry.rooms[room]))
        assert not registry.rooms[room].queue.task
        now += 1
        replace_hosts(registry)
        await pages[1].wait_until(lambda: pages[1].room["host"])
        anna = await host.connect(room)
        assert (anna.room["me"], anna.room["host"]) == (0, False)
        pages[1].send({"do": "start"})
        await pages[1].wait_until(lambda: bool(pages[1].table))
        await pages[1].close()
        now += GRACE_SECONDS
        assert not needs_host(registry.rooms[room])  # a running game needs no host
    async with House(tmp_path) as house:
        eve.house = house
        assert (await eve.connect(room)).room["host"]


@async_test
async def test_the_next_host_is_found_in_seat_order(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        host, ben, eve = Guest(house, "Anna"), Guest(house, "Ben"), Guest(house, "Eve")
        anna = await host.connect(await host.create_room("velonimo", 3, seat=1))
        pages = [await guest.connect(anna.name, token(anna)) for guest in (ben, eve)]
        await pages[1].wait_until(lambda: [page.room["me"] for page in pages] == [0, 2])
        anna.send({"do": "leave"})
        await pages[1].wait_until(lambda: pages[1].room["host"])
        pages[1].send({"do": "leave"})  # the search wraps around to the first seat
        await pages[0].wait_until(lambda: pages[0].room["host"])


@async_test
async def test_a_host_who_comes_back_in_time_stays_the_host(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        host, ben = Guest(house, "Anna"), Guest(house, "Ben")
        registry, now = house.services.registry, 1000.0
        registry.context.now = lambda: now
        room = await host.create_room("velonimo", 3)
        anna = await host.connect(room)
        page = await ben.connect(room, token(anna))
        await page.wait_until(lambda: page.room["me"] == 1)
        await anna.close()
        now += GRACE_SECONDS
        live = registry.rooms[room]
        commit = asyncio.Event()

        async def wait_for_commit() -> None:
            await commit.wait()

        live.enqueue(wait_for_commit)
        replace_hosts(registry)
        anna = await host.connect(room)
        commit.set()
        await anna.send_and_wait({"do": "ping"})
        assert anna.room["host"]
        await page.close()
        await anna.close()
        now += GRACE_SECONDS
        replace_hosts(registry)
        assert not live.queue.task  # nobody is connected


def test_garbage_is_collected_once_nobody_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    metrics = Metrics()
    monkeypatch.setattr(gc, "collect", lambda: looks.append(metrics.moves))
    sweeper = housekeeping.GarbageCollector(metrics)
    for moves in (0, 5, 9, 9, 9, 12, 12):  # counts at successive rounds
        metrics.moves = moves
        sweeper.collect_when_quiet()
    assert looks == [9, 12]
