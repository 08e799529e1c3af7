"""The small states that rooms are made of: seats, premoves, take-back vote, chat, hints under way."""

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
CHAT_BURST, CHAT_SPAN = 8, 20.0  # messages that one guest may send within so many seconds


class RoomSeat:
    """A seat of a room and who holds it."""

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
        self.guest = guest  # "" if nobody holds it, or a bot by itself
        self.bot = bot  # the level that plays; "" for a person
        self.is_away = is_away  # the guest left and must ask to come back; a bot plays
        self.name = name or (default_name(guest) if guest else "")
        self.has_own_name = has_own_name  # the name belongs to the seat: several people share the guest's device
        self.has_forfeited = has_forfeited  # lost on time

    @staticmethod
    def from_row(row: SeatRow) -> "RoomSeat":
        """A seat as the database has it."""
        name = row.name or row.guest_name or ""
        return RoomSeat(row.guest, row.bot, row.away, name, bool(row.name), row.forfeit_ply is not None)

    def row(self, seat: int) -> SeatRow:
        """The seat of a new room as the database has it."""
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
        """The same seat with a bot playing for its guest; "" puts the guest back."""
        return RoomSeat(self.guest, bot, is_away, self.name, self.has_own_name, self.has_forfeited)

    def shown_name(self, seat: int) -> str:
        """The name that everybody reads."""
        if self.guest:
            return self.name
        return BOT_NAMES[seat] if self.bot else ""

    def message(self, seat: int, is_online: bool) -> Seat:
        """The seat as everybody may know it."""
        return Seat(self.shown_name(seat), self.bot, bool(self.bot) or is_online, bool(self.guest and self.bot))


class Premoves:
    """Moves that seats have prepared, and what is known of when they fit."""

    def __init__(self, ply: int) -> None:
        self.since = ply  # premoves of somebody who has seen fewer plies were meant for another position
        self.queued: dict[int, list[str]] = {}  # by seat; never empty lists
        self.checked_ply = -1  # the ply at which the queue of the actor was found to be for later
        self.foreseen: dict[int, set[int]] = {}  # by seat: what it could prepare when its queue last fitted
        self.spent: dict[int, int] = {}  # by seat: the ply at which its queue last got shorter
        self.unconfirmed: set[int] = set()  # seats that have played a premove and whose next was not yet found to fit

    def set(self, seat: int, moves: list[str], plans: set[int]) -> None:
        """Queue moves that fit what the seat can prepare now."""
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
    """The question whether a seat may take back its last move."""

    def __init__(self) -> None:
        self.asker: int | None = None
        self.agreed: set[int] = set()
        self.denied: dict[int, int] = {}  # by seat: the ply at which its last question was answered with no

    def ask(self, seat: int) -> None:
        """Open a question of a seat."""
        self.asker, self.agreed = seat, set()

    def close(self) -> None:
        """End the question."""
        self.asker, self.agreed = None, set()


class Chat:
    """The last messages of a room, and who sent some lately."""

    def __init__(self, rows: Sequence[ChatRow]) -> None:
        self.words: deque[Word] = deque((chat_word(row) for row in rows), SHOWN_MESSAGES)
        self.sent_at: dict[str, deque[float]] = {}  # by guest

    @property
    def count(self) -> int:
        return self.words[-1].n if self.words else 0

    def recent(self, guest: str) -> Said:
        """What a page is sent when it arrives."""
        return Said(list(self.words), True, chat_id(guest))

    def is_too_fast(self, guest: str, now: float) -> bool:
        """Whether a guest has sent too many messages lately."""
        times = self.sent_at.get(guest)
        return times is not None and len(times) == CHAT_BURST and times[0] > now - CHAT_SPAN

    def count_message(self, guest: str, now: float) -> None:
        """Count a message of a guest towards the rate limit."""
        for other in [name for name, times in self.sent_at.items() if times[-1] <= now - CHAT_SPAN]:
            del self.sent_at[other]
        self.sent_at.setdefault(guest, deque(maxlen=CHAT_BURST)).append(now)


class HintLimits:
    """Who is being given a hint, and who was given one lately."""

    def __init__(self) -> None:
        self.tasks: dict[str, asyncio.Task[None]] = {}  # by guest
        self.asked_at: dict[str, float] = {}  # by guest
        self.now = time.monotonic

    def is_too_soon(self, guest: str) -> bool:
        """Whether a guest asks again too soon; if not, this request counts."""
        now = self.now()
        if guest in self.tasks or now - self.asked_at.get(guest, now - HINT_INTERVAL) < HINT_INTERVAL:
            return True
        if len(self.asked_at) >= MAX_REMEMBERED_GUESTS:
            self.asked_at = {other: then for other, then in self.asked_at.items() if now - then < HINT_INTERVAL}
        self.asked_at[guest] = now
        return False

    async def close(self) -> None:
        """Cancel all hints."""
        tasks = list(self.tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def chat_word(row: ChatRow) -> Word:
    """A stored message as everybody reads it."""
    return Word(row.n, row.ply, row.seat, chat_id(row.guest), row.name, row.at, row.text, row.reaction)


def chat_id(guest: str) -> str:
    """A public id of a guest, by which others can mute them; the guest cannot be found from it."""
    return blake2b(guest.encode(), digest_size=8, person=b"who").hexdigest()
