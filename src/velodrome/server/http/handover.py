"""Handing over: by a code, another device becomes the same guest, with all seats of that guest.

A code is good once and for some minutes, and is known here by its hash alone. Who guesses wrong a few times is
refused for an hour, by address. A restart forgets all codes.
"""

import secrets
import time
from functools import partial
from hashlib import blake2b
from typing import NamedTuple

import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from velodrome.server.http.rooms import Refuse, answer, body
from velodrome.server.protocol import HandCode, HandOver, TakenOver, TakeOver
from velodrome.server.rooms.registry import LETTERS
from velodrome.server.services import Desk, Hourly, Quota, address_of, desk_of
from velodrome.server.workers.fair_queue import apart

LENGTH = 8  # 40 bits: too many to be tried within the limits below
MINUTES = 10
WRONG = 20  # codes that one address may get wrong in an hour
MADE, MADE_FROM = 30, 300  # codes that one guest may ask for in an hour, and all from one address
MOST = 10_000  # codes that are good at once


class Handed(NamedTuple):
    """Who is handed over."""

    guest: str
    room: str  # where the other device goes; "" for home
    until: float


class Codes:
    """Codes that are good now: one a guest."""

    def __init__(self) -> None:
        self.clock = time.monotonic
        self.key = secrets.token_bytes(32)
        self.handed: dict[bytes, Handed] = {}  # by the code's hash; the oldest first
        self.made = Quota(MADE, MADE_FROM)  # nobody takes all places, or makes pictures all day
        self.wrong = Hourly(WRONG)  # by address; guests of a proxy that says nothing of them share theirs

    def make(self, guest: str, room: str, address: str = "") -> str:
        """A new code for a guest, whose last one is good no more; "" if there were too many."""
        now = self.clock()
        self.handed = {sign: one for sign, one in self.handed.items() if one.until > now and one.guest != guest}
        if len(self.handed) >= MOST or not self.made.grant(guest, address, now):
            return ""
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        self.handed[self.sign(code)] = Handed(guest, room, now + 60 * MINUTES)
        return code

    def take(self, code: str, address: str) -> Handed | None:
        """Whom a code hands over, once; None if it does not. Refuse who was wrong too often."""
        now = self.clock()
        if not self.wrong.is_left(address, now):
            raise Refuse("refuse.hand.tries", 429)
        found = self.handed.pop(self.sign(plain(code)), None)
        if found is None or found.until <= now:
            self.wrong.count(address, now)
            return None
        return found

    def sign(self, code: str) -> bytes:
        return blake2b(code.encode(), key=self.key, digest_size=16).digest()


def plain(code: str) -> str:
    """A code as it was made, however it was typed."""
    return "".join(sign for sign in code[:100].lower() if sign in LETTERS)


# ---------------------------------------------------------------- requests


async def hand(request: Request) -> Response:
    """A code for who asks."""
    asked, desk = await body(request, HandOver), desk_of(request)
    guest = desk.guest(request)
    code = codes_of(request).make(guest, await seated(desk, asked.room, guest), address_of(request))
    if not code:
        raise Refuse("refuse.hand.many", 429)
    link = f"{desk.base(request)}/hand#{code}"  # what follows # is sent to no server, and stands in no log
    picture = await apart(desk.whose(request), partial(picture_of, link))
    return desk.known(request, answer(HandCode(code, link, picture, MINUTES)))


def picture_of(link: str) -> str:
    """A link for phones to look at, as it stands in a page."""
    return str(segno.make(link, micro=False).svg_data_uri(xmldecl=False, omitsize=True, border=2))


async def take(request: Request) -> Response:
    """Be the guest of a code."""
    asked, desk = await body(request, TakeOver), desk_of(request)
    found = codes_of(request).take(asked.code, address_of(request))
    if found is None:
        raise Refuse("refuse.hand", 404)
    request.scope["velodrome.guest"] = found.guest
    return desk.known(request, answer(TakenOver(found.room)))


async def seated(desk: Desk, name: str, guest: str) -> str:
    """The room's name if the guest sits there, else ""."""
    room = await desk.hall.room(name) if name else None
    return name if room and room.seat_of(guest) is not None else ""


def codes_of(request: Request) -> Codes:
    found: Codes = request.app.state.codes
    return found


ROUTES = [
    Route("/api/hand", hand, methods=["POST"]),
    Route("/api/hand/take", take, methods=["POST"]),
]
