"""Helpers that play a game the way a person does: by clicking on what is highlighted."""

import re
from collections.abc import Sequence
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page, expect

ACTS = ".actions :is([data-do=pick], [data-do=answer])"
OPEN = f".table .piece.lit:not(.chosen), {ACTS}:not([aria-disabled=true]):not([disabled]):not(.on)"
MAIN = ".mine .press.main:enabled"  # the Play button, or the button that a game shows instead
MAX_CLICKS = 40  # per decision: more means that something is stuck
MAX_DECISIONS = 3_000  # per game
MOUSE_DECISIONS = 12  # number of decisions made by a real mouse; the rest are made by script
STATE = """() => {
  const table = document.querySelector('.table')
  const count = (which) => document.querySelectorAll(which).length
  return {
    ply: Number(table?.dataset.ply ?? -1), over: table?.dataset.actor === '-2', busy: table?.ariaBusy === 'true',
    asked: count('.prompt.asked') > 0, covered: count('dialog[open]') > 0, main: count('.mine .press.main:enabled') > 0,
    open: count('.table .piece.lit, .board .aim, .actions button:enabled'), prepared: count('.plan li'),
  }
}"""


def glance(page: Page) -> dict[str, Any]:
    """Return the values of STATE for a page. One script reads all of them, so they are from the same moment."""
    seen: dict[str, Any] = page.evaluate(STATE)
    return seen


def is_asked(page: Page) -> bool:
    return page.locator(".prompt.asked").count() > 0


def is_over(page: Page) -> bool:
    return page.locator(".table[data-actor='-2']").count() > 0


def ply(page: Page) -> int:
    return int(page.locator(".table").get_attribute("data-ply") or -1)


def close_sheet(page: Page) -> None:
    """Close the score sheet (or another dialog) if one is open; a score sheet opens automatically between rounds."""
    if page.locator("dialog[open]").count():
        page.locator("dialog .close").click()


def open_sheet(page: Page) -> None:
    """Open the score sheet, unless it is already open because the game has ended."""
    if not page.locator("dialog[open]").count():
        page.locator(".sheet-button").dispatch_event("click")  # a real click fails if the result opens right now
    expect(page.locator("dialog[open] .scores")).to_be_visible()


def calm(page: Page) -> None:
    """Wait until no move is being sent. Playwright's `expect` would take longer, because it polls less often."""
    page.locator(".table[aria-busy=true]").wait_for(state="detached")


def decide(page: Page, lot: Random, keen: Sequence[str] = ()) -> None:
    """Make one decision: click highlighted elements at random until a move is played.

    Elements that match a selector in `keen` are clicked first.
    """
    before = ply(page)
    for _ in range(MAX_CLICKS):
        close_sheet(page)
        seen = glance(page)
        if seen["ply"] != before or not seen["asked"]:
            return
        found = next((some for some in map(page.locator, keen) if some.count()), page.locator(OPEN))
        count = found.count()
        if seen["main"] and (not count or lot.random() < 0.6):
            page.locator(MAIN).click()
        elif count:
            found.nth(lot.randrange(count)).click()
        else:
            page.locator("[data-do=clear]").click()
        calm(page)
    raise AssertionError(f"no move found: {page.locator('.prompt').inner_text()}")


# JavaScript that makes one decision like `decide`. `lots` holds a random number for each click. `looks` are selectors:
# the script uses the first one that matches any element. `main` is the selector of the Play button.
QUICK = """async ({ lots, looks, main }) => {
  const table = () => document.querySelector('.table')
  const before = table().dataset.ply
  for (const lot of lots) {
    document.querySelector('dialog[open] .close')?.click()
    if (table().dataset.ply !== before || !document.querySelector('.prompt.asked')) return true
    const found = looks.map((look) => [...document.querySelectorAll(look)]).find((all) => all.length) ?? []
    const play = document.querySelector(main)
    const wanted = play && (!found.length || lot < 0.6) ? play : found[Math.floor(lot * 1e6) % found.length]
    ;(wanted ?? document.querySelector('[data-do=clear]')).click()
    while (table().ariaBusy === 'true') await new Promise((done) => setTimeout(done, 4))
  }
  return false
}"""


def decide_quickly(page: Page, lot: Random, keen: Sequence[str] = ()) -> None:
    """Make one decision like `decide`, but with a script in the page, which is ten times as fast."""
    found = page.evaluate(
        QUICK, {"lots": [lot.random() for _ in range(MAX_CLICKS)], "looks": [*keen, OPEN], "main": MAIN}
    )
    assert found, f"no move found: {page.locator('.prompt').inner_text()}"


def pick_all(page: Page) -> Locator:
    """Select highlighted cards one by one until the selection can be played; return the Play button."""
    play = page.locator(".actions [data-do=play]")
    expect(play).to_be_visible()
    while play.is_disabled():
        page.locator(".piece.lit:not(.chosen)").first.click()
    return play


def level(*pages: Page) -> None:
    """Wait until all pages have reached the same ply and none of them is sending a move."""
    for _ in range(MAX_CLICKS * 10):
        seen = [glance(page) for page in pages]
        if len({each["ply"] for each in seen}) == 1 and not any(each["busy"] for each in seen):
            return
        pages[0].wait_for_timeout(20)
    raise AssertionError("two pages never show the same table")


def until(page: Page, holds: str) -> None:
    """Wait until a JavaScript expression is true in the page.

    Playwright's `wait_for_function` cannot do this, because the content security policy forbids it.
    """
    for _ in range(MAX_CLICKS * 10):
        if page.evaluate(holds):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never: {holds}")


def overflow(page: Page) -> int:
    """Return by how many pixels a page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def play_out(pages: list[Page], lot: Random, keen: Sequence[str] = ()) -> int:
    """Play until the game is over; return the number of decisions.

    Elements that match a selector in `keen` are clicked first. If several pages can decide, they take turns.
    """
    turn = 0
    while turn < MAX_DECISIONS:
        seen = [glance(page) for page in pages]
        for page, each in zip(pages, seen, strict=True):
            if each["covered"]:
                close_sheet(page)  # new tables wait until it is closed
        newest = max(each["ply"] for each in seen)
        asked = [page for page, each in zip(pages, seen, strict=True) if each["asked"] and each["ply"] == newest]
        if asked:
            page = asked[turn % len(asked)]
            decide(page, lot, keen) if turn < MOUSE_DECISIONS else decide_quickly(page, lot, keen)
            turn += 1
        elif all(each["over"] for each in seen):
            return turn
        else:
            pages[0].wait_for_timeout(5)
    raise AssertionError("the game does not end")


def arranged(page: Page) -> list[str]:
    """Return the kinds of the cards in a Velvet kingdom that is being arranged, in their current order."""
    cards = page.locator("[data-spot]").evaluate_all("spots => spots.map(spot => spot.parentElement.dataset.key)")
    return [str(card).split(".")[0] for card in cards]


def rule_number(text: str) -> str:
    """Return the first rule number in a sentence."""
    found = re.search(r"[A-Z]{2}-\d+", text)
    assert found, text
    return found[0]


def outcomes(page: Page) -> list[str]:
    """Return the outcomes that the page's log shows, as sentences without their rule numbers."""
    lines = page.locator(".log-lines .outcome").all_inner_texts()
    return [re.sub(r"\s*[A-Z]{2}-\d+$", "", line) for line in lines]
