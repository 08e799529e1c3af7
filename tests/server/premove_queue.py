"""Helpers that set premoves on a page and read the messages about them."""

import json
from typing import Any

from tests.server.harness import Page


def told(page: Page, what: str) -> list[dict[str, Any]]:
    """Return all messages of one type that a page received."""
    return [news for news in map(json.loads, page.raw) if news["is"] == what]


def queue(page: Page) -> list[str] | None:
    """Return the premoves that the server last reported to a page; None if it has not reported any list of premoves."""
    news = told(page, "prepared")
    return [move["text"] for move in news[-1]["moves"]] if news else None


async def prepare(page: Page, *moves: str) -> None:
    """Set premoves, and wait for the confirmation."""
    count = len(told(page, "prepared"))
    page.send({"do": "prepare", "ply": page.table["ply"], "moves": list(moves)})
    await page.wait_until(lambda: len(told(page, "prepared")) > count)
    assert queue(page) == list(moves)
