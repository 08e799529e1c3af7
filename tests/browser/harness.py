"""A real server on loopback and a real Chromium for the browser tests."""

import contextlib
import secrets
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path

import uvicorn
from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, Response

from velodrome.core import texts
from velodrome.server.app import create_app
from velodrome.server.cli import protocol_options
from velodrome.server.services import Services
from velodrome.server.settings import Settings, database_url

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the shell needs least
CHROMIUM = next((found for name in BROWSERS if (found := shutil.which(name))), None)
TIMEOUT = 20_000  # ms that a page may take on a loaded machine before a test fails

Visit = Callable[..., Page]  # opens a page for a new guest: visit("/t/room", locale="fr-FR")


class Server:
    """A server in a thread that can be stopped and started again on the same database and port."""

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
    def services(self) -> Services:
        """Return the services of the running server, so that tests can inspect its state."""
        found: Services = self.server.config.app.state.services  # type: ignore[union-attr]  # not the app's name
        return found

    @contextlib.contextmanager
    def stopped(self) -> Iterator[None]:
        """Context manager: stop the server for the `with` block. Then start it again, even if the block fails."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join()


class FixedSecrets:
    """Replacement for the `secrets` module that gives the same bytes and bits in every run of a test.

    Only `choice`, which chooses the letters of a room's name, stays random.
    """

    choice = staticmethod(secrets.choice)

    def __init__(self, test: str) -> None:
        self.test = test
        self.count = 0

    def token_bytes(self, size: int) -> bytes:
        self.count += 1
        return blake2b(f"{self.test} {self.count}".encode(), digest_size=size).digest()

    def randbits(self, count: int) -> int:
        return int.from_bytes(self.token_bytes(count // 8), "big")


def page_text(key: str, language: str = "en", **arguments: object) -> str:
    """Return one of the web page's own texts, with its arguments filled in."""
    return texts.capitalize(texts.fill(texts.load("web", language)[key], arguments, language))


def launch(playing: Playwright, *arguments: str) -> Browser:
    return playing.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", *arguments])


def is_missing_file(answer: Response) -> bool:
    """Return whether the server failed to deliver one of the page's files, such as a script or a picture."""
    return "/web/" in answer.url and answer.status >= 400


def is_console_error(message: ConsoleMessage) -> bool:
    """Return whether a console message is an error or warning; lost connections and refused requests do not count."""
    others = ("net::ERR_", "WebSocket", "the server responded with a status of 4")
    return message.type in ("error", "warning") and not any(other in message.text for other in others)
