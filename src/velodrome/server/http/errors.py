"""Error responses: refused requests, HTTP errors, and unexpected exceptions."""

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
    """Raised to refuse a request. The response has a text for the page: `key`, and `details` for its placeholders."""

    def __init__(self, key: str, status: int = 400, **details: object) -> None:
        self.status = status
        self.text = {"key": key, **details}


def refuse_game(problem: VelodromeError) -> RequestRefused:
    """Return the refusal that explains why a game cannot be created."""
    if isinstance(problem, BadOption):
        return RequestRefused("refuse.option", option=problem.option)
    if isinstance(problem, BadBoard):
        return RequestRefused("refuse.board", line=problem.line)
    return RequestRefused("refuse.options")


def error_response(text: Mapping[str, object], status: int) -> Response:
    """Return a JSON response with the text of an error."""
    # Add the headers here too: the middleware does not see responses to unexpected exceptions.
    headers = SECURITY_HEADERS | {"cache-control": "no-store"}
    return Response(msgspec.json.encode({"error": text}), status, headers, "application/json")


async def handle_refusal(request: Request, problem: Exception) -> Response:
    """Respond to a refused request."""
    assert isinstance(problem, RequestRefused)
    return error_response(problem.text, problem.status)


async def handle_failure(request: Request, problem: Exception) -> Response:
    """Respond to an unexpected exception without revealing any details."""
    return error_response({"key": "refuse.broken"}, 500)


def make_http_error_handler(not_found_page: Callable[[Request], Response]) -> Handler:
    """Build the handler for HTTP errors.

    It answers requests under /api/ with JSON, and other requests with plain text. But a browser that asks for a
    missing page gets `not_found_page`.
    """

    async def handle_http_error(request: Request, problem: Exception) -> Response:
        assert isinstance(problem, HTTPException)
        is_api = request.url.path.startswith("/api/")
        if is_api:
            return error_response({"key": "refuse.missing"}, problem.status_code)
        wants_page = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        if problem.status_code == 404 and wants_page:
            return not_found_page(request)
        return PlainTextResponse(f"{problem.status_code} {problem.detail}\n", problem.status_code)

    return handle_http_error


def make_exception_handlers(not_found_page: Callable[[Request], Response]) -> Mapping[Any, Handler]:
    """Return the exception handlers for the app."""
    return {
        HTTPException: make_http_error_handler(not_found_page),
        RequestRefused: handle_refusal,
        Exception: handle_failure,
    }
