"""JSON request bodies and JSON responses."""

from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from velodrome.server.guests.headers import is_same_origin
from velodrome.server.http.errors import RequestRefused
from velodrome.server.protocol import UNREADABLE
from velodrome.server.services import get_services

MAX_BODY_SIZE = 60_000  # bytes: a user's own board may be long
NO_STORE = {"cache-control": "no-store"}
Body = TypeVar("Body")


async def read_body(request: Request, body_type: type[Body]) -> Body:
    """Read and decode a JSON body; refuse other origins or content types, and large or malformed bodies."""
    if not is_same_origin(request, get_services(request).settings.base_url):
        raise RequestRefused("refuse.origin", 403)
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise RequestRefused("refuse.message", 415)
    content = b""
    async for chunk in request.stream():
        content += chunk
        if len(content) > MAX_BODY_SIZE:
            raise RequestRefused("refuse.large", 413)
    try:
        return msgspec.json.decode(content, type=body_type)
    except UNREADABLE:
        raise RequestRefused("refuse.message") from None


def json_response(content: object, status: int = 200) -> Response:
    """Return a JSON response that must not be cached."""
    return encoded_response(msgspec.json.encode(content), status)


def encoded_response(content: bytes, status: int = 200) -> Response:
    """Return a response with already encoded JSON that must not be cached."""
    return Response(content, status, NO_STORE, "application/json")
