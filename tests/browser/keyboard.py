"""Helpers that play a game by keyboard alone."""

from random import Random
from typing import Any

from playwright.sync_api import Page, expect
from tests.browser.clicks import MAX_DECISIONS, calm, glance

FAR = 250  # presses of Tab after which an element counts as unreachable
MAX_KEYS = 60  # keys for one decision: more means that something is stuck


def reach(page: Page, selector: str, key: str = "Tab") -> None:
    """Press `key` until an element that matches `selector` has the focus; fail after FAR presses."""
    for _ in range(FAR):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"not reached by {key}: {selector}")


def type_over(page: Page, selector: str, text: str) -> None:
    reach(page, selector)
    page.keyboard.press("Control+A")
    page.keyboard.type(text)


def begin(page: Page, game: str) -> None:
    """On the home page, choose the weakest bots and start a game against them."""
    reach(page, f".poster.{game} [data-arg='{game}.level']")
    page.keyboard.press("Home")
    reach(page, f".poster.{game} [data-do=now]")
    page.keyboard.press("Enter")
    expect(page.locator(f".table.{game}")).to_be_visible()


def begin_short(page: Page, game: str, option: str, value: str) -> None:
    """Fill in the form for a new table, with one option changed; then start the game in the lobby."""
    reach(page, f".poster.{game} [data-do=invite]")
    page.keyboard.press("Enter")
    reach(page, "dialog summary")
    page.keyboard.press("Enter")
    type_over(page, f"dialog [data-change=option][data-arg={option}]", value)
    reach(page, "dialog [data-do=openTable]")
    page.keyboard.press("Enter")
    expect(page.locator(".lobby")).to_be_visible()
    reach(page, "[data-do=start]")
    page.keyboard.press("Space")
    expect(page.locator(f".table.{game}")).to_be_visible()


def look(page: Page) -> dict[str, Any]:
    """Read the state of a page; if a dialog such as the score sheet is open, close it with Escape first."""
    seen = glance(page)
    while seen["covered"]:
        page.keyboard.press("Escape")
        seen = glance(page)
    return seen


def decide(page: Page, lot: Random) -> None:
    """Make one decision at random: go to elements with arrow keys, select them with Enter or Space, and play with p."""
    before = look(page)["ply"]
    for _ in range(MAX_KEYS):
        seen = look(page)
        if seen["busy"]:
            calm(page)
        elif seen["ply"] != before or not seen["asked"]:
            return
        elif seen["main"] and (not seen["open"] or lot.random() < 0.6):
            page.keyboard.press("p")
        else:
            for _ in range(1 + lot.randrange(max(1, min(seen["open"], 6)))):
                page.keyboard.press(lot.choice(["ArrowRight", "ArrowDown", "ArrowLeft"]))
            page.keyboard.press(lot.choice(["Enter", "Space"]))
    raise AssertionError(f"no move found: {page.locator('.prompt').inner_text()}")


def play_out(page: Page, lot: Random) -> int:
    """Play until the game is over; return the number of decisions."""
    for turn in range(MAX_DECISIONS):
        seen = look(page)
        if seen["over"]:
            return turn
        if seen["asked"]:
            decide(page, lot)
        else:
            page.wait_for_timeout(5)
    raise AssertionError("the game does not end")
