"""The parts of a running server that request handlers share."""

from starlette.requests import HTTPConnection
from starlette.responses import Response

from velodrome.server.guests.cookies import GuestCookies
from velodrome.server.guests.headers import request_origin
from velodrome.server.guests.limits import Limits, client_address
from velodrome.server.metrics import Metrics
from velodrome.server.rooms.registry import RoomRegistry
from velodrome.server.settings import Settings
from velodrome.server.store.store import Store


class Services:
    """The parts of one running server, and helpers that identify the guest of a request."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        registry: RoomRegistry,
        cookies: GuestCookies,
        metrics: Metrics,
        limits: Limits,
    ) -> None:
        self.settings = settings
        self.store = store
        self.registry = registry
        self.cookies = cookies
        self.metrics = metrics
        self.limits = limits

    def guest_of(self, connection: HTTPConnection) -> str:
        """Return the guest id in the request's cookie.

        If the request has no valid cookie, create a new guest; later calls for the same request return the same guest.
        """
        guest: str = connection.scope.get("velodrome.guest", "")
        if not guest:
            guest = self.cookies.read_guest(connection.cookies) or self.cookies.new_guest()
            connection.scope["velodrome.guest"] = guest
        return guest

    def cookie_headers(self, connection: HTTPConnection) -> list[str]:
        """Return the Set-Cookie headers for a response; none if the browser already has the guest's cookie."""
        guest = self.guest_of(connection)
        is_current = self.cookies.read_guest(connection.cookies) == guest
        return [] if is_current else [self.cookies.set_cookie_header(guest)]

    def set_cookie(self, connection: HTTPConnection, response: Response) -> Response:
        """Add the guest's cookie to the response if the browser does not have it."""
        for header in self.cookie_headers(connection):
            response.headers.append("set-cookie", header)
        return response

    def client_key(self, connection: HTTPConnection) -> str:
        """Return the client key for fair queues: the network address or, for requests from this machine, the guest."""
        return client_address(connection) or self.guest_of(connection)

    def base_url(self, connection: HTTPConnection) -> str:
        """Return the URL at which guests reach the server."""
        return self.settings.base_url or request_origin(connection)


def get_services(connection: HTTPConnection) -> Services:
    """Return the services of the app that handles the request."""
    services: Services = connection.app.state.services
    return services
