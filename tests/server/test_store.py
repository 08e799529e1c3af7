"""Tests of the store: writes are committed in groups, each completely or not at all; no ply is written twice."""

import asyncio
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from tests.server.harness import Guest, House, async_test, hold_back_write, refuse_all_writes, start_duel

from velodrome.server import logs
from velodrome.server.rooms import connection
from velodrome.server.settings import database_url
from velodrome.server.store import checkpoints
from velodrome.server.store.batch import Write
from velodrome.server.store.errors import BadStore
from velodrome.server.store.statements import delete_lobbies, save_guest_name
from velodrome.server.store.store import Store

READ = "select room, ply, move from moves order by room, ply"


def move_rows(room: str, first: int, *moves: str) -> list[tuple[str, int, str]]:
    return [(room, first + i, move) for i, move in enumerate(moves)]


async def write_all(store: Store, *wanted: list[tuple[str, int, str]]) -> list[bool]:
    """Queue several writes at once, each a list of (room, ply, move); return whether each one was committed."""
    return list(await asyncio.gather(*[store.commit(Write(moves)) for moves in wanted]))


async def open_store(folder: Path, commits: list[int]) -> Store:
    store = Store(f"sqlite+aiosqlite:///{folder / 'x.sqlite'}", lambda seconds, moves: commits.append(moves))
    await store.open()
    return store


@async_test
async def test_writes_queued_during_a_commit_are_committed_together(tmp_path: Path) -> None:
    commits: list[int] = []
    store = await open_store(tmp_path, commits)
    answers = await write_all(store, *[move_rows(f"room{i}", 1, "a", "b") for i in range(50)])
    assert answers == [True] * 50
    assert sum(commits) == 100
    assert len(commits) <= 2
    await store.close()


@async_test
async def test_a_write_with_an_existing_ply_is_refused_as_a_whole(tmp_path: Path) -> None:
    store = await open_store(tmp_path, [])
    assert await write_all(store, move_rows("a", 1, "x", "y")) == [True]
    assert await write_all(store, move_rows("a", 2, "z", "z"), move_rows("b", 1, "x"), move_rows("a", 3, "w")) == [
        False,
        True,
        True,
    ]
    assert await write_all(store, move_rows("a", 3, "v")) == [False]
    async with store.engine.connect() as db:
        found = [tuple(row) for row in (await db.execute(text(READ))).all()]
    assert found == [("a", 1, "x"), ("a", 2, "y"), ("a", 3, "w"), ("b", 1, "x")]
    await store.close()


@async_test
async def test_a_refused_write_leaves_nothing_behind(tmp_path: Path) -> None:
    store = await open_store(tmp_path, [])
    assert await store.commit(Write(move_rows("a", 1, "x")))
    first, second = await asyncio.gather(
        store.commit(Write(move_rows("a", 1, "y"), [save_guest_name("guest1", "Anna")])),
        store.commit(Write(move_rows("b", 1, "x"), [save_guest_name("guest2", "Ben")])),
    )
    assert (first, second) == (False, True)
    assert (await store.load_guest_name("guest1"), await store.load_guest_name("guest2")) == ("", "Ben")
    await store.close()


@async_test
async def test_the_write_of_a_cancelled_task_is_committed_and_blocks_no_other(tmp_path: Path) -> None:
    store = await open_store(tmp_path, [])
    gone = asyncio.ensure_future(store.commit(Write(move_rows("b", 1, "x"))))
    await asyncio.sleep(0)
    gone.cancel()
    assert await write_all(store, move_rows("c", 1, "x")) == [True]
    assert await store.commit(Write(move_rows("b", 1, "y"))) is False
    assert await store.is_healthy()
    await store.close()


@async_test
async def test_the_database_is_durable(tmp_path: Path) -> None:
    store = await open_store(tmp_path, [])
    async with store.engine.connect() as db:
        settings = [(await db.execute(text(f"PRAGMA {name}"))).scalar() for name in ("journal_mode", "synchronous")]
    assert settings == ["wal", 2]
    await store.close()


@async_test
async def test_queued_writes_are_committed_before_the_store_closes(tmp_path: Path) -> None:
    store = await open_store(tmp_path, [])
    committed = asyncio.ensure_future(store.commit(Write(move_rows("a", 1, "x"))))
    await asyncio.sleep(0)
    await store.close()
    assert await committed


@async_test
async def test_two_servers_cannot_open_the_same_database(tmp_path: Path) -> None:
    store = await open_store(tmp_path, [])
    with pytest.raises(BadStore, match=r"x\.sqlite: another server is using this database"):
        await open_store(tmp_path, [])
    assert await store.commit(Write(statements=[save_guest_name("guest", "Anna")]))
    await store.close()
    await (await open_store(tmp_path, [])).close()


@async_test
async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.sqlite").write_text("not a database, but long enough to be looked at" * 100)
    with pytest.raises(BadStore, match=r"x\.sqlite: file is not a database"):
        await open_store(tmp_path, [])


@async_test
async def test_a_ply_written_by_another_process_is_refused_and_the_room_shows_it(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        mine, other, _ = await start_duel(house)
        ply, choices = mine.table["ply"], mine.table["moves"]
        first, second = choices[0]["text"], choices[-1]["text"]
        values = {"room": mine.name, "ply": ply + 1, "move": second}
        async with house.services.store.engine.begin() as db:
            await db.execute(text("insert into moves values (:room, :ply, :move)"), values)
        assert await mine.refusal({"do": "play", "ply": ply, "moves": [first]}) == {"key": "refuse.store"}
        await other.wait_until(lambda: other.table["ply"] == ply + 1)
        assert mine.table["news"][-1]["text"] == second
        assert house.services.metrics.lost == 1


@async_test
async def test_a_full_disk_loses_nothing_that_players_were_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path) as house:
        mine, other, _ = await start_duel(house)
        ply, move = mine.table["ply"], mine.table["moves"][0]["text"]
        store = house.services.store

        with monkeypatch.context() as trouble:
            trouble.setattr(store.writer, "commit_batch", refuse_all_writes)
            assert await mine.refusal({"do": "play", "ply": ply, "moves": [move]}) == {"key": "refuse.store"}
            assert (await Guest(house).post("/api/rooms", {"game": "velvet", "seats": 2})).status_code == 503
        assert mine.table["ply"] == other.table["ply"] == ply
        await mine.play(move)
        assert mine.table["ply"] > ply


@async_test
async def test_a_failed_write_logs_neither_moves_nor_tokens(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with House(tmp_path) as house:
        mine, _, _ = await start_duel(house)
        ((invite,),) = house.rows("select invite from rooms")
        move = mine.table["moves"][0]["text"]
        async with house.services.store.engine.begin() as db:
            await db.execute(text("alter table moves rename to away"))
        mine.send({"do": "play", "ply": mine.table["ply"], "moves": [move]})
        await Guest(house, "Ben").post("/api/rooms", {"game": "velonimo", "seats": 2, "bots": ["", "level1"]})
        await mine.wait_until(lambda: mine.code is not None)
        log = "\n".join([caplog.text, *[logs.JsonFormatter().format(record) for record in caplog.records]])
        assert (await mine.guest.get("/health")).status_code == 503
        assert "store.failed" in log
        assert "no such table: moves" in log
        assert not re.search(r"deal |'(red|blue|green)", log)
        assert move not in log
        assert invite not in log


@async_test
async def test_a_room_that_fails_to_send_is_loaded_again_and_its_game_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path) as house:
        mine, other, _ = await start_duel(house)
        ply, move = mine.table["ply"], mine.table["moves"][0]["text"]

        failed = []

        def fails(message: bytes) -> None:
            failed.append(message)
            monkeypatch.undo()
            raise ValueError

        monkeypatch.setattr(house.services.registry.rooms[mine.name].presence.connections[0].sender, "send", fails)
        mine.send({"do": "play", "ply": ply, "moves": [move]})
        await mine.wait_until(lambda: mine.table["ply"] == other.table["ply"] > ply)
        assert failed
        assert house.moves(mine.name)[ply] == move
        assert await mine.refusal({"do": "play", "ply": ply, "moves": [move]}) == {"key": "refuse.stale"}


@async_test
async def test_a_room_that_cannot_be_loaded_again_closes_all_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path) as house:
        mine, other, watcher = await start_duel(house)
        ply, move = mine.table["ply"], mine.table["moves"][0]["text"]
        with monkeypatch.context() as trouble:
            trouble.setattr(house.services.registry.rooms[mine.name].presence.connections[0].sender, "send", None)
            trouble.setattr(house.services.store, "load_room", None)
            mine.send({"do": "play", "ply": ply, "moves": [move]})
            await mine.wait_until(lambda: all(page.code == connection.BROKEN for page in (mine, other, watcher)))
        await asyncio.gather(mine.task, other.task, watcher.task)
        assert mine.name not in house.services.registry.idle
        back = await mine.guest.connect(mine.name)
        assert back.table["ply"] > ply


@async_test
async def test_a_discarded_room_does_nothing_when_its_last_write_is_committed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path) as house:
        mine, _, _ = await start_duel(house)
        room = house.services.registry.rooms[mine.name]
        held = await hold_back_write(house, monkeypatch, mine.play_first)
        house.services.registry.close_room(room)
        back = await mine.guest.connect(mine.name)
        new = house.services.registry.rooms[mine.name]
        held.finish(True)
        while room.queue.task:
            await asyncio.sleep(0)
        assert room.queue.is_closed and new is house.services.registry.rooms[mine.name]
        assert back.code is None


@async_test
async def test_a_write_with_impossible_values_is_refused_without_the_others_and_logs_no_value(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = await open_store(tmp_path, [])
    bad: Any = [("b", 1, object())]  # a type that SQLite cannot store
    odd = move_rows("c", 1, "\ud800secret")  # text that cannot be encoded
    assert await write_all(store, move_rows("a", 1, "x"), bad, odd, move_rows("d", 1, "x")) == [
        True,
        False,
        False,
        True,
    ]
    assert await write_all(store, move_rows("e", 1, "x")) == [True]
    assert "store.failed" in caplog.messages
    assert "secret" not in "\n".join([caplog.text, *[logs.JsonFormatter().format(record) for record in caplog.records]])
    assert await store.is_healthy()
    await store.close()


@async_test
async def test_only_the_owner_may_read_the_database(tmp_path: Path) -> None:
    url = database_url(str(tmp_path / "data" / "x.sqlite"), tmp_path)
    store = Store(url, lambda seconds, moves: None)
    await store.open()
    await store.commit(Write(statements=[save_guest_name("guest", "Anna")]))
    modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "data").iterdir()}
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
    assert set(modes.values()) == {0o600}, modes
    await store.close()


@async_test
async def test_writes_of_any_kind_lead_to_a_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "ROWS_PER_CHECKPOINT", 3)
    store = await open_store(tmp_path, [])
    assert await store.commit(Write(statements=[save_guest_name(f"guest{i}", "Anna") for i in range(3)]))
    assert await store.commit(Write(statements=[save_guest_name("guest", "Anna")]))
    assert store.writer.checkpoints.running
    await store.close()


@async_test
async def test_the_next_commit_does_not_include_a_failed_write(tmp_path: Path) -> None:
    store = await open_store(tmp_path, [])
    await store.writer.run_in_thread(lambda: store.writer.connect().exec_driver_sql("pragma journal_mode=delete"))
    await store.writer.run_in_thread(lambda: store.writer.connect().exec_driver_sql("pragma busy_timeout=50"))
    reader = sqlite3.connect(tmp_path / "x.sqlite")
    reader.execute("begin")
    reader.execute(READ).fetchall()  # without the write-ahead log, a reader blocks commits
    assert await write_all(store, move_rows("r", 1, "lost")) == [False]
    reader.rollback()
    assert await write_all(store, move_rows("q", 1, "kept")) == [True]
    assert reader.execute(READ).fetchall() == [("q", 1, "kept")]
    reader.close()
    await store.close()


@async_test
async def test_deleting_lobbies_deletes_all_their_rows_and_no_others(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        mine, _, _ = await start_duel(house)
        anna = Guest(house, "Anna")
        lobby = await anna.create_room("velvet", 2)
        page = await anna.connect(lobby)
        await page.send_and_wait({"do": "say", "text": "Hello"})
        store = house.services.store
        assert await store.commit(Write(move_rows(lobby, 1, "x")))
        before = house.moves(mine.name)
        assert await store.commit(Write(statements=delete_lobbies([lobby, mine.name])))
        for table in ("rooms", "seats", "moves", "chat_messages"):
            assert house.rows(f"select * from {table} where room = ?", lobby) == []
        assert house.moves(mine.name) == before
        assert house.rows("select count(*) from seats where room = ?", mine.name) == [(2,)]


@async_test
async def test_a_write_after_closing_is_refused_at_once(tmp_path: Path) -> None:
    store = Store(f"sqlite+aiosqlite:///{tmp_path}/games.sqlite", lambda *_: None)
    await store.open()
    await store.close()
    assert await store.commit(Write(move_rows("a", 1, "x"))) is False


@async_test
async def test_a_room_loaded_during_shutdown_starts_no_bot(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house, "Anna")
        room = await guest.create_room("velocity", 3, ["", "level1", "level1"], options={"first_player": 1})
        house.evict()
        registry = house.services.registry
        await registry.close()
        opened = await registry.open(room)
        assert opened

        async def do_nothing() -> None: ...

        opened.enqueue(do_nothing)
        await asyncio.sleep(0.01)
        assert opened.queue.task is None and opened.bot_task is None
