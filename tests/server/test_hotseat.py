"""Tests of shared devices: one guest holds several seats, and gets the view of only one of them at a time."""

import json
from pathlib import Path
from typing import Any

from tests.server.harness import Guest, House, Page, async_test

PUBLIC = None


async def create_shared_room(guest: Guest, game: str = "velonimo", seats: int = 2, **more: Any) -> str:
    """Create a room for Anna and Ben on one device; return its name."""
    more.setdefault("here", ["Anna", "Ben"])
    more.setdefault("options", {"first_starter": 0} if game == "velonimo" else {})
    return await guest.create_room(game, seats, more.pop("bots", []), **more)


async def look(page: Page, seat: int | None) -> None:
    """Choose the seat whose view the page shows, and wait for its table."""
    count = len(page.tables)
    page.send({"do": "look", "seat": seat})
    await page.wait_until(lambda: page.room["me"] == seat and len(page.tables) > count)


def hand(page: Page, seat: int) -> list[Any]:
    zone = next(zone for zone in page.table["zones"] if zone["id"] == f"hand{seat}")
    return [piece for piece in zone["pieces"] if piece.get("kind") != "back"]


def lowest_play(page: Page) -> str:
    """Return the legal play with the lowest value, which others can beat most easily; ignore plays that steal."""
    plain = [choice for choice in page.table["moves"] if "steals" not in choice["preview"]]
    return str(min(plain, key=lambda choice: choice["preview"]["value"])["text"])


def is_hidden(text: str, seat: int, cards: list[str]) -> bool:
    """Return whether the message `text` shows none of `cards`, neither in the hand of `seat` nor as dealt cards."""
    told = json.loads(text)
    if told["is"] != "table":
        return True
    zones = [zone for zone in told["zones"] if isinstance(zone, dict) and zone["id"] == f"hand{seat}"]
    dealt = [news["text"] for news in told["news"] if news["text"].startswith("deal")]
    return not any(card in json.dumps(zones) for card in cards) and not any(f"deal {card}" in dealt for card in cards)


@async_test
async def test_a_shared_device_gets_the_onlookers_table_until_a_seat_is_chosen(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house, "Zoé")
        page = await guest.connect(await create_shared_room(guest))
        assert page.room["me"] is None and page.room["mine"] == [0, 1] and page.room["spectators"] == 0
        assert [seat["name"] for seat in page.room["seats"]] == ["Anna", "Ben"]
        assert page.room["invite"] and hand(page, 0) == [] == hand(page, 1) and page.table["moves"] == []


@async_test
async def test_a_shared_device_is_sent_only_the_chosen_seats_table(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house)
        page = await guest.connect(await create_shared_room(guest))
        await look(page, 0)
        mine = [piece["id"] for piece in hand(page, 0)]
        assert len(mine) == 11 and hand(page, 1) == [] and page.table["moves"]
        start = len(page.raw)
        await look(page, 1)
        theirs = [piece["id"] for piece in hand(page, 1)]
        assert len(theirs) == 11 and hand(page, 0) == [] and page.table["moves"] == []
        assert all(is_hidden(text, 0, mine) for text in page.raw[start:])
        assert all(is_hidden(text, 1, theirs) for text in page.raw[:start])
        start = len(page.raw)
        await look(page, PUBLIC)
        assert all(is_hidden(text, 0, mine) and is_hidden(text, 1, theirs) for text in page.raw[start:])


@async_test
async def test_a_guest_cannot_choose_the_view_of_another_guests_seat(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest, friend, onlooker = Guest(house), Guest(house), Guest(house)
        page = await guest.connect(await create_shared_room(guest, seats=3, here=["Anna", "Ben"]))
        there = await friend.connect(page.name, page.room["invite"].partition("invite=")[2])
        await there.wait_until(lambda: there.room["me"] == 2)
        outside = await onlooker.connect(page.name)
        page.send({"do": "start"})
        await page.wait_until(lambda: bool(page.table) and bool(there.table) and bool(outside.table))
        for who, seat in ((page, 2), (page, 3), (page, -1), (there, 0), (there, 1), (there, None), (outside, 0)):
            me = who.room["me"]
            assert (await who.refusal({"do": "look", "seat": seat}))["key"] == "refuse.look"
            assert who.room["me"] == me
        assert hand(outside, 0) == [] and hand(there, 0) == [] and len(hand(there, 2)) == 11


@async_test
async def test_moves_are_played_for_the_chosen_seat(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house)
        page = await guest.connect(await create_shared_room(guest))
        await look(page, 0)
        move = lowest_play(page)
        await look(page, 1)
        play = {"do": "play", "ply": page.table["ply"], "moves": [move]}
        assert (await page.refusal(play))["key"] == "refuse.turn"
        await look(page, PUBLIC)
        assert (await page.refusal(play))["key"] == "refuse.seat"
        await look(page, 0)
        await page.play(move)
        assert page.table["actor"] == 1 and page.table["moves"] == []
        await look(page, 1)
        assert page.table["moves"]


@async_test
async def test_a_denied_take_back_is_reported_to_the_askers_shared_device(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house)
        page = await guest.connect(await create_shared_room(guest))
        await look(page, 0)
        await page.play(lowest_play(page))
        await look(page, 1)
        await page.play(page.table["moves"][0]["text"])
        await look(page, 0)
        page.send({"do": "back", "ply": page.table["ply"]})
        await page.wait_until(lambda: page.room["asks"] == 0)
        await look(page, 1)
        page.send({"do": "agree", "ply": page.table["ply"], "yes": False})
        await page.wait_until(lambda: any("refuse.back.no" in str(raw) for raw in page.raw))


@async_test
async def test_a_shared_device_can_take_back_for_a_seat_that_is_not_chosen(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest, onlooker = Guest(house), Guest(house)
        page = await guest.connect(
            await create_shared_room(guest, seats=3, here=["Anna", "Ben", "Cleo"])
        )  # three seats, because cards are drawn only in a duel
        await look(page, 0)
        cards = [piece["id"] for piece in hand(page, 0)]
        await page.play(lowest_play(page))
        await look(page, PUBLIC)
        start, ply = len(page.raw), page.table["ply"]
        back = {"do": "back", "ply": ply, "seat": 0}
        outside = await onlooker.connect(page.name)
        assert (await outside.refusal(back))["key"] == "refuse.look"
        assert (await page.refusal({"do": "back", "ply": ply}))["key"] == "refuse.seat"
        page.send(back)
        await page.wait_until(lambda: page.table["ply"] == ply + 1)
        assert page.room["me"] is None and page.table["actor"] == 0 and page.table["moves"] == []
        assert all(is_hidden(text, 0, cards) for text in page.raw[start:])


async def play_to_the_end(page: Page, others: list[Page]) -> None:
    """Play the last legal move of every seat until the game is over.

    `page` shows the shared device; before one of its seats moves, choose the view of this seat. `others` are the
    pages of the other guests.
    """
    pages = [page, *others]
    while page.table["actor"] != -2:
        await page.wait_until(
            lambda: page.table["actor"] in (*page.room["mine"], -2) or any(other.is_to_move for other in others)
        )
        actor = page.table["actor"]
        if actor in page.room["mine"]:
            if page.room["me"] != actor:
                await look(page, actor)
            await page.play(page.table["moves"][-1]["text"])
        for other in others:
            if other.is_to_move:
                await other.play(other.table["moves"][-1]["text"])
        await page.wait_until(lambda: len({each.table["ply"] for each in pages}) == 1)


@async_test
async def test_a_shared_device_plays_a_whole_game_and_a_rematch_with_others(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest, friend = Guest(house), Guest(house)
        options = {"difficulties": [1]}
        page = await guest.connect(
            await create_shared_room(guest, seats=4, bots=["", "", "", "level1"], options=options)
        )
        there = await friend.connect(page.name, page.room["invite"].partition("invite=")[2])
        await there.wait_until(lambda: there.room["me"] == 2)
        page.send({"do": "start"})
        await page.wait_until(lambda: bool(page.table) and bool(there.table))
        await play_to_the_end(page, [there])
        page.send({"do": "rematch"})
        await page.wait_until(lambda: bool(page.room["rematch"]))
        again = await guest.connect(page.room["rematch"])
        assert again.room["mine"] == [0, 1] and again.room["me"] is None
        assert [seat["name"] for seat in again.room["seats"]] == [seat["name"] for seat in page.room["seats"]]
        assert [seat["name"] for seat in again.room["seats"]][:2] == ["Anna", "Ben"]


@async_test
async def test_velvet_kingdoms_are_arranged_one_after_the_other(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house)
        page = await guest.connect(await create_shared_room(guest, "velvet"))
        for _ in range(40):
            await look(page, page.table["actor"])
            await page.play(page.table["moves"][0]["text"])
        assert page.table["ply"] > 40


@async_test
async def test_names_and_seats_survive_a_restart(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house, "Zoé")
        page = await guest.connect(await create_shared_room(guest))
        await look(page, 1)
        page.send({"do": "name", "name": "Benoît", "seat": 1})
        await page.wait_until(lambda: page.room["seats"][1]["name"] == "Benoît")
        assert (await page.refusal({"do": "name", "name": "Nobody", "seat": 5}))["key"] == "refuse.look"
        rooms = (await guest.get("/api/rooms")).json()["mine"]
        assert len(rooms) == 1 and rooms[0]["turn"]
    async with House(tmp_path) as house:
        guest.house = house
        page = await guest.connect(page.name)
        assert [seat["name"] for seat in page.room["seats"]] == ["Anna", "Benoît"]
        assert page.room["mine"] == [0, 1] and page.room["me"] is None
        assert (await guest.get("/api/me")).json()["name"] == "Zoé"


@async_test
async def test_all_people_of_a_device_leave_together_and_come_back_one_by_one(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house)
        page = await guest.connect(await create_shared_room(guest, "velvet"))
        page.send({"do": "leave"})
        await page.wait_until(lambda: all(seat["away"] for seat in page.room["seats"]))
        page.send({"do": "sit", "seat": 1})
        await page.wait_until(lambda: not page.room["seats"][1]["bot"])
        assert page.room["seats"][0]["bot"] and [seat["name"] for seat in page.room["seats"]] == ["Anna", "Ben"]


@async_test
async def test_a_seat_that_was_left_before_the_start_keeps_no_name(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest, friend = Guest(house), Guest(house)
        room = await create_shared_room(guest, seats=3)
        page = await guest.connect(room)
        there = await friend.connect(room, page.room["invite"].partition("invite=")[2])
        await there.wait_until(lambda: there.room["me"] == 2)
        page.send({"do": "leave"})
        await there.wait_until(lambda: there.room["host"])
        assert [bool(seat["name"]) for seat in there.room["seats"]] == [False, False, True]
        assert house.rows("select name from seats where name is not null") == []


@async_test
async def test_invalid_names_and_seats_of_a_shared_device_are_refused(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house)
        body = {"game": "velonimo", "seats": 2}
        wrong: list[tuple[list[str], list[str]]] = [
            (["Anna", "x" * 40], []),
            (["", "Ben"], []),
            (["Anna", "Ben", "Cléo"], []),
            (["Anna", "Ben"], ["", "level1"]),
        ]
        for here, bots in wrong:
            answer = await guest.post("/api/rooms", {**body, "here": here, "bots": bots})
            assert answer.status_code == 400, here
