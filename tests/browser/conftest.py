"""Fixtures for browser tests: one server per session, one browser per module, one browser context per guest."""

import contextlib
import os
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright
from tests.browser.harness import (
    CHROMIUM,
    TIMEOUT,
    FixedSecrets,
    Server,
    Visit,
    is_console_error,
    is_missing_file,
    launch,
)

INSTANT = "localStorage['velodrome.speed'] ??= '\"instant\"'"


@pytest.fixture(autouse=True)
def fixed_deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace random seeds by fixed ones, so that every run of a test deals the same cards.

    If the environment variable VELODROME_TESTS is "search", the seeds stay random.
    """
    if os.environ.get("VELODROME_TESTS") != "search":
        for part, seed in {"rooms.create": "hall", "workers.pool": "thinkers"}.items():
            monkeypatch.setattr(f"velodrome.server.{part}.secrets", FixedSecrets(f"{seed} {request.node.name}"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("server"))
    yield found
    found.stop()


@pytest.fixture(scope="module")  # not per session, because it blocks the event loop, which tests in other folders need
def playing() -> Iterator[Playwright]:
    assert CHROMIUM, "Chromium is missing: apt-get install chromium"
    expect.set_options(timeout=TIMEOUT)
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="module")
def browser(playing: Playwright) -> Iterator[Browser]:
    found = launch(playing)
    yield found
    found.close()


@pytest.fixture
def visit(server: Server, browser: Browser) -> Iterator[Visit]:
    """Yield a function that opens a page for a new guest. After the test, close all pages; fail if one had an error."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def come(path: str = "/", table: dict[str, Any] | None = None, **how: Any) -> Page:
        how.setdefault("viewport", {"width": 1280, "height": 800})
        how.setdefault("locale", "en-GB")
        how.setdefault("reduced_motion", "reduce")
        context = browser.new_context(**how)
        context.set_default_timeout(TIMEOUT)
        contexts.append(context)
        if table:  # open this table directly, not from the home page
            answer = context.request.post(f"{server.url}/api/rooms", data=table)
            assert answer.ok, answer.text()
            path = f"/t/{answer.json()['room']}"
        if how["reduced_motion"] == "reduce":  # moves take no time either, unless the test chooses a speed
            context.add_init_script(INSTANT)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text) if is_console_error(message) else None)
        page.on("response", lambda answer: problems.append(answer.url) if is_missing_file(answer) else None)
        page.goto(server.url + path)
        return page

    yield come
    for context in contexts:
        with contextlib.suppress(Exception):
            context.close()
    assert problems == []
