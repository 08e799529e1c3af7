"""Moves prepared ahead: played when their moment comes, dropped with a word if not open, told to nobody else."""

from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Guest, House, Page, scene
from tests.server.premove_queue import prepare, queue, told
from tests.server.tables import actor, play, table

from velodrome.core.contract import OVER
from velodrome.core.log import Turn
from velodrome.games.velvet.pieces import KIND_OF, KINDS
from velodrome.server.rooms import premoves
from velodrome.server.rooms.premoves import MAX_PREMOVES
from velodrome.server.store.batch import BatchWriter

LED = {"first_starter": 0}  # Anna leads


async def offered(page: Page) -> dict[str, dict[str, Any]]:
    """What may be prepared now, by text."""
    count = len(told(page, "ahead"))
    page.say({"do": "ahead"})
    await page.until(lambda: len(told(page, "ahead")) > count)
    return {move["text"]: move for move in told(page, "ahead")[-1]["moves"]}


async def trio(house: House, game: str = "velonimo", **more: Any) -> tuple[Page, Page, Page]:
    """A running table of three people: who decides, and who comes after them."""
    pages = await table(house, game, 3, **more)
    first = pages.index(actor(pages))
    return pages[first], pages[(first + 1) % 3], pages[(first + 2) % 3]


def plays(page: Page) -> list[str]:
    """The own open plays that ask for nothing more, the lowest first."""
    plain = [move for move in page.table["moves"] if set(move.get("preview", {})) == {"value"}]
    return [move["text"] for move in sorted(plain, key=lambda move: int(move["preview"]["value"]))]


@scene
async def test_a_prepared_move_is_played_when_its_turn_comes_and_kept_like_any_other(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = first, second, _ = await trio(house, options=LED)
        plans = await offered(second)
        assert plans["pass"] == {"text": "pass", "picks": ["pass"]}
        assert all("value" in move["preview"] for text, move in plans.items() if text != "pass")
        await prepare(second, "pass", "pass")
        await play(list(pages), plays(first)[0])
        await second.until(lambda: queue(second) == ["pass"])
        for page in pages:
            await page.when(lambda page: page.table["news"][-1]["text"] == "pass")
        assert house.moves(first.name)[-1] == "pass" and first.table["ply"] == len(house.moves(first.name))


@scene
async def test_what_is_not_open_is_dropped_with_the_games_own_rule(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = first, second, _ = await trio(house, options=LED)
        plans = [move for move in (await offered(second)).values() if "preview" in move]
        low = min(plans, key=lambda move: int(move["preview"]["value"]))["text"]
        await prepare(second, low, "pass")
        ply = (await play(list(pages), plays(first)[-1])).table["ply"]
        await second.until(lambda: bool(told(second, "dropped")))
        (dropped,) = told(second, "dropped")
        assert dropped["move"]["text"] == low and dropped["of"] == "velonimo" and dropped["ply"] == ply
        assert dropped["why"]["key"] == "refuse.low" and dropped["why"]["rule"] == "VN-15"
        assert queue(second) == [] and second.mine and second.table["ply"] == ply, "she decides herself"
        assert not told(first, "dropped")


@scene
async def test_a_queue_waits_while_something_else_is_asked(tmp_path: Path) -> None:
    """A courier's move comes between two announcements: it is asked of the person, and the queue goes on after it."""
    async with House(tmp_path) as house:
        pages = first, second, _ = await trio(house, "velocity", options={"first_player": 0})
        assert {"solo", "group start"} <= set(await offered(second))
        await prepare(second, *["solo"] * MAX_PREMOVES)

        def is_asked() -> bool:
            """Whether a person decides, and nothing that is prepared is about to be played."""
            due = second.mine and second.table["prompt"]["key"] == "prompt.announce" and queue(second)
            return len({page.table["ply"] for page in pages}) == 1 and any(page.mine for page in pages) and not due

        async def courier() -> int:
            """Go on until the second seat has a courier to choose; how much is left of its queue."""
            while True:
                await first.until(is_asked)
                if second.mine and second.table["prompt"]["key"].startswith("prompt.move"):
                    return len(queue(second) or [])
                await play(list(pages))

        left = await courier()
        assert 0 < left < MAX_PREMOVES
        second.say({"do": "name", "name": "Bea"})  # whatever else is done meanwhile
        await second.told({"do": "why", "ply": second.table["ply"], "picks": []})
        assert len(queue(second) or []) == left
        await play(list(pages))
        assert await courier() < left and not told(second, "dropped")  # a lone courier is not asked for


@scene
async def test_nobody_else_is_ever_told(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = first, second, third = await trio(house, options=LED)
        other = await second.guest.at(second.name)  # her other page
        onlooker = await Guest(house, "Olga").at(second.name)
        plans = [text for text in await offered(second) if "+" in text][:2]
        await prepare(second, *plans)
        await other.until(lambda: queue(other) == plans)
        late = await second.guest.at(second.name)
        await late.until(lambda: queue(late) == plans)
        await prepare(second)
        await other.until(lambda: queue(other) == [])
        await play(list(pages), plays(first)[0])
        for page in (first, third, onlooker):
            whole = "".join(page.raw)
            assert not any(f'"is":"{what}"' in whole for what in ("prepared", "dropped", "ahead"))
            assert not any(f'"{text}"' in whole for text in plans)


@scene
async def test_only_a_waiting_seat_of_ones_own_prepares(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        first, second, _ = await trio(house, options=LED)
        ply = second.table["ply"]
        onlooker = await Guest(house, "Olga").at(second.name)
        assert await onlooker.refusal({"do": "prepare", "ply": ply, "moves": ["pass"]}) == {"key": "refuse.seat"}
        assert await onlooker.refusal({"do": "ahead"}) == {"key": "refuse.seat"}
        assert await offered(first) == {}
        assert await first.refusal({"do": "prepare", "ply": ply, "moves": ["pass"]}) == {"key": "refuse.ahead.turn"}
        for moves, key in (
            (["pass"] * (MAX_PREMOVES + 1), "ahead.many"),
            (["deal red4"], "unknown"),
            (["fly"], "unknown"),
        ):
            assert await second.refusal({"do": "prepare", "ply": ply, "moves": moves}) == {"key": f"refuse.{key}"}
        assert await second.refusal({"do": "prepare", "ply": ply + 1, "moves": ["pass"]}) == {"key": "refuse.stale"}
        assert not queue(second)


@scene
async def test_what_was_sent_before_others_decided_still_counts(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = first, second, third = await trio(house, options=LED)
        ply = third.table["ply"]
        await play(list(pages), plays(first)[0])
        third.say({"do": "prepare", "ply": ply, "moves": ["pass"]})
        await third.until(lambda: queue(third) == ["pass"])
        second.say({"do": "prepare", "ply": ply, "moves": ["pass"]})
        await second.until(lambda: bool(second.refused))
        assert second.refused["why"] == {"key": "refuse.ahead.turn"}, "her turn came first: she looks again"


@scene
async def test_taking_back_drops_what_was_prepared(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = first, _, third = await trio(house, options=LED)
        await prepare(third, "pass")
        ply = (await play(list(pages), plays(first)[0])).table["ply"]
        first.say({"do": "back", "ply": ply})
        await third.until(lambda: bool(told(third, "dropped")))
        assert told(third, "dropped")[-1]["why"] == {"key": "dropped.back"} and queue(third) == []
        stale = {"do": "prepare", "ply": ply, "moves": ["pass"]}
        assert await third.refusal(stale) == {"key": "refuse.stale"}, "it was meant for what is taken back"
        await prepare(third, "pass")


@scene
async def test_whoever_leaves_prepares_nothing_for_the_bot(tmp_path: Path) -> None:
    async with House(tmp_path, pause=lambda *_: 3600) as house:
        first, second, _ = await trio(house, options=LED)
        await prepare(second, "pass")
        second.say({"do": "leave"})
        await second.until(lambda: bool(told(second, "dropped")))
        assert told(second, "dropped")[-1]["why"] == {"key": "dropped.seat"}
        await second.until(lambda: bool(second.room["seats"][1]["away"]))
        message = {"do": "prepare", "ply": second.table["ply"], "moves": ["pass"]}
        assert await second.refusal(message) == {"key": "refuse.away"}
        await first.play(plays(first)[0])
        assert house.moves(first.name)[-1] != "pass", "the bot thinks for itself"


@scene
async def test_moves_wait_for_the_turns_of_bots(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        page = await anna.at(await anna.opens("velonimo", 3, ["", "level1", "level1"], options=LED))
        page.say({"do": "play", "ply": page.table["ply"], "moves": [plays(page)[0]]})
        page.say({"do": "prepare", "ply": page.table["ply"], "moves": ["pass", "pass", "pass"]})
        await page.until(lambda: queue(page) == [] and len(told(page, "prepared")) > 2)  # the first on arrival
        heard = {news["ply"]: news for each in page.tables for news in each["news"] if news["actor"] == 0}
        passed = [news for news in heard.values() if news["text"] == "pass"]
        assert 1 <= len(passed) <= 3 and house.moves(page.name).count("pass") >= len(passed)


@scene
async def test_the_end_of_a_round_drops_what_was_prepared_for_it(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        _, second, _ = await trio(house, options=LED)
        await prepare(second, "pass")
        room = house.services.registry.rooms[second.name]
        turn = Turn(room.log)
        premoves.update_premoves(room, turn, room.log.state)
        assert not told(second, "dropped"), "the round goes on"
        turn.stage_scores.append([0, 0, 0])
        premoves.update_premoves(room, turn, room.log.state)
        assert told(second, "dropped")[-1]["why"] == {"key": "dropped.round"} and queue(second) == []
        await prepare(second, "pass")
        turn.state.actor = OVER
        premoves.update_premoves(room, turn, room.log.state)
        assert told(second, "dropped")[-1]["why"] == {"key": "dropped.over"} and queue(second) == []


@scene
async def test_a_server_that_starts_again_has_forgotten_and_plays_nothing(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        trio_of = await trio(house, options=LED)
        await prepare(trio_of[1], "pass")
        log = house.moves(trio_of[0].name)
    async with House(tmp_path) as house:
        pages = []
        for page in trio_of:
            page.guest.house = house
            pages.append(await page.guest.at(page.name))
        assert queue(pages[1]) == [], "which tells a page that knew of more"
        assert house.moves(pages[0].name) == log
        await play(pages, plays(pages[0])[0])
        assert pages[1].mine and house.moves(pages[0].name)[-1] != "pass"


@scene
async def test_where_people_share_a_device_nothing_is_prepared(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        page = await anna.at(await anna.opens("velocity", 3, ["", "", "level1"], here=["Anna", "Ben", ""]))
        page.say({"do": "look", "seat": 1})
        await page.until(lambda: page.room["me"] == 1)
        message = {"do": "prepare", "ply": page.table["ply"], "moves": ["solo"]}
        assert await page.refusal(message) == {"key": "refuse.ahead.shared"}
        assert await page.refusal({"do": "ahead"}) == {"key": "refuse.ahead.shared"}


@scene
async def test_a_move_that_could_not_be_kept_is_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path) as house:
        first, second, _ = await trio(house, options=LED)
        await prepare(second, "pass", "pass")
        written, count = BatchWriter.enqueue, 0

        def failing(writer: BatchWriter, write: Any) -> None:
            nonlocal count
            count += bool(write.moves)
            if count == 2 and write.moves:
                write.finish(False)
            else:
                written(writer, write)

        monkeypatch.setattr(BatchWriter, "enqueue", failing)
        first.say({"do": "play", "ply": first.table["ply"], "moves": [plays(first)[0]]})
        await second.until(lambda: bool(second.refused))
        assert second.refused["why"] == {"key": "refuse.store"}
        assert second.mine and "pass" not in house.moves(first.name)
        await second.play("pass")
        assert house.moves(first.name).count("pass") == 1


@scene
async def test_what_is_played_in_the_turn_of_another_cannot_be_prepared_for_the_own(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = await table(house, "velvet", 2)
        for _ in range(2):
            page = actor(pages)
            ply = page.table["ply"]
            page.say({"do": "play", "ply": ply, "moves": [f"place {KINDS[kind]}" for kind in KIND_OF]})
            for each in pages:
                await each.reach(ply + 17)
        waits = next(page for page in pages if page is not actor(pages))
        assert {text.split()[0] for text in await offered(waits)} <= {"invade", "pass", "return", "scout", "move"}


@scene
async def test_a_kingdom_that_is_ready_waits_at_the_server_and_nobody_else_learns_of_it(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        first, second = await table(house, "velvet", 2)
        if first.room["me"] != first.table["actor"]:
            first, second = second, first
        cards = await offered(second)
        held = next(zone for zone in second.table["zones"] if zone["id"] == f"hand{second.room['me']}")["pieces"]
        assert set(cards) == {f"place {piece['kind']}" for piece in held}
        kingdom = [f"place {piece['kind']}" for piece in held for _ in range(piece["count"])]
        before = len(first.raw)
        await prepare(second, *kingdom)
        await prepare(second)  # not ready any more
        await prepare(second, *reversed(kingdom))
        assert len(first.raw) == before
        await second.close()
        await first.play(*kingdom)
        await first.until(lambda: first.table["seats"][0]["cards"] == first.table["seats"][1]["cards"] == 17)
        back = await second.guest.at(second.name)
        home = next(zone for zone in back.table["zones"] if zone["id"] == f"kingdom{back.room['me']}")["pieces"]
        assert [f"place {card['kind']}" for card in home] == kingdom[::-1]
