"""Slots that come free go round: who waits with much does not keep others waiting."""

import asyncio

from tests.server.harness import scene

from velodrome.server.workers.fair_queue import Slots


@scene
async def test_slots_go_round() -> None:
    slots, served = Slots(1), list[str]()

    async def work(whose: str, name: str) -> None:
        async with slots.one(whose):
            served.append(name)
            await asyncio.sleep(0)

    many = [work("Anna", f"a{i}") for i in range(5)]
    await asyncio.gather(*many, work("Ben", "b0"), work("Ben", "b1"), work("Eve", "e0"))
    assert served == ["a0", "a1", "b0", "e0", "a2", "b1", "a3", "a4"]
    assert (slots.free, slots.waiting) == (1, {})


@scene
async def test_no_slot_is_lost_when_somebody_no_longer_waits() -> None:
    slots = Slots(1)
    await slots.take("Anna")
    given, waiting, last = (asyncio.create_task(slots.take(name)) for name in ("Ben", "Eve", "Zoé"))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.sleep(0)
    slots.give()
    given.cancel()  # has the slot, and was not told yet
    await last
    slots.give()
    assert (slots.free, slots.waiting) == (1, {})


@scene
async def test_whoever_no_longer_waits_costs_others_no_turn() -> None:
    slots, served = Slots(1), list[str]()

    async def work(whose: str, name: str) -> None:
        await slots.take(whose)
        served.append(name)

    await slots.take("Anna")
    tasks = [asyncio.create_task(work(*who)) for who in (("Ben", "b0"), ("Ben", "b1"), ("Eve", "e0"))]
    await asyncio.sleep(0)
    tasks[0].cancel()
    await asyncio.sleep(0)
    slots.give()
    await asyncio.sleep(0)
    assert served == ["b1"]  # Ben came first
    slots.give()
    await asyncio.gather(*tasks[1:])
    slots.give()
    assert (slots.free, slots.waiting) == (1, {})
