"""Tests of clocks: saving them with the moves, stopping while the server is down, and what a timeout does."""

import asyncio
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.server.fake_clock import ALONE, MINUTE, FakeTimer, Time, start_timed_game, times
from tests.server.harness import Guest, House, InProcessBotPool, Page, async_test

from velodrome.core.contract import State
from velodrome.games.velvet.pieces import KIND_OF, KINDS, KINGDOM_SIZE
from velodrome.server.game.spec import GameSpec
from velodrome.server.metrics import Metrics
from velodrome.server.protocol import Clock
from velodrome.server.rooms import running_clocks
from velodrome.server.rooms.clock_state import ClockState, used_after_turn


class PausedBotPool(InProcessBotPool):
    """Bot pool whose bots wait until the test releases them."""

    def __init__(self, processes: int, metrics: Metrics) -> None:
        super().__init__(processes, metrics)
        self.asked = asyncio.Event()
        self.go = asyncio.Event()
        self.go.set()

    async def decide(self, spec: GameSpec, seen: State, name: str) -> str:
        self.asked.set()
        await self.go.wait()
        return await super().decide(spec, seen, name)


def test_a_clock_per_move_restarts_and_a_clock_per_game_continues() -> None:
    by_move, by_game = Clock("enforced"), Clock("enforced", "game", 60, plus=5)
    ticking = ClockState(7, 1, True, 100.0, 2.0, (0.0, 20.0))
    assert ticking.left(by_move, 1, 110.0) == 48 and ticking.left(by_move, 0, 110.0) == 60
    assert ticking.left(by_game, 1, 110.0) == 28 and ticking.left(by_game, 0, 110.0) == 60
    assert used_after_turn(ticking, by_game, 110.0, 0, None) == (0.0, 27.0), (
        "ten seconds and two from before, less five"
    )
    assert used_after_turn(ticking._replace(runs=False), by_game, 110.0, 0, None) == (0.0, 22.0), (
        "a bot's move adds nothing"
    )
    assert ticking.left(by_move, 1, 90.0) == 58, "a clock never gains time if the system time goes back"


@pytest.mark.parametrize(
    "clock",
    [
        {"mode": "sometimes"},
        {"seconds": 1},
        {"seconds": -300},
        {"mode": "enforced", "seconds": 10**9},
        {"plus": -1},
    ],
)
@async_test
async def test_an_invalid_clock_is_refused(tmp_path: Path, clock: dict[str, Any]) -> None:
    async with House(tmp_path) as house:
        asked = {"game": "velvet", "seats": 2, "terms": {"clock": clock}}
        assert (await Guest(house).post("/api/rooms", asked)).status_code == 400


@async_test
async def test_a_room_without_a_clock_sends_no_times(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        anna = Guest(house, "Anna")
        page = await anna.connect(await anna.create_room("velocity", 3, **ALONE))
        await page.wait_until(lambda: page.is_to_move)
        await page.play(page.table["moves"][0]["text"])
        assert times(page) == {} and time.timers == [] and house.rows("select * from clocks") == []


@async_test
async def test_everybody_sees_whose_clock_runs_and_a_move_starts_the_next_one(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        anna, ben = Guest(house, "Anna"), Guest(house, "Ben")
        room = await anna.create_room(
            "velocity", 3, ["", "", "level1"], options={"first_player": 0}, terms={"clock": MINUTE | {"per": "game"}}
        )
        first = await anna.connect(room)
        second = await ben.connect(room, first.room["invite"].split("invite=")[1])
        assert times(first) == {}, "there is no clock before the start"
        first.send({"do": "start", "bot": "level1"})
        await second.wait_until(lambda: times(second).get("running") == 0)
        assert times(second)["left"] == [60, 60, 60]
        time.now += 12.5
        while first.is_to_move:
            await first.play(first.table["moves"][0]["text"])
        await second.wait_until(lambda: second.is_to_move and times(second)["running"] == 1)
        assert times(second)["left"] == [47.5, 60, 60] and len(time.running) == 1
        time.now += 3
        third = await Guest(house, "Cleo").connect(room)
        await third.wait_until(lambda: bool(times(third)))
        assert times(third)["left"] == [47.5, 57, 60], "a later page is sent the same times"


@async_test
async def test_on_timeout_a_bot_plays_the_move_and_the_person_keeps_the_seat(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        page = await start_timed_game(Guest(house, "Anna"), MINUTE)
        ply = page.table["ply"]
        assert time.running[0].delay == 60
        time.end()
        await page.wait_until(lambda: page.table["ply"] > ply and page.is_to_move)
        assert not page.room["seats"][0]["bot"]
        first = next(news for table in page.tables for news in table["news"] if news["ply"] == ply + 1)
        assert first["actor"] == 0, "the move is played for the seat that was late"
        notice = f'{{"is":"late","ply":{ply},"seat":0}}'
        await page.wait_until(lambda: notice in page.raw)


@async_test
async def test_a_move_that_comes_in_time_stops_the_timer(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        page = await start_timed_game(Guest(house, "Anna"), MINUTE)
        (old,) = time.running
        time.now += 59
        await page.play(page.table["moves"][0]["text"])
        await page.wait_until(lambda: page.is_to_move)
        assert old.cancelled and len(time.running) == 1
        old.doing()  # as if the timer had expired just when the move was committed
        ply = page.table["ply"]
        await asyncio.gather(*house.services.registry.context.tasks)
        assert page.table["ply"] == ply and len(time.running) >= 1


@async_test
async def test_on_timeout_a_bot_takes_the_seat_until_the_person_comes_back(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        page = await start_timed_game(Guest(house, "Anna"), MINUTE, late="seat")
        page.guest.house.services.registry.context.pause = lambda *given: 3600.0  # so no bot moves during this test
        time.end()
        await page.wait_until(lambda: page.room["seats"][0]["bot"] == "level4")
        assert times(page)["running"] == -1 and time.running == [], "no clock runs while a bot decides"
        page.send({"do": "sit", "seat": 0})
        await page.wait_until(lambda: not page.room["seats"][0]["bot"] and times(page)["running"] == 0)
        assert times(page)["left"][0] == 0, "leaving and coming back gains no time"


@async_test
@pytest.mark.parametrize("late", ["seat", "forfeit"])
async def test_a_timeout_on_a_shared_device_keeps_the_seats_name(tmp_path: Path, late: str) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        terms = {"clock": MINUTE, "late": late}
        guest, here = Guest(house, "Anna"), ["Ada", "Ben", "Cleo"]
        room = await guest.create_room("velocity", 3, [], here=here, options={"first_player": 1}, terms=terms)
        page = await guest.connect(room)
        house.services.registry.context.pause = lambda *given: 3600.0  # so no bot moves during this test
        await page.wait_until(lambda: bool(times(page)))
        time.end()
        await page.wait_until(lambda: bool(page.room["seats"][1]["bot"]))
        kept = await house.services.store.load_room(room)
        assert kept and [seat.name for seat in kept.seats] == here


@async_test
async def test_an_advisory_clock_has_no_consequences(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        page = await start_timed_game(Guest(house, "Anna"), MINUTE | {"mode": "advisory"})
        assert time.timers == []
        time.now += 100
        later = await page.guest.connect(page.name)
        await later.wait_until(lambda: bool(times(later)))
        assert times(later)["left"][0] == -40


@async_test
async def test_time_while_the_server_is_down_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        page = await start_timed_game(Guest(house, "Anna"), MINUTE)
        ply, room, cookie = page.table["ply"], page.name, page.guest.cookie
        time.now += 20
    timers: list[FakeTimer] = []
    now = time.now + 5000
    monkeypatch.setattr(running_clocks, "steady_time", lambda: lambda: now)

    def call_later(delay: float, doing: Callable[[], None]) -> FakeTimer:
        timers.append(FakeTimer(delay, doing))
        return timers[-1]

    monkeypatch.setattr(running_clocks, "call_later", call_later)
    async with House(tmp_path) as house:
        assert [timer.delay for timer in timers] == [40] and house.services.registry.rooms == {}
        now += 40
        timers[0].doing()  # the timer expires while nobody is connected
        await asyncio.gather(*house.services.registry.context.tasks)
        anna = Guest(house, "Anna")
        anna.cookie = cookie
        page = await anna.connect(room)
        await page.wait_until(lambda: page.table["ply"] > ply and page.is_to_move)
        now += 30
    now += 10  # the server was killed 10 seconds after its last heartbeat
    with sqlite3.connect(tmp_path / "table.sqlite") as db:
        db.execute("update heartbeats set at = at - 100")
    async with House(tmp_path) as house:
        assert house.services.registry.context.clocks.left(room, 0) == 60, "no time after the last heartbeat counts"


@async_test
async def test_a_heartbeat_is_saved_only_if_a_clock_runs(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        began = house.rows("select at from heartbeats")
        await house.services.registry.context.clocks.save_heartbeat(house.services.store)
        assert house.rows("select at from heartbeats") == began
        await start_timed_game(Guest(house, "Anna"), MINUTE)
        await house.services.registry.context.clocks.save_heartbeat(house.services.store)
        assert house.rows("select at from heartbeats") == [(time.now,)]


@async_test
async def test_with_two_seats_a_forfeit_ends_the_game(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        anna = Guest(house, "Anna")
        room = await anna.create_room("velvet", 2, ["", "level1"], terms={"clock": MINUTE, "late": "forfeit"})
        page = await anna.connect(room)
        await page.wait_until(lambda: page.is_to_move and times(page).get("running") == 0)
        time.end()
        await page.wait_until(lambda: page.room["phase"] == "over")
        assert page.room["forfeits"] == [0] and time.running == []
        assert await page.refusal({"do": "play", "ply": page.table["ply"], "moves": ["pass"]}) == {"key": "refuse.over"}
        page.send({"do": "rematch"})
        await page.wait_until(lambda: bool(page.room["rematch"]))
        options = house.rows(f"select options from rooms where room = '{page.room['rematch']}'")
        assert json.loads(options[0][0])["first_player"] == "0", "the winner goes second (VV-05)"
        record = (await anna.get(f"/api/rooms/{room}/record")).text
        assert "# lost on time: seat 0" in record.splitlines()
        for past in (await anna.get(f"/api/rooms/{room}/past"), await anna.post("/api/replays", {"record": record})):
            assert (past.json()["over"], past.json()["forfeits"]) == (True, [0])
        cookie = anna.cookie
    async with House(tmp_path) as house:
        anna = Guest(house)
        anna.cookie = cookie
        page = await anna.connect(room)
        assert (page.room["phase"], page.room["forfeits"]) == ("over", [0])


@async_test
async def test_vv39_a_forfeit_reveals_both_kingdoms_from_then_on(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        time, anna, watcher = Time(house), Guest(house, "Anna"), Guest(house, "Ben")
        terms, options = {"clock": MINUTE, "late": "forfeit"}, {"first_player": 0}
        room = await anna.create_room("velvet", 2, ["", "level1"], options=options, terms=terms)
        page, other = await anna.connect(room), await watcher.connect(room)
        await page.wait_until(lambda: page.is_to_move)
        order = [f"place {KINDS[KIND_OF[card]]}" for card in range(KINGDOM_SIZE)]
        page.send({"do": "play", "ply": 0, "moves": order})
        await page.wait_until(lambda: page.is_to_move and page.table["ply"] == 2 * KINGDOM_SIZE)
        await other.wait_until(lambda: other.table["ply"] == page.table["ply"])
        assert all("reveal" not in table["more"] for one in (page, other) for table in one.tables)
        now = await past_tables(anna, room, "")
        assert all("reveal" not in table["more"] for table in now)
        time.end()
        for one in (page, other):
            await one.wait_for_page(lambda guest: "reveal" in guest.table["more"])
            check_reveal(one.table, order)
            assert one.room["phase"] == "over"
        for eyes in ("onlooker", "0", "open"):
            *before, last = await past_tables(anna, room, eyes)
            assert all("reveal" not in table["more"] for table in before)
            check_reveal(last, order)
    async with House(tmp_path) as house:
        late = await Guest(house, "Chloé").connect(room)
        check_reveal(late.table, order)


async def past_tables(guest: Guest, room: str, eyes: str) -> Any:
    """Return a replay's first tables, up to the one with both kingdoms arranged, as the viewer `eyes` sees them."""
    answer = await guest.get(f"/api/rooms/{room}/past?eyes={eyes}&first=0&last={2 * KINGDOM_SIZE}")
    return answer.json()["tables"]


def check_reveal(table: Any, order: list[str]) -> None:
    """Check that a table shows all cards of both kingdoms; `order` lists the moves that placed the cards of seat 0."""
    mine, theirs = table["more"]["reveal"]
    assert [f"place {card['kind']}" for card in mine["cards"]] == order
    assert sorted(card["kind"] for card in theirs["cards"]) == sorted(card["kind"] for card in mine["cards"])


@async_test
async def test_with_more_seats_a_bot_plays_on_after_a_forfeit(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        page = await start_timed_game(Guest(house, "Anna"), MINUTE, late="forfeit")
        time.end()
        await page.wait_until(lambda: page.room["forfeits"] == [0])
        assert page.room["seats"][0]["bot"] and page.room["phase"] == "playing"
        assert await page.refusal({"do": "sit", "seat": 0}) == {"key": "refuse.forfeit"}
        again = await page.guest.connect(page.name)
        assert again.room["seats"][0]["bot"], "reconnecting does not give the seat back"


@async_test
async def test_a_clock_ends_with_its_game(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        page = await start_timed_game(Guest(house, "Anna"), MINUTE)
        while page.table["actor"] != -2:
            await page.play(page.table["moves"][0]["text"])
            await page.wait_until(lambda: page.is_to_move or page.table["actor"] == -2)
        await page.wait_until(lambda: page.room["phase"] == "over")
        assert time.running == [] and house.rows("select * from clocks") == []


async def play_round(page: Page) -> None:
    """Play the first legal move, and wait until the bots have moved as well."""
    await page.play(page.table["moves"][0]["text"])
    await page.wait_until(lambda: page.is_to_move and times(page)["ply"] == page.table["ply"])


async def take_back(page: Page) -> None:
    ply = page.table["ply"]
    page.send({"do": "back", "ply": ply})
    await page.wait_until(lambda: page.table["ply"] == ply + 1 == times(page)["ply"])


@async_test
async def test_a_take_back_gains_no_time_on_a_clock_per_game(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        page = await start_timed_game(Guest(house, "Anna"), MINUTE | {"per": "game", "plus": 30})
        time.now += 10
        await play_round(page)
        assert times(page)["left"][0] == 80
        await take_back(page)
        assert times(page)["left"] == [80, 60, 60], "a take-back returns no used time"
        time.now += 5
        page.send({"do": "play", "ply": page.table["ply"], "moves": [page.table["moves"][0]["text"]]})
        ply = page.table["ply"]
        await page.wait_until(
            lambda: page.table["ply"] > ply and page.is_to_move and times(page)["ply"] == page.table["ply"]
        )
        assert times(page)["left"][0] <= 75 + 30


@async_test
async def test_a_clock_per_move_continues_after_a_take_back(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        anna, ben = Guest(house, "Anna"), Guest(house, "Ben")
        room = await anna.create_room("velvet", 2, terms={"clock": MINUTE}, options={"first_player": 0})
        first = await anna.connect(room)
        second = await ben.connect(room, first.room["invite"].split("invite=")[1])
        await second.wait_until(lambda: second.room["me"] == 1)
        first.send({"do": "start"})
        await first.wait_until(lambda: bool(times(first)))
        page = first if first.is_to_move else second
        seat = page.room["me"]
        for left in (50, 40, 30, 20, 10):
            time.now += 10
            await page.play(page.table["moves"][0]["text"])
            await page.wait_until(lambda: times(page)["ply"] == page.table["ply"])
            await take_back(page)
            assert times(page)["left"][seat] == left, "a move and its take-back gain no time"
        time.now += 10
        await page.play(page.table["moves"][0]["text"])
        await page.wait_until(lambda: times(page)["ply"] == page.table["ply"])
        assert await page.refusal({"do": "back", "ply": page.table["ply"]}) == {"key": "refuse.back.late"}


@async_test
async def test_a_move_that_a_bot_played_on_timeout_cannot_be_taken_back(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        page = await start_timed_game(Guest(house, "Anna"), MINUTE | {"per": "game"})
        ply = page.table["ply"]
        time.end()
        await page.wait_until(lambda: page.table["ply"] > ply and page.is_to_move)
        assert await page.refusal({"do": "back", "ply": page.table["ply"]}) == {"key": "refuse.back.late"}


@async_test
async def test_a_clock_continues_if_the_system_clock_is_set_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        page = await start_timed_game(Guest(house, "Anna"), MINUTE)
        room = page.name
        time.now += 20
    now = time.now - 10_000
    monkeypatch.setattr(running_clocks, "steady_time", lambda: lambda: now)
    async with House(tmp_path) as house:
        assert house.services.registry.context.clocks.left(room, 0) == 40
        now += 5
        assert house.services.registry.context.clocks.left(room, 0) == 35


@async_test
async def test_a_timeout_is_handled_even_if_a_bot_is_still_thinking_after_an_earlier_one(tmp_path: Path) -> None:
    async with House(tmp_path, PausedBotPool) as house:
        time, thinkers = Time(house), house.services.registry.context.pool
        assert isinstance(thinkers, PausedBotPool)
        anna = Guest(house, "Anna")
        room = await anna.create_room("velvet", 2, here=["Anna", "Ben"], terms={"clock": MINUTE})
        page = await anna.connect(room)
        await page.wait_until(lambda: bool(times(page)))
        thinkers.go.clear()
        time.end()
        await thinkers.asked.wait()
        page.send({"do": "look", "seat": page.table["actor"]})
        await page.wait_until(lambda: bool(page.table["moves"]))
        await page.play(page.table["moves"][0]["text"])  # the person moves before the bot does
        await page.wait_until(lambda: times(page)["ply"] == page.table["ply"])
        ply = page.table["ply"]
        time.end()  # the next timeout, while the bot still thinks
        await asyncio.gather(*house.services.registry.context.tasks)
        thinkers.go.set()
        await house.services.registry.rooms[room].bot_task  # type: ignore[misc]
        time.end()
        await page.wait_until(lambda: page.table["ply"] > ply)


@pytest.mark.parametrize(("days", "status"), [(30, 201), (31, 400)])
@async_test
async def test_a_clock_allows_at_most_thirty_days(tmp_path: Path, days: int, status: int) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        anna = Guest(house, "Anna")
        clock = MINUTE | {"seconds": days * 24 * 3600}
        asked = {"game": "velocity", "seats": 3, "terms": {"clock": clock}, **ALONE}
        answer = await anna.post("/api/rooms", asked)
        assert answer.status_code == status
        if status == 201:
            page = await anna.connect(answer.json()["room"])
            await page.wait_until(lambda: bool(times(page)))
            assert time.running[0].delay == days * 24 * 3600


@async_test
async def test_a_shared_seat_keeps_its_name_when_a_bot_takes_it(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        house.services.registry.context.pause = lambda *given: 3600.0
        guest = Guest(house, "Zoé")
        room = await guest.create_room("velvet", 2, here=["Anna", "Ben"], terms={"clock": MINUTE, "late": "seat"})
        page = await guest.connect(room)
        await page.wait_until(lambda: bool(times(page)))
        time.end()
        await page.wait_until(lambda: any(seat["bot"] for seat in page.room["seats"]))
    async with House(tmp_path) as house:
        guest.house = house
        assert [seat["name"] for seat in (await guest.connect(room)).room["seats"]] == ["Anna", "Ben"]


@async_test
async def test_the_home_page_shows_the_time_left_of_every_shared_seat(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        Time(house)
        guest = Guest(house, "Zoé")
        bots, options = ["level1", "", ""], {"first_player": 1}
        room = await guest.create_room(
            "velocity", 3, bots, seat=2, here=["", "Anna", "Ben"], options=options, terms={"clock": MINUTE}
        )
        page = await guest.connect(room)
        for seat in (1, 2):
            await page.wait_until(lambda seat=seat: times(page).get("running") == seat)  # type: ignore[misc]
            assert (await guest.get("/api/rooms")).json()["mine"][0]["left"] == 60
            while page.table["actor"] == seat:
                page.send({"do": "look", "seat": seat})
                await page.wait_until(lambda: bool(page.table["moves"]))
                await page.play(page.table["moves"][0]["text"])


@async_test
async def test_on_timeout_a_bot_arranges_the_whole_kingdom(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        anna, ben = Guest(house, "Anna"), Guest(house, "Ben")
        room = await anna.create_room("velvet", 2, terms={"clock": MINUTE})
        page = await anna.connect(room)
        other = await ben.connect(room, page.room["invite"].rpartition("=")[2])
        await other.wait_until(lambda: other.room["me"] == 1)
        page.send({"do": "start"})
        await page.wait_until(lambda: bool(times(page)) and bool(page.table))
        ply, late = page.table["ply"], page.table["actor"]
        time.end()
        await page.wait_until(lambda: page.table["actor"] == 1 - late)
        assert page.table["ply"] == ply + 17
