"""The server put together: routes, the socket, what begins and ends with it."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.resources.abc import Traversable

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from velodrome.bots.thinking_time import thinking_pause as usual_pause
from velodrome.server.guests.cookies import Identity
from velodrome.server.guests.headers import HEADERS, StrictHeaders
from velodrome.server.http import boards, handover, replays, rooms
from velodrome.server.http.rooms import Refuse
from velodrome.server.http.static import Pages
from velodrome.server.metrics import Metrics
from velodrome.server.rooms.housekeeping import clear_lobbies, tend
from velodrome.server.rooms.registry import Hall, Pause
from velodrome.server.rooms.timeouts import late
from velodrome.server.services import Desk, Limits, desk_of
from velodrome.server.settings import Settings
from velodrome.server.store.store import Store
from velodrome.server.workers.pool import Thinkers
from velodrome.server.ws import endpoint

LOG = logging.getLogger("velodrome")
ROUTES = [*rooms.ROUTES, *boards.ROUTES, *handover.ROUTES, *replays.ROUTES]


def create(
    settings: Settings,
    url: str,
    web: Traversable | None = None,
    pause: Pause = usual_pause,
    thinkers: Callable[[int, Metrics], Thinkers] = Thinkers,
) -> Starlette:
    """A server on a database; `web` holds the page, if not the package's own."""

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        desk = app.state.desk = await opened(settings, url, pause, thinkers)
        app.state.codes = handover.Codes()
        LOG.info("server.started")
        tending = None
        try:
            await desk.hall.clocks.load(desk.store)
            await clear_lobbies(desk.hall)
            tending = asyncio.create_task(tend(desk.hall))
            yield
        finally:
            if tending:
                tending.cancel()
            await desk.hall.close()
            desk.hall.thinkers.close()
            await desk.store.close()
            LOG.info("server.stopped")

    pages = Pages(web)

    async def missing(request: Request, problem: Exception) -> Response:
        """Nothing there: a browser is shown a page that says so."""
        assert isinstance(problem, HTTPException)
        looks = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        if problem.status_code == 404 and looks and not request.url.path.startswith("/api/"):
            return pages.nowhere()
        return absent(request, problem)

    return Starlette(
        routes=[*pages.routes(), *ROUTES, WebSocketRoute("/ws/{room}", socket)],
        middleware=[
            Middleware(StrictHeaders, secure=settings.secure),
            Middleware(GZipMiddleware, minimum_size=500),
        ],
        exception_handlers={HTTPException: missing, Refuse: refused, Exception: broken},
        lifespan=running,
    )


async def opened(settings: Settings, url: str, pause: Pause, thinkers: Callable[[int, Metrics], Thinkers]) -> Desk:
    """The parts, ready."""
    metrics = Metrics()
    store = Store(url, metrics.committed)
    await store.open()
    hall = Hall(settings, store, thinkers(settings.bots, metrics), metrics, pause, late)
    identity = Identity(await store.secret("cookie", secrets.token_bytes(32)), settings.secure)
    return Desk(settings, store, hall, identity, metrics, Limits(settings))


async def socket(websocket: WebSocket) -> None:
    await endpoint.serve(desk_of(websocket), websocket)


# ---------------------------------------------------------------- errors


def absent(request: Request, problem: HTTPException) -> Response:
    """Nothing there, or not like this."""
    if request.url.path.startswith("/api/"):
        return said({"key": "refuse.missing"}, problem.status_code)
    return PlainTextResponse(f"{problem.status_code} {problem.detail}\n", problem.status_code)


async def refused(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, Refuse)
    return said(problem.text, problem.status)


async def broken(request: Request, problem: Exception) -> Response:
    """Our own fault: said without a word of how."""
    return said({"key": "refuse.broken"}, 500)


def said(text: dict[str, object], status: int) -> Response:
    headers = HEADERS | {"cache-control": "no-store"}  # for an error of ours, past which no middleware comes
    return Response(msgspec.json.encode({"error": text}), status, headers, "application/json")
