"""What every answer says to browsers, and which sites may ask."""

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",  # addresses hold invite tokens
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "x-frame-options": "DENY",
}


class StrictHeaders:
    """Adds the headers to every answer."""

    def __init__(self, app: ASGIApp, secure: bool) -> None:
        self.app = app
        self.headers = HEADERS | ({"strict-transport-security": "max-age=31536000"} if secure else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def strict(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, strict if scope["type"] == "http" else send)


def origin_of(connection: HTTPConnection) -> str:
    """The address by which a request came."""
    scheme = str(connection.scope["scheme"]).replace("ws", "http")
    return f"{scheme}://{connection.headers.get('host', '')}"


def is_own(connection: HTTPConnection, base_url: str) -> bool:
    """Whether a request comes from a page of this server; programs that are no browsers send no origin."""
    origin = connection.headers.get("origin")
    return origin is None or origin in (base_url or None, origin_of(connection))
