"""A real server on loopback, a real Chromium, and people with a browser each."""

import contextlib
import os
import secrets
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Response, expect, sync_playwright

from velodrome.server.app import create_app
from velodrome.server.cli import protocol_options
from velodrome.server.services import Services
from velodrome.server.settings import Settings, database_url

CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
)
PATIENCE = 20_000  # ms: how long a page may take on a loaded machine before a test gives up


class Server:
    """A table server in a thread, which can be stopped and started again on the same database and port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        app = create_app(
            Settings(limit_rate=500, limit_address_rooms=5000),
            database_url(str(self.folder / "table.sqlite"), self.folder),
            pause=lambda *_: 0.0,
        )
        config = uvicorn.Config(app, "127.0.0.1", self.port, log_level="warning", **protocol_options())
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive(), "the server did not start"

    @property
    def desk(self) -> Services:
        """What its rooms are kept by, for a test that looks or reaches behind the pages."""
        found: Services = self.server.config.app.state.services  # type: ignore[union-attr]  # an app, not its name
        return found

    @contextlib.contextmanager
    def stopped(self) -> Iterator[None]:
        """Gone for a while; it is back even if a test fails meanwhile."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join()


class Lot:
    """In place of `secrets` where games are dealt and bots think: the same lot in every run of a test."""

    choice = staticmethod(secrets.choice)

    def __init__(self, test: str) -> None:
        self.test = test
        self.count = 0

    def token_bytes(self, size: int) -> bytes:
        self.count += 1
        return blake2b(f"{self.test} {self.count}".encode(), digest_size=size).digest()

    def randbits(self, count: int) -> int:
        return int.from_bytes(self.token_bytes(count // 8), "big")


@pytest.fixture(autouse=True)
def lot(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every run deals the same cards: a red test is news of the change at hand. VELODROME_TESTS=search deals others."""
    if os.environ.get("VELODROME_TESTS") != "search":
        for part, seed in {"rooms.registry": "hall", "workers.pool": "thinkers"}.items():
            monkeypatch.setattr(f"velodrome.server.{part}.secrets", Lot(f"{seed} {request.node.name}"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("server"))
    yield found
    found.stop()


@pytest.fixture(scope="module")  # while it plays, its event loop is this thread's: tests of other folders run theirs
def playing() -> Iterator[Playwright]:
    assert CHROMIUM, "Chromium is missing: apt-get install chromium"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as found:
        yield found


def launch(playing: Playwright, *arguments: str) -> Browser:
    return playing.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", *arguments])


@pytest.fixture(scope="module")
def browser(playing: Playwright) -> Iterator[Browser]:
    found = launch(playing)
    yield found
    found.close()


Visit = Callable[..., Page]


@pytest.fixture
def visit(server: Server, browser: Browser) -> Iterator[Visit]:
    """A new person with a browser of their own; whatever goes wrong in their page fails the test."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def come(path: str = "/", table: dict[str, Any] | None = None, **how: Any) -> Page:
        how.setdefault("viewport", {"width": 1280, "height": 800})
        how.setdefault("locale", "en-GB")
        how.setdefault("reduced_motion", "reduce")
        context = browser.new_context(**how)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if table:  # of the guest's own, opened without the home page
            answer = context.request.post(f"{server.url}/api/rooms", data=table)
            assert answer.ok, answer.text()
            path = f"/t/{answer.json()['room']}"
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text) if is_wrong(message) else None)
        page.on("response", lambda answer: problems.append(answer.url) if is_missing(answer) else None)
        page.goto(server.url + path)
        return page

    yield come
    for context in contexts:
        with contextlib.suppress(Exception):
            context.close()
    assert problems == []


def is_missing(answer: Response) -> bool:
    """A part of the page itself: a script, a style or a picture that is not there."""
    return "/web/" in answer.url and answer.status >= 400


def is_wrong(message: Any) -> bool:
    """An error or a warning of our own; that a line is cut or a request refused is no fault of the page."""
    others = ("net::ERR_", "WebSocket", "the server responded with a status of 4")
    return message.type in ("error", "warning") and not any(other in message.text for other in others)
