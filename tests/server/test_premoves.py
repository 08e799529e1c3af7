"""Tests of premoves: each is played on its seat's turn, or dropped with a reason; nobody else sees it."""

from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Guest, House, Page, async_test
from tests.server.premove_queue import prepare, queue, told
from tests.server.tables import actor, play, table

from velodrome.core.contract import OVER
from velodrome.core.log import Turn
from velodrome.games.velvet.pieces import KIND_OF, KINDS
from velodrome.server.rooms import premoves
from velodrome.server.rooms.premoves import MAX_PREMOVES
from velodrome.server.store.batch import BatchWriter

LED = {"first_starter": 0}  # Anna leads


async def get_offered(page: Page) -> dict[str, dict[str, Any]]:
    """Ask the server which moves can be prepared now; return them as {text: move}."""
    count = len(told(page, "ahead"))
    page.send({"do": "ahead"})
    await page.wait_until(lambda: len(told(page, "ahead")) > count)
    return {move["text"]: move for move in told(page, "ahead")[-1]["moves"]}


async def start_trio(house: House, game: str = "velonimo", **more: Any) -> tuple[Page, Page, Page]:
    """Start a game between three people; return their pages in turn order, starting with the actor's."""
    pages = await table(house, game, 3, **more)
    first = pages.index(actor(pages))
    return pages[first], pages[(first + 1) % 3], pages[(first + 2) % 3]


def simple_plays(page: Page) -> list[str]:
    """Return the legal plays that need no further decision, lowest value first."""
    plain = [move for move in page.table["moves"] if set(move.get("preview", {})) == {"value"}]
    return [move["text"] for move in sorted(plain, key=lambda move: int(move["preview"]["value"]))]


@async_test
async def test_a_premove_is_played_on_its_turn_and_stored_like_any_move(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = first, second, _ = await start_trio(house, options=LED)
        plans = await get_offered(second)
        assert plans["pass"] == {"text": "pass", "picks": ["pass"]}
        assert all("value" in move["preview"] for text, move in plans.items() if text != "pass")
        await prepare(second, "pass", "pass")
        await play(list(pages), simple_plays(first)[0])
        await second.wait_until(lambda: queue(second) == ["pass"])
        for page in pages:
            await page.wait_for_page(lambda page: page.table["news"][-1]["text"] == "pass")
        assert house.moves(first.name)[-1] == "pass" and first.table["ply"] == len(house.moves(first.name))


@async_test
async def test_an_illegal_premove_is_dropped_with_the_rule_that_forbids_it(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = first, second, _ = await start_trio(house, options=LED)
        plans = [move for move in (await get_offered(second)).values() if "preview" in move]
        low = min(plans, key=lambda move: int(move["preview"]["value"]))["text"]
        await prepare(second, low, "pass")
        ply = (await play(list(pages), simple_plays(first)[-1])).table["ply"]
        await second.wait_until(lambda: bool(told(second, "dropped")))
        (dropped,) = told(second, "dropped")
        assert dropped["move"]["text"] == low and dropped["of"] == "velonimo" and dropped["ply"] == ply
        assert dropped["why"]["key"] == "refuse.low" and dropped["why"]["rule"] == "VN-15"
        assert queue(second) == [] and second.is_to_move and second.table["ply"] == ply, "no move was played for her"
        assert not told(first, "dropped")


@async_test
async def test_premoves_wait_while_another_decision_comes_first(tmp_path: Path) -> None:
    """Test that premoves for later decisions wait while the seat has another decision to make.

    The premoves are announcements; after each announcement, the person first has to choose which courier moves.
    """
    async with House(tmp_path) as house:
        pages = first, second, _ = await start_trio(house, "velocity", options={"first_player": 0})
        assert {"solo", "group start"} <= set(await get_offered(second))
        await prepare(second, *["solo"] * MAX_PREMOVES)

        def is_asked() -> bool:
            """Return whether a person has to decide now, and all pages show the same table.

            Return False if the server is about to play a premove.
            """
            due = second.is_to_move and second.table["prompt"]["key"] == "prompt.announce" and queue(second)
            return (
                len({page.table["ply"] for page in pages}) == 1 and any(page.is_to_move for page in pages) and not due
            )

        async def play_to_courier_choice() -> int:
            """Play until the second seat has to choose a courier; return how many premoves it has left."""
            while True:
                await first.wait_until(is_asked)
                if second.is_to_move and second.table["prompt"]["key"].startswith("prompt.move"):
                    return len(queue(second) or [])
                await play(list(pages))

        left = await play_to_courier_choice()
        assert 0 < left < MAX_PREMOVES
        second.send({"do": "name", "name": "Bea"})  # an unrelated request must not start the queue
        await second.send_and_wait({"do": "why", "ply": second.table["ply"], "picks": []})
        assert len(queue(second) or []) == left
        await play(list(pages))
        # If the second seat has only one legal move, it is played automatically, and another premove may follow.
        assert await play_to_courier_choice() < left and not told(second, "dropped")


@async_test
async def test_premoves_are_sent_to_nobody_else(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = first, second, third = await start_trio(house, options=LED)
        other = await second.guest.connect(second.name)  # a second page of the same guest
        onlooker = await Guest(house, "Olga").connect(second.name)
        plans = [text for text in await get_offered(second) if "+" in text][:2]
        await prepare(second, *plans)
        await other.wait_until(lambda: queue(other) == plans)
        late = await second.guest.connect(second.name)
        await late.wait_until(lambda: queue(late) == plans)
        await prepare(second)
        await other.wait_until(lambda: queue(other) == [])
        await play(list(pages), simple_plays(first)[0])
        for page in (first, third, onlooker):
            whole = "".join(page.raw)
            assert not any(f'"is":"{what}"' in whole for what in ("prepared", "dropped", "ahead"))
            assert not any(f'"{text}"' in whole for text in plans)


@async_test
async def test_only_a_seated_guest_who_waits_can_set_premoves(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        first, second, _ = await start_trio(house, options=LED)
        ply = second.table["ply"]
        onlooker = await Guest(house, "Olga").connect(second.name)
        assert await onlooker.refusal({"do": "prepare", "ply": ply, "moves": ["pass"]}) == {"key": "refuse.seat"}
        assert await onlooker.refusal({"do": "ahead"}) == {"key": "refuse.seat"}
        assert await get_offered(first) == {}
        assert await first.refusal({"do": "prepare", "ply": ply, "moves": ["pass"]}) == {"key": "refuse.ahead.turn"}
        for moves, key in (
            (["pass"] * (MAX_PREMOVES + 1), "ahead.many"),
            (["deal red4"], "unknown"),
            (["fly"], "unknown"),
        ):
            assert await second.refusal({"do": "prepare", "ply": ply, "moves": moves}) == {"key": f"refuse.{key}"}
        assert await second.refusal({"do": "prepare", "ply": ply + 1, "moves": ["pass"]}) == {"key": "refuse.stale"}
        assert not queue(second)


@async_test
async def test_premoves_for_an_earlier_ply_are_accepted_while_others_decide(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = first, second, third = await start_trio(house, options=LED)
        ply = third.table["ply"]
        await play(list(pages), simple_plays(first)[0])
        third.send({"do": "prepare", "ply": ply, "moves": ["pass"]})
        await third.wait_until(lambda: queue(third) == ["pass"])
        second.send({"do": "prepare", "ply": ply, "moves": ["pass"]})
        await second.wait_until(lambda: bool(second.refused))
        assert second.refused["why"] == {"key": "refuse.ahead.turn"}, "her turn came before the request"


@async_test
async def test_a_take_back_drops_premoves(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = first, _, third = await start_trio(house, options=LED)
        await prepare(third, "pass")
        ply = (await play(list(pages), simple_plays(first)[0])).table["ply"]
        first.send({"do": "back", "ply": ply})
        await third.wait_until(lambda: bool(told(third, "dropped")))
        assert told(third, "dropped")[-1]["why"] == {"key": "dropped.back"} and queue(third) == []
        stale = {"do": "prepare", "ply": ply, "moves": ["pass"]}
        assert await third.refusal(stale) == {"key": "refuse.stale"}, "it was sent before the undo"
        await prepare(third, "pass")


@async_test
async def test_leaving_a_seat_drops_its_premoves(tmp_path: Path) -> None:
    async with House(tmp_path, pause=lambda *_: 3600) as house:
        first, second, _ = await start_trio(house, options=LED)
        await prepare(second, "pass")
        second.send({"do": "leave"})
        await second.wait_until(lambda: bool(told(second, "dropped")))
        assert told(second, "dropped")[-1]["why"] == {"key": "dropped.seat"}
        await second.wait_until(lambda: bool(second.room["seats"][1]["away"]))
        message = {"do": "prepare", "ply": second.table["ply"], "moves": ["pass"]}
        assert await second.refusal(message) == {"key": "refuse.away"}
        await first.play(simple_plays(first)[0])
        assert house.moves(first.name)[-1] != "pass", "the bot does not play the premove"


@async_test
async def test_premoves_wait_for_the_turns_of_bots(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        page = await anna.connect(await anna.create_room("velonimo", 3, ["", "level1", "level1"], options=LED))
        page.send({"do": "play", "ply": page.table["ply"], "moves": [simple_plays(page)[0]]})
        page.send({"do": "prepare", "ply": page.table["ply"], "moves": ["pass", "pass", "pass"]})
        await page.wait_until(
            lambda: queue(page) == [] and len(told(page, "prepared")) > 2
        )  # the first report came when the page connected
        heard = {news["ply"]: news for each in page.tables for news in each["news"] if news["actor"] == 0}
        passed = [news for news in heard.values() if news["text"] == "pass"]
        assert 1 <= len(passed) <= 3 and house.moves(page.name).count("pass") >= len(passed)


@async_test
async def test_the_end_of_a_round_drops_premoves(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        _, second, _ = await start_trio(house, options=LED)
        await prepare(second, "pass")
        room = house.services.registry.rooms[second.name]
        turn = Turn(room.log)
        premoves.update_premoves(room, turn, room.log.state)
        assert not told(second, "dropped"), "the round is not over yet"
        turn.stage_scores.append([0, 0, 0])
        premoves.update_premoves(room, turn, room.log.state)
        assert told(second, "dropped")[-1]["why"] == {"key": "dropped.round"} and queue(second) == []
        await prepare(second, "pass")
        turn.state.actor = OVER
        premoves.update_premoves(room, turn, room.log.state)
        assert told(second, "dropped")[-1]["why"] == {"key": "dropped.over"} and queue(second) == []


@async_test
async def test_a_restart_loses_premoves_and_plays_none(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        trio_of = await start_trio(house, options=LED)
        await prepare(trio_of[1], "pass")
        log = house.moves(trio_of[0].name)
    async with House(tmp_path) as house:
        pages = []
        for page in trio_of:
            page.guest.house = house
            pages.append(await page.guest.connect(page.name))
        assert queue(pages[1]) == [], "the empty queue tells the page that its premoves are lost"
        assert house.moves(pages[0].name) == log
        await play(pages, simple_plays(pages[0])[0])
        assert pages[1].is_to_move and house.moves(pages[0].name)[-1] != "pass"


@async_test
async def test_a_shared_device_cannot_set_premoves(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        page = await anna.connect(await anna.create_room("velocity", 3, ["", "", "level1"], here=["Anna", "Ben", ""]))
        page.send({"do": "look", "seat": 1})
        await page.wait_until(lambda: page.room["me"] == 1)
        message = {"do": "prepare", "ply": page.table["ply"], "moves": ["solo"]}
        assert await page.refusal(message) == {"key": "refuse.ahead.shared"}
        assert await page.refusal({"do": "ahead"}) == {"key": "refuse.ahead.shared"}


@async_test
async def test_a_premove_that_fails_to_commit_is_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path) as house:
        first, second, _ = await start_trio(house, options=LED)
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
        first.send({"do": "play", "ply": first.table["ply"], "moves": [simple_plays(first)[0]]})
        await second.wait_until(lambda: bool(second.refused))
        assert second.refused["why"] == {"key": "refuse.store"}
        assert second.is_to_move and "pass" not in house.moves(first.name)
        await second.play("pass")
        assert house.moves(first.name).count("pass") == 1


@async_test
async def test_only_moves_of_the_seats_own_turn_can_be_prepared(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = await table(house, "velvet", 2)
        for _ in range(2):
            page = actor(pages)
            ply = page.table["ply"]
            page.send({"do": "play", "ply": ply, "moves": [f"place {KINDS[kind]}" for kind in KIND_OF]})
            for each in pages:
                await each.wait_for_ply(ply + 17)
        waits = next(page for page in pages if page is not actor(pages))
        assert {text.split()[0] for text in await get_offered(waits)} <= {"invade", "pass", "return", "scout", "move"}


@async_test
async def test_a_prepared_kingdom_waits_on_the_server_and_stays_secret(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        first, second = await table(house, "velvet", 2)
        if first.room["me"] != first.table["actor"]:
            first, second = second, first
        cards = await get_offered(second)
        held = next(zone for zone in second.table["zones"] if zone["id"] == f"hand{second.room['me']}")["pieces"]
        assert set(cards) == {f"place {piece['kind']}" for piece in held}
        kingdom = [f"place {piece['kind']}" for piece in held for _ in range(piece["count"])]
        before = len(first.raw)
        await prepare(second, *kingdom)
        await prepare(second)  # clear the premoves
        await prepare(second, *reversed(kingdom))
        assert len(first.raw) == before
        await second.close()
        await first.play(*kingdom)
        await first.wait_until(lambda: first.table["seats"][0]["cards"] == first.table["seats"][1]["cards"] == 17)
        back = await second.guest.connect(second.name)
        home = next(zone for zone in back.table["zones"] if zone["id"] == f"kingdom{back.room['me']}")["pieces"]
        assert [f"place {card['kind']}" for card in home] == kingdom[::-1]
