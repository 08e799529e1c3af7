"""Hands for a test: they play a game as a person does, with clicks on what is lit."""

import re
from random import Random

from playwright.sync_api import Page, expect

ACTS = ".actions :is([data-do=pick], [data-do=answer])"
OPEN = f".table .piece.lit:not(.chosen), {ACTS}:not([aria-disabled=true]):not([disabled]):not(.on)"
MOST = 40  # clicks for one decision: more means that something is stuck
LONGEST = 3_000  # decisions of one game


def is_asked(page: Page) -> bool:
    return page.locator(".prompt.asked").count() > 0


def is_over(page: Page) -> bool:
    return page.locator(".table[data-actor='-2']").count() > 0


def close_sheet(page: Page) -> None:
    """The score sheet opens by itself between rounds."""
    if page.locator("dialog[open]").count():
        page.locator("dialog .close").click()


def decide(page: Page, lot: Random) -> None:
    """One decision: clicks on lit things by lot until the table has moved on."""
    before = ply(page)
    for _ in range(MOST):
        close_sheet(page)
        if ply(page) != before or not is_asked(page):
            return
        play = page.locator(".mine .press.main:not([disabled])")  # Play, or what a game has in its place
        found = page.locator(OPEN)
        count = found.count()
        if play.count() and (not count or lot.random() < 0.6):
            play.click()
        elif count:
            found.nth(lot.randrange(count)).click()
        else:
            page.locator("[data-do=clear]").click()
        expect(page.locator(".table[aria-busy=true]")).to_have_count(0)
    raise AssertionError(f"no move found: {page.locator('.prompt').inner_text()}")


def until(page: Page, holds: str) -> None:
    """Wait for what only a script can see; Playwright's own way evaluates in the page, which its policy forbids."""
    for _ in range(MOST * 10):
        if page.evaluate(holds):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never: {holds}")


def ply(page: Page) -> int:
    return int(page.locator(".table").get_attribute("data-ply") or -1)


def play_out(pages: list[Page], lot: Random) -> int:
    """Everybody plays until the game is over; how many decisions it took."""
    for turn in range(LONGEST):
        for page in pages:
            close_sheet(page)  # while it is open, the news of the table wait
        asked = [page for page in pages if is_asked(page)]
        if asked:
            decide(asked[0], lot)
        elif all(is_over(page) for page in pages):
            return turn
        else:
            pages[0].wait_for_timeout(20)
    raise AssertionError("the game does not end")


def rule_number(text: str) -> str:
    """The first number of a rule in a sentence."""
    found = re.search(r"[A-Z]{2}-\d+", text)
    assert found, text
    return found[0]


def outcomes(page: Page) -> list[str]:
    """What the log says came of moves, without the numbers of the rules behind it."""
    lines = page.locator(".log-lines .outcome").all_inner_texts()
    return [re.sub(r"\s*[A-Z]{2}-\d+$", "", line) for line in lines]
