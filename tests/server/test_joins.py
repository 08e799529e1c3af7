"""Test join requests: guests in a private room ask the host for a seat. Nobody can flood the host with requests."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Guest, House, Page, async_test, start_duel
from tests.server.tables import token

from velodrome.server.guests import limits
from velodrome.server.rooms import state
from velodrome.server.rooms.state import MAX_ADDRESS_DENIALS, MAX_ADDRESS_JOINS, MAX_GUEST_JOINS, MAX_JOIN_REQUESTS


async def open_lobby(house: House, seats: int = 3, **more: Any) -> tuple[Page, str]:
    """Open a table; return the host's page and the name of the room."""
    host = Guest(house, "Anna")
    room = await host.create_room("velonimo", seats, **more)
    return await host.connect(room), room


async def visit(house: House, room: str, name: str, address: str = "127.0.0.1") -> Page:
    """Connect a guest with this name who has no invitation."""
    guest = Guest(house, name, address)
    assert (await guest.post("/api/me", {"name": name})).status_code == 200
    return await guest.connect(room)


async def ask(page: Page, seat: int = 1) -> None:
    """Ask for a seat, and wait until the page shows that the request is pending."""
    page.send({"do": "join", "seat": seat})
    await page.wait_until(lambda: page.room["joining"] == "wait")


def asking(host: Page) -> list[str]:
    return [each["name"] for each in host.room["joins"]]


def answer(host: Page, name: str, yes: bool) -> None:
    """Accept (`yes`) or decline the join request of the guest with this name."""
    (who,) = [each["who"] for each in host.room["joins"] if each["name"] == name]
    host.send({"do": "admit", "who": who, "yes": yes})


async def settle(*pages: Page) -> None:
    """Wait until the room has handled all messages that these pages have sent."""
    for page in pages:
        await page.send_and_wait({"do": "ping"})


# ---------------------------------------------------------------- asking and answering


@async_test
async def test_the_host_lets_a_visitor_in(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, room = await open_lobby(house)
        ben = await visit(house, room, "Ben")
        assert (ben.room["joining"], ben.room["me"], anna.room["joins"]) == ("ask", None, [])
        await ask(ben, 2)
        await anna.wait_until(lambda: asking(anna) == ["Ben"])
        assert anna.room["joins"][0]["seat"] == 2
        answer(anna, "Ben", True)
        await ben.wait_until(lambda: ben.room["me"] == 2)
        await anna.wait_until(lambda: not anna.room["joins"])
        assert ben.room["joining"] == ""
        assert [seat["name"] for seat in anna.room["seats"]] == ["Anna", "", "Ben"]
        assert house.rows("select count(*) from seats where room = ? and guest != ''", room) == [(2,)]


@async_test
async def test_at_a_public_table_one_request_takes_the_seat(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, room = await open_lobby(house, open=True)
        ben = await visit(house, room, "Ben")
        assert ben.room["joining"] == "sit"
        ben.send({"do": "join", "seat": 1})
        await ben.wait_until(lambda: ben.room["me"] == 1)
        assert anna.room["joins"] == []


@async_test
async def test_an_invited_guest_need_not_ask(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, room = await open_lobby(house)
        ben = await visit(house, room, "Ben")
        await ask(ben)
        again = await ben.guest.connect(room, token(anna))
        await again.wait_until(lambda: again.room["me"] == 1)
        await anna.wait_until(lambda: not anna.room["joins"])
        assert ben.room["me"] == 1


@async_test
async def test_a_declined_visitor_is_told_and_cannot_ask_again(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, room = await open_lobby(house)
        ben = await visit(house, room, "Ben")
        await ask(ben)
        await anna.wait_until(lambda: asking(anna) == ["Ben"])
        answer(anna, "Ben", False)
        await ben.wait_until(lambda: bool(ben.refused))
        assert ben.refused["why"] == {"key": "refuse.join.no"}
        assert (ben.room["joining"], ben.room["me"]) == ("no", None)
        assert await ben.refusal({"do": "join", "seat": 1}) == {"key": "refuse.join.no"}
        again = await ben.guest.connect(room)
        assert again.room["joining"] == "no"
        assert await again.refusal({"do": "sit", "seat": 1}) == {"key": "refuse.closed"}
        await settle(anna)
        assert anna.room["joins"] == []
        invited = await ben.guest.connect(room, token(anna))  # the host may still send the link
        await invited.wait_until(lambda: invited.room["me"] == 1)


@async_test
async def test_a_visitor_can_withdraw_the_request(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, room = await open_lobby(house)
        ben = await visit(house, room, "Ben")
        await ask(ben)
        await anna.wait_until(lambda: asking(anna) == ["Ben"])
        who = anna.room["joins"][0]["who"]
        ben.send({"do": "join", "seat": None})
        await ben.wait_until(lambda: ben.room["joining"] == "ask")
        await anna.wait_until(lambda: not anna.room["joins"])
        assert await anna.refusal({"do": "admit", "who": who, "yes": True}) == {"key": "refuse.join.gone"}
        assert ben.room["me"] is None


@async_test
async def test_a_request_survives_a_reconnect_and_is_hidden_meanwhile(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, room = await open_lobby(house)
        ben = await visit(house, room, "Ben")
        await ask(ben)
        await anna.wait_until(lambda: asking(anna) == ["Ben"])
        who = anna.room["joins"][0]["who"]
        await ben.close()
        await anna.wait_until(lambda: not anna.room["joins"])
        assert await anna.refusal({"do": "admit", "who": who, "yes": True}) == {"key": "refuse.join.gone"}
        ben = await ben.guest.connect(room)
        assert ben.room["joining"] == "wait"
        await anna.wait_until(lambda: asking(anna) == ["Ben"])
        await anna.close()
        anna = await anna.guest.connect(room)
        assert asking(anna) == ["Ben"]  # the host's reconnect loses nothing either
        answer(anna, "Ben", True)
        await ben.wait_until(lambda: ben.room["me"] == 1)


@async_test
async def test_another_seat_is_given_if_the_wanted_one_was_taken_meanwhile(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, room = await open_lobby(house)
        ben, eve = await visit(house, room, "Ben"), await visit(house, room, "Eve")
        await ask(ben, 1)
        await ask(eve, 1)
        await anna.wait_until(lambda: asking(anna) == ["Ben", "Eve"])
        answer(anna, "Eve", True)
        await eve.wait_until(lambda: eve.room["me"] == 1)
        answer(anna, "Ben", True)
        await ben.wait_until(lambda: ben.room["me"] == 2)


@async_test
async def test_requests_are_hidden_while_no_seat_is_free(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, room = await open_lobby(house, 2)
        ben = await visit(house, room, "Ben")
        await ask(ben)
        await anna.wait_until(lambda: asking(anna) == ["Ben"])
        who = anna.room["joins"][0]["who"]
        anna.send({"do": "hire", "seat": 1, "bot": "level1"})
        await ben.wait_until(lambda: ben.room["joining"] == "")
        assert anna.room["joins"] == []
        assert await anna.refusal({"do": "admit", "who": who, "yes": True}) == {"key": "refuse.join.full"}
        eve = await visit(house, room, "Eve")
        assert await eve.refusal({"do": "join", "seat": 1}) == {"key": "refuse.taken"}
        anna.send({"do": "hire", "seat": 1, "bot": ""})
        await anna.wait_until(lambda: asking(anna) == ["Ben"])
        assert ben.room["joining"] == "wait"


@async_test
async def test_the_start_of_the_game_ends_all_requests(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, room = await open_lobby(house)
        ben = await visit(house, room, "Ben")
        await ask(ben)
        await anna.wait_until(lambda: asking(anna) == ["Ben"])
        who = anna.room["joins"][0]["who"]
        anna.send({"do": "start", "bot": "level1"})
        await ben.wait_until(lambda: bool(ben.table))
        assert (ben.room["joining"], ben.room["me"], anna.room["joins"]) == ("", None, [])
        assert await ben.refusal({"do": "join", "seat": 1}) == {"key": "refuse.begun"}
        assert await anna.refusal({"do": "admit", "who": who, "yes": True}) == {"key": "refuse.begun"}


@async_test
async def test_a_new_host_gets_the_requests(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, room = await open_lobby(house)
        ben = await Guest(house, "Ben").connect(room, token(anna))
        await ben.wait_until(lambda: ben.room["me"] == 1)
        eve = await visit(house, room, "Eve")
        await ask(eve, 2)
        await anna.wait_until(lambda: asking(anna) == ["Eve"])
        assert ben.room["joins"] == []
        anna.send({"do": "leave"})
        await ben.wait_until(lambda: ben.room["host"])
        assert (asking(ben), anna.room["joins"]) == (["Eve"], [])
        answer(ben, "Eve", True)
        await eve.wait_until(lambda: eve.room["me"] == 2)


# ---------------------------------------------------------------- adversaries


@async_test
async def test_only_the_host_sees_and_answers_requests(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, room = await open_lobby(house)
        cleo = await Guest(house, "Cleo").connect(room, token(anna))
        await cleo.wait_until(lambda: cleo.room["me"] == 1)
        ben, eve = await visit(house, room, "Ben"), await visit(house, room, "Eve")
        await ask(ben, 2)
        await anna.wait_until(lambda: asking(anna) == ["Ben"])
        who = anna.room["joins"][0]["who"]
        for page in (ben, cleo, eve):
            assert await page.refusal({"do": "admit", "who": who, "yes": True}) == {"key": "refuse.host"}
            assert all(json.loads(text).get("joins", []) == [] for text in page.raw)
        assert ben.room["me"] is None
        secret = ben.guest.cookie.partition("=")[2].rpartition(".")[0]
        assert len(secret) > 10 and not any(secret in text for text in anna.raw)  # the host learns no guest id


@async_test
async def test_the_host_cannot_seat_anybody_who_has_not_asked(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, room = await open_lobby(house)
        ben = await visit(house, room, "Ben")
        ben_id = state.chat_id(house.services.registry.rooms[room].presence.connections[-1].guest)
        for who in (ben_id, "", "x" * 1000):
            assert await anna.refusal({"do": "admit", "who": who, "yes": True}) == {"key": "refuse.join.gone"}
        assert ben.room["me"] is None


@async_test
async def test_a_guest_has_one_request_however_often_they_ask(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, room = await open_lobby(house)
        ben = await visit(house, room, "Ben")
        other = await ben.guest.connect(room)  # the same guest in another tab
        await ask(ben)
        for _ in range(5):
            ben.send({"do": "join", "seat": 1})
            other.send({"do": "join", "seat": 2})
        await settle(ben, other, anna)
        assert asking(anna) == ["Ben"]
        assert anna.room["joins"][0]["seat"] == 1


@async_test
async def test_a_guest_cannot_nag_by_withdrawing_and_asking_again(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        _, room = await open_lobby(house)
        ben = await visit(house, room, "Ben")
        for _ in range(MAX_GUEST_JOINS):
            await ask(ben)
            ben.send({"do": "join", "seat": None})
            await ben.wait_until(lambda: ben.room["joining"] == "ask")
        assert await ben.refusal({"do": "join", "seat": 1}) == {"key": "refuse.join.many"}


@async_test
async def test_a_table_has_a_limited_number_of_requests(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, room = await open_lobby(house)
        pages = [await visit(house, room, f"Guest {number}") for number in range(MAX_JOIN_REQUESTS)]
        for page in pages:
            await ask(page)
        late = await visit(house, room, "Late")
        assert await late.refusal({"do": "join", "seat": 1}) == {"key": "refuse.join.many"}
        await anna.wait_until(lambda: len(anna.room["joins"]) == MAX_JOIN_REQUESTS)
        await pages[0].close()
        await ask(late)  # replaces the request of a guest who has gone
        await anna.wait_until(lambda: asking(anna)[-1] == "Late")
        assert len(anna.room["joins"]) == MAX_JOIN_REQUESTS
        again = await pages[0].guest.connect(room)
        assert again.room["joining"] == "ask"


@async_test
async def test_new_cookies_do_not_help_a_declined_visitor(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, room = await open_lobby(house)
        for number in range(MAX_ADDRESS_DENIALS):
            page = await visit(house, room, f"Troll {number}", "203.0.113.7")
            await ask(page)
            await anna.wait_for_page(lambda anna: bool(anna.room["joins"]))
            answer(anna, f"Troll {number}", False)
            await page.wait_for_page(lambda page: page.room["joining"] == "no")
        page = await visit(house, room, "Troll again", "203.0.113.7")
        assert page.room["joining"] == "no"
        assert await page.refusal({"do": "join", "seat": 1}) == {"key": "refuse.join.no"}
        friend = await visit(house, room, "Ben", "203.0.113.8")
        await ask(friend)


@async_test
async def test_guests_of_one_address_share_a_limit(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        _, room = await open_lobby(house)
        for number in range(MAX_ADDRESS_JOINS):
            page = await visit(house, room, f"Guest {number}", "203.0.113.7")
            await ask(page)
            page.send({"do": "join", "seat": None})
            await page.wait_for_page(lambda page: page.room["joining"] == "ask")
        page = await visit(house, room, "One more", "203.0.113.7")
        assert await page.refusal({"do": "join", "seat": 1}) == {"key": "refuse.join.many"}
        await ask(await visit(house, room, "Ben", "203.0.113.8"))


@async_test
async def test_a_table_forgets_nothing_and_so_takes_a_limited_number_of_requests_in_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state, "MAX_JOINS", 2)
    async with House(tmp_path) as house:
        _, room = await open_lobby(house)
        for name in ("Ben", "Cleo"):
            await ask(await visit(house, room, name))
        eve = await visit(house, room, "Eve")
        assert await eve.refusal({"do": "join", "seat": 1}) == {"key": "refuse.join.many"}


@async_test
async def test_a_guest_can_ask_at_a_limited_number_of_tables_per_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "JOINS_PER_HOUR", 2)
    async with House(tmp_path) as house:
        rooms = [(await open_lobby(house))[1] for _ in range(3)]
        ben = await visit(house, rooms[0], "Ben")
        await ask(ben)
        ben.send({"do": "join", "seat": None})  # does not count
        await ask(await ben.guest.connect(rooms[1]))
        page = await ben.guest.connect(rooms[2])
        assert await page.refusal({"do": "join", "seat": 1}) == {"key": "refuse.join.many"}
        page.send({"do": "join", "seat": None})  # always possible
        await settle(page)
        assert page.room["joining"] == "ask"


@async_test
async def test_a_removed_guest_cannot_ask(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, room = await open_lobby(house)
        ben = await Guest(house, "Ben").connect(room, token(anna))
        await ben.wait_until(lambda: ben.room["me"] == 1)
        anna.send({"do": "hire", "seat": 1, "bot": ""})
        await ben.wait_until(lambda: ben.room["joining"] == "no")
        assert await ben.refusal({"do": "join", "seat": 1}) == {"key": "refuse.freed"}
        await settle(anna)
        assert anna.room["joins"] == []


@pytest.mark.parametrize(("seat", "key"), [(0, "refuse.taken"), (-1, "refuse.taken"), (7, "refuse.taken")])
@async_test
async def test_only_free_seats_can_be_asked_for(tmp_path: Path, seat: int, key: str) -> None:
    async with House(tmp_path) as house:
        anna, room = await open_lobby(house)
        ben = await visit(house, room, "Ben")
        assert await ben.refusal({"do": "join", "seat": seat}) == {"key": key}
        assert await anna.refusal({"do": "join", "seat": 1}) == {"key": "refuse.seated"}
        assert await ben.refusal({"do": "join", "seat": "1"}) == {"key": "refuse.message"}


@async_test
async def test_a_player_with_a_seat_cannot_ask_for_another(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, room = await open_lobby(house)
        link = token(anna)
        ben = await Guest(house, "Ben").connect(room, link)
        await ben.wait_until(lambda: ben.room["me"] == 1)
        other = await ben.guest.connect(room)  # without the link
        assert other.room["joining"] == ""
        assert await other.refusal({"do": "join", "seat": 2}) == {"key": "refuse.seated"}


@async_test
async def test_spectators_of_a_running_game_cannot_ask(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        first, _, watcher = await start_duel(house)
        assert watcher.room["joining"] == ""
        assert await watcher.refusal({"do": "join", "seat": 0}) == {"key": "refuse.begun"}
        first.send({"do": "leave"})  # a bot takes the seat, which still belongs to its player
        await watcher.wait_until(lambda: any(seat["away"] for seat in watcher.room["seats"]))
        assert watcher.room["joining"] == ""
        assert await watcher.refusal({"do": "join", "seat": 0}) == {"key": "refuse.begun"}
