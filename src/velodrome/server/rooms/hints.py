"""Hints at the table: the best moves for who decides, where the terms allow it; one at a time for each guest."""

import asyncio
import time
from typing import TYPE_CHECKING

from velodrome.server.protocol import Hint, Hinted, Hints
from velodrome.server.rooms.connection import Line

if TYPE_CHECKING:
    from velodrome.server.rooms.room import LiveRoom

PAUSE = 1.0  # seconds between two hints of one guest
MANY = 10_000  # guests of whom it is remembered when they asked


class Advisers:
    """Who is being advised, and who was just now."""

    def __init__(self) -> None:
        self.tasks: dict[str, asyncio.Task[None]] = {}  # by guest
        self.asked: dict[str, float] = {}  # when a guest was last advised
        self.clock = time.monotonic

    def is_fast(self, guest: str) -> bool:
        """Whether a guest asks again too soon; if not, this time counts."""
        now = self.clock()
        if guest in self.tasks or now - self.asked.get(guest, now - PAUSE) < PAUSE:
            return True
        if len(self.asked) >= MANY:
            self.asked = {other: then for other, then in self.asked.items() if now - then < PAUSE}
        self.asked[guest] = now
        return False

    def begin(self, room: "LiveRoom", line: Line) -> None:
        """Think for a guest, unless that is already done."""
        task = asyncio.get_running_loop().create_task(advise(room, line))
        self.tasks[line.guest] = task
        task.add_done_callback(lambda _: self.tasks.pop(line.guest, None))

    async def close(self) -> None:
        """No more advice."""
        tasks = list(self.tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def hint(room: "LiveRoom", line: Line, request: Hint) -> None:
    """Advise who asks, or say why not."""
    key = refusal(room, line, request)
    if not key and room.hall.advisers.is_fast(line.guest):
        key = "refuse.hint.soon"
    if key:
        room.refuse(line, {"key": key})
    else:
        room.hall.advisers.begin(room, line)


def refusal(room: "LiveRoom", line: Line, request: Hint) -> str:
    """Why there is no hint for this page now; "" if there is."""
    if not room.terms.hints:
        return room.barred(line.viewer) or "refuse.hint"
    return room.barred(line.viewer, request.ply) or ("" if room.log.state.actor == line.viewer else "refuse.turn")


async def advise(room: "LiveRoom", line: Line) -> None:
    """Think as the seat sees it, and answer, unless the table has moved on."""
    asked, seat = Hint(room.ply), line.viewer
    log, thinkers = room.log, room.hall.thinkers

    def wanted() -> bool:
        same = room.log is log and line in room.lines and line.viewer == seat
        return same and not refusal(room, line, asked)

    async with thinkers.queue.slot(line.address or line.guest):  # as bots: whoever drops the cookie gains nothing
        moves = await thinkers.advise(room.kind, log.state.seen_by(seat)) if wanted() else []
    if not wanted():
        return
    if not moves:
        room.refuse(line, {"key": "refuse.broken"})
        return
    line.tell(Hints(asked.ply, moves))
    if sum([bool(place.guest and not place.bot) for place in room.seats]) > 1:
        tell_others(room, seat, asked.ply)


def tell_others(room: "LiveRoom", seat: int, ply: int) -> None:
    """Where several people play, a hint is no secret."""
    for other in room.lines:
        if other.viewer != seat:
            other.tell(Hinted(ply, seat))
