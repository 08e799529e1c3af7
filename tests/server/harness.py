"""A server in the test's own process, and guests who use it: without network, delays or worker processes."""

import asyncio
import functools
import json
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, ParamSpec

import httpx
import msgspec
import pytest
import uvicorn
from uvicorn.lifespan.off import LifespanOff

from velodrome.core.contract import State
from velodrome.core.texts import LANGUAGES
from velodrome.server import cli
from velodrome.server.app import create_app
from velodrome.server.game.spec import GameSpec
from velodrome.server.services import Services
from velodrome.server.settings import Settings
from velodrome.server.store import upgrade
from velodrome.server.store.batch import Write
from velodrome.server.workers.pool import BotPool, choose_move
from velodrome.server.ws.uvicorn_ws import EXTENSION

HOST = "table.test"
P = ParamSpec("P")


class InProcessBotPool(BotPool):
    """Bot pool that runs bots in the test's process, on the same JSON data that workers would receive."""

    async def decide(self, spec: GameSpec, seen: State, name: str) -> str:
        game = spec.game
        return choose_move(game.name, game.seats, spec.options_json, json.loads(json.dumps(seen.write())), name, 7)

    async def run(self, work: Callable[..., Any], *given: object) -> Any:
        return work(*json.loads(json.dumps(given)))


def async_test(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Turn a coroutine function into an ordinary test function, with a timeout."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), 120))

    return run


def refuse_all_writes(batch: list[Write]) -> set[int]:
    """Refuse every write, as if the disk were full: return the ids of all writes in the batch."""
    return {id(write) for write in batch}


async def hold_back_write(house: "House", monkeypatch: pytest.MonkeyPatch, doing: Callable[[], None]) -> Write:
    """Call `doing`, which causes a database write; return this write instead of queueing it."""
    held: list[Write] = []
    with monkeypatch.context() as waiting:
        waiting.setattr(house.services.store.writer, "enqueue", held.append)
        doing()
        while not held:
            await asyncio.sleep(0)
    return held[0]


@functools.cache
def empty_database() -> bytes:
    """Return the content of a new database file.

    The result is cached, so that the migrations run once per process and not for each test.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "table.sqlite"
        upgrade.prepare(str(file))
        return file.read_bytes()


class House:
    """A server under test, with its database in a folder."""

    def __init__(self, folder: Path, make_bot_pool: Any = InProcessBotPool, pause: Any = None, **settings: Any) -> None:
        web = folder / "web"
        web.mkdir(exist_ok=True)
        (web / "index.html").write_text("<!doctype html><title>Velodrome</title>" + "x" * 1000, "utf-8")
        (web / "app.js").write_text("export {};\n", "utf-8")
        for language in LANGUAGES:
            (web / f"texts.{language}.toml").write_text('"home.title" = "Velodrome"\n', "utf-8")
        self.file = folder / "table.sqlite"
        if not self.file.exists():
            self.file.write_bytes(empty_database())
        settings = {"limit_rate": 1_000_000, **settings}
        quick = pause or (lambda *given: 0.0)
        self.app: Any = create_app(Settings(**settings), f"sqlite+aiosqlite:///{self.file}", web, quick, make_bot_pool)
        self.stack = AsyncExitStack()
        self.pages: list[Page] = []
        self.tasks: set[asyncio.Task[None]] = set()
        self.news = asyncio.Condition()  # notified whenever a page receives something

    async def __aenter__(self) -> "House":
        await self.stack.enter_async_context(self.app.router.lifespan_context(self.app))
        return self

    async def __aexit__(self, *problem: Any) -> None:
        """Stop the server as uvicorn does: close the sockets first."""
        for page in self.pages:
            page.incoming.put_nowait({"type": "websocket.disconnect", "code": 1012})
        await asyncio.gather(*[page.task for page in self.pages], return_exceptions=True)
        await self.stack.aclose()

    @property
    def services(self) -> Services:
        found: Services = self.app.state.services
        return found

    def rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Run an SQL query directly on the database file, with `values` as its parameters; return the rows."""
        with sqlite3.connect(self.file) as db:
            return db.execute(statement, values).fetchall()

    def evict(self) -> None:
        """Unload all rooms, so that the server must load them from the database again."""
        self.services.registry.rooms.clear()
        self.services.registry.idle.clear()

    def moves(self, room: str) -> list[str]:
        return [row[0] for row in self.rows("select move from moves where room = ? order by ply", room)]


class Guest:
    """A browser with its own cookie."""

    def __init__(self, house: House, name: str = "", address: str = "127.0.0.1") -> None:
        self.house = house
        self.name = name
        self.address = address
        self.cookie = ""

    async def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Send an HTTP request, and store the cookie of the response."""
        headers = {**({"cookie": self.cookie} if self.cookie else {}), **more.pop("headers", {})}
        transport = httpx.ASGITransport(self.house.app, raise_app_exceptions=False, client=(self.address, 1))
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
            answer = await client.request(method, path, headers=headers, **more)
        if "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].split(";")[0]
        return answer

    async def get(self, path: str, **more: Any) -> httpx.Response:
        return await self.request("GET", path, **more)

    async def post(self, path: str, body: Any, **more: Any) -> httpx.Response:
        return await self.request("POST", path, json=body, **more)

    async def create_room(self, game: str, seats: int, bots: list[str] | None = None, **more: Any) -> str:
        """Create a room, and return its name."""
        body = {"game": game, "seats": seats, "bots": bots or [], "name": self.name, **more}
        answer = await self.post("/api/rooms", body)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["room"])

    async def connect(self, room: str, invite: str = "", **headers: str) -> "Page":
        """Connect a page to a room, and wait for its first messages."""
        page = Page(self, room, invite, headers)
        await page.open()
        return page


class PageSender:
    """Sender that passes the room's messages directly to a page."""

    def __init__(self, page: "Page") -> None:
        self.page = page

    def send(self, message: bytes) -> None:
        if self.page.code is None:
            self.page.record_message(message.decode())
            self.page.notify()

    def close(self, code: int) -> None:
        if self.page.code is None:
            self.page.code = code
            self.page.incoming.put_nowait({"type": "websocket.disconnect", "code": code})
            self.page.notify()


class Page:
    """A guest's WebSocket connection to a room, with every message that it received."""

    def __init__(self, guest: Guest, room: str, invite: str, headers: dict[str, str]) -> None:
        self.guest = guest
        self.name = room
        self.invite = invite
        self.headers = headers
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.news = guest.house.news
        self.raw: list[str] = []  # every message as received
        self.read = 0  # number of messages that the test has read
        self.room: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.pieces: dict[str, Any] = {}  # pieces that never change, by id
        self.tables: list[dict[str, Any]] = []  # every table, with all its zones and pieces in full
        self.refused: dict[str, Any] = {}
        self.code: int | None = None  # close code; None while open
        self.accepted = False

    async def open(self) -> None:
        headers = [(b"host", HOST.encode())]
        if self.guest.cookie:
            headers.append((b"cookie", self.guest.cookie.encode()))
        headers += [(name.encode(), value.encode()) for name, value in self.headers.items()]
        path, query = f"/ws/{self.name}", f"invite={self.invite}" if self.invite else ""
        scope = {
            "type": "websocket", "asgi": {"version": "3.0"}, "scheme": "ws", "path": path, "root_path": "",
            "raw_path": path.encode(), "query_string": query.encode(),
            "extensions": {EXTENSION: PageSender(self)},
            "headers": headers, "subprotocols": [], "client": (self.guest.address, 1), "server": (HOST, 80),
        }  # fmt: skip
        self.incoming.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(self.guest.house.app(scope, self.incoming.get, self.receive_event))
        self.guest.house.pages.append(self)
        await self.wait_until(lambda: bool(self.room) or self.code is not None)
        if self.room and self.room["phase"] != "lobby":
            await self.wait_until(lambda: bool(self.table))

    async def receive_event(self, message: Any) -> None:
        """Handle an ASGI event that the server sends."""
        if message["type"] == "websocket.accept":
            self.accepted = True
            for name, value in message.get("headers", []):
                if name == b"set-cookie":
                    self.guest.cookie = value.decode().split(";")[0]
        elif message["type"] == "websocket.close":
            self.code = message["code"]
        async with self.news:
            self.news.notify_all()

    def notify(self) -> None:
        async def later() -> None:
            async with self.news:
                self.news.notify_all()

        task = asyncio.get_running_loop().create_task(later())
        self.guest.house.tasks.add(task)
        task.add_done_callback(self.guest.house.tasks.discard)

    def record_message(self, text: str) -> None:
        self.raw.append(text)
        told = json.loads(text)
        if told["is"] == "room":
            self.room = told
        elif told["is"] == "table":
            self.pieces |= {piece["id"]: piece for piece in told.pop("pieces", [])}
            old = {zone["id"]: zone for zone in self.table.get("zones", [])}
            told["zones"] = [old[zone] if isinstance(zone, str) else zone for zone in told["zones"]]
            for zone in told["zones"]:
                zone["pieces"] = [self.pieces[p] if isinstance(p, str) else p for p in zone["pieces"]]
            self.table = told
            self.tables.append(told)
        elif told["is"] == "refused":
            self.refused = told

    async def wait_until(self, holds: Callable[[], bool]) -> None:
        """Wait until a condition holds, up to 20 seconds."""
        async with self.news:
            await asyncio.wait_for(self.news.wait_for(holds), 20)

    async def wait_for_page(self, holds: Callable[["Page"], bool]) -> None:
        """Wait until a condition on this page holds."""
        await self.wait_until(lambda: holds(self))

    async def wait_for_ply(self, ply: int) -> None:
        """Wait until the table shows this ply or a later one."""
        await self.wait_until(lambda: bool(self.table) and self.table["ply"] >= ply)

    def send(self, message: Any) -> None:
        """Send a message, given as data or as raw text."""
        text = message if isinstance(message, str) else msgspec.json.encode(message).decode()
        self.incoming.put_nowait({"type": "websocket.receive", "text": text})

    async def send_and_wait(self, message: Any) -> None:
        """Send a message, and wait for the next message that is not about the room.

        Also return if the connection ends.
        """
        count = len(self.answers)
        self.send(message)
        await self.wait_until(lambda: len(self.answers) > count or self.code is not None)

    @property
    def answers(self) -> list[str]:
        """Return all received messages except those about the room."""
        return [text for text in self.raw if not text.startswith('{"is":"room"')]

    async def refusal(self, message: Any) -> dict[str, Any]:
        """Send a message that the server refuses, and return the reason."""
        self.refused = {}
        self.send(message)
        await self.wait_until(lambda: bool(self.refused))
        why: dict[str, Any] = self.refused["why"]
        return why

    def play_first(self) -> None:
        """Send the first legal move."""
        self.send({"do": "play", "ply": self.table["ply"], "moves": [self.table["moves"][0]["text"]]})

    async def play(self, *moves: str) -> None:
        """Play moves, and wait for the new table or a refusal."""
        ply, self.refused = self.table["ply"], {}
        self.send({"do": "play", "ply": ply, "moves": list(moves)})
        await self.wait_until(lambda: self.table["ply"] > ply or bool(self.refused))

    async def close(self) -> None:
        self.incoming.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await self.task

    @property
    def is_to_move(self) -> bool:
        return bool(self.table) and self.table["actor"] == self.room["me"] and bool(self.table["moves"])


async def start_duel(house: House) -> tuple[Page, Page, Page]:
    """Start Velonimo for two; return the pages of the seat to move, the other seat and a spectator."""
    anna, ben, eve = Guest(house, "Anna"), Guest(house, "Ben"), Guest(house, "Eve")
    room = await anna.create_room("velonimo", 2)
    first = await anna.connect(room)
    second = await ben.connect(room, first.room["invite"].rpartition("=")[2])
    await second.wait_until(lambda: second.room["me"] == 1)
    first.send({"do": "start"})
    await first.wait_until(lambda: bool(first.table and second.table))
    watcher = await eve.connect(room)
    return (first, second, watcher) if first.is_to_move else (second, first, watcher)


async def play_out(pages: list[Page], choose: Callable[[Page], str], turns: int = 10_000) -> None:
    """Play the moves that `choose` returns, until the game is over or `turns` moves have been played."""
    for _ in range(turns):
        await pages[0].wait_until(lambda: is_settled(pages))
        if pages[0].table["actor"] == -2:
            return
        page = next(page for page in pages if page.is_to_move)
        await page.play(choose(page))


def is_settled(pages: list[Page]) -> bool:
    """Return whether all pages show the same ply, and the game is over or waits for one of these pages."""
    plies = {page.table["ply"] for page in pages}
    return len(plies) == 1 and (pages[0].table["actor"] == -2 or any(page.is_to_move for page in pages))


@asynccontextmanager
async def serve(house: House) -> AsyncIterator[tuple[uvicorn.Server, int]]:
    """Context manager: serve the app on a free port, as `velodrome serve` does; yield the server and the port."""
    config = uvicorn.Config(house.app, lifespan="off", log_config=None, **cli.protocol_options())
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = LifespanOff(config)
    with cli.listen("127.0.0.1", 0) as listener:
        await server.startup([listener])
        try:
            yield server, listener.getsockname()[1]
        finally:
            await server.shutdown([listener])
