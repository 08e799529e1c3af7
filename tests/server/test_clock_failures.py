"""Test clocks when saving or sending fails.

No timeout is lost, and none is announced before it is saved. The running clock is the one in the database, even
if the move that started it could not be sent.
"""

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest
from tests.server.fake_clock import MINUTE, Time, pair, start_timed_game
from tests.server.harness import Guest, House, async_test, hold_back_write, refuse_all_writes

from velodrome.server.rooms.running_clocks import RETRY_SECONDS


@async_test
@pytest.mark.parametrize("late", ["move", "seat", "forfeit"])
async def test_a_timeout_that_fails_to_commit_is_handled_again(
    tmp_path: Path, late: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        page = await start_timed_game(Guest(house, "Anna"), MINUTE, late=late)
        ply = page.table["ply"]
        house.services.registry.context.pause = lambda *given: 3600.0  # so no bot moves during this test
        with monkeypatch.context() as trouble:
            trouble.setattr(house.services.store.writer, "commit_batch", refuse_all_writes)
            time.end()
            await page.wait_until(lambda: bool(page.refused))
        assert page.refused["why"] == {"key": "refuse.store"} and page.table["ply"] == ply
        assert (page.room["forfeits"], page.room["seats"][0]["bot"]) == ([], "")
        assert [hand.delay for hand in time.running] == [RETRY_SECONDS]
        time.end()
        await page.wait_until(lambda: page.table["ply"] > ply or bool(page.room["seats"][0]["bot"]))


@async_test
async def test_a_timeout_is_handled_again_if_the_room_could_not_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(name: str) -> None:
        raise OSError

    async with House(tmp_path) as house:
        time = Time(house)
        page = await start_timed_game(Guest(house, "Anna"), MINUTE)
        ply = page.table["ply"]
        with monkeypatch.context() as trouble:
            trouble.setattr(house.services.registry, "open", broken)
            time.end()
            while "clock.broken" not in caplog.messages:
                await asyncio.sleep(0)
        assert [hand.delay for hand in time.running] == [RETRY_SECONDS]
        time.end()
        await page.wait_until(lambda: page.table["ply"] > ply)


@async_test
async def test_unreadable_terms_do_not_affect_other_clocks(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with House(tmp_path) as house:
        Time(house)
        rooms = [(await start_timed_game(Guest(house, "Anna"), MINUTE)).name for _ in range(2)]
    with sqlite3.connect(tmp_path / "table.sqlite") as db:
        db.execute("update rooms set terms = ? where room = ?", (json.dumps({"later": 1}), rooms[0]))
    async with House(tmp_path) as house:
        assert list(house.services.registry.context.clocks.running) == rooms[1:]
        assert "clock.unreadable" in caplog.messages


@async_test
async def test_the_stored_clock_runs_even_if_sending_the_move_failed(
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
        await second.wait_until(lambda: second.table["ply"] == first.table["ply"] > ply)
        _, ticking = house.services.registry.context.clocks.running[first.name]
        assert [(ticking.ply, ticking.seat)] == house.rows("select ply, seat from clocks")
        assert (ticking.ply, ticking.seat) == (second.table["ply"], second.table["actor"])
        assert len(time.running) == 1


@async_test
async def test_a_timeout_is_handled_again_if_commit_and_reload_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        page = await start_timed_game(Guest(house, "Anna"), MINUTE)
        ply = page.table["ply"]
        with monkeypatch.context() as trouble:
            trouble.setattr(house.services.store.writer, "commit_batch", refuse_all_writes)
            trouble.setattr(house.services.store, "load_room", None)
            time.end()
            await page.wait_until(lambda: page.code is not None)
        assert [hand.delay for hand in time.running] == [RETRY_SECONDS]
        again = await page.guest.connect(page.name)
        time.end()
        await again.wait_until(lambda: again.table["ply"] > ply)


@async_test
async def test_a_forfeit_is_sent_only_after_it_is_committed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        page = await start_timed_game(Guest(house, "Anna"), MINUTE, late="forfeit")
        held = await hold_back_write(house, monkeypatch, time.end)
        watcher = await Guest(house, "Cleo").connect(page.name)
        assert watcher.room["forfeits"] == []
        house.services.store.writer.enqueue(held)
        await page.wait_until(lambda: page.room["forfeits"] == watcher.room["forfeits"] == [0])


@async_test
async def test_the_clock_continues_if_its_room_is_closed_during_a_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        first, _ = await pair(house, "velonimo", clock=MINUTE)
        held = await hold_back_write(house, monkeypatch, first.play_first)
        house.services.registry.close_room(house.services.registry.rooms[first.name])
        house.services.store.writer.enqueue(held)
        _, before = house.services.registry.context.clocks.running[first.name]
        while house.services.registry.context.clocks.running[first.name][1] == before:
            await asyncio.sleep(0.01)
        _, ticking = house.services.registry.context.clocks.running[first.name]
        assert [(ticking.ply, ticking.seat)] == house.rows("select ply, seat from clocks")
        assert len(time.running) == 1


@pytest.mark.parametrize("change", ["seat = 7", "used = '[]'", "used = '[1, \"x\", 2]'", "used = '{'"])
@async_test
async def test_the_server_starts_in_spite_of_an_unreadable_clock(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, change: str
) -> None:
    async with House(tmp_path) as house:
        Time(house)
        guest = Guest(house, "Anna")
        page = await start_timed_game(guest, MINUTE)
    with sqlite3.connect(house.file) as db:
        db.execute(f"update clocks set {change}")
    async with House(tmp_path) as house:
        assert "clock.unreadable" in caplog.messages
        guest.house = house
        assert (await guest.connect(page.name)).table["ply"] == page.table["ply"]
