"""Handover to another device: with a one-time code, another browser becomes the same guest and gets all seats.

A code works once, for a few minutes; only its keyed hash is in memory, so a restart cancels all codes. An address
with too many wrong codes is refused for an hour.
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

from velodrome.server.guests.limits import HourlyLimit, Quota, client_address
from velodrome.server.http.errors import RequestRefused
from velodrome.server.http.requests import json_response, read_body
from velodrome.server.protocol import HandCode, HandOver, TakenOver, TakeOver
from velodrome.server.rooms.create import NAME_LETTERS
from velodrome.server.services import Services, get_services
from velodrome.server.workers.fair_queue import run_in_thread

CODE_LENGTH = 8  # 40 bits: too many codes to try within the limits below
CODE_MINUTES = 10
MAX_TYPED_LENGTH = 100  # characters of user input that are read
MAX_WRONG_CODES = 20  # from one address in an hour
CODES_PER_HOUR = 30  # for one guest
ADDRESS_CODES_PER_HOUR = 300  # for all guests with one address together
MAX_ACTIVE_CODES = 10_000


class Handover(NamedTuple):
    """The data behind an active code: the guest to become, the room to open, and the time at which the code expires."""

    guest: str
    room: str  # where the other device goes; "" for the home page
    expires_at: float


class HandoverCodes:
    """The active codes, at most one for each guest."""

    def __init__(self) -> None:
        self.clock = time.monotonic
        self.key = secrets.token_bytes(32)
        self.active: dict[bytes, Handover] = {}  # by hash of the code, the oldest first
        self.quota = Quota(CODES_PER_HOUR, ADDRESS_CODES_PER_HOUR)
        self.wrong_codes = HourlyLimit(MAX_WRONG_CODES)  # by address; guests without one share the key ""

    def create(self, guest: str, room: str, address: str = "") -> str:
        """Create a code that makes another device this guest, and cancel the guest's previous code.

        The other device will open `room`; `address` is the network address that requests the code. If there are too
        many codes, or too many requests in an hour, return "" and leave the previous code valid.
        """
        now = self.clock()
        others = {key: one for key, one in self.active.items() if one.expires_at > now and one.guest != guest}
        if len(others) >= MAX_ACTIVE_CODES or not self.quota.take(guest, address, now):
            return ""
        self.active = others
        code = "".join(secrets.choice(NAME_LETTERS) for _ in range(CODE_LENGTH))
        self.active[self.hash_code(code)] = Handover(guest, room, now + 60 * CODE_MINUTES)
        return code

    def redeem(self, code: str, address: str) -> Handover | None:
        """Return the handover that belongs to a code, and make the code invalid.

        Return None if the code is wrong or expired. Raise RequestRefused after too many failures from one address.
        """
        now = self.clock()
        if not self.wrong_codes.has_room(address, now):
            raise RequestRefused("refuse.hand.tries", 429)
        handover = self.active.pop(self.hash_code(normalize_code(code)), None)
        if handover is None or handover.expires_at <= now:
            self.wrong_codes.count(address, now)
            return None
        return handover

    def hash_code(self, code: str) -> bytes:
        return blake2b(code.encode(), key=self.key, digest_size=16).digest()


def normalize_code(typed: str) -> str:
    """Return a typed code in lower case, without characters that never occur in codes."""
    return "".join(letter for letter in typed[:MAX_TYPED_LENGTH].lower() if letter in NAME_LETTERS)


# ---------------------------------------------------------------- requests


async def create_code(request: Request) -> Response:
    """Create a code with which another browser can become this guest; respond with the code, a link and a QR code."""
    wanted, services = await read_body(request, HandOver), get_services(request)
    guest = services.guest_of(request)
    room = await check_seat(services, wanted.room, guest)
    code = get_codes(request).create(guest, room, client_address(request))
    if not code:
        raise RequestRefused("refuse.hand.many", 429)
    link = f"{services.base_url(request)}/hand#{code}"  # browsers do not send the part after #, so no server logs it
    image = await run_in_thread(services.client_key(request), partial(draw_qr_uri, link))
    return services.set_cookie(request, json_response(HandCode(code, link, image, CODE_MINUTES)))


async def redeem_code(request: Request) -> Response:
    """Make this browser the guest who created the code, and respond with the room to open."""
    wanted, services = await read_body(request, TakeOver), get_services(request)
    handover = get_codes(request).redeem(wanted.code, client_address(request))
    if handover is None:
        raise RequestRefused("refuse.hand", 404)
    request.scope["velodrome.guest"] = handover.guest
    return services.set_cookie(request, json_response(TakenOver(handover.room)))


async def check_seat(services: Services, name: str, guest: str) -> str:
    """Return the room's name if the guest has a seat in this room, otherwise ""."""
    room = await services.registry.open(name) if name else None
    return name if room and room.seats_of(guest) else ""


def draw_qr_uri(link: str) -> str:
    """Draw a QR code as an SVG data URI. This is slow, so call it in a thread."""
    return str(segno.make(link, micro=False).svg_data_uri(xmldecl=False, omitsize=True, border=2))


def get_codes(request: Request) -> HandoverCodes:
    codes: HandoverCodes = request.app.state.handover_codes
    return codes


ROUTES = [
    Route("/api/hand", create_code, methods=["POST"]),
    Route("/api/hand/take", redeem_code, methods=["POST"]),
]
