"""Who is served next: whoever waits with much waits no less than whoever waits with little."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

Result = TypeVar("Result")


class Slots:
    """A few slots; those that come free are given round robin to all who wait, and to each in order."""

    def __init__(self, free: int) -> None:
        self.free = free
        self.waiting: dict[str, deque[asyncio.Future[None]]] = {}  # by who waits, the next first

    @asynccontextmanager
    async def one(self, whose: str) -> AsyncIterator[None]:
        """Wait for a slot, and keep it for a while."""
        await self.take(whose)
        try:
            yield
        finally:
            self.give()

    async def take(self, whose: str) -> None:
        if self.free:
            self.free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(whose, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give()  # given, but no longer wanted
            raise

    def give(self) -> None:
        """Pass a slot on to who is next, behind all others from then on."""
        while self.waiting:
            whose = next(iter(self.waiting))
            turns = self.waiting.pop(whose)
            while turns and turns[0].done():  # it was cancelled
                turns.popleft()
            if not turns:
                continue
            turns.popleft().set_result(None)
            if turns:
                self.waiting[whose] = turns
            return
        self.free += 1


READERS = Slots(1)  # of what guests wrote or look back at: boards, records, games


async def apart(whose: str, reading: Callable[[], Result]) -> Result:
    """Read or replay something for a guest, in a thread and one at a time: it may take long, and tables go on."""
    async with READERS.one(whose):
        return await asyncio.to_thread(reading)
