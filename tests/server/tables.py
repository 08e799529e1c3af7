"""Helpers that start games between guests and play moves for them."""

from collections.abc import Callable
from typing import Any

from tests.server.harness import Guest, House, Page

from velodrome.core.rng import Rng

SHORT: dict[str, dict[str, Any]] = {
    "velonimo": {"difficulties": [1, 2], "duel_target": 2},
    "velocity": {"max_rounds": 12},
    "arcenciel": {"max_laps": 2},
    "velvet": {"max_plies": 120},
}


def chooser(seed: int) -> Callable[[Page], str]:
    """Return a function that chooses a random legal move for a page."""
    rng = Rng(seed)
    return lambda page: str(page.table["moves"][rng.below(len(page.table["moves"]))]["text"])


def token(page: Page) -> str:
    """Return the token of the invite link."""
    return str(page.room["invite"].rpartition("=")[2])


async def table(house: House, game: str, seats: int = 2, **more: Any) -> list[Page]:
    """Start a game between people only; return their pages by seat."""
    guests = [Guest(house, name) for name in ("Anna", "Ben", "Cleo")[:seats]]
    room = await guests[0].create_room(game, seats, **more)
    pages = [await guests[0].connect(room)]
    invite = pages[0].room["invite"].partition("invite=")[2]
    for guest in guests[1:]:
        pages.append(await guest.connect(room, invite))
        await pages[-1].wait_until(lambda: pages[-1].room["me"] is not None)
    pages[0].send({"do": "start"})
    for page in pages:
        await page.wait_for_page(lambda page: bool(page.table))
    return pages


def actor(pages: list[Page]) -> Page:
    """Return the page of the seat to move."""
    return next(page for page in pages if page.room["me"] == page.table["actor"])


async def play(pages: list[Page], text: str = "") -> Page:
    """Play a move for the seat to move, by default the first legal one; return the page of this seat."""
    page = actor(pages)
    ply = page.table["ply"]
    page.send({"do": "play", "ply": ply, "moves": [text or page.table["moves"][0]["text"]]})
    for other in pages:
        await other.wait_for_page(lambda other: other.table["ply"] > ply)
    return page
