"""Error responses: refused requests, unknown URLs, and our own failures."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from velodrome.core.errors import BadBoard, BadOption, VelodromeError
from velodrome.server.guests.headers import SECURITY_HEADERS

Handler = Callable[[Request, Exception], Awaitable[Response]]


class RequestRefused(Exception):
    """Raised to refuse a request; the response carries the key of a text that the page shows."""

    def __init__(self, key: str, status: int = 400, **details: object) -> None:
        self.status = status
        self.text = {"key": key, **details}


def refuse_game(problem: VelodromeError) -> RequestRefused:
    """Refusal that says why a game cannot be made."""
    if isinstance(problem, BadOption):
        return RequestRefused("refuse.option", option=problem.option)
    if isinstance(problem, BadBoard):
        return RequestRefused("refuse.board", line=problem.line)
    return RequestRefused("refuse.options")


def error_response(text: Mapping[str, object], status: int) -> Response:
    """JSON response with the text of an error."""
    headers = SECURITY_HEADERS | {"cache-control": "no-store"}  # no middleware sees the response to a failure of ours
    return Response(msgspec.json.encode({"error": text}), status, headers, "application/json")


async def handle_refusal(request: Request, problem: Exception) -> Response:
    """Respond to a refused request."""
    assert isinstance(problem, RequestRefused)
    return error_response(problem.text, problem.status)


async def handle_failure(request: Request, problem: Exception) -> Response:
    """Respond to an unexpected exception without any detail of it."""
    return error_response({"key": "refuse.broken"}, 500)


def make_http_error_handler(not_found_page: Callable[[], Response]) -> Handler:
    """Build the handler of HTTP errors; a browser that finds nothing at a URL gets the given page."""

    async def handle_http_error(request: Request, problem: Exception) -> Response:
        assert isinstance(problem, HTTPException)
        is_api = request.url.path.startswith("/api/")
        if is_api:
            return error_response({"key": "refuse.missing"}, problem.status_code)
        wants_page = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        if problem.status_code == 404 and wants_page:
            return not_found_page()
        return PlainTextResponse(f"{problem.status_code} {problem.detail}\n", problem.status_code)

    return handle_http_error


def make_exception_handlers(not_found_page: Callable[[], Response]) -> Mapping[Any, Handler]:
    """Exception handlers of the app."""
    return {
        HTTPException: make_http_error_handler(not_found_page),
        RequestRefused: handle_refusal,
        Exception: handle_failure,
    }
