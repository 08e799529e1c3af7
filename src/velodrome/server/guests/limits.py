"""Rate limits and quotas, counted for each guest and for each network address."""

import time
from collections import Counter, deque
from ipaddress import IPv6Address, ip_address
from typing import Final

from starlette.requests import HTTPConnection

from velodrome.server.settings import Settings

HOUR: Final = 3600.0
BURST: Final = 3.0  # a bucket holds this many seconds' worth of tokens
RENAMES_PER_HOUR = 60  # by one guest
ADDRESS_RENAMES_PER_HOUR = 600  # by all guests of one address
BOARD_CHECKS_PER_SECOND = 3  # by one guest, and by all guests of one address
MAX_BOARD_CHECK_BUCKETS = 10_000  # if there are more buckets, all are dropped


class TokenBucket:
    """Token bucket: `rate` requests per second, after a burst of three times as many."""

    __slots__ = ("rate", "tokens", "updated_at")

    def __init__(self, rate: int, now: float) -> None:
        self.rate = rate
        self.tokens = BURST * rate
        self.updated_at = now

    def take(self, now: float) -> bool:
        """Take one token; return False if the bucket is empty."""
        self.tokens = min(BURST * self.rate, self.tokens + (now - self.updated_at) * self.rate)
        self.updated_at = now
        if self.tokens < 1.0:
            return False
        self.tokens -= 1.0
        return True


class HourlyLimit:
    """Sliding window of one hour with a maximum number of events for each key."""

    def __init__(self, maximum: int) -> None:
        self.maximum = maximum
        self.times: dict[str, deque[float]] = {}  # by key: when its last events happened, the oldest first

    def has_room(self, key: str, now: float) -> bool:
        """Return whether one more event is allowed, without counting it."""
        times = self.times.get(key)
        return not times or len(times) < self.maximum or times[0] <= now - HOUR

    def count(self, key: str, now: float) -> None:
        """Count one event; also drop keys that have no events in the last hour."""
        for other in [name for name, times in self.times.items() if times[-1] < now - HOUR]:
            del self.times[other]
        self.times.setdefault(key, deque(maxlen=self.maximum)).append(now)


class Quota:
    """Hourly limit for one guest, and a higher one for all guests with one address."""

    def __init__(self, guest_maximum: int, address_maximum: int) -> None:
        self.guests = HourlyLimit(guest_maximum)
        self.addresses = HourlyLimit(address_maximum)

    def take(self, guest: str, address: str, now: float) -> bool:
        """Count one event if both limits allow it; an empty address has no limit."""
        if not self.guests.has_room(guest, now) or (address and not self.addresses.has_room(address, now)):
            return False
        self.guests.count(guest, now)
        if address:
            self.addresses.count(address, now)
        return True


class Limits:
    """Limits for one guest, and for all guests with one address.

    Deleting the cookie makes a new guest, but not a new address.

    A method that allows something also counts it.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.guests: Counter[str] = Counter()  # open sockets by guest
        self.addresses: Counter[str] = Counter()  # open sockets by address
        self.rooms = Quota(settings.limit_rooms, settings.limit_address_rooms)
        self.renames = Quota(RENAMES_PER_HOUR, ADDRESS_RENAMES_PER_HOUR)
        self.board_checks: dict[str, TokenBucket] = {}  # by guest and by address
        self.clock = time.monotonic

    def open_socket(self, guest: str, address: str) -> bool:
        """Count a new socket until `close_socket` is called; return False if there are too many."""
        settings = self.settings
        if (
            self.guests[guest] >= settings.limit_guest
            or (address and self.addresses[address] >= settings.limit_address)
            or self.guests.total() >= settings.limit_sockets
        ):
            return False
        self.guests[guest] += 1
        self.addresses[address] += 1
        return True

    def close_socket(self, guest: str, address: str) -> None:
        """Release a socket counted by `open_socket`."""
        for counter, key in ((self.guests, guest), (self.addresses, address)):
            counter[key] -= 1
            if not counter[key]:
                del counter[key]

    def allow_room(self, guest: str, address: str) -> bool:
        """Count one more created room; return False if there are too many."""
        return self.rooms.take(guest, address, self.clock())

    def allow_rename(self, guest: str, address: str) -> bool:
        """Count one more change of name; return False if there are too many."""
        return self.renames.take(guest, address, self.clock())

    def allow_board_check(self, guest: str, address: str) -> bool:
        """Count one more check of a board; return False if there are too many."""
        now = self.clock()
        if len(self.board_checks) > MAX_BOARD_CHECK_BUCKETS:
            self.board_checks.clear()
        rate = BOARD_CHECKS_PER_SECOND
        buckets = [self.board_checks.setdefault(key, TokenBucket(rate, now)) for key in (guest, address) if key]
        return all([bucket.take(now) for bucket in buckets])


def client_address(connection: HTTPConnection) -> str:
    """Return the address that limits count; "" for this machine, or a local proxy that does not name its clients.

    For IPv6 it is the first 64 bits: a customer usually gets all addresses that share them.
    """
    host = connection.client.host if connection.client else ""
    try:
        address = ip_address(host)
    except ValueError:
        return "unknown" if host else ""  # the proxy sent no address: all such clients share one limit
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    if address.is_loopback:
        return ""
    return f"{int(address) >> 64:x}" if isinstance(address, IPv6Address) else str(address)
