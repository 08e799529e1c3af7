"""Tests of the chat: who may write, how often, who receives a message, and how messages are stored."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Guest, House, Page, async_test, play_out
from tests.server.tables import SHORT, chooser, token

from velodrome.server.rooms import chat, state
from velodrome.server.store.queries import SHOWN_MESSAGES


def words(page: Page) -> list[dict[str, Any]]:
    """Return all chat messages that a page received, without repetitions."""
    told = [json.loads(text) for text in page.raw if text.startswith('{"is":"said"')]
    return list({word["n"]: word for said in told for word in said["words"]}.values())


def texts(page: Page) -> list[str]:
    return [word.get("text") or word["reaction"] for word in words(page)]


async def wait_for_messages(page: Page, count: int) -> None:
    await page.wait_until(lambda: len(words(page)) >= count)


async def create_lobby(house: House, game: str = "velonimo", **more: Any) -> tuple[Page, Page]:
    """Create a room for two people whose game has not started; return their pages."""
    anna, ben = Guest(house, "Anna"), Guest(house, "Ben")
    await ben.post("/api/me", {"name": "Ben"})
    host = await anna.connect(await anna.create_room(game, 2, **more))
    other = await ben.connect(host.name, token(host))
    await host.wait_until(lambda: all(seat["name"] for seat in host.room["seats"]))
    await other.wait_until(lambda: other.room["me"] == 1)
    return host, other


async def start_game(house: House, game: str = "velonimo", **more: Any) -> tuple[Page, Page]:
    host, other = await create_lobby(house, game, **more)
    host.send({"do": "start"})
    for page in (host, other):
        await page.wait_for_page(lambda page: bool(page.table))
    return host, other


@async_test
async def test_a_chat_message_is_stored_and_sent_to_everybody(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, ben = await start_game(house)
        eve = await Guest(house, "Eve").connect(anna.name)
        anna.send({"do": "say", "text": "  Bonne   route, <b>Ben</b>!\n"})
        await wait_for_messages(ben, 1)
        ben.send({"do": "react", "reaction": "thanks"})
        for page in (anna, ben, eve):
            await wait_for_messages(page, 2)
            first, second = words(page)
            assert (first["n"], first["seat"], first["name"], first["text"]) == (
                1,
                0,
                "Anna",
                "Bonne route, <b>Ben</b>!",
            )
            assert (second["n"], second["seat"], second["reaction"], second.get("text")) == (2, 1, "thanks", None)
            assert first["ply"] == anna.table["ply"]
        rows = house.rows("select n, seat, name, text, reaction from chat_messages where room = ?", anna.name)
        assert rows == [(1, 0, "Anna", "Bonne route, <b>Ben</b>!", ""), (2, 1, "Ben", "", "thanks")]


@async_test
async def test_latest_messages_are_sent_on_arrival_even_after_a_restart(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, _ = await start_game(house)
        house.services.registry.context.now = iter(range(10**6, 10**9, 100)).__next__
        for number in range(SHOWN_MESSAGES + 5):
            anna.send({"do": "say", "text": f"word {number}"})
            await wait_for_messages(anna, number + 1)
        guest = anna.guest
    async with House(tmp_path) as house:
        guest.house = house
        page = await guest.connect(anna.name)
        await wait_for_messages(page, SHOWN_MESSAGES)
        assert texts(page) == [f"word {number}" for number in range(5, SHOWN_MESSAGES + 5)]
        page.send({"do": "say", "text": "on"})
        await wait_for_messages(page, SHOWN_MESSAGES + 1)
        assert words(page)[-1]["n"] == SHOWN_MESSAGES + 6


@async_test
async def test_a_page_recognises_its_own_messages_but_no_guest_id_is_revealed(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, ben = await start_game(house)
        anna.send({"do": "say", "text": "one"})
        await wait_for_messages(ben, 1)
        own = words(ben)[0]["who"]
        assert f'"me":"{own}"' in anna.raw[-1] and '"me":' not in ben.raw[-1]
        secrets = [row[0] for row in house.rows("select guest from seats")]
        assert len(secrets) == 2
        assert not any(secret in text for secret in secrets for page in (anna, ben) for text in page.raw)
        again = await anna.guest.connect(await anna.guest.create_room("velvet", 2))  # another room
        again.send({"do": "say", "text": "two"})
        await wait_for_messages(again, 1)
        assert words(again)[0]["who"] == own


@async_test
async def test_spectators_may_talk_only_once_the_game_is_over(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, ben = await create_lobby(house, options=SHORT["velonimo"])
        eve = await Guest(house, "Eve").connect(anna.name)
        speech, bell = {"do": "say", "text": "Ben has the elephant!"}, {"do": "react", "reaction": "bell"}
        assert await eve.refusal(speech) == {"key": "refuse.talk.watch"}
        anna.send({"do": "start"})
        await eve.wait_until(lambda: bool(eve.table))
        tables = len(eve.tables)
        assert await eve.refusal(speech) == {"key": "refuse.talk.watch"}
        assert await eve.refusal(bell) == {"key": "refuse.talk.watch"}
        assert len(eve.tables) == tables  # a chat message sends no table
        for page in (anna, ben):
            await page.wait_for_page(lambda page: bool(page.table))
        await play_out([anna, ben], chooser(1))
        await eve.wait_until(lambda: eve.room["phase"] == "over")
        eve.send(speech)
        await wait_for_messages(anna, 1)
        assert words(anna)[0]["seat"] == -1


@async_test
async def test_a_room_without_chat_refuses_and_sends_no_messages(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, ben = await start_game(house, open=True, terms={"talk": False})
        for page in (anna, ben):
            assert await page.refusal({"do": "say", "text": "hello"}) == {"key": "refuse.talk.off"}
            assert await page.refusal({"do": "react", "reaction": "bravo"}) == {"key": "refuse.talk.off"}
        assert not any('"is":"said"' in text for text in anna.raw + ben.raw)
        assert house.rows("select count(*) from chat_messages") == [(0,)]


@async_test
async def test_the_host_can_turn_the_chat_off_and_on(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, ben = await start_game(house, terms={"hints": False})
        ben.send({"do": "say", "text": "before"})
        await wait_for_messages(anna, 1)
        assert await ben.refusal({"do": "hush", "talk": False}) == {"key": "refuse.host"}
        anna.send({"do": "hush", "talk": False})
        await ben.wait_until(lambda: ben.room["terms"] == {"hints": False, "talk": False})
        assert await ben.refusal({"do": "say", "text": "hello"}) == {"key": "refuse.talk.off"}
        guest = anna.guest
    async with House(tmp_path) as house:  # after a restart
        guest.house = house
        anna = await guest.connect(anna.name)
        assert anna.room["terms"] == {"hints": False, "talk": False}
        assert words(anna) == []
        anna.send({"do": "hush", "talk": True})
        await wait_for_messages(anna, 1)
        assert (texts(anna), anna.room["terms"]) == (["before"], {"hints": False})


@async_test
async def test_chat_messages_are_rate_limited_by_guest(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, ben = await start_game(house)
        now = 1000.0
        house.services.registry.context.now = lambda: now
        for number in range(state.CHAT_BURST):
            anna.send({"do": "react", "reaction": "bell"})
            await wait_for_messages(anna, number + 1)
        assert await anna.refusal({"do": "react", "reaction": "bell"}) == {"key": "refuse.talk.fast"}
        another = await anna.guest.connect(anna.name)  # all pages of a guest share one limit
        assert await another.refusal({"do": "say", "text": "hey"}) == {"key": "refuse.talk.fast"}
        ben.send({"do": "say", "text": "ssh"})
        await wait_for_messages(anna, state.CHAT_BURST + 1)
        now += state.CHAT_SPAN
        anna.send({"do": "say", "text": "sorry"})
        await wait_for_messages(ben, state.CHAT_BURST + 2)
        assert texts(ben)[-2:] == ["ssh", "sorry"]


@async_test
async def test_invalid_chat_messages_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with House(tmp_path) as house:
        anna, _ = await start_game(house)
        for text in ("", "  \n", "\x00\x1b", "\u202e\u200b", "\u3164"):
            assert await anna.refusal({"do": "say", "text": text}) == {"key": "refuse.talk.empty"}
        assert await anna.refusal({"do": "say", "text": "x" * 201}) == {"key": "refuse.talk.long"}
        assert await anna.refusal({"do": "react", "reaction": "<script>"}) == {"key": "refuse.unknown"}
        assert await anna.refusal({"do": "say", "text": 7}) == {"key": "refuse.message"}
        anna.send({"do": "say", "text": "x" * 200})
        await wait_for_messages(anna, 1)
        monkeypatch.setattr(chat, "MAX_MESSAGES", 1)
        assert await anna.refusal({"do": "say", "text": "more"}) == {"key": "refuse.talk.full"}


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("two\tlines\r\nare one", "two lines are one"),
        ("colour\x1b[31m", "colour[31m"),
        ("abc\u202edef", "abcdef"),  # this character would reverse the text after it
        ("e\u0301te\u0301", "été"),
        ("z" + "\u0300" * 40 + "algo", "z\u0300\u0300algo"),
        ("👏 d'accord", "👏 d'accord"),
        ("שלום", "שלום"),
    ],
)
def test_a_chat_text_is_reduced_to_one_line_of_visible_characters(given: str, kept: str) -> None:
    assert chat.clean_text(given) == kept


@async_test
async def test_a_chat_message_that_fails_to_commit_is_not_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with House(tmp_path) as house:
        anna, ben = await start_game(house)
        monkeypatch.setattr(house.services.store.writer, "commit_batch", lambda batch: {id(wanted) for wanted in batch})
        assert await anna.refusal({"do": "say", "text": "lost"}) == {"key": "refuse.store"}
        monkeypatch.undo()
        anna.send({"do": "say", "text": "kept"})
        await wait_for_messages(ben, 1)
        assert texts(ben) == ["kept"]


@async_test
async def test_deleting_a_lobby_deletes_its_chat(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, ben = await create_lobby(house)
        anna.send({"do": "say", "text": "anybody?"})
        await wait_for_messages(ben, 1)
        await anna.close()
        await ben.close()
        await house.services.registry.delete_lobbies([anna.name])
        assert house.rows("select count(*) from chat_messages") == [(0,)]


def test_combining_marks_other_than_accents_are_limited_too() -> None:
    assert chat.clean_text("\u0e01" + "\u0e47" * 50 + "b") == "\u0e01" + "\u0e47" * 4 + "b"
    assert chat.clean_text("\u1000\u102d\u102f\u1037") == "\u1000\u102d\u102f\u1037", (
        "three marks on one letter are ordinary Burmese"
    )
