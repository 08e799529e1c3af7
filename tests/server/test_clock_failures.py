"""Clocks where something fails: what runs is what is kept, nobody who is late is forgotten, nothing is told before."""

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest
from tests.server.fake_clock import MINUTE, Time, at_table, pair
from tests.server.harness import Guest, House, full, held_back, scene

from velodrome.server.rooms.running_clocks import RETRY_SECONDS


@scene
@pytest.mark.parametrize("late", ["move", "seat", "forfeit"])
async def test_who_is_late_is_remembered_where_it_could_not_be_kept(
    tmp_path: Path, late: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        page = await at_table(Guest(house, "Anna"), MINUTE, late=late)
        ply = page.table["ply"]
        house.services.registry.context.pause = lambda *given: 3600.0  # bots take their time
        with monkeypatch.context() as trouble:
            trouble.setattr(house.services.store.writer, "commit_batch", full)
            time.end()
            await page.until(lambda: bool(page.refused))
        assert page.refused["why"] == {"key": "refuse.store"} and page.table["ply"] == ply
        assert (page.room["forfeits"], page.room["seats"][0]["bot"]) == ([], "")
        assert [hand.delay for hand in time.running] == [RETRY_SECONDS]
        time.end()
        await page.until(lambda: page.table["ply"] > ply or bool(page.room["seats"][0]["bot"]))


@scene
async def test_a_clock_whose_room_could_not_be_read_is_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(name: str) -> None:
        raise OSError

    async with House(tmp_path) as house:
        time = Time(house)
        page = await at_table(Guest(house, "Anna"), MINUTE)
        ply = page.table["ply"]
        with monkeypatch.context() as trouble:
            trouble.setattr(house.services.registry, "open", broken)
            time.end()
            while "clock.broken" not in caplog.messages:
                await asyncio.sleep(0)
        assert [hand.delay for hand in time.running] == [RETRY_SECONDS]
        time.end()
        await page.until(lambda: page.table["ply"] > ply)


@scene
async def test_terms_that_cannot_be_read_stop_no_other_clock(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with House(tmp_path) as house:
        Time(house)
        rooms = [(await at_table(Guest(house, "Anna"), MINUTE)).name for _ in range(2)]
    with sqlite3.connect(tmp_path / "table.sqlite") as db:
        db.execute("update rooms set terms = ? where room = ?", (json.dumps({"later": 1}), rooms[0]))
    async with House(tmp_path) as house:
        assert list(house.services.registry.context.clocks.running) == rooms[1:]
        assert "clock.unreadable" in caplog.messages


@scene
async def test_a_clock_is_the_one_that_is_kept_though_the_move_could_not_be_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        first, second = await pair(house, "velonimo", clock=MINUTE)

        def fails(message: bytes) -> None:
            monkeypatch.undo()
            raise ValueError

        time.now += 5
        ply = first.table["ply"]
        monkeypatch.setattr(house.services.registry.rooms[first.name].presence.connections[0].sender, "send", fails)
        first.play_first()
        await second.until(lambda: second.table["ply"] == first.table["ply"] > ply)
        _, ticking = house.services.registry.context.clocks.running[first.name]
        assert [(ticking.ply, ticking.seat)] == house.rows("select ply, seat from clocks")
        assert (ticking.ply, ticking.seat) == (second.table["ply"], second.table["actor"])
        assert len(time.running) == 1


@scene
async def test_who_is_late_is_remembered_where_the_room_could_not_be_read_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        page = await at_table(Guest(house, "Anna"), MINUTE)
        ply = page.table["ply"]
        with monkeypatch.context() as trouble:
            trouble.setattr(house.services.store.writer, "commit_batch", full)
            trouble.setattr(house.services.store, "load_room", None)
            time.end()
            await page.until(lambda: page.code is not None)
        assert [hand.delay for hand in time.running] == [RETRY_SECONDS]
        again = await page.guest.at(page.name)
        time.end()
        await again.until(lambda: again.table["ply"] > ply)


@scene
async def test_that_a_seat_has_lost_is_told_once_it_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        page = await at_table(Guest(house, "Anna"), MINUTE, late="forfeit")
        held = await held_back(house, monkeypatch, time.end)
        watcher = await Guest(house, "Cleo").at(page.name)
        assert watcher.room["forfeits"] == []
        house.services.store.writer.enqueue(held)
        await page.until(lambda: page.room["forfeits"] == watcher.room["forfeits"] == [0])


@scene
async def test_a_clock_goes_on_though_its_room_was_forgotten_while_a_move_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        first, _ = await pair(house, "velonimo", clock=MINUTE)
        held = await held_back(house, monkeypatch, first.play_first)
        house.services.registry.close_room(house.services.registry.rooms[first.name])
        house.services.store.writer.enqueue(held)
        _, before = house.services.registry.context.clocks.running[first.name]
        while house.services.registry.context.clocks.running[first.name][1] == before:
            await asyncio.sleep(0.01)
        _, ticking = house.services.registry.context.clocks.running[first.name]
        assert [(ticking.ply, ticking.seat)] == house.rows("select ply, seat from clocks")
        assert len(time.running) == 1


@pytest.mark.parametrize("change", ["seat = 7", "used = '[]'", "used = '[1, \"x\", 2]'", "used = '{'"])
@scene
async def test_a_clock_that_cannot_be_read_stops_no_server(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, change: str
) -> None:
    async with House(tmp_path) as house:
        Time(house)
        guest = Guest(house, "Anna")
        page = await at_table(guest, MINUTE)
    with sqlite3.connect(house.file) as db:
        db.execute(f"update clocks set {change}")
    async with House(tmp_path) as house:
        assert "clock.unreadable" in caplog.messages
        guest.house = house
        assert (await guest.at(page.name)).table["ply"] == page.table["ply"]
