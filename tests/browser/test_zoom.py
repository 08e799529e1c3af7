"""Tests of the large view of a card with its rule: it opens by mouse, long press and keyboard."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.clicks import ply
from tests.browser.harness import Visit
from tests.browser.setup import PHONE, sit_down, wait_for_turn

OWN_CARD = ".vv-near .vv-kingdom .piece"
CARDS = {"velonimo": ".vn-held", "velvet": OWN_CARD}
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
    expect(zoom.locator("p b")).to_have_css("display", "block")  # the rule begins on a line of its own


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


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_hand_cards_are_large_on_a_desktop(visit: Visit, locale: str) -> None:
    page = sit_down(visit, "velonimo", viewport=DESK, locale=locale)
    check_large(page, ".vn-held", 11)


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_vv03_the_cards_of_a_kingdom_are_large_on_a_desktop(visit: Visit, locale: str) -> None:
    page = sit_down(visit, "velvet", viewport=DESK, locale=locale)
    page.locator(".vv-spot").first.wait_for()
    check_large(page, ".vv-spot", 17)
    assert bottom(page, ".vv-arranger") < top(page, ".mine")
    page.locator("[data-do=ready]").click()
    page.locator(OWN_CARD).first.wait_for()
    check_large(page, OWN_CARD, 17)
    assert bottom(page, ".vv-field") < top(page, ".mine")
    page.locator(OWN_CARD + ".lit[title*=Bear], .lit[title*=Ours], .lit[title*=Bär]").first.click()
    page.locator(".actions .play").click()
    page.locator(".vv-far .vv-invader").wait_for()
    wait_for_turn(page)
    check_large(page, OWN_CARD, 16)


def check_large(page: Page, cards: str, count: int) -> None:
    """Check that there are this many cards, each at least 96 px wide and fully visible without scrolling."""
    boxes = page.locator(cards).evaluate_all(
        """all => all.map((card) => {
          const { left, top, right, bottom } = card.getBoundingClientRect()
          return [card.offsetWidth, left, top, innerWidth - right, innerHeight - bottom]
        })"""
    )
    assert len(boxes) == count
    assert min(width for width, *_ in boxes) >= 96
    assert min(margin for _, *margins in boxes for margin in margins) >= 0
    assert page.evaluate("document.documentElement.scrollHeight") <= 900


def top(page: Page, which: str) -> float:
    return float(page.locator(which).evaluate("element => element.getBoundingClientRect().top"))


def bottom(page: Page, which: str) -> float:
    return float(page.locator(which).evaluate("element => element.getBoundingClientRect().bottom"))
