"""Tests of requests from a page and their answers; refused requests change nothing."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Guest, House, Page, async_test, start_duel

from velodrome.core import texts
from velodrome.server.rooms import connection, handlers
from velodrome.server.rooms.broadcast import seat_messages


@async_test
async def test_a_move_is_sent_to_everybody_once(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        mine, other, watcher = await start_duel(house)
        counts = [len(page.tables) for page in (mine, other, watcher)]
        text = mine.table["moves"][0]["text"]
        await mine.play(text)
        ply = mine.table["ply"]
        await mine.wait_until(lambda: all(page.table["ply"] == ply for page in (other, watcher)))
        assert [len(page.tables) for page in (mine, other, watcher)] == [count + 1 for count in counts]
        assert all(page.table["news"][0]["text"] == text for page in (mine, other, watcher))
        assert house.services.metrics.moves == len(house.moves(mine.name))


@async_test
async def test_stale_and_repeated_moves_are_refused_with_the_table(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        mine, _, _ = await start_duel(house)
        ply, text = mine.table["ply"], mine.table["moves"][0]["text"]
        move = {"do": "play", "ply": ply, "moves": [text]}
        mine.send(move)
        assert await mine.refusal(move) == {"key": "refuse.stale"}  # the same move, sent again before the answer
        count = len(mine.tables)
        await mine.wait_until(lambda: len(mine.tables) > count or mine.tables[-1]["ply"] > ply)
        assert house.moves(mine.name)[ply] == text
        assert house.moves(mine.name)[ply:].count(text) == 1
        assert await mine.refusal({"do": "play", "ply": ply + 100, "moves": [text]}) == {"key": "refuse.stale"}
        assert await mine.refusal({"do": "play", "ply": -1, "moves": [text]}) == {"key": "refuse.stale"}


@async_test
async def test_moves_out_of_turn_unknown_moves_and_illegal_moves_are_refused(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        mine, other, watcher = await start_duel(house)
        kept = house.moves(mine.name)
        ply, text = mine.table["ply"], mine.table["moves"][0]["text"]
        assert await other.refusal({"do": "play", "ply": ply, "moves": [text]}) == {"key": "refuse.turn"}
        assert await watcher.refusal({"do": "play", "ply": ply, "moves": [text]}) == {"key": "refuse.seat"}
        assert await mine.refusal({"do": "play", "ply": ply, "moves": ["fly away"]}) == {"key": "refuse.unknown"}
        assert await mine.refusal({"do": "play", "ply": ply, "moves": ["deal red1"]}) == {"key": "refuse.unknown"}
        assert (await mine.refusal({"do": "play", "ply": ply, "moves": ["pass"]}))["rule"] == "VN-11"
        assert (mine.refused["of"], mine.refused["ply"]) == ("velonimo", ply)
        hers = next(p["id"] for z in other.table["zones"] if z["id"] == f"hand{other.room['me']}" for p in z["pieces"])
        why = await mine.refusal({"do": "play", "ply": ply, "moves": [hers]})
        assert why == {"key": "refuse.missing", "rule": "VN-10", "cards": hers}
        assert house.moves(mine.name) == kept
        assert "zones" in mine.tables[-1]


@async_test
async def test_several_moves_are_played_until_one_is_illegal(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        mine, _, _ = await start_duel(house)
        ply, text = mine.table["ply"], mine.table["moves"][0]["text"]
        why = await mine.refusal({"do": "play", "ply": ply, "moves": [text, text, text]})
        assert why["key"] in ("refuse.turn", "refuse.missing", "refuse.now.steal")
        assert mine.table["ply"] > ply
        assert house.moves(mine.name)[ply:].count(text) == 1


@pytest.mark.parametrize(
    "message",
    ["", "{", "[]", "null", "7", '"play"', "{}", '{"do":"fly"}', '{"do":"play"}', '{"do":"play","ply":"1","moves":[]}',
     '{"do":"play","ply":1,"moves":[1]}', '{"do":"ping","more":1}', "[" * 5000, '{"do":"sit","seat":1e99}', "\u0000"],
)  # fmt: skip
@async_test
async def test_unreadable_messages_are_refused_and_change_nothing(tmp_path: Path, message: str) -> None:
    async with House(tmp_path) as house:
        mine, _, _ = await start_duel(house)
        ply = mine.table["ply"]
        assert await mine.refusal(message) == {"key": "refuse.message"}
        await mine.send_and_wait({"do": "ping"})
        assert mine.answers[-1] == '{"is":"pong"}'
        assert mine.table["ply"] == ply


@async_test
async def test_invalid_utf8_is_refused(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        mine, _, _ = await start_duel(house)
        mine.incoming.put_nowait({"type": "websocket.receive", "bytes": b'{"do":"name","name":"\xff"}'})
        await mine.wait_until(lambda: bool(mine.refused))
        assert mine.refused["why"] == {"key": "refuse.message"}


@async_test
async def test_a_client_that_sends_only_nonsense_is_disconnected(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        mine, _, _ = await start_duel(house)
        for _ in range(20):
            mine.send("nonsense")
        await mine.wait_until(lambda: mine.code is not None)
        assert mine.code == connection.TOO_WRONG


@async_test
async def test_requests_without_moves_or_with_very_many_picks_cause_no_error(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        mine, _, _ = await start_duel(house)
        ply = mine.table["ply"]
        mine.send({"do": "play", "ply": ply, "moves": []})
        assert await mine.refusal({"do": "play", "ply": ply, "moves": ["x" * 3000] * 4}) == {"key": "refuse.unknown"}
        assert await mine.refusal({"do": "why", "ply": ply, "picks": ["red1"] * 500}) != {}


@async_test
async def test_an_explanation_names_the_rule(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        mine, other, watcher = await start_duel(house)
        ply = mine.table["ply"]
        hand = [p for z in mine.table["zones"] if z["id"] == f"hand{mine.room['me']}" for p in z["pieces"]]
        one = hand[0]["id"]
        unlike = next(
            p["id"] for p in hand if p.get("colour") != hand[0].get("colour") and p["value"] != hand[0]["value"]
        )
        assert await mine.refusal({"do": "why", "ply": ply, "picks": [one]}) == {"key": "why.open"}
        assert await mine.refusal({"do": "why", "ply": ply, "picks": ["pass"]}) == {
            "key": "refuse.pass",
            "rule": "VN-11",
        }
        assert mine.refused["of"] == "velonimo"
        why = await mine.refusal({"do": "why", "ply": ply, "picks": [one, unlike]})
        assert why["rule"] in ("VN-10", "VN-16")
        assert mine.refused["of"] == "velonimo"
        assert await mine.refusal({"do": "why", "ply": ply, "picks": ["nothing"]}) == {
            "key": "why.none",
            "rule": "VN-11",
        }
        assert mine.refused["of"] == "web"
        assert await other.refusal({"do": "why", "ply": ply, "picks": [one]}) == {"key": "refuse.turn"}
        assert await watcher.refusal({"do": "why", "ply": ply, "picks": [one]}) == {"key": "refuse.seat"}
        assert await mine.refusal({"do": "why", "ply": 0, "picks": [one]}) == {"key": "refuse.stale"}


@pytest.mark.parametrize(("name", "seats"), [("velocity", 3), ("arcenciel", 3), ("velvet", 2)])
@async_test
async def test_every_selection_is_answered_in_words(tmp_path: Path, name: str, seats: int) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await anna.create_room(name, seats, ["", *["level1"] * (seats - 1)])
        page = await anna.connect(room)
        await page.wait_until(lambda: page.is_to_move)
        live = house.services.registry.rooms[room]
        for picks in list(live.spec.moves_by_picks)[::7]:
            why = await page.refusal({"do": "why", "ply": page.table["ply"], "picks": list(picks)})
            if page.refused["of"] == name:
                assert texts.say(name, why, "fr")
                assert why["rule"]


@async_test
async def test_a_refused_request_changes_no_byte_of_the_database(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        mine, other, watcher = await start_duel(house)
        everything = house.rows("select * from rooms"), house.rows("select * from seats"), house.moves(mine.name)
        for page in (mine, other, watcher):
            for request in (
                {"do": "start"}, {"do": "sit", "seat": 0 if page.room["me"] != 0 else 1}, {"do": "rematch"},
                {"do": "hire", "seat": mine.room["me"], "bot": "level1"}, {"do": "hire", "seat": 9, "bot": "level1"},
                {"do": "hire", "seat": 0, "bot": "level99"}, {"do": "name", "name": "  "},
                {"do": "name", "name": "x" * 17}, {"do": "name", "name": "a\u202eb"},
            ):  # fmt: skip
                assert (await page.refusal(request))["key"].startswith("refuse."), request
        assert everything == (
            house.rows("select * from rooms"),
            house.rows("select * from seats"),
            house.moves(mine.name),
        )


# ---------------------------------------------------------------- several, lost and slow connections


@async_test
async def test_two_pages_of_one_guest_both_work(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        mine, _, _ = await start_duel(house)
        again = await mine.guest.connect(mine.name)
        assert again.room["me"] == mine.room["me"]
        assert again.table["moves"] == mine.table["moves"]
        await again.play(again.table["moves"][0]["text"])
        await mine.wait_until(lambda: mine.table["ply"] == again.table["ply"])
        assert mine.table["zones"] == again.table["zones"]
        await again.close()
        assert seat_messages(house.services.registry.rooms[mine.name])[mine.room["me"]].online


@async_test
async def test_a_returning_player_gets_everything_missed(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        mine, other, _ = await start_duel(house)
        await other.close()
        await mine.wait_until(lambda: not mine.room["seats"][other.room["me"]]["online"])
        await mine.play(mine.table["moves"][0]["text"])
        back = await other.guest.connect(other.name)
        assert back.room["me"] == other.room["me"]
        assert back.table["ply"] == mine.table["ply"]
        assert len(back.table["news"]) == back.table["ply"]
        await mine.wait_until(lambda: mine.room["seats"][other.room["me"]]["online"])


@async_test
async def test_a_committed_move_that_was_not_sent_survives_a_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path) as house:
        mine, other, _ = await start_duel(house)
        ply, text = mine.table["ply"], mine.table["moves"][0]["text"]
        kept = asyncio.Event()
        with monkeypatch.context() as crash:
            for line in house.services.registry.rooms[mine.name].presence.connections:
                crash.setattr(line.sender, "send", lambda message: kept.set())
            mine.send({"do": "play", "ply": ply, "moves": [text]})
            await kept.wait()
        assert mine.table["ply"] == ply
    async with House(tmp_path) as house:
        mine.guest.house = other.guest.house = house
        back = await mine.guest.connect(mine.name)
        assert back.table["ply"] > ply
        assert back.table["news"][ply]["text"] == text
        assert await back.refusal({"do": "play", "ply": ply, "moves": [text]}) == {"key": "refuse.stale"}


@async_test
async def test_nothing_is_sent_before_it_is_committed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with House(tmp_path) as house:
        mine, other, watcher = await start_duel(house)
        held: list[Any] = []
        monkeypatch.setattr(house.services.store.writer, "enqueue", held.append)
        mine.send({"do": "play", "ply": mine.table["ply"], "moves": [mine.table["moves"][0]["text"]]})
        await mine.refusal({"do": "why", "ply": mine.table["ply"], "picks": ["pass"]})
        late = await Guest(house, "Late").connect(mine.name)
        assert late.table["ply"] == mine.table["ply"]
        assert [len(page.tables) for page in (mine, other, watcher)] == [1, 1, 1]
        assert len(held) == 1
        monkeypatch.undo()
        house.services.store.writer.enqueue(held[0])
        await mine.wait_until(lambda: all(len(page.tables) == 2 for page in (mine, other, watcher, late)))


# ---------------------------------------------------------------- one client does not delay others


@async_test
async def test_renames_do_not_delay_games_and_are_broadcast_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path) as house:
        mine, _, watcher = await start_duel(house)
        room, held = house.services.registry.rooms[mine.name], list[Any]()
        with monkeypatch.context() as slow:
            slow.setattr(house.services.store.writer, "enqueue", held.append)
            for name in ("Zoé", "Zoé", "Léa"):  # the second rename changes nothing
                watcher.send({"do": "name", "name": name})
            await watcher.send_and_wait({"do": "ping"})
            assert (len(held), room.queue.task) == (2, None)
        await mine.play(mine.table["moves"][0]["text"])
        assert not mine.refused
        await mine.wait_until(lambda: room.presence.announcement is None)

        def count_room_messages() -> int:
            return sum(raw.startswith('{"is":"room"') for raw in mine.raw)

        before = count_room_messages()
        for wanted in held:
            wanted.finish(True)
        while not room.presence.announcement:
            await asyncio.sleep(0)
        assert count_room_messages() == before, "not at once"
        await mine.wait_until(lambda: count_room_messages() > before)
        assert count_room_messages() == before + 1


@async_test
async def test_a_rename_that_fails_to_commit_is_reverted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with House(tmp_path) as house:
        mine, _, _ = await start_duel(house)
        monkeypatch.setattr(house.services.store.writer, "commit_batch", lambda batch: {id(wanted) for wanted in batch})
        names = [seat["name"] for seat in mine.room["seats"]]
        assert await mine.refusal({"do": "name", "name": "Zoé"}) == {"key": "refuse.store"}
        assert [seat.name for seat in seat_messages(house.services.registry.rooms[mine.name])] == names
        assert await mine.refusal({"do": "name", "name": "Zoé"}) == {"key": "refuse.store"}  # the name was not changed


@async_test
async def test_queued_requests_of_one_client_do_not_block_another(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        mine, _, watcher = await start_duel(house)
        room = house.services.registry.rooms[mine.name]
        commit = asyncio.Event()

        async def wait_for_commit() -> None:
            room.queue.is_committing = True
            await commit.wait()
            room.queue.is_committing = False

        room.enqueue(wait_for_commit)
        for _ in range(handlers.MAX_QUEUED_REQUESTS):
            watcher.send({"do": "leave"})
        assert await watcher.refusal({"do": "leave"}) == {"key": "refuse.busy"}
        await watcher.send_and_wait({"do": "ping"})
        assert watcher.answers[-1] == '{"is":"pong"}'  # pings are answered at once
        ply = mine.table["ply"]
        mine.send({"do": "play", "ply": ply, "moves": [mine.table["moves"][0]["text"]]})
        await mine.send_and_wait({"do": "ping"})
        assert not mine.refused
        commit.set()
        await mine.wait_until(lambda: mine.table["ply"] > ply)
        assert await watcher.refusal({"do": "leave"}) == {"key": "refuse.seat"}


@async_test
async def test_a_burst_of_requests_in_one_packet_is_answered_one_by_one(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        mine, _, _ = await start_duel(house)
        for _ in range(3 * handlers.MAX_QUEUED_REQUESTS):
            mine.send({"do": "look", "seat": 5})
        await mine.wait_until(lambda: len(refusals(mine)) == 3 * handlers.MAX_QUEUED_REQUESTS)
        assert set(refusals(mine)) == {"refuse.look"}


def refusals(page: Page) -> list[str]:
    """Return the keys of all refusals that a page received."""
    return [message["why"]["key"] for message in map(json.loads, page.raw) if message["is"] == "refused"]
