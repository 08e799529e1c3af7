"""Test limits for each guest and each address; and rooms that are empty or whose stored data is unreadable."""

import json
import sqlite3
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection
from tests.server.harness import Guest, House, async_test
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from velodrome.server.cli import make_config
from velodrome.server.game.spec import load_spec
from velodrome.server.guests.limits import TokenBucket, client_address
from velodrome.server.rooms import connection
from velodrome.server.rooms.bot_turns import queue_key
from velodrome.server.settings import Settings
from velodrome.server.store.errors import ReadFailed
from velodrome.server.ws.endpoint import MessageReceiver


@async_test
async def test_the_sockets_of_a_guest_and_of_all_guests_are_limited(tmp_path: Path) -> None:
    async with House(tmp_path, limit_guest=2, limit_sockets=3) as house:
        guest = Guest(house)
        room = await guest.create_room("velvet", 2)
        pages = [await guest.connect(room) for _ in range(3)]
        assert [page.code for page in pages] == [None, None, connection.TOO_MANY]
        assert pages[2].refused["why"] == {"key": "refuse.sockets"}
        assert (await Guest(house).connect(room)).code is None
        assert (await Guest(house).connect(room)).code == connection.TOO_MANY
        await pages[0].close()
        assert (await guest.connect(room)).code is None
        assert house.services.metrics.sockets == 3


@async_test
async def test_the_rooms_that_a_guest_creates_per_hour_are_limited(tmp_path: Path) -> None:
    async with House(tmp_path, limit_rooms=2) as house:
        guest = Guest(house)
        body = {"game": "velvet", "seats": 2}
        answers = [(await guest.post("/api/rooms", body)) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        assert answers[2].json() == {"error": {"key": "refuse.rooms"}}
        assert (await Guest(house).post("/api/rooms", body)).status_code == 201


@async_test
async def test_a_client_over_the_rate_limit_is_refused_and_then_disconnected(tmp_path: Path) -> None:
    async with House(tmp_path, limit_rate=1) as house:
        guest = Guest(house)
        page = await guest.connect(await guest.create_room("velvet", 2))
        for _ in range(20):
            page.send({"do": "ping"})
        await page.wait_until(lambda: page.code is not None)
        assert page.code == connection.TOO_MANY
        assert page.refused["why"] == {"key": "refuse.fast"}
        assert page.raw.count('{"is":"pong"}') == 3


@async_test
async def test_pings_and_requests_have_separate_rate_limits(tmp_path: Path) -> None:
    async with House(tmp_path, limit_rate=1) as house:
        guest = Guest(house)
        page = await guest.connect(await guest.create_room("velvet", 2))
        room = house.services.registry.rooms[page.name]
        receiver, said = MessageReceiver(house.services, room, room.presence.connections[0]), len(page.raw)
        now = receiver.clock()
        receiver.clock = lambda: now
        ping, why = b'{"do":"ping"}', b'{"do":"why","ply":9,"picks":[]}'
        for message in (why, ping) * 3 + (why, ping):
            receiver.receive(message)
        assert receiver.is_flooding()
        heard = [json.loads(text) for text in page.raw[said:]]
        keys = [told["why"]["key"] if told["is"] == "refused" else told["is"] for told in heard]
        assert keys == ["refuse.stale", "pong"] * 3 + ["refuse.fast"] * 3, "pings and requests have separate limits"


@async_test
async def test_sockets_are_limited_by_address(tmp_path: Path) -> None:
    async with House(tmp_path, limit_address=2) as house:
        room = await Guest(house).create_room("velvet", 2)
        near = [await Guest(house, address="192.0.2.7").connect(room) for _ in range(3)]
        assert [page.code for page in near] == [None, None, connection.TOO_MANY]
        assert near[2].refused["why"] == {"key": "refuse.sockets"}
        assert (await Guest(house, address="192.0.2.8").connect(room)).code is None
        assert [(await Guest(house).connect(room)).code for _ in range(3)] == [None] * 3  # no limit on this machine
        await near[0].close()
        assert (await Guest(house, address="192.0.2.7").connect(room)).code is None
    assert not house.services.limits.addresses
    assert not house.services.limits.guests


@async_test
async def test_the_rooms_created_per_hour_from_one_address_are_limited(tmp_path: Path) -> None:
    async with House(tmp_path, limit_rooms=2, limit_address_rooms=3) as house:
        now = 0.0
        house.services.limits.clock = lambda: now
        body = {"game": "velvet", "seats": 2}

        async def made(guest: Guest) -> int:
            return (await guest.post("/api/rooms", body)).status_code

        anna = Guest(house, address="2001:db8::1")
        assert [await made(anna) for _ in range(3)] == [201, 201, 429]  # refused requests do not count
        now = 1800.0
        others = [f"2001:db8::{i}" for i in range(2, 4)]  # addresses in the same network
        assert [await made(Guest(house, address=address)) for address in others] == [201, 429]
        assert await made(Guest(house, address="2001:db8:0:1::1")) == 201
        now = 3600.0
        assert [await made(Guest(house, address=address)) for address in (*others, *others)] == [201, 201, 429, 429]


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::4", "20010db800010002"),
        ("fe80::1%eth0", "fe80000000000000"),
        ("127.0.0.1", ""),
        ("::1", ""),
        ("::ffff:127.0.0.1", ""),
        ("unknown", "unknown"),
        ("whatever", "unknown"),
        (None, ""),
    ],
)
def test_the_client_address_is_normalized(host: str | None, counted: str) -> None:
    client = (host, 1) if host else None
    assert client_address(HTTPConnection({"type": "http", "client": client})) == counted


@async_test
async def test_only_a_trusted_proxy_may_forward_the_client_address(tmp_path: Path) -> None:
    settings = Settings(proxies="10.0.0.0/8", limit_address_rooms=1)
    async with House(tmp_path, **settings._asdict()) as house:
        trusted = make_config(settings, f"sqlite+aiosqlite:///{house.file}").forwarded_allow_ips
        house.app = ProxyHeadersMiddleware(house.app, trusted)  # as uvicorn wraps it

        async def made(address: str, *forwarded: str) -> int:
            headers = {"x-forwarded-for": ", ".join(forwarded)} if forwarded else {}
            guest = Guest(house, address=address)
            return (await guest.post("/api/rooms", {"game": "velvet", "seats": 2}, headers=headers)).status_code

        assert [await made("10.1.2.3", f"192.0.2.{i}") for i in (1, 2, 1)] == [201, 201, 429]
        assert await made("10.1.2.3", "198.51.100.1", "192.0.2.2") == 429  # an address set by the client is ignored
        # So is an address that an untrusted proxy has set.
        assert [await made("203.0.113.9", f"192.0.2.{i}") for i in (5, 6)] == [201, 429]


def test_a_token_bucket_refills() -> None:
    bucket = TokenBucket(2, 0.0)
    assert [bucket.take(0.0) for _ in range(7)] == [True] * 6 + [False]
    assert [bucket.take(1.0) for _ in range(3)] == [True, True, False]
    assert [bucket.take(100.0) for _ in range(7)] == [True] * 6 + [False]


@async_test
async def test_an_unknown_room_is_refused(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        page = await Guest(house).connect("nothing")
        assert page.code == connection.UNKNOWN_ROOM
        assert page.refused["why"] == {"key": "refuse.room"}


@async_test
async def test_empty_rooms_are_unloaded_and_load_again(tmp_path: Path) -> None:
    async with House(tmp_path, limit_kept=2) as house:
        guest = Guest(house, "Anna")
        rooms = [await guest.create_room("velonimo", 2, options={"first_starter": 0}) for _ in range(4)]
        for room in rooms:
            page = await guest.connect(room)
            page.send({"do": "start", "bot": "level1"})
            await page.wait_for_page(lambda page: bool(page.table))
            await page.close()
        assert list(house.services.registry.rooms) == rooms[2:]
        page = await guest.connect(rooms[0])
        assert page.is_to_move
        assert rooms[0] not in house.services.registry.idle


@pytest.mark.parametrize(
    ("change", "event"),
    [
        ("update rooms set game = 'bridge'", "room.unreadable"),
        ("update rooms set options = '{'", "room.unreadable"),
        ("update moves set move = 'fly away' where ply = 3", "room.unreadable"),
        ("update rooms set version = 0", "room.rules"),
    ],
)
@async_test
async def test_an_unreadable_room_is_refused_and_does_not_affect_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, change: str, event: str
) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house, "Anna")
        bad = await guest.create_room("velonimo", 2, ["", "level1"])
        with sqlite3.connect(house.file) as db:
            db.execute(change)
        house.evict()
        good = await guest.create_room("velvet", 2)
        assert (await guest.connect(bad)).refused["why"] == {"key": "refuse.room"}
        assert event in caplog.messages
        assert "fly away" not in caplog.text  # in a real game the move could name a hidden card
        assert good in [room["room"] for room in (await guest.get("/api/rooms")).json()["mine"]]


@async_test
async def test_spectators_leave_nothing_in_memory(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await anna.create_room("velvet", 2, ["", "level1"])
        await anna.connect(room)
        for _ in range(5):
            await (await Guest(house).connect(room)).close()
        live = house.services.registry.rooms[room]
        assert len(live.presence.arrived) == len(live.presence.connections) == 1
        assert live.presence.left_at == {}


@async_test
async def test_choosing_the_same_viewer_sends_no_new_table(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        page = await anna.connect(await anna.create_room("velvet", 2, ["", "level1"]))
        watcher = await Guest(house).connect(page.name)
        for one, seat in ((page, 0), (watcher, None)):
            seen = len(one.tables)
            one.send({"do": "look", "seat": seat})
            await one.send_and_wait({"do": "ping"})
            assert len(one.tables) == seen


def test_games_with_different_options_share_the_index_of_moves() -> None:
    one, other = (load_spec("velonimo", 2, f'{{"duel_target": {target}}}') for target in (7, 9))
    assert one is not other and one.moves_by_picks is other.moves_by_picks
    assert one.game.index is other.game.index


@async_test
async def test_renames_are_limited_and_unused_names_are_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path) as house:
        limits = house.services.limits
        monkeypatch.setattr(limits.renames.guests, "maximum", 2)
        monkeypatch.setattr(limits.renames.addresses, "maximum", 3)
        now = 0.0
        limits.clock = lambda: now

        async def named(guest: Guest) -> int:
            answer = await guest.post("/api/me", {"name": "Zoé"})
            assert answer.json() in ({"name": "Zoé"}, {"error": {"key": "refuse.names"}})
            return answer.status_code

        anna = Guest(house, "Anna", address="192.0.2.7")
        assert [await named(anna) for _ in range(3)] == [200, 200, 429]
        assert [await named(Guest(house, address="192.0.2.7")) for _ in range(2)] == [200, 429]
        page = await anna.connect(await anna.create_room("velvet", 2))
        assert await page.refusal({"do": "name", "name": "Léa"}) == {"key": "refuse.names"}
        assert await page.refusal({"do": "name", "name": "L" * 17}) == {"key": "refuse.name"}
        now = 3600.0
        page.send({"do": "name", "name": "Léa"})
        await page.wait_until(lambda: page.room["seats"][0]["name"] == "Léa")
        assert len(house.rows("select * from guests")) == 2
        watcher = Guest(house)
        await named(watcher)
        watching = await watcher.connect(page.name)  # connected, but without a seat
        await house.services.registry.delete_unseated_guests()
        assert house.rows("select name from guests order by name") == [("Léa",), ("Zoé",)]
        await watching.close()
        await house.services.registry.delete_unseated_guests()
        assert house.rows("select name from guests") == [("Léa",)]


@async_test
async def test_a_refused_room_does_not_count_towards_the_limit(tmp_path: Path) -> None:
    async with House(tmp_path, limit_rooms=1) as house:
        guest = Guest(house)
        asked = [
            {"game": "velvet", "seats": 9},
            {"game": "velvet", "seats": 2, "seat": 5},
            {"game": "velvet", "seats": 2},
        ]
        assert [(await guest.post("/api/rooms", body)).status_code for body in asked] == [400, 400, 201]


@async_test
async def test_a_failing_store_is_reported_to_the_client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house)
        room = await guest.create_room("velvet", 2)

        async def fails(name: str) -> None:
            raise ReadFailed("Too many open files")

        house.evict()
        monkeypatch.setattr(house.services.store, "load_room", fails)
        page = await guest.connect(room)
        assert (page.code, page.refused["why"]) == (connection.BROKEN, {"key": "refuse.store"})


@async_test
async def test_bots_are_queued_by_address(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guests = [Guest(house, address=address) for address in ("192.0.2.7", "192.0.2.7", "127.0.0.1")]
        rooms = [await guest.create_room("velvet", 2) for guest in guests]
        pages = [await guest.connect(room) for guest, room in zip(guests, rooms, strict=True)]
        live = [house.services.registry.rooms[room] for room in rooms]
        assert [queue_key(room) for room in live] == ["192.0.2.7", "192.0.2.7", live[2].info.host]
        for page in pages:
            await page.close()
        gone = [f"{place}, away" for place in ("192.0.2.7", "192.0.2.7", live[2].info.host)]
        assert [queue_key(room) for room in live] == gone, "empty rooms of one address share a key"
