"""Tests with a database from an older version: the upgrade loses nothing, and its games can be continued."""

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from tests.server.harness import Guest, House, Page, async_test, is_settled, play_out

from velodrome.server.game.history import moments
from velodrome.server.store.store import Store

FIXTURES = Path(__file__).with_name("fixtures")
OLD: dict[str, Any] = json.loads((FIXTURES / "281ce46.json").read_text("utf-8"))
ROOMS: dict[str, Any] = OLD["rooms"]
KINDS: dict[str, str] = OLD["kinds"]


def copy_fixture(folder: Path) -> Path:
    return Path(shutil.copy(FIXTURES / "281ce46.sqlite", folder / "table.sqlite"))


def old_house(folder: Path) -> House:
    """Create a server that uses a copy of the old database and does not delete old lobbies."""
    copy_fixture(folder)
    return House(folder, limit_lobby=100_000)


def guest_of(house: House, name: str) -> Guest:
    """Return a guest with the cookie that the person with this name had on the old server."""
    guest = Guest(house, name)
    guest.cookie = OLD["cookies"][name]
    return guest


def first(page: Page) -> str:
    return str(page.table["moves"][0]["text"])


@async_test
async def test_the_upgrade_keeps_every_row_of_every_room(tmp_path: Path) -> None:
    store = Store(f"sqlite+aiosqlite:///{copy_fixture(tmp_path)}", lambda seconds, moves: None)
    await store.open()
    for name, old in ROOMS.items():
        stored = await store.load_room(name)
        assert stored
        row = stored.room
        assert [*row[1:9], row.seed.hex().upper(), *row[10:12]] == [*old["row"][:4], *map_flags(old["row"][4:])]
        assert json.loads(row.terms) == old["terms"]
        assert (json.loads(row.start) if row.start else None) == old["start"]
        assert row.opener == old["opener"]
        assert json.loads(row.banned_guests) == old["banned"]
        assert [[s.guest, s.bot, s.away, s.guest_name, s.name] for s in stored.seats] == old["seats"]
        forfeits = [[seat.seat, seat.forfeit_ply] for seat in stored.seats if seat.forfeit_ply is not None]
        assert forfeits == old["forfeits"]
        assert stored.forfeits == [seat for seat, _ in forfeits]
        assert [list(message) for message in stored.chat] == old["chat"]
        assert len(stored.moves) == old["plies"]
        assert hashlib.sha256("\n".join(stored.moves).encode()).hexdigest() == old["moves"]
        assert len([move for move in stored.moves if move.startswith("@undo")]) == old["undone"]
    await store.close()


def map_flags(values: list[Any]) -> list[Any]:
    """Convert the values of an old row: the first value is a flag, which was a number then and is a boolean now."""
    return [bool(values[0]), *values[1:]]


@async_test
async def test_the_upgrade_keeps_clocks_guests_and_the_secret(tmp_path: Path) -> None:
    store = Store(f"sqlite+aiosqlite:///{copy_fixture(tmp_path)}", lambda seconds, moves: None)
    await store.open()
    clocks, heartbeat = await store.load_clocks()
    expected = {name: (old["clock"], old["terms"]) for name, old in ROOMS.items() if old["clock"]}
    assert {clock.room: (list(clock[1:7]), json.loads(clock.terms)) for clock in clocks} == expected
    assert len(expected) >= 4
    assert heartbeat == OLD["heartbeat"]
    assert {guest: await store.load_guest_name(guest) for guest in OLD["guests"]} == OLD["guests"]
    assert (await store.load_secret("cookie", b"another")).hex().upper() == OLD["secret"]
    await store.close()


@async_test
async def test_every_room_loads_and_replays_to_the_same_states(tmp_path: Path) -> None:
    async with old_house(tmp_path) as house:
        for name, old in ROOMS.items():
            room = await house.services.registry.open(name)
            assert room, name
            states = hashlib.sha256()
            for moment in moments(room.log):
                states.update(json.dumps(moment.state.write(), sort_keys=True).encode() + b"\n")
            assert states.hexdigest() == old["states"]
            assert json.loads(json.dumps(room.log.state.write())) == old["state"]
            assert (room.log.state.actor, room.log.stage_scores) == (old["actor"], old["sheet"])
            assert (
                room.info.phase,
                [at for at, seat in enumerate(room.seats) if seat.has_forfeited],
                room.info.opener,
            ) == (
                old["row"][5],
                [seat for seat, _ in old["forfeits"]],
                old["opener"],
            )
            assert sorted(room.info.banned) == old["banned"]


@pytest.mark.parametrize(
    ("kind", "names"), [("rematch", ["Anna", "Ben"]), ("velvet running", ["Anna", "Dan"]), ("clock per game", ["Dan"])]
)
@async_test
async def test_a_running_game_is_played_to_its_end(tmp_path: Path, kind: str, names: list[str]) -> None:
    async with old_house(tmp_path) as house:
        pages = [await guest_of(house, name).connect(KINDS[kind]) for name in names]
        await pages[0].wait_until(lambda: is_settled(pages))
        before = ROOMS[KINDS[kind]]["plies"]
        assert pages[0].table["ply"] == before
        await play_out(pages, first)
        for page in pages:
            await page.wait_for_page(lambda page: page.room["phase"] == "over")
        assert len(house.moves(KINDS[kind])) > before
        assert house.rows("select * from clocks where room = ?", KINDS[kind]) == []


@pytest.mark.parametrize(
    ("kind", "name"), [("arcenciel finished", "Dan"), ("own track", "Ben"), ("five seats", "Anna")]
)
@async_test
async def test_a_finished_game_has_a_rematch(tmp_path: Path, kind: str, name: str) -> None:
    async with old_house(tmp_path) as house:
        page = await guest_of(house, name).connect(KINDS[kind])
        page.send({"do": "rematch"})
        await page.wait_until(lambda: bool(page.room["rematch"]))
        assert page.room["opener"] == page.room["me"]
        again = await page.guest.connect(page.room["rematch"])
        await play_out([again], first, 1)
    async with House(tmp_path) as house:
        page = await guest_of(house, name).connect(KINDS[kind])
        assert (page.room["rematch"], page.room["opener"]) == (again.name, page.room["me"])


@async_test
async def test_moves_are_taken_back_after_the_upgrade(tmp_path: Path) -> None:
    async with old_house(tmp_path) as house:
        pages = [await guest_of(house, name).connect(KINDS["take-backs"]) for name in ("Anna", "Ben", "Cleo")]
        await pages[0].wait_until(lambda: is_settled(pages))
        mover = next(page for page in pages if page.is_to_move)
        await mover.play(first(mover))
        ply = mover.table["ply"]
        mover.send({"do": "back", "ply": ply})
        await mover.wait_until(lambda: mover.table["ply"] == ply + 1)
        assert house.moves(mover.name)[-1] == "@undo 1"


@async_test
async def test_people_who_share_a_device_keep_their_names_and_play_on(tmp_path: Path) -> None:
    async with old_house(tmp_path) as house:
        page = await guest_of(house, "Zoé").connect(KINDS["shared device"])
        assert [seat["name"] for seat in page.room["seats"][:3]] == ["Léo", "Mia-Lou", "Nils"]
        await page.wait_until(lambda: page.table["actor"] in (0, 1, 2))
        seat = page.table["actor"]
        page.send({"do": "look", "seat": seat})
        await page.wait_until(lambda: page.room["me"] == seat and page.is_to_move)
        await page.play(first(page))
        assert page.table["ply"] > ROOMS[page.name]["plies"]


@async_test
async def test_a_removed_guest_stays_banned_and_a_guest_who_left_can_come_back(tmp_path: Path) -> None:
    async with old_house(tmp_path) as house:
        banned = await guest_of(house, "Ben").connect(KINDS["lobby"])
        assert await banned.refusal({"do": "sit", "seat": 1}) == {"key": "refuse.freed"}
        away = await guest_of(house, "Cleo").connect(KINDS["left"])
        assert away.room["seats"][2]["away"]
        away.send({"do": "sit", "seat": 2})
        await away.wait_until(lambda: not away.room["seats"][2]["away"])
        lost = await guest_of(house, "Ben").connect(KINDS["forfeit among three"])
        assert await lost.refusal({"do": "sit", "seat": 0}) == {"key": "refuse.forfeit"}


@async_test
async def test_loading_a_room_takes_at_most_four_selects(tmp_path: Path) -> None:
    async with old_house(tmp_path) as house:
        statements: list[str] = []

        def note(connection: object, cursor: object, statement: str, *rest: object) -> None:
            statements.append(statement)

        event.listen(house.services.store.engine.sync_engine, "before_cursor_execute", note)
        for name in ROOMS:
            statements.clear()
            assert await house.services.registry.open(name)
            assert len(statements) <= 4, statements
            assert all(statement.startswith("SELECT") for statement in statements)
