"""The parts of a room's state: seats, premoves, the take-back vote, chat, and limits on hints."""

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from hashlib import blake2b

from velodrome.server.protocol import Said, Seat, Word
from velodrome.server.rooms.names import BOT_NAMES, default_name
from velodrome.server.store.queries import SHOWN_MESSAGES
from velodrome.server.store.rows import ChatRow, SeatRow

HINT_INTERVAL = 1.0  # seconds between two hints for one guest
MAX_REMEMBERED_GUESTS = 10_000
CHAT_BURST, CHAT_SPAN = 8, 20.0  # rate limit: messages of one guest, within this many seconds


class RoomSeat:
    """The holder of a seat in a room, and the person or bot who plays it."""

    __slots__ = ("bot", "guest", "has_forfeited", "has_own_name", "is_away", "name")

    def __init__(
        self,
        guest: str = "",
        bot: str = "",
        is_away: bool = False,
        name: str = "",
        has_own_name: bool = False,
        has_forfeited: bool = False,
    ) -> None:
        self.guest = guest  # the holder; "" if the seat is free or belongs to a bot
        self.bot = bot  # level of the bot that plays; "" if none does
        self.is_away = is_away  # the guest left on purpose: a bot plays until the guest asks for the seat
        self.name = name or (default_name(guest) if guest else "")
        self.has_own_name = has_own_name  # the name is the seat's, not the guest's: people share the guest's device
        self.has_forfeited = has_forfeited  # lost on time

    @staticmethod
    def from_row(row: SeatRow) -> "RoomSeat":
        """Build a seat from its row."""
        name = row.name or row.guest_name or ""
        return RoomSeat(row.guest, row.bot, row.away, name, bool(row.name), row.forfeit_ply is not None)

    def row(self, seat: int) -> SeatRow:
        """Return the database row for a seat in a new room."""
        return SeatRow(seat, self.guest, self.bot, self.is_away, self.own_name)

    @property
    def own_name(self) -> str | None:
        return self.name if self.has_own_name else None

    @property
    def is_free(self) -> bool:
        return not self.guest and not self.bot

    @property
    def is_played_by_person(self) -> bool:
        return bool(self.guest) and not self.bot

    def played_by(self, bot: str, is_away: bool = False) -> "RoomSeat":
        """Return a copy in which a bot plays for the guest; with bot "", the guest plays again."""
        return RoomSeat(self.guest, bot, is_away, self.name, self.has_own_name, self.has_forfeited)

    def shown_name(self, seat: int) -> str:
        """Return the name that everybody sees; "" if the seat is free."""
        if self.guest:
            return self.name
        return BOT_NAMES[seat] if self.bot else ""

    def message(self, seat: int, is_online: bool) -> Seat:
        """Return the public information about the seat."""
        return Seat(self.shown_name(seat), self.bot, bool(self.bot) or is_online, bool(self.guest and self.bot))


class Premoves:
    """The queue of premoves of each seat, and the data that decides when queues are dropped."""

    def __init__(self, ply: int) -> None:
        self.since = ply  # requests with a lower ply are refused: they were made for another round or before an undo
        self.queued: dict[int, list[str]] = {}  # by seat: texts of moves; seats with an empty queue are left out
        self.checked_ply = -1  # the last ply at which the actor's queue had to wait for another decision
        self.foreseen: dict[int, set[int]] = {}  # by seat: moves it could prepare when its queue was last confirmed
        self.spent: dict[int, int] = {}  # by seat: the ply at which its queue was last shortened or dropped
        self.unconfirmed: set[int] = set()  # seats that played a premove and whose next one is not yet known to fit

    def set(self, seat: int, moves: list[str], plans: set[int]) -> None:
        """Replace the queue of a seat; `plans` are the moves that the seat can prepare now."""
        self.forget(seat)
        if moves:
            self.queued[seat], self.foreseen[seat] = moves, plans

    def forget(self, seat: int) -> None:
        """Delete the queue of a seat."""
        self.checked_ply = -1
        self.queued.pop(seat, None)
        self.foreseen.pop(seat, None)
        self.unconfirmed.discard(seat)


class TakebackVote:
    """The vote on a seat's request to take back its last move; only one vote is pending at a time."""

    def __init__(self) -> None:
        self.asker: int | None = None  # the seat that asks; None if no vote is pending
        self.agreed: set[int] = set()
        self.denied: dict[int, int] = {}  # by seat: the ply at which its last request was denied

    def ask(self, seat: int) -> None:
        """Start the vote on this seat's request."""
        self.asker, self.agreed = seat, set()

    def close(self) -> None:
        """End the vote."""
        self.asker, self.agreed = None, set()


class Chat:
    """The latest chat messages in a room, and the rate limit for its guests."""

    def __init__(self, rows: Sequence[ChatRow]) -> None:
        self.words: deque[Word] = deque((chat_word(row) for row in rows), SHOWN_MESSAGES)
        self.sent_at: dict[str, deque[float]] = {}  # by guest: times of the latest messages, oldest first

    @property
    def count(self) -> int:
        return self.words[-1].n if self.words else 0

    def recent(self, guest: str) -> Said:
        """Return a message with the latest chat messages, for a new page of this guest."""
        return Said(list(self.words), True, chat_id(guest))

    def is_too_fast(self, guest: str, now: float) -> bool:
        """Return whether a guest has reached the rate limit."""
        times = self.sent_at.get(guest)
        return times is not None and len(times) == CHAT_BURST and times[0] > now - CHAT_SPAN

    def count_message(self, guest: str, now: float) -> None:
        """Count a message towards the guest's rate limit; also drop expired entries of other guests."""
        for other in [name for name, times in self.sent_at.items() if times[-1] <= now - CHAT_SPAN]:
            del self.sent_at[other]
        self.sent_at.setdefault(guest, deque(maxlen=CHAT_BURST)).append(now)


class HintLimits:
    """Limits on hints: one at a time for each guest, with a pause in between."""

    def __init__(self) -> None:
        self.tasks: dict[str, asyncio.Task[None]] = {}  # by guest
        self.asked_at: dict[str, float] = {}  # by guest: time of the last hint request
        self.now = time.monotonic

    def is_too_soon(self, guest: str) -> bool:
        """Return whether a guest must wait before the next hint; if not, count this request."""
        now = self.now()
        if guest in self.tasks or now - self.asked_at.get(guest, now - HINT_INTERVAL) < HINT_INTERVAL:
            return True
        if len(self.asked_at) >= MAX_REMEMBERED_GUESTS:
            self.asked_at = {other: then for other, then in self.asked_at.items() if now - then < HINT_INTERVAL}
        self.asked_at[guest] = now
        return False

    async def close(self) -> None:
        """Cancel all running hint tasks, and wait for them."""
        tasks = list(self.tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def chat_word(row: ChatRow) -> Word:
    """Return a stored chat message in the form that is sent to everybody."""
    return Word(row.n, row.ply, row.seat, chat_id(row.guest), row.name, row.at, row.text, row.reaction)


def chat_id(guest: str) -> str:
    """Return a guest's public id, by which others can mute the guest; a hash, so it does not reveal the guest id."""
    return blake2b(guest.encode(), digest_size=8, person=b"who").hexdigest()
