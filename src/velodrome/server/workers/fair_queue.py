"""A semaphore that serves its clients round-robin, and a function that runs slow requests in a thread, one by one."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

Result = TypeVar("Result")


class FairQueue:
    """Semaphore whose slots are granted round-robin by client; each client's requests are served in order."""

    def __init__(self, slots: int) -> None:
        self.free_slots = slots
        self.waiters: dict[str, deque[asyncio.Future[None]]] = {}  # by client; the client served next comes first

    @asynccontextmanager
    async def slot(self, client: str) -> AsyncIterator[None]:
        """Context manager: wait for a slot for this client, and hold it during the `async with` block."""
        await self.acquire(client)
        try:
            yield
        finally:
            self.release()

    async def acquire(self, client: str) -> None:
        """Wait until this client gets a slot, which it must give back with `release`."""
        if self.free_slots:
            self.free_slots -= 1
            return
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiters.setdefault(client, deque()).append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():
                self.release()  # the slot was granted just before the cancellation
            raise

    def release(self) -> None:
        """Give the slot to the next waiting client, and move that client to the end of the queue.

        If no client is waiting, the slot becomes free.
        """
        while self.waiters:
            client = next(iter(self.waiters))
            waiters = self.waiters.pop(client)
            while waiters and waiters[0].done():  # cancelled
                waiters.popleft()
            if not waiters:
                continue
            waiters.popleft().set_result(None)
            if waiters:
                self.waiters[client] = waiters
            return
        self.free_slots += 1


SLOW_REQUESTS = FairQueue(1)  # reading boards and records, replaying games, drawing QR codes


async def run_in_thread(client: str, work: Callable[[], Result]) -> Result:
    """Run a slow function for a client in a thread, so that it does not block the event loop.

    Only one of these functions runs at a time; the others wait in a fair queue.
    """
    async with SLOW_REQUESTS.slot(client):
        return await asyncio.to_thread(work)
