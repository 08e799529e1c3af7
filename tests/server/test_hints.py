"""Hints at the table: for who decides, where the terms allow it, and for nobody else."""

import asyncio
import json
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Guest, Here, House, Page, scene

from velodrome.core.contract import State
from velodrome.core.rng import Rng
from velodrome.games import game
from velodrome.server.game.spec import GameSpec, spec_of
from velodrome.server.metrics import Metrics
from velodrome.server.protocol import Advice
from velodrome.server.workers.pool import MAX_HINTS, BotPool, find_hints


def all_of(page: Page, what: str) -> list[dict[str, Any]]:
    """Every message of one spec that a page got."""
    return [told for told in map(json.loads, page.raw) if told["is"] == what]


async def hinted(page: Page) -> dict[str, Any]:
    """Ask for a hint, and get it."""
    count = len(all_of(page, "hints"))
    page.say({"do": "hint", "ply": page.table["ply"]})
    await page.until(lambda: len(all_of(page, "hints")) > count or bool(page.refused))
    return all_of(page, "hints")[-1]


class Waiting(Here):
    """Advice that comes when the test lets it."""

    def __init__(self, processes: int, metrics: Metrics) -> None:
        super().__init__(processes, metrics)
        self.asked = asyncio.Event()
        self.go = asyncio.Event()

    async def advise(self, spec: GameSpec, seen: State) -> list[Advice]:
        self.asked.set()
        await self.go.wait()
        return await super().advise(spec, seen)


@pytest.mark.parametrize("name", ["velonimo", "velocity", "arcenciel", "velvet"])
def test_advice_is_a_few_open_moves_with_chances_and_reasons(name: str) -> None:
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


@scene
async def test_a_process_thinks_about_hints_and_failing_answers_none() -> None:
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


@scene
async def test_who_decides_gets_the_best_moves_and_others_hear_that_it_was_asked_for(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, ben, cleo = Guest(house, "Anna"), Guest(house, "Ben"), Guest(house, "Cleo")
        room = await anna.opens("velocity", 3, ["", "", "level1"], options={"first_player": 0})
        first = await anna.at(room)
        second = await ben.at(room, first.room["invite"].split("invite=")[1])
        looker = await cleo.at(room)
        await first.told({"do": "start", "bot": "level1"})
        await first.until(lambda: first.mine and bool(second.table) and bool(looker.table))
        found = await hinted(first)
        open_moves = {move["text"]: move["picks"] for move in first.table["moves"]}
        assert found["ply"] == first.table["ply"] and found["moves"][0]["why"]
        assert all(open_moves[move["text"]] == move["picks"] for move in found["moves"])
        await second.until(lambda: bool(all_of(second, "hinted")))
        assert all_of(second, "hinted") == [{"is": "hinted", "ply": found["ply"], "seat": 0}]
        assert all_of(first, "hinted") == []
        assert await second.refusal({"do": "hint", "ply": second.table["ply"]}) == {"key": "refuse.turn"}
        assert await looker.refusal({"do": "hint", "ply": looker.table["ply"]}) == {"key": "refuse.seat"}
        assert all_of(second, "hints") == all_of(looker, "hints") == []


@scene
async def test_a_hint_that_failed_is_said_and_may_be_asked_for_again(tmp_path: Path) -> None:
    class Failing(Here):
        async def run(self, work: Callable[..., Any], *given: object) -> Any:
            raise BrokenProcessPool

    async with House(tmp_path, Failing) as house:
        anna = Guest(house, "Anna")
        page = await anna.at(await anna.opens("velvet", 2, ["", "level1"]))
        await page.until(lambda: page.mine)
        ask = {"do": "hint", "ply": page.table["ply"]}
        assert await page.refusal(ask) == {"key": "refuse.broken"}
        house.services.registry.context.hints.asked_at.clear()
        assert await page.refusal(ask) == {"key": "refuse.broken"}, "nobody thinks for ever"


@scene
async def test_alone_among_bots_nobody_is_told(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna, ben = Guest(house, "Anna"), Guest(house, "Ben")
        room = await anna.opens("velvet", 2, ["", "level1"])
        page, looker = await anna.at(room), await ben.at(room)
        await page.until(lambda: page.mine)
        await hinted(page)
        assert all_of(looker, "hinted") == []


@scene
async def test_no_hint_where_the_terms_forbid_it_nor_out_of_turn_nor_for_an_old_table(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        anna = Guest(house, "Anna")
        room = await anna.opens("velvet", 2, ["", "level1"], terms={"hints": False})
        page = await anna.at(room)
        await page.until(lambda: page.mine)
        assert await page.refusal({"do": "hint", "ply": page.table["ply"]}) == {"key": "refuse.hint"}
        usual = await anna.at(await anna.opens("velvet", 2, ["", "level1"]))
        await usual.until(lambda: usual.mine)
        assert await usual.refusal({"do": "hint", "ply": usual.table["ply"] - 1}) == {"key": "refuse.stale"}
        lobby = await anna.at(await anna.opens("velvet", 2))
        assert await lobby.refusal({"do": "hint", "ply": 0}) == {"key": "refuse.lobby"}


@scene
async def test_one_hint_at_a_time_and_not_too_often(tmp_path: Path) -> None:
    async with House(tmp_path, thinkers=Waiting) as house:
        advisers, thinkers = house.services.registry.context.hints, house.services.registry.context.pool
        now = 100.0
        advisers.now = lambda: now
        assert isinstance(thinkers, Waiting)
        anna = Guest(house, "Anna")
        page = await anna.at(await anna.opens("velvet", 2, ["", "level1"]))
        await page.until(lambda: page.mine)
        ask = {"do": "hint", "ply": page.table["ply"]}
        page.say(ask)
        await thinkers.asked.wait()
        now = 200.0
        assert await page.refusal(ask) == {"key": "refuse.hint.soon"}
        thinkers.go.set()
        await page.until(lambda: bool(all_of(page, "hints")))
        await asyncio.gather(*advisers.tasks.values())
        now = 100.5
        assert await page.refusal(ask) == {"key": "refuse.hint.soon"}
        now = 101.0
        await hinted(page)
        assert len(all_of(page, "hints")) == 2


@scene
async def test_a_hint_is_dropped_when_the_table_has_moved_on_or_the_page_is_gone(tmp_path: Path) -> None:
    async with House(tmp_path, thinkers=Waiting) as house:
        thinkers, advisers = house.services.registry.context.pool, house.services.registry.context.hints
        assert isinstance(thinkers, Waiting)
        anna = Guest(house, "Anna")
        page = await anna.at(await anna.opens("velvet", 2, ["", "level1"]))
        await page.until(lambda: page.mine)
        page.say({"do": "hint", "ply": page.table["ply"]})
        await thinkers.asked.wait()
        await page.play(page.table["moves"][0]["text"])
        thinkers.go.set()
        await asyncio.gather(*advisers.tasks.values())
        assert all_of(page, "hints") == []
        thinkers.go.clear()
        thinkers.asked.clear()
        advisers.asked_at.clear()
        page.say({"do": "hint", "ply": page.table["ply"]})
        await thinkers.asked.wait()  # and the house is shut while somebody waits for advice


@scene
async def test_hints_of_one_address_wait_for_one_another_whoever_asks(tmp_path: Path) -> None:
    async with House(tmp_path, Waiting, bots=0) as house:
        thinkers = house.services.registry.context.pool
        assert isinstance(thinkers, Waiting)
        for address in ("192.0.2.7", "192.0.2.7", "192.0.2.7", "192.0.2.8"):
            guest = Guest(house, address=address)
            room = await guest.opens("velocity", 3, ["", "level1", "level1"], options={"first_player": 0})
            page = await guest.at(room)
            page.say({"do": "hint", "ply": page.table["ply"]})
            page.say({"do": "ping"})
            await page.when(lambda page: bool(all_of(page, "pong")))
        await thinkers.asked.wait()
        waiting = {whose: len(turns) for whose, turns in thinkers.queue.waiters.items()}
        assert waiting == {"192.0.2.7": 2, "192.0.2.8": 1}
        thinkers.go.set()
