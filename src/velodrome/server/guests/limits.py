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
ADDRESS_RENAMES_PER_HOUR = 600  # by all guests with one address together
JOINS_PER_HOUR = 30  # requests for a seat at private tables, by one guest
ADDRESS_JOINS_PER_HOUR = 300  # by all guests with one address together
BOARD_CHECKS_PER_SECOND = 3  # by one guest, and also by all guests with one address together
MAX_BOARD_CHECK_BUCKETS = 10_000  # if there are more buckets, all are dropped


class TokenBucket:
    """Token bucket that allows `rate` requests per second, and bursts of three times as many."""

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
    """Sliding window of one hour with a maximum number of events for each key (a guest or an address)."""

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
        """If both limits allow one more event, count it and return True, else return False. Address "" has no limit."""
        if not self.guests.has_room(guest, now) or (address and not self.addresses.has_room(address, now)):
            return False
        self.guests.count(guest, now)
        if address:
            self.addresses.count(address, now)
        return True


class Limits:
    """Rate limits and quotas of the whole server, for each guest and for all guests with the same network address.

    The address is counted too, because a person who deletes the cookie becomes a new guest but has the same
    address. If `open_socket` or an `allow_…` method returns True, it has also counted the event.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.guests: Counter[str] = Counter()  # open sockets by guest
        self.addresses: Counter[str] = Counter()  # open sockets by address
        self.rooms = Quota(settings.limit_rooms, settings.limit_address_rooms)
        self.renames = Quota(RENAMES_PER_HOUR, ADDRESS_RENAMES_PER_HOUR)
        self.joins = Quota(JOINS_PER_HOUR, ADDRESS_JOINS_PER_HOUR)
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
        """Return whether the guest may create another room; if so, count it."""
        return self.rooms.take(guest, address, self.clock())

    def allow_rename(self, guest: str, address: str) -> bool:
        """Return whether the guest may change their name once more; if so, count the change."""
        return self.renames.take(guest, address, self.clock())

    def allow_join(self, guest: str, address: str) -> bool:
        """Return whether the guest may ask for a seat at a private table again; if so, count it."""
        return self.joins.take(guest, address, self.clock())

    def allow_board_check(self, guest: str, address: str) -> bool:
        """Return whether the guest may check another board; if so, count it."""
        now = self.clock()
        if len(self.board_checks) > MAX_BOARD_CHECK_BUCKETS:
            self.board_checks.clear()
        rate = BOARD_CHECKS_PER_SECOND
        buckets = [self.board_checks.setdefault(key, TokenBucket(rate, now)) for key in (guest, address) if key]
        return all([bucket.take(now) for bucket in buckets])


def client_address(connection: HTTPConnection) -> str:
    """Return the network address under which the limits count a client.

    Return "" for a client on this machine, and for all clients of a local proxy that does not send their addresses.
    Return "unknown" if the address is not valid. For IPv6, return only the first 64 bits, because one customer usually
    has all addresses that begin with them.
    """
    host = connection.client.host if connection.client else ""
    try:
        address = ip_address(host)
    except ValueError:
        return "unknown" if host else ""  # the proxy sent no valid address: all such clients share one limit
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    if address.is_loopback:
        return ""
    return f"{int(address) >> 64:x}" if isinstance(address, IPv6Address) else str(address)
