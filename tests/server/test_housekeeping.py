"""What is done now and then: old lobbies are cleared away, hosts who stay away are followed by others."""

import asyncio
import gc
import sqlite3
from pathlib import Path

import pytest
from tests.server.harness import Guest, House, Page, scene

from velodrome.server.metrics import Metrics
from velodrome.server.rooms import housekeeping
from velodrome.server.rooms.presence import GRACE_SECONDS
from velodrome.server.rooms.registry import RoomRegistry
from velodrome.server.rooms.seats import needs_host, next_host_online, replace_host_soon
from velodrome.server.store.batch import Write


def age(house: House, *rooms: str, days: float = 8) -> None:
    """Make rooms older than they are."""
    with sqlite3.connect(house.file) as db:
        for room in rooms:
            db.execute("update rooms set created_at = created_at - ? where room = ?", (days * housekeeping.DAY, room))


def replace_hosts(registry: RoomRegistry) -> None:
    """What a round of housekeeping does to hosts."""
    for room in registry.rooms.values():
        replace_host_soon(room)


def kept(house: House) -> set[str]:
    return {row[0] for row in house.rows("select room from rooms")}


@scene
async def test_lobbies_that_are_old_are_cleared_away_at_the_start(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house, "Anna")
        old, fresh = await guest.opens("velvet", 2), await guest.opens("velvet", 2)
        begun = await guest.opens("velvet", 2, ["", "level1"])
        age(house, old, begun)
        age(house, fresh, days=6)
    async with House(tmp_path) as house:
        assert kept(house) == {fresh, begun}
        assert house.rows("select count(*) from seats where room = ?", old) == [(0,)]
        guest.house = house
        assert (await guest.at(old)).refused["why"] == {"key": "refuse.room"}
        assert {row["room"] for row in (await guest.get("/api/rooms")).json()["mine"]} == {fresh, begun}


@scene
async def test_a_lobby_with_somebody_in_it_stays(tmp_path: Path) -> None:
    async with House(tmp_path, limit_lobby=3) as house:
        guest = Guest(house, "Anna")
        used, left = await guest.opens("velvet", 2), await guest.opens("velvet", 2)
        page = await guest.at(used)
        await (await guest.at(left)).close()
        age(house, used, left, days=4)
        assert left in house.services.registry.rooms
        await housekeeping.delete_old_lobbies(house.services.registry)
        assert kept(house) == {used}
        assert list(house.services.registry.rooms) == [used]
        assert not house.services.registry.idle
        page.say({"do": "start"})
        await page.until(lambda: bool(page.table))
        await page.close()
        for live in (True, False):
            await house.services.registry.delete_lobbies([used])  # it was found as a lobby, and has begun since
            assert kept(house) == {used}
            if live:
                house.services.registry.close_room(house.services.registry.rooms[used])


@scene
async def test_nobody_comes_into_a_room_while_it_is_cleared_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path) as house:
        guest, registry = Guest(house, "Anna"), house.services.registry
        first, second = await guest.opens("velvet", 2), await guest.opens("velvet", 2)
        age(house, first, second)
        house.evict()
        coming = asyncio.create_task(registry.open(second))  # on the way there
        await asyncio.sleep(0)
        commit, written = house.services.store.commit, asyncio.Event()

        async def commit_later(write: Write) -> bool:
            await written.wait()
            return await commit(write)

        monkeypatch.setattr(house.services.store, "commit", commit_later)
        clearing = asyncio.create_task(registry.delete_lobbies([first, second]))
        await asyncio.sleep(0)
        assert await registry.open(first) is None  # though it is still kept
        assert await coming is not None
        written.set()
        await clearing
        assert kept(house) == {second}
        assert not registry.deleting


@scene
async def test_a_day_is_tended(
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
            raise ValueError  # the next look is taken all the same

    async def clear(registry: object) -> None:
        cleared.append(slept)

    async with House(tmp_path) as house:
        await Guest(house).opens("velvet", 2)
        monkeypatch.setattr(housekeeping, "replace_host_soon", follow)
        monkeypatch.setattr(housekeeping, "delete_old_lobbies", clear)
        with pytest.raises(asyncio.CancelledError):
            await housekeeping.keep_house(house.services.registry, sleep)
    assert cleared == [housekeeping.DAY, 2 * housekeeping.DAY]
    assert len(looks) == 2 * housekeeping.DAY // housekeeping.ROUND_SECONDS
    assert "tending.broken" in caplog.messages


def token(page: Page) -> str:
    return str(page.room["invite"].rpartition("=")[2])


@scene
async def test_a_host_who_stays_away_is_followed_by_the_next_guest_who_is_there(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        host, ben, eve = Guest(house, "Anna"), Guest(house, "Ben"), Guest(house, "Eve")
        registry, now = house.services.registry, 1000.0
        registry.context.now = lambda: now
        room = await host.opens("velonimo", 4)
        anna = await host.at(room)
        pages = [await guest.at(room, token(anna)) for guest in (ben, eve)]
        await pages[1].until(lambda: pages[1].room["me"] == 2)
        await pages[0].close()
        await anna.close()
        now += GRACE_SECONDS - 1
        replace_hosts(registry)
        assert registry.rooms[room].presence.is_online(next_host_online(registry.rooms[room]))
        assert not registry.rooms[room].queue.task
        now += 1
        replace_hosts(registry)
        await pages[1].until(lambda: pages[1].room["host"])
        anna = await host.at(room)
        assert (anna.room["me"], anna.room["host"]) == (0, False)
        pages[1].say({"do": "start"})
        await pages[1].until(lambda: bool(pages[1].table))
        await pages[1].close()
        now += GRACE_SECONDS
        assert not needs_host(registry.rooms[room])  # once it has begun, there is nothing left for a host to do
    async with House(tmp_path) as house:
        eve.house = house
        assert (await eve.at(room)).room["host"]


@scene
async def test_a_host_is_followed_by_whoever_sits_next_from_there(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        host, ben, eve = Guest(house, "Anna"), Guest(house, "Ben"), Guest(house, "Eve")
        anna = await host.at(await host.opens("velonimo", 3, seat=1))
        pages = [await guest.at(anna.name, token(anna)) for guest in (ben, eve)]
        await pages[1].until(lambda: [page.room["me"] for page in pages] == [0, 2])
        anna.say({"do": "leave"})
        await pages[1].until(lambda: pages[1].room["host"])
        pages[1].say({"do": "leave"})  # after the last seat comes the first
        await pages[0].until(lambda: pages[0].room["host"])


@scene
async def test_a_host_who_comes_back_in_time_stays_the_host(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        host, ben = Guest(house, "Anna"), Guest(house, "Ben")
        registry, now = house.services.registry, 1000.0
        registry.context.now = lambda: now
        room = await host.opens("velonimo", 3)
        anna = await host.at(room)
        page = await ben.at(room, token(anna))
        await page.until(lambda: page.room["me"] == 1)
        await anna.close()
        now += GRACE_SECONDS
        live = registry.rooms[room]
        commit = asyncio.Event()

        async def wait_for_commit() -> None:
            await commit.wait()

        live.enqueue(wait_for_commit)
        replace_hosts(registry)
        anna = await host.at(room)
        commit.set()
        await anna.told({"do": "ping"})
        assert anna.room["host"]
        await page.close()
        await anna.close()
        now += GRACE_SECONDS
        replace_hosts(registry)
        assert not live.queue.task  # nobody is there


def test_garbage_is_looked_for_once_nobody_plays_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    metrics = Metrics()
    monkeypatch.setattr(gc, "collect", lambda: looks.append(metrics.moves))
    sweeper = housekeeping.GarbageCollector(metrics)
    for moves in (0, 5, 9, 9, 9, 12, 12):  # at one look after the other
        metrics.moves = moves
        sweeper.collect_when_quiet()
    assert looks == [9, 12]
