"""What every answer says to browsers, and which sites may ask."""

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
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

LONGEST = 262  # letters of a host: a name of 255, a colon and its port


class StrictHeaders:
    """Adds the headers to every answer, and turns away who names a host that cannot be: links and codes hold it."""

    def __init__(self, app: ASGIApp, secure: bool) -> None:
        self.app = app
        self.headers = HEADERS | ({"strict-transport-security": "max-age=31536000"} if secure else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan" and len(Headers(scope=scope).get("host", "")) > LONGEST:
            await turn_away(scope, receive, send)
            return

        async def strict(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, strict if scope["type"] == "http" else send)


async def turn_away(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close"})
    else:
        await PlainTextResponse("400 Bad Request\n", 400, HEADERS)(scope, receive, send)


def origin_of(connection: HTTPConnection) -> str:
    """The address by which a request came."""
    scheme = str(connection.scope["scheme"]).replace("ws", "http")
    return f"{scheme}://{connection.headers.get('host', '')}"


def is_own(connection: HTTPConnection, base_url: str) -> bool:
    """Whether a request comes from a page of this server; programs that are no browsers send no origin."""
    origin = connection.headers.get("origin")
    return origin is None or origin in (base_url or None, origin_of(connection))
