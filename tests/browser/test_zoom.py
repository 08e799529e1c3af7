"""Tests of the large view of a card with its rule: it opens by mouse, long press and keyboard."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.clicks import ply
from tests.browser.harness import Visit
from tests.browser.setup import PHONE, sit_down

CARDS = {"velonimo": ".vn-held", "velvet": ".vv-near .vv-kingdom .piece"}
DESK = {"width": 1440, "height": 900}


def begin(visit: Visit, game: str, **how: Any) -> Page:
    page = sit_down(visit, game, **how)
    if game == "velvet":
        page.locator("[data-do=ready]").click()
        page.locator(CARDS[game]).first.wait_for()
    return page


def expect_zoom(page: Page) -> None:
    """Check that a large card and a sentence about it are shown, inside the window."""
    zoom = page.locator(".zoom")
    expect(zoom).to_be_visible()
    expect(zoom).to_be_in_viewport(ratio=1)
    assert zoom.locator(".zoom-picture svg").first.evaluate("picture => picture.getBoundingClientRect().width") > 100
    assert len(zoom.locator("p span").first.inner_text()) > 15


@pytest.mark.parametrize("game", CARDS)
def test_a_card_is_enlarged_while_the_mouse_rests_on_it(visit: Visit, game: str) -> None:
    page = begin(visit, game, viewport=DESK)
    card = page.locator(CARDS[game]).nth(1)
    card.hover()
    expect_zoom(page)
    page.mouse.move(5, 5)
    expect(page.locator(".zoom")).to_have_count(0)


@pytest.mark.parametrize("game", CARDS)
def test_a_long_press_enlarges_a_card_and_does_not_pick_it(visit: Visit, game: str) -> None:
    page = begin(visit, game, **PHONE)
    card = page.locator(CARDS[game]).nth(1)
    page.wait_for_timeout(400)  # until the page has scrolled to the cards
    box = card.bounding_box()
    assert box
    before = ply(page)
    touch = page.context.new_cdp_session(page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect_zoom(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect_zoom(page)  # stays until the next touch
    assert page.locator(".piece.chosen").count() == 0 and ply(page) == before
    page.locator(".prompt .ask [role=status]").tap()
    expect(page.locator(".zoom")).to_have_count(0)


@pytest.mark.parametrize("game", CARDS)
def test_z_enlarges_the_focused_card_and_escape_closes_it(visit: Visit, game: str) -> None:
    page = begin(visit, game)
    page.locator(CARDS[game]).nth(1).focus()
    page.keyboard.press("z")
    expect_zoom(page)
    expect(page.locator(".zoom [role=status]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".zoom")).to_have_count(0)


def test_hand_cards_are_large_on_a_desktop(visit: Visit) -> None:
    page = sit_down(visit, "velonimo", viewport=DESK)
    widths = page.locator(".vn-held").evaluate_all("all => all.map((card) => card.offsetWidth)")
    assert len(widths) == 11 and min(widths) >= 96
    assert page.evaluate("document.documentElement.scrollHeight") <= 900
