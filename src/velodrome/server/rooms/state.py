"""The parts of a room's state: seats, join requests, premoves, the take-back vote, chat, and limits on hints."""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Sequence
from hashlib import blake2b

from velodrome.server.protocol import Said, Seat, Word
from velodrome.server.rooms.names import BOT_NAMES, default_name
from velodrome.server.store.queries import SHOWN_MESSAGES
from velodrome.server.store.rows import ChatRow, SeatRow

HINT_INTERVAL = 1.0  # seconds between two hints for one guest
MAX_REMEMBERED_GUESTS = 10_000
MAX_JOIN_REQUESTS = 8  # pending in one room
MAX_GUEST_JOINS = 3  # requests from one guest in one room, withdrawn ones included
MAX_ADDRESS_JOINS = 12  # requests from all guests with one address in one room
MAX_ADDRESS_DENIALS = 3  # declined requests from one address in one room; then its guests cannot ask there any more
MAX_JOINS = 300  # requests in one room since it was loaded
CHAT_BURST, CHAT_SPAN = 8, 20.0  # rate limit for one guest: at most so many messages in so many seconds


class RoomSeat:
    """A seat in a room: the guest who holds it, and the person or bot who plays on it."""

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
        """Return a copy of this seat in which the bot `bot` plays for the guest; if it is "", the guest plays again.

        `is_away` says that the guest left on purpose.
        """
        return RoomSeat(self.guest, bot, is_away, self.name, self.has_own_name, self.has_forfeited)

    def shown_name(self, seat: int) -> str:
        """Return the name that everybody sees; "" if the seat is free."""
        if self.guest:
            return self.name
        return BOT_NAMES[seat] if self.bot else ""

    def message(self, seat: int, is_online: bool) -> Seat:
        """Return the part of the room message that tells all pages about this seat."""
        return Seat(self.shown_name(seat), self.bot, bool(self.bot) or is_online, bool(self.guest and self.bot))


class JoinRequests:
    """The pending join requests of a room, and the counters that limit new requests.

    Requests and denials are also counted by network address, because a person who deletes the cookie becomes a new
    guest. An empty address stands for this machine, for which there are no limits by address.
    """

    def __init__(self) -> None:
        self.seats: dict[str, int] = {}  # pending requests by guest: the seat that the guest would like; oldest first
        self.denied: set[str] = set()  # guests whom the host declined
        self.asked: Counter[str] = Counter()  # requests by guest
        self.address_asked: Counter[str] = Counter()
        self.address_denied: Counter[str] = Counter()

    def is_denied(self, guest: str, address: str) -> bool:
        """Return whether the host has declined this guest, or several guests with the same address."""
        return guest in self.denied or self.address_denied[address] >= MAX_ADDRESS_DENIALS

    def is_too_many(self, guest: str, address: str) -> bool:
        """Return whether a limit forbids one more request."""
        return (
            self.asked[guest] >= MAX_GUEST_JOINS
            or self.address_asked[address] >= MAX_ADDRESS_JOINS
            or self.asked.total() >= MAX_JOINS
            or len(self.seats) >= MAX_JOIN_REQUESTS
        )

    def add(self, guest: str, address: str, seat: int) -> None:
        """Add a guest's request for this seat, and count it towards the limits."""
        self.seats[guest] = seat
        self.asked[guest] += 1
        if address:
            self.address_asked[address] += 1

    def deny(self, guest: str, address: str) -> None:
        """Remove a request; the guest cannot ask again."""
        self.seats.pop(guest, None)
        self.denied.add(guest)
        if address:
            self.address_denied[address] += 1


class Premoves:
    """Each seat's queue of premoves, and the data that decides when a queue is dropped."""

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
        """Count a message towards the guest's rate limit; also forget other guests' messages that no longer count."""
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
        """Return whether a guest must wait before the next hint.

        If the guest need not wait, this also records the time of the request, from which the next wait is counted.
        """
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
    """Convert a stored chat message to the form in which all pages receive it."""
    return Word(row.n, row.ply, row.seat, chat_id(row.guest), row.name, row.at, row.text, row.reaction)


def chat_id(guest: str) -> str:
    """Return a guest's public id: a hash that does not reveal the secret guest id.

    Pages use it to mute the guest in the chat, or to accept the guest's join request.
    """
    return blake2b(guest.encode(), digest_size=8, person=b"who").hexdigest()
