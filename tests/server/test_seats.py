"""Who sits where: invitations, open tables, leaving and coming back, bots, rematches."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Guest, House, Page, play_out, scene
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


@scene
async def test_a_link_seats_the_next_guest_and_no_more_than_there_are_seats(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = await Guest(house, "Anna").at(await (host := Guest(house, "Anna")).opens("velonimo", 3))
        assert anna.room["me"] is None  # another browser
        anna = await host.at(anna.name)
        assert (anna.room["me"], anna.room["host"]) == (0, True)
        assert anna.room["invite"].startswith(f"http://table.test/t/{anna.name}?invite=")
        guests = [Guest(house) for _ in range(3)]
        pages = [await guest.at(anna.name, token(anna)) for guest in guests]
        await anna.until(lambda: all(names(anna)))
        assert [page.room["me"] for page in pages] == [1, 2, None]
        assert pages[2].room["invite"] == ""
        assert pages[0].room["invite"] == anna.room["invite"]
        again = await guests[0].at(anna.name, token(anna))
        assert again.room["me"] == 1
        stranger = await Guest(house).at(anna.name, "wrong")
        assert stranger.room["me"] is None


@scene
async def test_an_open_table_is_listed_and_anybody_may_sit_down(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, ben, eve = Guest(house, "Anna"), Guest(house, "Ben"), Guest(house, "Eve")
        await ben.post("/api/me", {"name": "Ben"})
        closed = await anna.opens("velvet", 2)
        room = await anna.opens("velonimo", 3, open=True)
        assert (await ben.get("/api/rooms")).json() == {"mine": [], "open": []}  # the host is not there yet
        await anna.at(await anna.opens("velonimo", 3, open=True))
        await anna.at(room)
        listed = (await ben.get("/api/rooms")).json()
        assert [row["room"] for row in listed["open"]] == [room]  # one of a host
        assert listed["mine"] == []
        assert {row["room"] for row in (await anna.get("/api/rooms")).json()["mine"]} > {room, closed}
        page = await ben.at(room)
        assert page.room["me"] is None
        assert await page.refusal({"do": "sit", "seat": 0}) == {"key": "refuse.taken"}
        assert await page.refusal({"do": "sit", "seat": 7}) == {"key": "refuse.taken"}
        page.say({"do": "sit", "seat": 2})
        await page.until(lambda: page.room["me"] == 2)
        assert names(page) == ["Anna", "", "Ben"]
        assert await page.refusal({"do": "sit", "seat": 1}) == {"key": "refuse.seated"}
        assert await (await eve.at(closed)).refusal({"do": "sit", "seat": 1}) == {"key": "refuse.closed"}


@scene
async def test_a_list_knows_whose_turn_it_is_and_opens_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await anna.opens("velonimo", 2, ["", "level1"], options={"first_starter": 0})
        await anna.at(room)
        (row,) = (await anna.get("/api/rooms")).json()["mine"]
        assert row["turn"]
    async with House(tmp_path) as house:
        anna.house = house
        row["seats"][0]["online"] = False
        assert (await anna.get("/api/rooms")).json()["mine"] == [row]
        assert not house.services.registry.rooms
        with monkeypatch.context() as still:
            still.setattr(house.services.store, "load_room", None)  # what was found out is remembered
            assert (await anna.get("/api/rooms")).json()["mine"][0]["turn"]
        page = await anna.at(room)
        page.say({"do": "leave"})
        await page.until(lambda: page.room["seats"][0]["away"])
        assert not (await anna.get("/api/rooms")).json()["mine"][0]["turn"]  # a bot decides for her


@scene
async def test_who_gets_up_before_the_start_frees_the_seat_and_the_host_is_followed(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        host, ben = Guest(house, "Anna"), Guest(house, "Ben")
        room = await host.opens("velonimo", 3)
        anna = await host.at(room)
        page = await ben.at(room, token(anna))
        await page.until(lambda: page.room["me"] == 1)
        assert await page.refusal({"do": "start"}) == {"key": "refuse.host"}
        assert await page.refusal({"do": "hire", "seat": 2, "bot": "level3"}) == {"key": "refuse.host"}
        anna.say({"do": "leave"})
        await page.until(lambda: page.room["host"])
        assert anna.room["me"] is None
        page.say({"do": "hire", "seat": 2, "bot": "level3"})
        await page.until(lambda: page.room["seats"][2]["bot"] == "level3")
        page.say({"do": "hire", "seat": 2, "bot": ""})
        await page.until(lambda: page.room["seats"][2]["bot"] == "")
        page.say({"do": "start", "bot": "level1"})
        await page.until(lambda: page.room["phase"] == "playing")
        assert [seat["bot"] for seat in page.room["seats"]] == ["level1", "", "level1"]


@scene
async def test_the_host_frees_the_seat_of_a_guest_who_may_then_look_on(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        host, ben = Guest(house, "Anna"), Guest(house, "Ben")
        room = await host.opens("velonimo", 3, open=True)
        anna = await host.at(room)
        link = token(anna)
        page = await ben.at(room, link)
        await page.until(lambda: page.room["me"] == 1)
        assert await page.refusal({"do": "hire", "seat": 0, "bot": ""}) == {"key": "refuse.host"}
        assert await anna.refusal({"do": "hire", "seat": 0, "bot": ""}) == {"key": "refuse.taken"}  # she may leave
        assert await anna.refusal({"do": "hire", "seat": 1, "bot": "level3"}) == {"key": "refuse.taken"}
        page.refused = {}
        anna.say({"do": "hire", "seat": 1, "bot": ""})
        await page.until(lambda: bool(page.refused))
        assert page.refused["why"] == {"key": "refuse.freed"}
        assert (page.room["me"], page.room["invite"]) == (None, "")
        assert house.rows("select guest from seats where room = ? and seat = 1", room) == [("",)]
        assert await page.refusal({"do": "sit", "seat": 1}) == {"key": "refuse.freed"}
        await anna.until(lambda: token(anna) != link)
        other = await Guest(house, "Ben").at(room, link)  # without the cookie, by the link that seats nobody any more
        await other.told({"do": "ping"})
        assert other.room["me"] is None
        assert house.rows("select invite from rooms") == [(token(anna),)]
        again = await ben.at(room, token(anna))  # by the new link, which seats others
        await again.told({"do": "ping"})
        assert again.room["me"] is None
        eve = await Guest(house, "Eve").at(room, token(anna))
        await eve.until(lambda: eve.room["me"] == 1)
        anna.say({"do": "start"})
        await anna.until(lambda: bool(anna.table))
        assert await anna.refusal({"do": "hire", "seat": 1, "bot": ""}) == {"key": "refuse.host"}


@scene
async def test_whose_seat_was_freed_does_not_sit_down_again_after_a_restart(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        host, ben = Guest(house, "Anna"), Guest(house, "Ben")
        room = await host.opens("velonimo", 3, open=True)
        anna = await host.at(room)
        page = await ben.at(room, token(anna))
        await page.until(lambda: page.room["me"] == 1)
        anna.say({"do": "hire", "seat": 1, "bot": ""})
        await page.until(lambda: page.room["me"] is None)
    async with House(tmp_path) as house:
        host.house = ben.house = house
        anna = await host.at(room)
        for invite in (page.invite, token(anna)):
            again = await ben.at(room, invite)
            assert await again.refusal({"do": "sit", "seat": 1}) == {"key": "refuse.freed"}
            assert again.room["me"] is None
        await house.services.registry.delete_lobbies([room])
        assert house.rows("select banned_guests from rooms") != [("[]",)], "somebody is there"
    async with House(tmp_path) as house:
        await house.services.registry.delete_lobbies([room])
        assert house.rows("select * from rooms") == []


@scene
async def test_a_page_that_was_open_by_the_old_link_is_not_seated_by_it_any_more(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        host, ben = Guest(house, "Anna"), Guest(house, "Ben")
        anna = await host.at(await host.opens("velonimo", 2))
        page = await ben.at(anna.name, token(anna))
        await page.until(lambda: page.room["me"] == 1)
        other = await Guest(house, "Ben").at(anna.name, token(anna))  # without the cookie: all seats are taken
        anna.say({"do": "hire", "seat": 1, "bot": ""})
        await page.until(lambda: bool(page.refused))
        assert await other.refusal({"do": "sit", "seat": 1}) == {"key": "refuse.closed"}
        anna.say({"do": "leave"})
        await anna.until(lambda: anna.room["me"] is None)
        anna.say({"do": "sit", "seat": 1})  # whose table it is needs no link
        await anna.until(lambda: anna.room["me"] == 1)


@scene
async def test_a_crowd_is_told_of_once(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        host = Guest(house, "Anna")
        room = await host.opens("velonimo", 3, ["", "", "level1"])
        anna = await host.at(room)
        await anna.told({"do": "ping"})
        live = house.services.registry.rooms[room]
        told: list[list[dict[str, Any]]] = [[] for _ in range(50)]

        class Ear:
            def __init__(self, into: list[dict[str, Any]]) -> None:
                self.into = into

            def send(self, message: bytes) -> None:
                self.into.append(json.loads(message))

            def close(self, code: int) -> None: ...

        crowd = [Connection(Ear(into), f"guest{i}", "", "") for i, into in enumerate(told)]
        seen = len(anna.raw)
        for line in crowd:
            arrivals.arrive(live, line)
        counted = [message["spectators"] for (message,) in told]
        assert counted == list(range(1, 51))  # whoever comes is told at once, the others later
        await anna.until(lambda: anna.room["spectators"] == 50)
        assert len(anna.raw) == seen + 1
        assert [len(into) for into in told] == [2] * 50
        for line in crowd[1:]:
            arrivals.depart(live, line)
        anna.say({"do": "start"})  # which tells everything: nothing is left to be told
        await anna.until(lambda: bool(anna.table))
        assert live.presence.announcement is None
        assert anna.room["spectators"] == 1
        first = [message["is"] for message in told[0]].index("table")
        assert told[0][first - 1]["phase"] == "playing"  # the room comes before its table
        arrivals.depart(live, crowd[0])


@scene
async def test_a_bot_goes_on_for_who_leaves_until_they_come_back(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        host, ben = Guest(house, "Anna"), Guest(house, "Ben")
        room = await host.opens("velocity", 3, ["", "", "level1"], options={"first_player": 0})
        anna = await host.at(room)
        page = await ben.at(room, token(anna))
        await page.until(lambda: page.room["me"] == 1)
        anna.say({"do": "start"})
        await anna.until(lambda: anna.mine)
        assert await page.refusal({"do": "hire", "seat": 0, "bot": "level2"}) == {"key": "refuse.taken"}
        ply = anna.table["ply"]
        anna.say({"do": "leave"})
        await page.until(lambda: page.mine)
        assert page.table["ply"] > ply
        assert page.room["seats"][0] == {"name": "Anna", "bot": "level4", "online": True, "away": True}
        assert anna.room["me"] == 0
        assert await anna.refusal({"do": "play", "ply": anna.table["ply"], "moves": ["solo"]}) == {"key": "refuse.away"}
        stranger = await Guest(house).at(room)
        assert await stranger.refusal({"do": "sit", "seat": 0}) == {"key": "refuse.closed"}
        anna.say({"do": "sit", "seat": 0})
        await anna.until(lambda: not anna.room["seats"][0]["away"])
        assert anna.room["seats"][0]["bot"] == ""
        await play_out([anna, page], chooser(4), 6)


@scene
async def test_a_bot_may_be_put_on_the_seat_of_somebody_who_is_gone(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        host, ben = Guest(house, "Anna"), Guest(house, "Ben")
        room = await host.opens("velvet", 2, options={"first_player": 0})
        anna = await host.at(room)
        page = await ben.at(room, token(anna))
        await page.until(lambda: page.room["me"] == 1)
        anna.say({"do": "start"})
        await page.until(lambda: bool(page.table))
        registry = house.services.registry
        gone = registry.context.now()
        registry.context.now = lambda: gone
        await anna.close()
        stranger = await Guest(house).at(room)
        assert await stranger.refusal({"do": "hire", "seat": 0, "bot": "level1"}) == {"key": "refuse.host"}
        registry.context.now = lambda: gone + GRACE_SECONDS - 1
        assert await page.refusal({"do": "hire", "seat": 0, "bot": "level1"}) == {"key": "refuse.taken"}
        registry.context.now = lambda: gone + GRACE_SECONDS
        page.say({"do": "hire", "seat": 0, "bot": "level1"})
        await page.until(lambda: page.room["seats"][0]["away"])
        assert await page.refusal({"do": "hire", "seat": 0, "bot": "level8"}) == {"key": "refuse.taken"}
        await page.until(lambda: page.mine)
        back = await host.at(room)
        assert back.room["me"] == 0
        await back.until(lambda: not back.room["seats"][0]["away"])  # who did not leave need not ask


@scene
async def test_who_left_is_not_put_back_by_looking_on(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        host = Guest(house, "Anna")
        room = await host.opens("velocity", 3, ["", "level1", "level1"], options={"first_player": 0})
        anna = await host.at(room)
        anna.say({"do": "leave"})
        await anna.until(lambda: anna.room["seats"][0]["away"])
        await anna.close()
        watcher = await Guest(house).at(room)
        assert not is_bot_due(house.services.registry.rooms[room])  # nobody who sits here is there
        back = await host.at(room)
        await back.told({"do": "ping"})
        assert back.room["seats"][0]["away"]
        assert watcher.room["seats"][0]["away"]


@scene
async def test_what_a_table_allows_is_agreed_when_it_is_opened_and_stays(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await anna.opens("velvet", 2, ["", "level1"], terms={"hints": False, "talk": False})
        assert (await anna.at(room)).room["terms"] == {"hints": False, "talk": False}
        usual = await anna.opens("velvet", 2, ["", "level1"])
        assert (await anna.at(usual)).room["terms"] == {}, "what is not said is allowed"
        asked = {"game": "velvet", "seats": 2, "terms": {"cheating": True}}
        assert (await anna.post("/api/rooms", asked)).json() == {"error": {"key": "refuse.message"}}
    async with House(tmp_path) as house:
        anna.house = house
        assert (await anna.at(room)).room["terms"] == {"hints": False, "talk": False}


@scene
async def test_a_host_who_could_not_leave_is_still_the_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with House(tmp_path) as house:
        host, ben = Guest(house, "Anna"), Guest(house, "Ben")
        anna = await host.at(await host.opens("velonimo", 3))
        page = await ben.at(anna.name, token(anna))
        await page.until(lambda: page.room["me"] == 1)
        held: list[Write] = []
        monkeypatch.setattr(house.services.store.writer, "enqueue", held.append)
        anna.say({"do": "leave"})
        await anna.told({"do": "why", "ply": 0, "picks": []})
        live = house.services.registry.rooms[anna.name]
        assert live.seats_of(live.info.host) == [0]
        held[0].finish(False)


@scene
async def test_a_name_is_kept_for_this_table_and_the_next(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        host = Guest(house)
        me = (await host.get("/api/me")).json()
        assert me["name"]
        page = await host.at(await host.opens("velonimo", 2, ["", "level1"]))
        page.say({"do": "name", "name": "  Zoé   B. "})
        await page.until(lambda: names(page)[0] == "Zoé B.")
        assert (await host.get("/api/me")).json() == {"name": "Zoé B."}
        assert names(await host.at(await host.opens("velvet", 2)))[0] == "Zoé B."


@pytest.mark.parametrize("name", GAMES)
@scene
async def test_a_rematch_seats_everybody_again_as_the_rules_ask(tmp_path: Path, name: str) -> None:
    seats = GAMES[name].seats[0]
    async with House(tmp_path) as house:
        host, ben, eve = Guest(house, "Anna"), Guest(house, "Ben"), Guest(house, "Eve")
        room = await host.opens(name, seats, ["", "", *["level1"] * (seats - 2)], options=SHORT[name])
        anna = await host.at(room)
        page = await ben.at(room, token(anna))
        await page.until(lambda: page.room["me"] == 1)
        anna.say({"do": "start"})
        await anna.until(lambda: bool(anna.table))
        watcher = await eve.at(room)
        assert await anna.refusal({"do": "rematch"}) == {"key": "refuse.playing"}
        await play_out([anna, page], chooser(3))
        await anna.until(lambda: anna.room["phase"] == "over")
        page.say({"do": "rematch"})
        anna.say({"do": "rematch"})
        await watcher.until(lambda: all(p.room["rematch"] for p in (anna, page, watcher)))
        new = anna.room["rematch"]
        assert page.room["rematch"] == watcher.room["rematch"] == new
        assert [found.room["opener"] for found in (anna, page, watcher)] == [1, 1, 1]  # Ben was first
        first, second = await host.at(new), await ben.at(new)
        assert (first.room["me"], second.room["me"]) == (0, 1)
        assert first.room["phase"] == "playing"
        assert names(first) == names(anna)
        old = house.services.registry.rooms[room]
        assert house.services.registry.rooms[new].spec.game.options == old.spec.game.rematch(old.log.state).options
        again: Any = house.rows("select count(*) from rooms")
        assert again == [(2,)]


@scene
async def test_a_rematch_that_is_not_kept_can_be_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await anna.opens("velocity", 3, ["", "level1", "level1"], options={"max_rounds": 1})
        page = await anna.at(room)
        await play_out([page], lambda page: str(page.table["moves"][0]["text"]))
        await page.until(lambda: page.room["phase"] == "over")
        with monkeypatch.context() as trouble:
            trouble.setattr(house.services.store.writer, "commit_batch", lambda batch: {id(wanted) for wanted in batch})
            assert await page.refusal({"do": "rematch"}) == {"key": "refuse.store"}
        page.say({"do": "rematch"})
        await page.until(lambda: bool(page.room["rematch"]))
        assert [row[0] for row in house.rows("select room from rooms order by created_at")] == [
            room,
            page.room["rematch"],
        ]
        assert house.services.metrics.made == 2
    async with House(tmp_path) as house:
        page = await Guest(house, "Eve").at(room)
        assert page.room["opener"] == 0  # after a restart too


@scene
async def test_a_page_whose_arrival_fails_is_not_at_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: object) -> None:
        raise ValueError

    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await anna.opens("velvet", 2)
        live = await house.services.registry.open(room)
        assert live
        with monkeypatch.context() as trouble:
            trouble.setattr(arrivals, "send_first_premoves", broken)
            await anna.at(room)
            for _ in range(1000):
                await asyncio.sleep(0)
        assert not live.presence.connections


@scene
async def test_a_table_that_one_leaves_while_lists_are_made_is_listed_without_time(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await anna.opens("velvet", 2)
        kept = await house.services.store.load_room(room)
        assert kept
        assert (await rooms.list_room(house.services.registry, kept._replace(seats=[]), "nobody")).left == 0
