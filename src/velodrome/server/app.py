"""The ASGI app: routes, middleware, start-up and shutdown."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.resources.abc import Traversable

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from velodrome.bots.thinking_time import thinking_pause
from velodrome.server.guests.cookies import GuestCookies
from velodrome.server.guests.headers import SecurityHeadersMiddleware
from velodrome.server.guests.limits import Limits
from velodrome.server.http import boards, errors, handover, health, history, profile, replays, rooms
from velodrome.server.http.static import StaticFiles
from velodrome.server.metrics import Metrics
from velodrome.server.rooms.housekeeping import delete_old_lobbies, fill_results, keep_house
from velodrome.server.rooms.registry import RoomRegistry
from velodrome.server.rooms.room import Pause
from velodrome.server.services import Services, get_services
from velodrome.server.settings import Settings
from velodrome.server.store.store import Store
from velodrome.server.workers.pool import BotPool
from velodrome.server.ws.endpoint import serve_socket

LOG = logging.getLogger("velodrome")
MIN_GZIP_SIZE = 500  # bytes
API_PARTS = (rooms, profile, history, boards, handover, replays, health)
API_ROUTES = [route for part in API_PARTS for route in part.ROUTES]

MakeBotPool = Callable[[int, Metrics], BotPool]


def create_app(
    settings: Settings,
    url: str,
    web: Traversable | None = None,
    pause: Pause = thinking_pause,
    make_bot_pool: MakeBotPool = BotPool,
) -> Starlette:
    """Create the app. `url` names the database; `web` is the folder with the page (default: the package's folder).

    `pause` returns the seconds that a bot waits before its move, and `make_bot_pool` creates the pool of bot processes;
    tests replace both.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        services = app.state.services = await open_services(settings, url, pause, make_bot_pool)
        app.state.handover_codes = handover.HandoverCodes()
        LOG.info("server.started")
        chores: list[asyncio.Task[None]] = []
        try:
            await services.registry.context.clocks.load(services.store)
            await delete_old_lobbies(services.registry)
            chores = [asyncio.create_task(chore(services.registry)) for chore in (keep_house, fill_results)]
            yield
        finally:
            for chore in chores:
                chore.cancel()
            await services.registry.close()
            services.registry.context.pool.close()
            await services.store.close()
            LOG.info("server.stopped")

    static = StaticFiles(web)
    return Starlette(
        routes=[*static.routes(), *API_ROUTES, WebSocketRoute("/ws/{room}", handle_socket)],
        middleware=[
            Middleware(SecurityHeadersMiddleware, secure=settings.secure),
            Middleware(GZipMiddleware, minimum_size=MIN_GZIP_SIZE),
        ],
        exception_handlers=errors.make_exception_handlers(static.not_found_page),
        lifespan=lifespan,
    )


async def open_services(settings: Settings, url: str, pause: Pause, make_bot_pool: MakeBotPool) -> Services:
    """Open the database, and create the services that request handlers share."""
    metrics = Metrics()
    store = Store(url, metrics.count_commit)
    await store.open()
    registry = RoomRegistry(settings, store, make_bot_pool(settings.bots, metrics), metrics, pause)
    cookies = GuestCookies(await store.load_secret("cookie", secrets.token_bytes(32)), settings.secure)
    return Services(settings, store, registry, cookies, metrics, Limits(settings))


async def handle_socket(websocket: WebSocket) -> None:
    await serve_socket(get_services(websocket), websocket)
