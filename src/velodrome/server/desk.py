"""What every visitor passes: who they are, what the server's parts are, and what is too much."""

import time
from collections import Counter, deque

from starlette.requests import HTTPConnection
from starlette.responses import Response

from velodrome.server.hall import Hall
from velodrome.server.identity import Identity
from velodrome.server.metrics import Metrics
from velodrome.server.security import origin_of
from velodrome.server.settings import Settings
from velodrome.server.store import Store

HOUR = 3600.0


class Limits:
    """What one guest may ask for."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.sockets: Counter[str] = Counter()  # open, by guest
        self.opened: dict[str, deque[float]] = {}  # when a guest opened rooms in the last hour

    def may_connect(self, guest: str) -> bool:
        """Whether one more socket is granted; who opens it counts it."""
        settings = self.settings
        return self.sockets[guest] < settings.limit_guest and self.sockets.total() < settings.limit_sockets

    def may_open(self, guest: str) -> bool:
        """Whether one more room is granted; it is counted at once."""
        now = time.monotonic()
        for other in [name for name, times in self.opened.items() if times[-1] < now - HOUR]:
            del self.opened[other]
        times = self.opened.setdefault(guest, deque(maxlen=self.settings.limit_rooms))
        if len(times) == self.settings.limit_rooms and times[0] > now - HOUR:
            return False
        times.append(now)
        return True


class Bucket:
    """So many messages a second, after a burst of three times as many."""

    __slots__ = ("left", "rate", "since")

    def __init__(self, rate: int, now: float) -> None:
        self.rate = rate
        self.left = 3.0 * rate
        self.since = now

    def take(self, now: float) -> bool:
        """Whether one more is granted."""
        self.left = min(3.0 * self.rate, self.left + (now - self.since) * self.rate)
        self.since = now
        if self.left < 1.0:
            return False
        self.left -= 1.0
        return True


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

    def base(self, connection: HTTPConnection) -> str:
        """The address by which guests reach the server."""
        return self.settings.base_url or origin_of(connection)


def desk_of(connection: HTTPConnection) -> Desk:
    """The parts of the server that is asked."""
    found: Desk = connection.app.state.desk
    return found
