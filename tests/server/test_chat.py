"""Talk at a table: who may speak, how much, what is kept, and who reads it."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Guest, House, Page, play_out, scene
from tests.server.tables import SHORT, chooser, token

from velodrome.server.rooms import chat, state
from velodrome.server.store.queries import SHOWN_MESSAGES


def words(page: Page) -> list[dict[str, Any]]:
    """All that a page was told, each word once."""
    told = [json.loads(text) for text in page.raw if text.startswith('{"is":"said"')]
    return list({word["n"]: word for said in told for word in said["words"]}.values())


def texts(page: Page) -> list[str]:
    return [word.get("text") or word["reaction"] for word in words(page)]


async def heard(page: Page, count: int) -> None:
    await page.until(lambda: len(words(page)) >= count)


async def pair(house: House, game: str = "velonimo", **more: Any) -> tuple[Page, Page]:
    """Two people at a table that has not begun."""
    anna, ben = Guest(house, "Anna"), Guest(house, "Ben")
    await ben.post("/api/me", {"name": "Ben"})
    host = await anna.at(await anna.opens(game, 2, **more))
    other = await ben.at(host.name, token(host))
    await host.until(lambda: all(seat["name"] for seat in host.room["seats"]))
    await other.until(lambda: other.room["me"] == 1)
    return host, other


async def begun(house: House, game: str = "velonimo", **more: Any) -> tuple[Page, Page]:
    host, other = await pair(house, game, **more)
    host.say({"do": "start"})
    for page in (host, other):
        await page.when(lambda page: bool(page.table))
    return host, other


@scene
async def test_what_is_said_is_kept_with_the_game_and_told_to_everybody(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, ben = await begun(house)
        eve = await Guest(house, "Eve").at(anna.name)
        anna.say({"do": "say", "text": "  Bonne   route, <b>Ben</b>!\n"})
        await heard(ben, 1)
        ben.say({"do": "react", "reaction": "thanks"})
        for page in (anna, ben, eve):
            await heard(page, 2)
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


@scene
async def test_who_comes_later_is_told_the_last_words_after_a_restart_too(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, _ = await begun(house)
        house.services.registry.context.now = iter(range(10**6, 10**9, 100)).__next__
        for number in range(SHOWN_MESSAGES + 5):
            anna.say({"do": "say", "text": f"word {number}"})
            await heard(anna, number + 1)
        guest = anna.guest
    async with House(tmp_path) as house:
        guest.house = house
        page = await guest.at(anna.name)
        await heard(page, SHOWN_MESSAGES)
        assert texts(page) == [f"word {number}" for number in range(5, SHOWN_MESSAGES + 5)]
        page.say({"do": "say", "text": "on"})
        await heard(page, SHOWN_MESSAGES + 1)
        assert words(page)[-1]["n"] == SHOWN_MESSAGES + 6


@scene
async def test_a_page_knows_its_own_words_and_no_guest_by_name(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, ben = await begun(house)
        anna.say({"do": "say", "text": "one"})
        await heard(ben, 1)
        own = words(ben)[0]["who"]
        assert f'"me":"{own}"' in anna.raw[-1] and '"me":' not in ben.raw[-1]
        secrets = [row[0] for row in house.rows("select guest from seats")]
        assert len(secrets) == 2
        assert not any(secret in text for secret in secrets for page in (anna, ben) for text in page.raw)
        again = await anna.guest.at(await anna.guest.opens("velvet", 2))  # a mute lasts at other tables
        again.say({"do": "say", "text": "two"})
        await heard(again, 1)
        assert words(again)[0]["who"] == own


@scene
async def test_who_looks_on_reads_and_speaks_once_the_game_is_over(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, ben = await pair(house, options=SHORT["velonimo"])
        eve = await Guest(house, "Eve").at(anna.name)
        speech, bell = {"do": "say", "text": "Ben has the elephant!"}, {"do": "react", "reaction": "bell"}
        assert await eve.refusal(speech) == {"key": "refuse.talk.watch"}
        anna.say({"do": "start"})
        await eve.until(lambda: bool(eve.table))
        tables = len(eve.tables)
        assert await eve.refusal(speech) == {"key": "refuse.talk.watch"}
        assert await eve.refusal(bell) == {"key": "refuse.talk.watch"}
        assert len(eve.tables) == tables  # a word changes no table, and shows none again
        for page in (anna, ben):
            await page.when(lambda page: bool(page.table))
        await play_out([anna, ben], chooser(1))
        await eve.until(lambda: eve.room["phase"] == "over")
        eve.say(speech)
        await heard(anna, 1)
        assert words(anna)[0]["seat"] == -1


@scene
async def test_a_table_without_talk_refuses_it_and_tells_nothing(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, ben = await begun(house, open=True, terms={"talk": False})
        for page in (anna, ben):
            assert await page.refusal({"do": "say", "text": "hello"}) == {"key": "refuse.talk.off"}
            assert await page.refusal({"do": "react", "reaction": "bravo"}) == {"key": "refuse.talk.off"}
        assert not any('"is":"said"' in text for text in anna.raw + ben.raw)
        assert house.rows("select count(*) from chat_messages") == [(0,)]


@scene
async def test_the_host_turns_talk_off_and_on_again(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, ben = await begun(house, terms={"hints": False})
        ben.say({"do": "say", "text": "before"})
        await heard(anna, 1)
        assert await ben.refusal({"do": "hush", "talk": False}) == {"key": "refuse.host"}
        anna.say({"do": "hush", "talk": False})
        await ben.until(lambda: ben.room["terms"] == {"hints": False, "talk": False})
        assert await ben.refusal({"do": "say", "text": "hello"}) == {"key": "refuse.talk.off"}
        guest = anna.guest
    async with House(tmp_path) as house:  # it is kept
        guest.house = house
        anna = await guest.at(anna.name)
        assert anna.room["terms"] == {"hints": False, "talk": False}
        assert words(anna) == []
        anna.say({"do": "hush", "talk": True})
        await heard(anna, 1)
        assert (texts(anna), anna.room["terms"]) == (["before"], {"hints": False})


@scene
async def test_a_guest_says_so_much_in_so_many_seconds(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, ben = await begun(house)
        now = 1000.0
        house.services.registry.context.now = lambda: now
        for number in range(state.CHAT_BURST):
            anna.say({"do": "react", "reaction": "bell"})
            await heard(anna, number + 1)
        assert await anna.refusal({"do": "react", "reaction": "bell"}) == {"key": "refuse.talk.fast"}
        another = await anna.guest.at(anna.name)  # by another page, too
        assert await another.refusal({"do": "say", "text": "hey"}) == {"key": "refuse.talk.fast"}
        ben.say({"do": "say", "text": "ssh"})
        await heard(anna, state.CHAT_BURST + 1)
        now += state.CHAT_SPAN
        anna.say({"do": "say", "text": "sorry"})
        await heard(ben, state.CHAT_BURST + 2)
        assert texts(ben)[-2:] == ["ssh", "sorry"]


@scene
async def test_what_is_no_word_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with House(tmp_path) as house:
        anna, _ = await begun(house)
        for text in ("", "  \n", "\x00\x1b", "\u202e\u200b", "\u3164"):
            assert await anna.refusal({"do": "say", "text": text}) == {"key": "refuse.talk.empty"}
        assert await anna.refusal({"do": "say", "text": "x" * 201}) == {"key": "refuse.talk.long"}
        assert await anna.refusal({"do": "react", "reaction": "<script>"}) == {"key": "refuse.unknown"}
        assert await anna.refusal({"do": "say", "text": 7}) == {"key": "refuse.message"}
        anna.say({"do": "say", "text": "x" * 200})
        await heard(anna, 1)
        monkeypatch.setattr(chat, "MAX_MESSAGES", 1)
        assert await anna.refusal({"do": "say", "text": "more"}) == {"key": "refuse.talk.full"}


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("two\tlines\r\nare one", "two lines are one"),
        ("colour\x1b[31m", "colour[31m"),
        ("abc\u202edef", "abcdef"),  # would turn the rest around
        ("e\u0301te\u0301", "été"),
        ("z" + "\u0300" * 40 + "algo", "z\u0300\u0300algo"),
        ("👏 d'accord", "👏 d'accord"),
        ("שלום", "שלום"),
    ],
)
def test_a_text_is_one_line_of_what_can_be_seen(given: str, kept: str) -> None:
    assert chat.clean_text(given) == kept


@scene
async def test_nothing_is_told_that_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with House(tmp_path) as house:
        anna, ben = await begun(house)
        monkeypatch.setattr(house.services.store.writer, "commit_batch", lambda batch: {id(wanted) for wanted in batch})
        assert await anna.refusal({"do": "say", "text": "lost"}) == {"key": "refuse.store"}
        monkeypatch.undo()
        anna.say({"do": "say", "text": "kept"})
        await heard(ben, 1)
        assert texts(ben) == ["kept"]


@scene
async def test_words_go_with_a_lobby_that_is_cleared_away(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, ben = await pair(house)
        anna.say({"do": "say", "text": "anybody?"})
        await heard(ben, 1)
        await anna.close()
        await ben.close()
        await house.services.registry.delete_lobbies([anna.name])
        assert house.rows("select count(*) from chat_messages") == [(0,)]


def test_signs_that_are_no_accents_do_not_climb_either() -> None:
    assert chat.clean_text("\u0e01" + "\u0e47" * 50 + "b") == "\u0e01" + "\u0e47" * 4 + "b"
    assert chat.clean_text("\u1000\u102d\u102f\u1037") == "\u1000\u102d\u102f\u1037", "three are written every day"
