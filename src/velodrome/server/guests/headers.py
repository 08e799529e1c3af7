"""Security headers for every response, and checks of a request's Host and Origin headers."""

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SECURITY_HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",  # URLs contain invite tokens
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "x-frame-options": "DENY",
}
MAX_HOST_LENGTH = 262  # a name of 255 characters, a colon and a port


class SecurityHeadersMiddleware:
    """Middleware that adds security headers to responses, and rejects requests with a long Host header.

    Links and QR codes contain the Host header, so it must be short.
    """

    def __init__(self, app: ASGIApp, secure: bool) -> None:
        self.app = app
        self.headers = SECURITY_HEADERS | ({"strict-transport-security": "max-age=31536000"} if secure else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan" and len(Headers(scope=scope).get("host", "")) > MAX_HOST_LENGTH:
            await reject_request(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


async def reject_request(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer an HTTP request with 400; refuse a WebSocket handshake."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close"})
    else:
        await PlainTextResponse("400 Bad Request\n", 400, SECURITY_HEADERS)(scope, receive, send)


def request_origin(connection: HTTPConnection) -> str:
    """Return the origin (scheme and host) to which the request was sent."""
    scheme = str(connection.scope["scheme"]).replace("ws", "http")
    return f"{scheme}://{connection.headers.get('host', '')}"


def is_same_origin(connection: HTTPConnection, base_url: str) -> bool:
    """Return whether the Origin header is missing, or is `base_url` or the origin to which the request was sent.

    A request without the header passes, because programs other than browsers send none.
    """
    origin = connection.headers.get("origin")
    return origin is None or origin in (base_url or None, request_origin(connection))
