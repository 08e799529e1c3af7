"""What is said at a table: who may speak, how much, and who is told. It is kept with the game before anybody reads it.

Whoever sits there speaks; who looks on reads, and speaks once the game is over: so nobody is told of a hand by
somebody who walks around the table.
"""

import time
import unicodedata
from collections import deque
from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING

import msgspec

from velodrome.server.protocol import WEB, Refused, Said, Word
from velodrome.server.rooms.connection import Line
from velodrome.server.rooms.seats import BLANK
from velodrome.server.store.queries import SHOWN_MESSAGES
from velodrome.server.store.rows import ChatRow
from velodrome.server.store.statements import insert_chat_message, update_room

if TYPE_CHECKING:
    from velodrome.server.rooms.room import LiveRoom

REACTIONS = ("bravo", "chapeau", "thanks", "luck", "ouch", "bell")
LONGEST = 200  # letters of a text
MARKS, SIGNS = 2, 4  # accents on one letter, and with the vowel signs of other scripts: more climb out of their line
BURST, SPAN = 8, 20.0  # words that one guest may say in so many seconds
MOST = 5000  # words that a table keeps


class Talk:
    """The last words of a table, and who spoke when."""

    def __init__(self, says: Sequence[ChatRow]) -> None:
        self.words: deque[Word] = deque((word(row) for row in says), SHOWN_MESSAGES)
        self.times: dict[str, deque[float]] = {}  # when a guest last spoke

    @property
    def count(self) -> int:
        return self.words[-1].n if self.words else 0

    def lately(self, guest: str) -> Said:
        """What a page is told on arrival."""
        return Said(list(self.words), True, who(guest))

    def is_fast(self, guest: str, now: float) -> bool:
        """Whether a guest has spoken too much of late."""
        times = self.times.get(guest)
        return times is not None and len(times) == BURST and times[0] > now - SPAN

    def spoke(self, guest: str, now: float) -> None:
        for other in [name for name, times in self.times.items() if times[-1] <= now - SPAN]:
            del self.times[other]
        self.times.setdefault(guest, deque(maxlen=BURST)).append(now)


# ---------------------------------------------------------------- what a page may ask


def say(room: "LiveRoom", line: Line, text: str) -> None:
    """Tell everybody a text."""
    tidy = proper_text(text)
    if len(tidy) > LONGEST:
        refuse(room, line, "refuse.talk.long")
    elif not tidy:
        refuse(room, line, "refuse.talk.empty")
    else:
        speak(room, line, tidy, "")


def react(room: "LiveRoom", line: Line, reaction: str) -> None:
    """Tell everybody a reaction."""
    if reaction not in REACTIONS:
        refuse(room, line, "refuse.unknown")
    else:
        speak(room, line, "", reaction)


def speak(room: "LiveRoom", line: Line, text: str, reaction: str) -> None:
    """Keep it, then tell it; or say why not."""
    now, mine = room.hall.clock(), room.seats_of(line.guest)
    if not room.terms.talk:
        refuse(room, line, "refuse.talk.off")
    elif not mine and room.phase != "over":
        refuse(room, line, "refuse.talk.watch")
    elif room.talk.count >= MOST:
        refuse(room, line, "refuse.talk.full")
    elif room.talk.is_fast(line.guest, now):
        refuse(room, line, "refuse.talk.fast")
    else:
        room.talk.spoke(line.guest, now)
        seat = line.viewer if line.viewer in mine else next(iter(mine), -1)  # of those who share a device, who looks
        row = ChatRow(
            room.talk.count + 1,
            room.ply,
            line.guest,
            seat,
            room.seats[seat].name if mine else line.name,
            text,
            reaction,
            time.time(),
        )
        room.write([], [insert_chat_message(room.name, row)], lambda: tell(room, row))


def tell(room: "LiveRoom", row: ChatRow) -> None:
    """What is kept, to everybody."""
    said = word(row)
    room.talk.words.append(said)
    message, own = msgspec.json.encode(Said([said])), msgspec.json.encode(Said([said], me=said.who))
    for line in room.lines:
        line.sender.send(own if line.guest == row.guest else message)


def hush(room: "LiveRoom", line: Line, talk: bool) -> None:
    """Turn talk off, or on again: then everybody is told what was said before."""
    if line.guest != room.host:
        room.refuse(line, {"key": "refuse.host"})
        return
    if talk == room.terms.talk:
        return
    terms = msgspec.structs.replace(room.terms, talk=talk)

    def done() -> None:
        room.terms = terms
        room.tell_room()
        for other in room.lines:
            room.tell_talk(other)

    room.write([], [update_room(room.name, terms=msgspec.json.encode(terms).decode())], done)


def refuse(room: "LiveRoom", line: Line, key: str) -> None:
    """Say no; the table is as it was, so it is not shown again."""
    room.hall.metrics.refused += 1
    line.tell(Refused(room.ply, {"key": key}, WEB))


# ---------------------------------------------------------------- words


def word(row: ChatRow) -> Word:
    """A word as everybody reads it."""
    return Word(row.n, row.ply, row.seat, who(row.guest), row.name, row.at, row.text, row.reaction)


def who(guest: str) -> str:
    """A sign of a guest that names nobody: a guest is too long to be guessed from it."""
    return blake2b(guest.encode(), digest_size=8, person=b"who").hexdigest()


def proper_text(text: str) -> str:
    """A text on one line, without what cannot be seen or turns others around; "" if nothing is left."""
    kept: list[str] = []
    marks = signs = 0
    for sign in unicodedata.normalize("NFC", " ".join(text.split())):
        marks = marks + 1 if unicodedata.combining(sign) else 0
        signs = signs + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if sign.isprintable() and sign not in BLANK and marks <= MARKS and signs <= SIGNS:
            kept.append(sign)
    return " ".join("".join(kept).split())
