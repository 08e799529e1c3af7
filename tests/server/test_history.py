"""Tests of a guest's own games: results, win counts, paging, removing, restoring, and final deletion."""

import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Guest, House, Page, async_test, play_out
from tests.server.tables import SHORT, chooser, table, token

from velodrome.server.http.history import PAGE_SIZE
from velodrome.server.rooms import housekeeping
from velodrome.server.rooms.results import final_places

GAME = "velonimo"


async def history(guest: Guest, query: str = "") -> dict[str, Any]:
    answer = await guest.get(f"/api/history{query}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def play_game(guest: Guest, bots: list[str] | None = None, seed: int = 1) -> str:
    """Play a short game against bots to its end; return the name of its room."""
    bots = bots or ["", "level1"]
    room = await guest.create_room(GAME, len(bots), bots, options=SHORT[GAME])
    page = await guest.connect(room)
    choose = chooser(seed)
    while page.table["actor"] != -2:
        await page.wait_until(lambda: page.is_to_move or page.table["actor"] == -2)
        if page.is_to_move:
            await page.play(choose(page))
    await page.close()
    return room


async def play_together(house: House, **more: Any) -> list[Page]:
    """Play a short game between Anna and Ben to its end; return their pages."""
    pages = await table(house, GAME, options=SHORT[GAME], **more)
    await play_out(pages, chooser(3))
    return pages


def remove(room: str) -> dict[str, str]:
    return {"room": room}


def rooms_of(found: dict[str, Any], part: str = "finished") -> list[str]:
    return [game["room"] for game in found[part]["games"]]


def copy_game(house: House, room: str, count: int) -> None:
    """Copy a finished game `count` times in the database, without its moves.

    The first copy ends a minute before the original, the second two minutes before it, and so on.
    """
    with sqlite3.connect(house.file) as db:
        for name in ("rooms", "seats"):
            columns = [row[1] for row in db.execute(f"pragma table_info({name})")]
            chosen = ", ".join("?" if column == "room" else column for column in columns)
            for number in range(count):
                db.execute(f"insert into {name} select {chosen} from {name} where room = ?", (f"copy{number}", room))
        for number in range(count):
            db.execute("update rooms set ended_at = ended_at - ? where room = ?", (60 * (number + 1), f"copy{number}"))


# ---------------------------------------------------------------- results


@async_test
async def test_a_finished_game_is_listed_with_its_result(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        started = time.time()
        anna, ben = await play_together(house)
        found = await history(anna.guest)
        (game,) = found["finished"]["games"]
        assert (game["room"], game["game"], game["phase"], game["mine"]) == (anna.name, GAME, "over", [0])
        assert game["places"] == anna.table["ranking"]
        assert game["scores"] == anna.table["scores"]
        assert [seat["name"] for seat in game["seats"]] == ["Anna", anna.room["seats"][1]["name"]]
        assert started <= game["at"] <= time.time()
        assert 0 <= game["seconds"] <= time.time() - started
        decisions = [news for table in anna.tables for news in table["news"] if news["actor"] >= 0]
        assert game["moves"] == len({news["ply"] for news in decisions}) > 0
        won = game["places"][0] == 1
        assert found["by_game"] == [{"name": GAME, "bot": "", "games": 1, "wins": int(won)}]
        (opponent,) = found["by_opponent"]
        assert (opponent["bot"], opponent["games"], opponent["wins"]) == ("", 1, int(won))
        (other,) = (await history(ben.guest))["by_opponent"]
        assert (other["name"], other["wins"]) == ("Anna", int(not won))


@async_test
async def test_running_games_are_listed_apart(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        lobby = await anna.create_room(GAME, 2)
        room = await anna.create_room(GAME, 2, ["", "level1"], options={"first_starter": 0})
        found = await history(anna)
        (game,) = found["running"]["games"]
        assert (game["room"], game["phase"], game["turn"], game["places"]) == (room, "playing", True, [])
        assert (game["seconds"], game["moves"]) == (None, None)
        assert found["finished"] == {"games": [], "page": 1, "pages": 1, "total": 0}
        assert (found["by_game"], found["by_opponent"]) == ([], [])
        assert lobby not in str(found)
        assert (await history(Guest(house)))["running"]["total"] == 0  # another guest


@async_test
async def test_taken_back_moves_do_not_count(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        guest = Guest(house, "Anna")
        room = await guest.create_room(GAME, 2, ["", "level1"], options={**SHORT[GAME], "first_starter": 0})
        page = await guest.connect(room)
        await page.play(page.table["moves"][-1]["text"])
        await page.wait_until(lambda: page.is_to_move or page.table["actor"] == -2)
        before = page.table["ply"]
        page.send({"do": "back", "ply": before})
        await page.wait_until(lambda: page.table["ply"] > before and page.is_to_move)
        choose = chooser(1)
        while page.table["actor"] != -2:
            await page.wait_until(lambda: page.is_to_move or page.table["actor"] == -2)
            if page.is_to_move:
                await page.play(choose(page))
        entries = house.services.registry.rooms[room].log.standing_entries()
        (game,) = (await history(guest))["finished"]["games"]
        assert game["moves"] == len([entry for entry in entries if entry.actor >= 0])
        assert game["moves"] < len([entry for entry in house.services.registry.rooms[room].log.entries
                                    if entry.actor >= 0])  # fmt: skip


@pytest.mark.parametrize(
    ("ranking", "forfeits", "places"),
    [
        ([1, 2], [], [1, 2]),
        ([1, 2], [0], [2, 1]),
        ([2, 1], [0], [2, 1]),
        ([1, 2, 3], [0], [3, 1, 2]),
        ([1, 1, 3], [2], [1, 1, 3]),
        ([1, 2, 3], [0, 1], [2, 2, 1]),
        ([1, 2], [0, 1], [1, 2]),
    ],
)
def test_seats_that_lost_on_time_come_last(ranking: list[int], forfeits: list[int], places: list[int]) -> None:
    assert final_places(ranking, forfeits) == places


@async_test
async def test_a_loss_on_time_is_a_result(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        terms = {"clock": {"mode": "enforced", "seconds": 5}, "late": "forfeit"}
        pages = await table(house, GAME, terms=terms)
        clocks = house.services.registry.context.clocks
        later = clocks.now() + 60
        clocks.now = lambda: later
        clocks.time_is_up(pages[0].name)
        await pages[0].wait_until(lambda: pages[0].room["phase"] == "over")
        (game,) = (await history(pages[0].guest))["finished"]["games"]
        (lost,) = pages[0].room["forfeits"]
        assert game["places"] == ([2, 1] if lost == 0 else [1, 2])


@async_test
async def test_win_counts_put_bots_of_one_level_together(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        await play_game(anna, ["", "level1", "level1"], 1)
        await play_game(anna, ["", "level1", "level2"], 2)
        found = await history(anna)
        assert [(row["bot"], row["games"]) for row in found["by_opponent"]] == [("level1", 2), ("level2", 1)]
        first = next(game for game in found["finished"]["games"] if game["seats"][2]["bot"] == "level1")
        second = next(game for game in found["finished"]["games"] if game["seats"][2]["bot"] == "level2")
        ahead = [first["places"][0] < min(first["places"][1:]), second["places"][0] < second["places"][1]]
        assert found["by_opponent"][0]["wins"] == sum(ahead)
        assert found["by_game"][0]["wins"] == [first["places"][0], second["places"][0]].count(1)


@async_test
async def test_games_on_a_shared_device_are_listed_but_count_for_nobody(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await anna.create_room(GAME, 2, options=SHORT[GAME], here=["Anna", "Otto"])
        page = await anna.connect(room)
        with sqlite3.connect(house.file) as db:
            db.execute("update rooms set phase = 'over' where room = ?", (room,))
        await page.close()
        house.evict()
        await housekeeping.fill_results(house.services.registry, no_sleep)
        found = await history(anna)
        assert [game["mine"] for game in found["finished"]["games"]] == [[0, 1]]
        assert (found["by_game"], found["by_opponent"]) == ([], [])


async def no_sleep(seconds: float) -> None:
    """Return at once; tests pass this function instead of `asyncio.sleep`."""


@async_test
async def test_results_of_older_games_are_filled_in(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = await play_together(house)
        bad = await play_game(pages[0].guest)
        before = await history(pages[0].guest)
        with sqlite3.connect(house.file) as db:
            db.execute("update rooms set started_at = null, ended_at = null, decisions = null")
            db.execute("update seats set place = null, score = null")
            db.execute("update rooms set version = 99 where room = ?", (bad,))
    async with House(tmp_path) as house:
        guest = pages[0].guest
        guest.house = house
        found = await history(guest)
        assert [game["places"] for game in found["finished"]["games"]] == [[], []]
        assert found["by_game"] == []
        await housekeeping.fill_results(house.services.registry, no_sleep)
        games = {game["room"]: game for game in (await history(guest))["finished"]["games"]}
        old = next(game for game in before["finished"]["games"] if game["room"] == pages[0].name)
        new = games[pages[0].name]
        assert [new[key] for key in ("places", "scores", "moves")] == [
            old[key] for key in ("places", "scores", "moves")
        ]
        assert new["seconds"] is None
        assert games[bad]["places"] == []  # its rules are not known any more
        assert await house.services.store.find_rooms_without_result() == []


# ---------------------------------------------------------------- paging


@async_test
async def test_games_come_in_pages_newest_first(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await play_game(anna)
        copy_game(house, room, PAGE_SIZE)
        first, second = await history(anna), await history(anna, "?finished=2")
        assert first["finished"]["pages"] == second["finished"]["pages"] == 2
        assert first["finished"]["total"] == PAGE_SIZE + 1
        assert rooms_of(first) == [room, *[f"copy{number}" for number in range(PAGE_SIZE - 1)]]
        assert rooms_of(second) == [f"copy{PAGE_SIZE - 1}"]
        assert rooms_of(await history(anna, "?finished=3")) == []
        for odd in ("?finished=0", "?finished=-1", "?finished=x", "?finished=9999999", "?finished=²", "?finished="):
            assert rooms_of(await history(anna, odd)) == rooms_of(first)


@async_test
async def test_a_thousand_games_are_listed_quickly(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await play_game(anna)
        copy_game(house, room, 1000)
        await history(anna)  # compile the statements
        start = time.perf_counter()
        found = await history(anna, "?finished=50")
        seconds = time.perf_counter() - start
        assert found["finished"]["total"] == 1001
        assert found["by_game"][0]["games"] == found["by_opponent"][0]["games"] == 1001
        assert seconds < 0.5
        plan = house.rows("explain query plan select room from seats where guest = 'x' and removed_at is null")
        assert "seats_guest" in str(plan)


# ---------------------------------------------------------------- removing


@async_test
async def test_one_game_can_be_removed_and_restored(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        kept, room = await play_game(anna, seed=1), await play_game(anna, seed=2)
        answer = await anna.post("/api/history/remove", remove(room))
        found = await history(anna)
        assert rooms_of(found) == [kept]
        assert found["by_game"][0]["games"] == 1
        assert [row["room"] for row in (await anna.get("/api/rooms")).json()["mine"]] == [kept]
        assert (await anna.post("/api/history/restore", {"at": answer.json()["at"]})).status_code == 200
        assert rooms_of(await history(anna)) == [room, kept]


@async_test
async def test_a_removed_running_game_can_still_be_played(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await anna.create_room(GAME, 2, ["", "level1"], options={"first_starter": 0})
        await anna.post("/api/history/remove", remove(room))
        assert (await history(anna))["running"]["total"] == 0
        age_removals(house)
        await housekeeping.delete_removed_games(house.services.registry)
        page = await anna.connect(room)
        assert page.room["me"] == 0
        await page.play(page.table["moves"][0]["text"])


@async_test
async def test_the_whole_history_can_be_deleted_and_restored(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, ben = await play_together(house)
        alone = await play_game(anna.guest)
        running = await anna.guest.create_room(GAME, 2, ["", "level1"])
        answer = await anna.guest.post("/api/history/remove", remove(""))
        found = await history(anna.guest)
        assert (found["finished"]["total"], found["by_game"], found["by_opponent"]) == (0, [], [])
        assert rooms_of(found, "running") == [running]  # running games are not removed
        assert rooms_of(await history(ben.guest)) == [anna.name]  # Ben's own list is unchanged
        await anna.guest.post("/api/history/restore", {"at": answer.json()["at"]})
        assert set(rooms_of(await history(anna.guest))) == {anna.name, alone}


def age_removals(house: House) -> None:
    """Set back the time of every removal of a game, so that it is too late to undo the removal."""
    with sqlite3.connect(house.file) as db:
        db.execute("update seats set removed_at = removed_at - ?", (housekeeping.UNDO_SECONDS + 1,))


@async_test
async def test_games_that_all_players_removed_are_deleted_for_good(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, ben = await play_together(house)
        alone, kept = await play_game(anna.guest, seed=1), await play_game(anna.guest, seed=2)
        for page in (anna, ben):
            await page.close()
        for room in (anna.name, alone):
            await anna.guest.post("/api/history/remove", remove(room))
        await housekeeping.delete_removed_games(house.services.registry)
        assert len(house.rows("select room from rooms")) == 3  # the removal can still be undone
        age_removals(house)
        await housekeeping.delete_removed_games(house.services.registry)
        assert {row[0] for row in house.rows("select room from rooms")} == {anna.name, kept}  # Ben still has his
        for name in ("rooms", "seats", "moves", "chat_messages"):
            assert house.rows(f"select count(*) from {name} where room = ?", alone) == [(0,)]
        assert (await anna.guest.connect(alone)).refused["why"] == {"key": "refuse.room"}
        await ben.guest.post("/api/history/remove", remove(anna.name))
        age_removals(house)
        await housekeeping.delete_removed_games(house.services.registry)
        assert {row[0] for row in house.rows("select room from rooms")} == {kept}
        await house.services.registry.delete_unseated_guests()
        assert house.rows("select name from guests") == [("Anna",)]  # Ben has no game left, and so no name


@async_test
async def test_a_removed_game_is_not_deleted_while_somebody_looks_at_it(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await play_game(anna)
        page = await Guest(house).connect(room)
        await anna.post("/api/history/remove", remove(room))
        age_removals(house)
        await housekeeping.delete_removed_games(house.services.registry)
        assert house.rows("select count(*) from rooms") == [(1,)]
        await page.close()
        await housekeeping.delete_removed_games(house.services.registry)
        assert house.rows("select count(*) from rooms") == [(0,)]


# ---------------------------------------------------------------- adversaries


@async_test
async def test_nobody_can_remove_or_restore_the_games_of_others(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, eve = Guest(house, "Anna"), Guest(house, "Eve")
        room = await play_game(anna)
        await eve.post("/api/history/remove", remove(room))
        await eve.post("/api/history/remove", remove(""))
        assert rooms_of(await history(anna)) == [room]
        answer = await anna.post("/api/history/remove", remove(room))
        await eve.post("/api/history/restore", {"at": answer.json()["at"]})
        assert rooms_of(await history(anna)) == []


@pytest.mark.parametrize("path", ["/api/history/remove", "/api/history/restore"])
@async_test
async def test_malformed_and_foreign_requests_are_refused(tmp_path: Path, path: str) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await play_game(anna)
        bodies: list[Any] = [{}, {"room": 1}, {"at": "now"}, {"room": room, "more": 1}, []]
        for body in bodies:
            assert (await anna.post(path, body)).status_code == 400
        foreign = {"origin": "https://evil.example"}
        assert (await anna.post(path, remove(room), headers=foreign)).status_code == 403
        assert (await anna.get(path)).status_code == 405
        assert rooms_of(await history(anna)) == [room]


@async_test
async def test_the_list_reveals_no_guest_ids_and_no_seeds(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, _ = await play_together(house)
        text = (await anna.guest.get("/api/history")).text
        for (secret,) in house.rows("select guest from seats union select invite from rooms"):
            assert secret not in text


@async_test
async def test_a_lobby_cannot_be_removed(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await anna.create_room(GAME, 2)
        await anna.post("/api/history/remove", remove(room))
        assert [row["room"] for row in (await anna.get("/api/rooms")).json()["mine"]] == [room]


@async_test
async def test_the_games_move_along_to_another_device(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, phone = Guest(house, "Anna"), Guest(house)
        room = await play_game(anna)
        code = (await anna.post("/api/hand", {})).json()["code"]
        assert (await phone.post("/api/hand/take", {"code": code})).status_code == 200
        assert rooms_of(await history(phone)) == [room]
        await phone.post("/api/history/remove", remove(room))
        assert rooms_of(await history(anna)) == []


@async_test
async def test_an_opponent_by_invitation_without_a_name_has_the_default_name(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        host, ben = Guest(house, "Anna"), Guest(house)
        room = await host.create_room(GAME, 2, options=SHORT[GAME])
        anna = await host.connect(room)
        page = await ben.connect(room, token(anna))
        await page.wait_until(lambda: page.room["me"] == 1)
        anna.send({"do": "start"})
        await anna.wait_until(lambda: bool(anna.table and page.table))
        await play_out([anna, page], chooser(1))
        with sqlite3.connect(house.file) as db:
            db.execute("delete from guests where name != 'Anna'")
        (opponent,) = (await history(host))["by_opponent"]
        assert opponent["name"] == page.room["seats"][1]["name"]
