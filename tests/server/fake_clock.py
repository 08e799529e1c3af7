"""A fake clock that tests control, and helpers that start games with a clock."""

import json
from collections.abc import Callable
from typing import Any

from tests.server.harness import Guest, House, Page

MINUTE: dict[str, Any] = {"mode": "enforced", "seconds": 60}
ALONE: dict[str, Any] = {"bots": ["", "level1", "level1"], "options": {"first_player": 0}}  # VeloCity: seat 0 begins


class FakeTimer:
    """Fake timer that never expires; instead, the test calls the timer's callback `doing`."""

    def __init__(self, delay: float, doing: Callable[[], None]) -> None:
        self.delay, self.doing, self.cancelled = delay, doing, False

    def cancel(self) -> None:
        self.cancelled = True


class Time:
    """Fake time and timers for the clocks of a server."""

    def __init__(self, house: House, now: float = 1_000_000.0) -> None:
        self.now = now
        self.timers: list[FakeTimer] = []
        self.clocks = house.services.registry.context.clocks
        self.clocks.now = lambda: self.now
        self.clocks.call_later = self.later  # type: ignore[assignment]  # cancelled like a TimerHandle

    def later(self, delay: float, doing: Callable[[], None]) -> FakeTimer:
        self.timers.append(FakeTimer(delay, doing))
        return self.timers[-1]

    @property
    def running(self) -> list[FakeTimer]:
        return [timer for timer in self.timers if not timer.cancelled]

    def end(self) -> None:
        """Advance the time to the end of the only running timer, and call its callback."""
        (timer,) = self.running
        self.now += timer.delay
        timer.cancelled = True
        timer.doing()


def times(page: Page) -> dict[str, Any]:
    """Return the last message about clock times that a page received; {} if there was none."""
    found = [told for told in map(json.loads, page.raw) if told["is"] == "times"]
    return found[-1] if found else {}


async def start_timed_game(guest: Guest, clock: dict[str, Any], **terms: Any) -> Page:
    """Start VeloCity against two bots, wait until the guest is to move and the clock is running; return the page."""
    room = await guest.create_room("velocity", 3, terms={"clock": clock, **terms}, **ALONE)
    page = await guest.connect(room)
    await page.wait_until(lambda: page.is_to_move and bool(times(page)))
    return page


async def pair(house: House, game: str, **terms: Any) -> list[Page]:
    """Start a game between two people; return their pages, beginning with that of the seat to move."""
    anna, ben = Guest(house, "Anna"), Guest(house, "Ben")
    room = await anna.create_room(game, 2, terms=terms)
    first = await anna.connect(room)
    second = await ben.connect(room, first.room["invite"].split("invite=")[1])
    await second.wait_until(lambda: second.room["me"] == 1)
    first.send({"do": "start"})
    for page in (first, second):
        await page.wait_for_page(lambda page: bool(page.table) and bool(times(page)))
    return [first, second] if first.is_to_move else [second, first]
