"""Tests of seats: invitations, public rooms, leaving and coming back, bots, hosts, rematches."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Guest, House, Page, async_test, play_out
from tests.server.tables import SHORT, chooser, token

from velodrome.games import GAMES
from velodrome.server.http import rooms
from velodrome.server.rooms import arrivals
from velodrome.server.rooms.bot_turns import is_bot_due
from velodrome.server.rooms.connection import Connection
from velodrome.server.rooms.presence import GRACE_SECONDS
from velodrome.server.store.batch import Write


def names(page: Page) -> list[str]:
    return [seat["name"] for seat in page.room["seats"]]


@async_test
async def test_an_invite_link_seats_guests_while_there_are_free_seats(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = await Guest(house, "Anna").connect(await (host := Guest(house, "Anna")).create_room("velonimo", 3))
        assert anna.room["me"] is None  # another browser
        anna = await host.connect(anna.name)
        assert (anna.room["me"], anna.room["host"]) == (0, True)
        assert anna.room["invite"].startswith(f"http://table.test/t/{anna.name}?invite=")
        guests = [Guest(house) for _ in range(3)]
        pages = [await guest.connect(anna.name, token(anna)) for guest in guests]
        await anna.wait_until(lambda: all(names(anna)))
        assert [page.room["me"] for page in pages] == [1, 2, None]
        assert pages[2].room["invite"] == ""
        assert pages[0].room["invite"] == anna.room["invite"]
        again = await guests[0].connect(anna.name, token(anna))
        assert again.room["me"] == 1
        stranger = await Guest(house).connect(anna.name, "wrong")
        assert stranger.room["me"] is None


@async_test
async def test_a_public_room_is_listed_and_anybody_may_sit_down(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, ben, eve = Guest(house, "Anna"), Guest(house, "Ben"), Guest(house, "Eve")
        await ben.post("/api/me", {"name": "Ben"})
        closed = await anna.create_room("velvet", 2)
        room = await anna.create_room("velonimo", 3, open=True)
        assert (await ben.get("/api/rooms")).json() == {"mine": [], "open": []}  # the host is not connected yet
        await anna.connect(await anna.create_room("velonimo", 3, open=True))
        await anna.connect(room)
        listed = (await ben.get("/api/rooms")).json()
        assert [row["room"] for row in listed["open"]] == [room]  # only one room of each host is listed
        assert listed["mine"] == []
        assert {row["room"] for row in (await anna.get("/api/rooms")).json()["mine"]} > {room, closed}
        page = await ben.connect(room)
        assert page.room["me"] is None
        assert await page.refusal({"do": "sit", "seat": 0}) == {"key": "refuse.taken"}
        assert await page.refusal({"do": "sit", "seat": 7}) == {"key": "refuse.taken"}
        page.send({"do": "sit", "seat": 2})
        await page.wait_until(lambda: page.room["me"] == 2)
        assert names(page) == ["Anna", "", "Ben"]
        assert await page.refusal({"do": "sit", "seat": 1}) == {"key": "refuse.seated"}
        assert await (await eve.connect(closed)).refusal({"do": "sit", "seat": 1}) == {"key": "refuse.closed"}


@async_test
async def test_the_list_shows_whose_turn_it_is_without_loading_rooms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await anna.create_room("velonimo", 2, ["", "level1"], options={"first_starter": 0})
        await anna.connect(room)
        (row,) = (await anna.get("/api/rooms")).json()["mine"]
        assert row["turn"]
    async with House(tmp_path) as house:
        anna.house = house
        row["seats"][0]["online"] = False
        assert (await anna.get("/api/rooms")).json()["mine"] == [row]
        assert not house.services.registry.rooms
        with monkeypatch.context() as still:
            still.setattr(house.services.store, "load_room", None)  # the actor is cached
            assert (await anna.get("/api/rooms")).json()["mine"][0]["turn"]
        page = await anna.connect(room)
        page.send({"do": "leave"})
        await page.wait_until(lambda: page.room["seats"][0]["away"])
        assert not (await anna.get("/api/rooms")).json()["mine"][0]["turn"]  # a bot plays for her


@async_test
async def test_leaving_before_the_start_frees_the_seat_and_passes_the_host_on(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        host, ben = Guest(house, "Anna"), Guest(house, "Ben")
        room = await host.create_room("velonimo", 3)
        anna = await host.connect(room)
        page = await ben.connect(room, token(anna))
        await page.wait_until(lambda: page.room["me"] == 1)
        assert await page.refusal({"do": "start"}) == {"key": "refuse.host"}
        assert await page.refusal({"do": "hire", "seat": 2, "bot": "level3"}) == {"key": "refuse.host"}
        anna.send({"do": "leave"})
        await page.wait_until(lambda: page.room["host"])
        assert anna.room["me"] is None
        page.send({"do": "hire", "seat": 2, "bot": "level3"})
        await page.wait_until(lambda: page.room["seats"][2]["bot"] == "level3")
        page.send({"do": "hire", "seat": 2, "bot": ""})
        await page.wait_until(lambda: page.room["seats"][2]["bot"] == "")
        page.send({"do": "start", "bot": "level1"})
        await page.wait_until(lambda: page.room["phase"] == "playing")
        assert [seat["bot"] for seat in page.room["seats"]] == ["level1", "", "level1"]


@async_test
async def test_a_guest_removed_by_the_host_may_only_watch(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        host, ben = Guest(house, "Anna"), Guest(house, "Ben")
        room = await host.create_room("velonimo", 3, open=True)
        anna = await host.connect(room)
        link = token(anna)
        page = await ben.connect(room, link)
        await page.wait_until(lambda: page.room["me"] == 1)
        assert await page.refusal({"do": "hire", "seat": 0, "bot": ""}) == {"key": "refuse.host"}
        assert await anna.refusal({"do": "hire", "seat": 0, "bot": ""}) == {"key": "refuse.taken"}  # her own seat
        assert await anna.refusal({"do": "hire", "seat": 1, "bot": "level3"}) == {"key": "refuse.taken"}
        page.refused = {}
        anna.send({"do": "hire", "seat": 1, "bot": ""})
        await page.wait_until(lambda: bool(page.refused))
        assert page.refused["why"] == {"key": "refuse.freed"}
        assert (page.room["me"], page.room["invite"]) == (None, "")
        assert house.rows("select guest from seats where room = ? and seat = 1", room) == [("",)]
        assert await page.refusal({"do": "sit", "seat": 1}) == {"key": "refuse.freed"}
        await anna.wait_until(lambda: token(anna) != link)
        other = await Guest(house, "Ben").connect(room, link)  # a new guest with the old link
        await other.send_and_wait({"do": "ping"})
        assert other.room["me"] is None
        assert house.rows("select invite from rooms") == [(token(anna),)]
        again = await ben.connect(room, token(anna))  # a banned guest with the new link
        await again.send_and_wait({"do": "ping"})
        assert again.room["me"] is None
        eve = await Guest(house, "Eve").connect(room, token(anna))
        await eve.wait_until(lambda: eve.room["me"] == 1)
        anna.send({"do": "start"})
        await anna.wait_until(lambda: bool(anna.table))
        assert await anna.refusal({"do": "hire", "seat": 1, "bot": ""}) == {"key": "refuse.host"}


@async_test
async def test_a_removed_guest_stays_banned_after_a_restart(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        host, ben = Guest(house, "Anna"), Guest(house, "Ben")
        room = await host.create_room("velonimo", 3, open=True)
        anna = await host.connect(room)
        page = await ben.connect(room, token(anna))
        await page.wait_until(lambda: page.room["me"] == 1)
        anna.send({"do": "hire", "seat": 1, "bot": ""})
        await page.wait_until(lambda: page.room["me"] is None)
    async with House(tmp_path) as house:
        host.house = ben.house = house
        anna = await host.connect(room)
        for invite in (page.invite, token(anna)):
            again = await ben.connect(room, invite)
            assert await again.refusal({"do": "sit", "seat": 1}) == {"key": "refuse.freed"}
            assert again.room["me"] is None
        await house.services.registry.delete_lobbies([room])
        assert house.rows("select banned_guests from rooms") != [("[]",)], "a lobby with a connection stays"
    async with House(tmp_path) as house:
        await house.services.registry.delete_lobbies([room])
        assert house.rows("select * from rooms") == []


@async_test
async def test_a_page_with_the_old_invite_link_is_no_longer_seated(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        host, ben = Guest(house, "Anna"), Guest(house, "Ben")
        anna = await host.connect(await host.create_room("velonimo", 2))
        page = await ben.connect(anna.name, token(anna))
        await page.wait_until(lambda: page.room["me"] == 1)
        other = await Guest(house, "Ben").connect(anna.name, token(anna))  # a new guest, but all seats are taken
        anna.send({"do": "hire", "seat": 1, "bot": ""})
        await page.wait_until(lambda: bool(page.refused))
        assert await other.refusal({"do": "sit", "seat": 1}) == {"key": "refuse.closed"}
        anna.send({"do": "leave"})
        await anna.wait_until(lambda: anna.room["me"] is None)
        anna.send({"do": "sit", "seat": 1})  # the host needs no invite
        await anna.wait_until(lambda: anna.room["me"] == 1)


@async_test
async def test_many_arrivals_are_announced_together(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        host = Guest(house, "Anna")
        room = await host.create_room("velonimo", 3, ["", "", "level1"])
        anna = await host.connect(room)
        await anna.send_and_wait({"do": "ping"})
        live = house.services.registry.rooms[room]
        told: list[list[dict[str, Any]]] = [[] for _ in range(50)]

        class RecordingSender:
            def __init__(self, into: list[dict[str, Any]]) -> None:
                self.into = into

            def send(self, message: bytes) -> None:
                self.into.append(json.loads(message))

            def close(self, code: int) -> None: ...

        crowd = [Connection(RecordingSender(into), f"guest{i}", "", "") for i, into in enumerate(told)]
        seen = len(anna.raw)
        for line in crowd:
            arrivals.arrive(live, line)
        counted = [message["spectators"] for (message,) in told]
        assert counted == list(range(1, 51))  # a new page is told at once, the other pages later
        await anna.wait_until(lambda: anna.room["spectators"] == 50)
        assert len(anna.raw) == seen + 1
        assert [len(into) for into in told] == [2] * 50
        for line in crowd[1:]:
            arrivals.depart(live, line)
        anna.send({"do": "start"})  # sends the room at once, so that the announcement is cancelled
        await anna.wait_until(lambda: bool(anna.table))
        assert live.presence.announcement is None
        assert anna.room["spectators"] == 1
        first = [message["is"] for message in told[0]].index("table")
        assert told[0][first - 1]["phase"] == "playing"  # the room message comes before the table
        arrivals.depart(live, crowd[0])


@async_test
async def test_a_bot_plays_for_a_guest_who_left_until_they_come_back(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        host, ben = Guest(house, "Anna"), Guest(house, "Ben")
        room = await host.create_room("velocity", 3, ["", "", "level1"], options={"first_player": 0})
        anna = await host.connect(room)
        page = await ben.connect(room, token(anna))
        await page.wait_until(lambda: page.room["me"] == 1)
        anna.send({"do": "start"})
        await anna.wait_until(lambda: anna.is_to_move)
        assert await page.refusal({"do": "hire", "seat": 0, "bot": "level2"}) == {"key": "refuse.taken"}
        ply = anna.table["ply"]
        anna.send({"do": "leave"})
        await page.wait_until(lambda: page.is_to_move)
        assert page.table["ply"] > ply
        assert page.room["seats"][0] == {"name": "Anna", "bot": "level4", "online": True, "away": True}
        assert anna.room["me"] == 0
        assert await anna.refusal({"do": "play", "ply": anna.table["ply"], "moves": ["solo"]}) == {"key": "refuse.away"}
        stranger = await Guest(house).connect(room)
        assert await stranger.refusal({"do": "sit", "seat": 0}) == {"key": "refuse.closed"}
        anna.send({"do": "sit", "seat": 0})
        await anna.wait_until(lambda: not anna.room["seats"][0]["away"])
        assert anna.room["seats"][0]["bot"] == ""
        await play_out([anna, page], chooser(4), 6)


@async_test
async def test_a_bot_may_be_put_on_an_absent_guests_seat(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        host, ben = Guest(house, "Anna"), Guest(house, "Ben")
        room = await host.create_room("velvet", 2, options={"first_player": 0})
        anna = await host.connect(room)
        page = await ben.connect(room, token(anna))
        await page.wait_until(lambda: page.room["me"] == 1)
        anna.send({"do": "start"})
        await page.wait_until(lambda: bool(page.table))
        registry = house.services.registry
        gone = registry.context.now()
        registry.context.now = lambda: gone
        await anna.close()
        stranger = await Guest(house).connect(room)
        assert await stranger.refusal({"do": "hire", "seat": 0, "bot": "level1"}) == {"key": "refuse.host"}
        registry.context.now = lambda: gone + GRACE_SECONDS - 1
        assert await page.refusal({"do": "hire", "seat": 0, "bot": "level1"}) == {"key": "refuse.taken"}
        registry.context.now = lambda: gone + GRACE_SECONDS
        page.send({"do": "hire", "seat": 0, "bot": "level1"})
        await page.wait_until(lambda: page.room["seats"][0]["away"])
        assert await page.refusal({"do": "hire", "seat": 0, "bot": "level8"}) == {"key": "refuse.taken"}
        await page.wait_until(lambda: page.is_to_move)
        back = await host.connect(room)
        assert back.room["me"] == 0
        await back.wait_until(lambda: not back.room["seats"][0]["away"])  # she was only disconnected


@async_test
async def test_a_guest_who_left_is_not_seated_again_by_watching(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        host = Guest(house, "Anna")
        room = await host.create_room("velocity", 3, ["", "level1", "level1"], options={"first_player": 0})
        anna = await host.connect(room)
        anna.send({"do": "leave"})
        await anna.wait_until(lambda: anna.room["seats"][0]["away"])
        await anna.close()
        watcher = await Guest(house).connect(room)
        assert not is_bot_due(house.services.registry.rooms[room])  # no guest with a seat is connected
        back = await host.connect(room)
        await back.send_and_wait({"do": "ping"})
        assert back.room["seats"][0]["away"]
        assert watcher.room["seats"][0]["away"]


@async_test
async def test_the_terms_of_a_room_are_fixed_when_it_is_created(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await anna.create_room("velvet", 2, ["", "level1"], terms={"hints": False, "talk": False})
        assert (await anna.connect(room)).room["terms"] == {"hints": False, "talk": False}
        usual = await anna.create_room("velvet", 2, ["", "level1"])
        assert (await anna.connect(usual)).room["terms"] == {}, "terms that are not given have their defaults"
        asked = {"game": "velvet", "seats": 2, "terms": {"cheating": True}}
        assert (await anna.post("/api/rooms", asked)).json() == {"error": {"key": "refuse.message"}}
    async with House(tmp_path) as house:
        anna.house = house
        assert (await anna.connect(room)).room["terms"] == {"hints": False, "talk": False}


@async_test
async def test_a_host_whose_leaving_fails_to_commit_stays_the_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path) as house:
        host, ben = Guest(house, "Anna"), Guest(house, "Ben")
        anna = await host.connect(await host.create_room("velonimo", 3))
        page = await ben.connect(anna.name, token(anna))
        await page.wait_until(lambda: page.room["me"] == 1)
        held: list[Write] = []
        monkeypatch.setattr(house.services.store.writer, "enqueue", held.append)
        anna.send({"do": "leave"})
        await anna.send_and_wait({"do": "why", "ply": 0, "picks": []})
        live = house.services.registry.rooms[anna.name]
        assert live.seats_of(live.info.host) == [0]
        held[0].finish(False)


@async_test
async def test_a_name_is_used_in_this_room_and_the_next(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        host = Guest(house)
        me = (await host.get("/api/me")).json()
        assert me["name"]
        page = await host.connect(await host.create_room("velonimo", 2, ["", "level1"]))
        page.send({"do": "name", "name": "  Zoé   B. "})
        await page.wait_until(lambda: names(page)[0] == "Zoé B.")
        assert (await host.get("/api/me")).json() == {"name": "Zoé B."}
        assert names(await host.connect(await host.create_room("velvet", 2)))[0] == "Zoé B."


@pytest.mark.parametrize("name", GAMES)
@async_test
async def test_a_rematch_has_the_same_players_and_the_start_that_the_rules_ask_for(tmp_path: Path, name: str) -> None:
    seats = GAMES[name].seats[0]
    async with House(tmp_path) as house:
        host, ben, eve = Guest(house, "Anna"), Guest(house, "Ben"), Guest(house, "Eve")
        room = await host.create_room(name, seats, ["", "", *["level1"] * (seats - 2)], options=SHORT[name])
        anna = await host.connect(room)
        page = await ben.connect(room, token(anna))
        await page.wait_until(lambda: page.room["me"] == 1)
        anna.send({"do": "start"})
        await anna.wait_until(lambda: bool(anna.table))
        watcher = await eve.connect(room)
        assert await anna.refusal({"do": "rematch"}) == {"key": "refuse.playing"}
        await play_out([anna, page], chooser(3))
        await anna.wait_until(lambda: anna.room["phase"] == "over")
        page.send({"do": "rematch"})
        anna.send({"do": "rematch"})
        await watcher.wait_until(lambda: all(p.room["rematch"] for p in (anna, page, watcher)))
        new = anna.room["rematch"]
        assert page.room["rematch"] == watcher.room["rematch"] == new
        assert [found.room["opener"] for found in (anna, page, watcher)] == [1, 1, 1]  # Ben asked first
        first, second = await host.connect(new), await ben.connect(new)
        assert (first.room["me"], second.room["me"]) == (0, 1)
        assert first.room["phase"] == "playing"
        assert names(first) == names(anna)
        old = house.services.registry.rooms[room]
        assert house.services.registry.rooms[new].spec.game.options == old.spec.game.rematch(old.log.state).options
        again: Any = house.rows("select count(*) from rooms")
        assert again == [(2,)]


@async_test
async def test_a_rematch_that_fails_to_commit_can_be_requested_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await anna.create_room("velocity", 3, ["", "level1", "level1"], options={"max_rounds": 1})
        page = await anna.connect(room)
        await play_out([page], lambda page: str(page.table["moves"][0]["text"]))
        await page.wait_until(lambda: page.room["phase"] == "over")
        with monkeypatch.context() as trouble:
            trouble.setattr(house.services.store.writer, "commit_batch", lambda batch: {id(wanted) for wanted in batch})
            assert await page.refusal({"do": "rematch"}) == {"key": "refuse.store"}
        page.send({"do": "rematch"})
        await page.wait_until(lambda: bool(page.room["rematch"]))
        assert [row[0] for row in house.rows("select room from rooms order by created_at")] == [
            room,
            page.room["rematch"],
        ]
        assert house.services.metrics.made == 2
    async with House(tmp_path) as house:
        page = await Guest(house, "Eve").connect(room)
        assert page.room["opener"] == 0  # still so after a restart


@async_test
async def test_a_connection_whose_arrival_fails_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: object) -> None:
        raise ValueError

    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await anna.create_room("velvet", 2)
        live = await house.services.registry.open(room)
        assert live
        with monkeypatch.context() as trouble:
            trouble.setattr(arrivals, "send_first_premoves", broken)
            await anna.connect(room)
            for _ in range(1000):
                await asyncio.sleep(0)
        assert not live.presence.connections


@async_test
async def test_a_room_left_while_it_is_listed_shows_no_time(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await anna.create_room("velvet", 2)
        kept = await house.services.store.load_room(room)
        assert kept
        assert (await rooms.list_room(house.services.registry, kept._replace(seats=[]), "nobody")).left == 0
