"""Tests of hints: only the person to move gets them, and only if the terms allow hints."""

import asyncio
import json
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Guest, House, InProcessBotPool, Page, async_test

from velodrome.core.contract import State
from velodrome.core.rng import Rng
from velodrome.games import game
from velodrome.server.game.spec import GameSpec, spec_of
from velodrome.server.metrics import Metrics
from velodrome.server.protocol import Advice
from velodrome.server.workers.pool import MAX_HINTS, BotPool, find_hints


def messages_of(page: Page, what: str) -> list[dict[str, Any]]:
    """Return all messages of one type that a page received."""
    return [told for told in map(json.loads, page.raw) if told["is"] == what]


async def request_hint(page: Page) -> dict[str, Any]:
    """Request a hint, and return the answer."""
    count = len(messages_of(page, "hints"))
    page.send({"do": "hint", "ply": page.table["ply"]})
    await page.wait_until(lambda: len(messages_of(page, "hints")) > count or bool(page.refused))
    return messages_of(page, "hints")[-1]


class PausedBotPool(InProcessBotPool):
    """Bot pool whose hints wait until the test releases them."""

    def __init__(self, processes: int, metrics: Metrics) -> None:
        super().__init__(processes, metrics)
        self.asked = asyncio.Event()
        self.go = asyncio.Event()

    async def advise(self, spec: GameSpec, seen: State) -> list[Advice]:
        self.asked.set()
        await self.go.wait()
        return await super().advise(spec, seen)


@pytest.mark.parametrize("name", ["velonimo", "velocity", "arcenciel", "velvet"])
def test_hints_are_a_few_legal_moves_with_chances_and_reasons(name: str) -> None:
    state = game(name, 2 if name == "velvet" else 3).start()
    state.settle(Rng(3))
    seen = state.seen_by(state.actor)
    found = find_hints(name, seen.game.seats, spec_of(seen.game).options_json, seen.write(), 5)
    assert 1 <= len(found) <= MAX_HINTS
    for each in found:
        move = seen.game.index[each.text]
        assert seen.allows(move) and 0 <= each.chance <= 1
        assert each.picks == list(seen.game.moves[move].picks)
    assert any(each.why for each in found)


@async_test
async def test_a_worker_process_finds_hints_and_returns_none_on_failure() -> None:
    thinkers = BotPool(1, Metrics())
    state = game("velocity", 3, first_player=0).start()
    state.settle(Rng(1))
    seen = state.seen_by(0)
    assert (await thinkers.advise(spec_of(seen.game), seen))[0].why
    over = state.copy()
    while over.actor != -2:
        over.play(over.draw(Rng(2)) if over.actor == -1 else over.nth(0))
    assert await thinkers.advise(spec_of(seen.game), over) == []
    thinkers.close()


@async_test
async def test_the_actor_gets_hints_and_the_others_a_notice(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, ben, cleo = Guest(house, "Anna"), Guest(house, "Ben"), Guest(house, "Cleo")
        room = await anna.create_room("velocity", 3, ["", "", "level1"], options={"first_player": 0})
        first = await anna.connect(room)
        second = await ben.connect(room, first.room["invite"].split("invite=")[1])
        looker = await cleo.connect(room)
        await first.send_and_wait({"do": "start", "bot": "level1"})
        await first.wait_until(lambda: first.is_to_move and bool(second.table) and bool(looker.table))
        found = await request_hint(first)
        open_moves = {move["text"]: move["picks"] for move in first.table["moves"]}
        assert found["ply"] == first.table["ply"] and found["moves"][0]["why"]
        assert all(open_moves[move["text"]] == move["picks"] for move in found["moves"])
        await second.wait_until(lambda: bool(messages_of(second, "hinted")))
        assert messages_of(second, "hinted") == [{"is": "hinted", "ply": found["ply"], "seat": 0}]
        assert messages_of(first, "hinted") == []
        assert await second.refusal({"do": "hint", "ply": second.table["ply"]}) == {"key": "refuse.turn"}
        assert await looker.refusal({"do": "hint", "ply": looker.table["ply"]}) == {"key": "refuse.seat"}
        assert messages_of(second, "hints") == messages_of(looker, "hints") == []


@async_test
async def test_a_failed_hint_is_reported_and_can_be_requested_again(tmp_path: Path) -> None:
    class Failing(InProcessBotPool):
        async def run(self, work: Callable[..., Any], *given: object) -> Any:
            raise BrokenProcessPool

    async with House(tmp_path, Failing) as house:
        anna = Guest(house, "Anna")
        page = await anna.connect(await anna.create_room("velvet", 2, ["", "level1"]))
        await page.wait_until(lambda: page.is_to_move)
        ask = {"do": "hint", "ply": page.table["ply"]}
        assert await page.refusal(ask) == {"key": "refuse.broken"}
        house.services.registry.context.hints.asked_at.clear()
        assert await page.refusal(ask) == {"key": "refuse.broken"}, "a failed hint is answered"


@async_test
async def test_no_notice_of_a_hint_is_sent_if_only_one_person_plays(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, ben = Guest(house, "Anna"), Guest(house, "Ben")
        room = await anna.create_room("velvet", 2, ["", "level1"])
        page, looker = await anna.connect(room), await ben.connect(room)
        await page.wait_until(lambda: page.is_to_move)
        await request_hint(page)
        assert messages_of(looker, "hinted") == []


@async_test
async def test_hints_are_refused_by_the_terms_out_of_turn_and_for_a_stale_ply(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await anna.create_room("velvet", 2, ["", "level1"], terms={"hints": False})
        page = await anna.connect(room)
        await page.wait_until(lambda: page.is_to_move)
        assert await page.refusal({"do": "hint", "ply": page.table["ply"]}) == {"key": "refuse.hint"}
        usual = await anna.connect(await anna.create_room("velvet", 2, ["", "level1"]))
        await usual.wait_until(lambda: usual.is_to_move)
        assert await usual.refusal({"do": "hint", "ply": usual.table["ply"] - 1}) == {"key": "refuse.stale"}
        lobby = await anna.connect(await anna.create_room("velvet", 2))
        assert await lobby.refusal({"do": "hint", "ply": 0}) == {"key": "refuse.lobby"}


@async_test
async def test_hints_are_limited_to_one_at_a_time_and_by_rate(tmp_path: Path) -> None:
    async with House(tmp_path, make_bot_pool=PausedBotPool) as house:
        advisers, thinkers = house.services.registry.context.hints, house.services.registry.context.pool
        now = 100.0
        advisers.now = lambda: now
        assert isinstance(thinkers, PausedBotPool)
        anna = Guest(house, "Anna")
        page = await anna.connect(await anna.create_room("velvet", 2, ["", "level1"]))
        await page.wait_until(lambda: page.is_to_move)
        ask = {"do": "hint", "ply": page.table["ply"]}
        page.send(ask)
        await thinkers.asked.wait()
        now = 200.0
        assert await page.refusal(ask) == {"key": "refuse.hint.soon"}
        thinkers.go.set()
        await page.wait_until(lambda: bool(messages_of(page, "hints")))
        await asyncio.gather(*advisers.tasks.values())
        now = 100.5
        assert await page.refusal(ask) == {"key": "refuse.hint.soon"}
        now = 101.0
        await request_hint(page)
        assert len(messages_of(page, "hints")) == 2


@async_test
async def test_a_hint_is_dropped_if_the_game_changed_or_the_page_disconnected(tmp_path: Path) -> None:
    async with House(tmp_path, make_bot_pool=PausedBotPool) as house:
        thinkers, advisers = house.services.registry.context.pool, house.services.registry.context.hints
        assert isinstance(thinkers, PausedBotPool)
        anna = Guest(house, "Anna")
        page = await anna.connect(await anna.create_room("velvet", 2, ["", "level1"]))
        await page.wait_until(lambda: page.is_to_move)
        page.send({"do": "hint", "ply": page.table["ply"]})
        await thinkers.asked.wait()
        await page.play(page.table["moves"][0]["text"])
        thinkers.go.set()
        await asyncio.gather(*advisers.tasks.values())
        assert messages_of(page, "hints") == []
        thinkers.go.clear()
        thinkers.asked.clear()
        advisers.asked_at.clear()
        page.send({"do": "hint", "ply": page.table["ply"]})
        await thinkers.asked.wait()  # the server stops while a hint is pending


@async_test
async def test_hints_are_queued_by_address(tmp_path: Path) -> None:
    async with House(tmp_path, PausedBotPool, bots=0) as house:
        thinkers = house.services.registry.context.pool
        assert isinstance(thinkers, PausedBotPool)
        for address in ("192.0.2.7", "192.0.2.7", "192.0.2.7", "192.0.2.8"):
            guest = Guest(house, address=address)
            room = await guest.create_room("velocity", 3, ["", "level1", "level1"], options={"first_player": 0})
            page = await guest.connect(room)
            page.send({"do": "hint", "ply": page.table["ply"]})
            page.send({"do": "ping"})
            await page.wait_for_page(lambda page: bool(messages_of(page, "pong")))
        await thinkers.asked.wait()
        waiting = {whose: len(turns) for whose, turns in thinkers.queue.waiters.items()}
        assert waiting == {"192.0.2.7": 2, "192.0.2.8": 1}
        thinkers.go.set()
