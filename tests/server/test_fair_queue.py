"""Tests of the fair queue: clients get slots round-robin, and no slot is lost when a waiting task is cancelled."""

import asyncio

from tests.server.harness import async_test

from velodrome.server.workers.fair_queue import FairQueue


@async_test
async def test_slots_are_granted_round_robin_by_client() -> None:
    queue, served = FairQueue(1), list[str]()

    async def work(client: str, name: str) -> None:
        async with queue.slot(client):
            served.append(name)
            await asyncio.sleep(0)

    many = [work("Anna", f"a{i}") for i in range(5)]
    await asyncio.gather(*many, work("Ben", "b0"), work("Ben", "b1"), work("Eve", "e0"))
    assert served == ["a0", "a1", "b0", "e0", "a2", "b1", "a3", "a4"]
    assert (queue.free_slots, queue.waiters) == (1, {})


@async_test
async def test_a_cancelled_waiter_loses_no_slot() -> None:
    queue = FairQueue(1)
    await queue.acquire("Anna")
    granted, waiting, last = (asyncio.create_task(queue.acquire(name)) for name in ("Ben", "Eve", "Zoé"))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.sleep(0)
    queue.release()
    granted.cancel()  # this task was granted the slot, but has not resumed yet
    await last
    queue.release()
    assert (queue.free_slots, queue.waiters) == (1, {})


@async_test
async def test_a_cancelled_waiter_keeps_its_clients_turn() -> None:
    queue, served = FairQueue(1), list[str]()

    async def work(client: str, name: str) -> None:
        await queue.acquire(client)
        served.append(name)

    await queue.acquire("Anna")
    tasks = [asyncio.create_task(work(*job)) for job in (("Ben", "b0"), ("Ben", "b1"), ("Eve", "e0"))]
    await asyncio.sleep(0)
    tasks[0].cancel()
    await asyncio.sleep(0)
    queue.release()
    await asyncio.sleep(0)
    assert served == ["b1"]  # Ben came before Eve in the queue
    queue.release()
    await asyncio.gather(*tasks[1:])
    queue.release()
    assert (queue.free_slots, queue.waiters) == (1, {})
