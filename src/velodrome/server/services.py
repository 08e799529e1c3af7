"""What every visitor passes: who they are, what the server's parts are, and what is too much."""

import time
from collections import Counter, deque
from ipaddress import IPv6Address, ip_address

from starlette.requests import HTTPConnection
from starlette.responses import Response

from velodrome.server.guests.cookies import Identity
from velodrome.server.guests.headers import origin_of
from velodrome.server.guests.limits import Bucket
from velodrome.server.metrics import Metrics
from velodrome.server.rooms.registry import Hall
from velodrome.server.settings import Settings
from velodrome.server.store.store import Store

HOUR = 3600.0
NAMES, NAMES_FROM = 60, 600  # that a guest may take in an hour, and all from one address
TYPING = 3  # checks of a board a second, of one guest and of one address
REMEMBERED = 10_000  # of how many it is known how fast they ask


class Hourly:
    """So many an hour, by who asks."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.times: dict[str, deque[float]] = {}  # when somebody was granted one in the last hour

    def is_left(self, who: str, now: float) -> bool:
        """Whether one more is granted."""
        times = self.times.get(who)
        return not times or len(times) < self.most or times[0] <= now - HOUR

    def count(self, who: str, now: float) -> None:
        for other in [name for name, times in self.times.items() if times[-1] < now - HOUR]:
            del self.times[other]
        self.times.setdefault(who, deque(maxlen=self.most)).append(now)


class Quota:
    """So many an hour for one guest, and so many for all who come from one address."""

    def __init__(self, most: int, most_from: int) -> None:
        self.guests = Hourly(most)
        self.addresses = Hourly(most_from)

    def grant(self, guest: str, address: str, now: float) -> bool:
        """Whether one more is granted; it is counted at once. "" for an address is no limit."""
        if not self.guests.is_left(guest, now) or (address and not self.addresses.is_left(address, now)):
            return False
        self.guests.count(guest, now)
        if address:
            self.addresses.count(address, now)
        return True


class Limits:
    """What one guest may ask for, and one address: a guest who drops the cookie is another, but from the same place."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.guests: Counter[str] = Counter()  # open sockets
        self.addresses: Counter[str] = Counter()
        self.rooms = Quota(settings.limit_rooms, settings.limit_address_rooms)
        self.names = Quota(NAMES, NAMES_FROM)
        self.checks: dict[str, Bucket] = {}  # of boards
        self.clock = time.monotonic

    def connect(self, guest: str, address: str) -> bool:
        """Whether one more socket is granted; it is counted at once, until `disconnect`."""
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

    def disconnect(self, guest: str, address: str) -> None:
        for counter, who in ((self.guests, guest), (self.addresses, address)):
            counter[who] -= 1
            if not counter[who]:
                del counter[who]

    def may_open(self, guest: str, address: str) -> bool:
        """Whether one more room is granted; it is counted at once."""
        return self.rooms.grant(guest, address, self.clock())

    def may_rename(self, guest: str, address: str) -> bool:
        """Whether one more name is granted; it is counted at once."""
        return self.names.grant(guest, address, self.clock())

    def may_check(self, guest: str, address: str) -> bool:
        """Whether one more board is looked at; it is counted at once."""
        now = self.clock()
        if len(self.checks) > REMEMBERED:
            self.checks.clear()
        found = [self.checks.setdefault(who, Bucket(TYPING, now)) for who in (guest, address) if who]
        return all([bucket.take(now) for bucket in found])


class Desk:
    """The parts of a running server."""

    def __init__(
        self, settings: Settings, store: Store, hall: Hall, identity: Identity, metrics: Metrics, limits: Limits
    ) -> None:
        self.settings = settings
        self.store = store
        self.hall = hall
        self.identity = identity
        self.metrics = metrics
        self.limits = limits

    def guest(self, connection: HTTPConnection) -> str:
        """Who asks: the guest of the cookie, or somebody new, the same for the whole request."""
        found: str = connection.scope.get("velodrome.guest", "")
        if not found:
            found = self.identity.guest(connection.cookies) or self.identity.fresh()
            connection.scope["velodrome.guest"] = found
        return found

    def known(self, connection: HTTPConnection, response: Response) -> Response:
        """Give somebody new a cookie."""
        for header in self.cookies(connection):
            response.headers.append("set-cookie", header)
        return response

    def cookies(self, connection: HTTPConnection) -> list[str]:
        guest = self.guest(connection)
        return [] if self.identity.guest(connection.cookies) == guest else [self.identity.cookie(guest)]

    def whose(self, connection: HTTPConnection) -> str:
        """For whom something scarce is used: an address, whoever comes from there; on this machine a guest."""
        return address_of(connection) or self.guest(connection)

    def base(self, connection: HTTPConnection) -> str:
        """The address by which guests reach the server."""
        return self.settings.base_url or origin_of(connection)


def address_of(connection: HTTPConnection) -> str:
    """Where a guest comes from, as limits count it; "" for this machine, or a proxy here that does not say for whom.

    In IPv6 it is the first half of the address: whoever has one has all that begin like it.
    """
    host = connection.client.host if connection.client else ""
    try:
        found = ip_address(host)
    except ValueError:
        return "unknown" if host else ""  # whatever a proxy calls it: all of them together
    if isinstance(found, IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    if found.is_loopback:
        return ""
    return f"{int(found) >> 64:x}" if isinstance(found, IPv6Address) else str(found)


def desk_of(connection: HTTPConnection) -> Desk:
    """The parts of the server that is asked."""
    found: Desk = connection.app.state.desk
    return found
