"""Tests of bot processes: they answer, are replaced if they die, and exit when the server stops."""

import asyncio
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Guest, House, InProcessBotPool, async_test

from velodrome.bots import LEVELS
from velodrome.core.contract import State
from velodrome.core.rng import Rng
from velodrome.games import game
from velodrome.server import logs
from velodrome.server.game.spec import GameSpec, spec_of
from velodrome.server.metrics import Metrics
from velodrome.server.protocol import Play
from velodrome.server.rooms import connection, handlers
from velodrome.server.rooms.bot_turns import is_bot_due
from velodrome.server.workers import pool as module
from velodrome.server.workers.fair_queue import FairQueue
from velodrome.server.workers.pool import BotPool, choose_move


def first_position() -> State:
    state = game("velonimo", 3).start()
    state.settle(Rng(1))
    return state.seen_by(state.actor)


@async_test
async def test_worker_processes_are_replaced_when_they_die_and_exit_with_the_server() -> None:
    metrics = Metrics()
    thinkers = BotPool(1, metrics)
    seen = first_position()
    spec = spec_of(seen.game)
    assert seen.allows(spec.game.index[await thinkers.decide(spec, seen, "level8")])
    (pid,) = thinkers.start()._processes
    os.kill(pid, signal.SIGKILL)
    assert seen.allows(spec.game.index[await thinkers.decide(spec, seen, "level1")])
    assert metrics.died == 1
    (pid,) = thinkers.start()._processes
    thinkers.close()
    assert not Path(f"/proc/{pid}").exists() or "Z" in Path(f"/proc/{pid}/stat").read_text().split()[2]


@async_test
async def test_a_failing_bot_plays_a_random_move() -> None:
    thinkers = BotPool(1, Metrics())
    seen = first_position()
    spec = spec_of(seen.game)
    assert seen.allows(spec.game.index[await thinkers.decide(spec, seen, "no such bot")])
    thinkers.close()


def test_every_level_chooses_a_legal_move_from_plain_data() -> None:
    seen = first_position()
    spec = spec_of(seen.game)
    for name in LEVELS:
        text = choose_move("velonimo", 3, spec.options_json, seen.write(), name, 1)
        assert seen.allows(spec.game.index[text])


@async_test
async def test_bots_pause_before_a_move_and_play_only_while_somebody_is_there(tmp_path: Path) -> None:
    waits: list[str] = []

    def pause(name: str, spent: float, rng: Rng, again: bool) -> float:
        waits.append(name)
        assert house.services.metrics.decisions < len(waits)  # counted only after the pause, so metrics reveal nothing
        return 0.0

    async with House(tmp_path, pause=pause) as house:
        guest = Guest(house, "Anna")
        room = await guest.create_room("velocity", 3, ["", "level1", "level2"], options={"first_player": 0})
        page = await guest.connect(room)
        assert page.is_to_move
        page.send({"do": "leave"})
        await page.wait_until(lambda: {"level1", "level2", "level4"} <= set(waits))
        await page.close()
        live = house.services.registry.rooms[room]
        assert not is_bot_due(live)
        played = len(house.moves(room))
        page = await guest.connect(room)
        await page.wait_until(lambda: page.table["ply"] > played)


@async_test
async def test_many_tables_of_one_guest_do_not_delay_another_guest(tmp_path: Path) -> None:
    asked: list[str] = []
    gate = asyncio.Event()

    class Slow(InProcessBotPool):
        async def decide(self, spec: GameSpec, seen: State, name: str) -> str:
            asked.append(name)
            await gate.wait()
            return await super().decide(spec, seen, name)

    async with House(tmp_path, Slow) as house:
        house.services.registry.context.pool.queue = FairQueue(1)
        anna, ben = Guest(house, "Anna"), Guest(house, "Ben")
        for guest, bot in ((anna, "level1"), (anna, "level1"), (anna, "level1"), (ben, "level2")):
            room = await guest.create_room("velocity", 3, ["", bot, bot], options={"first_player": 1})
            page = await guest.connect(room)
        gate.set()
        await page.wait_until(lambda: page.is_to_move)
        assert asked[:3] == ["level1", "level1", "level2"]  # two of Anna's bots, then Ben's


@async_test
async def test_no_bot_starts_thinking_after_shutdown(tmp_path: Path) -> None:
    late: list[str] = []

    class Late(InProcessBotPool):
        closed = False

        async def decide(self, spec: GameSpec, seen: State, name: str) -> str:
            if self.closed:
                late.append(name)
            return await super().decide(spec, seen, name)

        def close(self) -> None:
            self.closed = True

    async with House(tmp_path, Late) as house:
        guest = Guest(house, "Anna")
        room = await guest.create_room("velocity", 3, ["", "level1", "level1"], options={"first_player": 0})
        page = await guest.connect(room)
        live = house.services.registry.rooms[room]
        handlers.receive(live, live.presence.connections[0], Play(page.table["ply"], [page.table["moves"][0]["text"]]))
        await house.stack.aclose()  # before the move is committed
        assert len(house.moves(room)) > page.tables[0]["ply"]
        assert late == []


@async_test
async def test_a_failing_bot_turn_is_logged_and_the_room_reloads(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class Fails(InProcessBotPool):
        fails = True

        async def decide(self, spec: GameSpec, seen: State, name: str) -> str:
            if self.fails:
                self.fails = False
                raise ValueError
            return await super().decide(spec, seen, name)

    async with House(tmp_path, Fails) as house:
        guest = Guest(house, "Anna")
        room = await guest.create_room("velocity", 3, ["", "level1", "level1"], options={"first_player": 1})
        page = await guest.connect(room)
        await page.wait_until(lambda: page.code == connection.BROKEN)
        assert "bot.broken" in caplog.messages
        page = await guest.connect(room)
        await page.wait_until(lambda: page.is_to_move)


@async_test
async def test_an_illegal_bot_move_is_replaced_and_the_log_names_no_card(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Threads(BotPool):
        def start(self) -> Any:
            return ThreadPoolExecutor(1)

    seen = first_position()
    spec = spec_of(seen.game)
    hidden = next(text for text, move in spec.game.index.items() if not seen.allows(move))
    for answer in ("fly away", hidden):
        monkeypatch.setattr(module, "choose_move", lambda *given, answer=answer: answer)
        assert seen.allows(spec.game.index[await Threads(1, Metrics()).decide(spec, seen, "level1")])
        assert caplog.messages[-1] == "bot.failed"
        written = [caplog.text, *[logs.JsonFormatter().format(record) for record in caplog.records]]
        assert answer not in "\n".join(written)
