"""Tests of Arc en Ciel's table: retiring a domestique, auctions, and elements large enough for a finger."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.clicks import decide, decide_quickly, overflow
from tests.browser.harness import Visit
from tests.browser.setup import PHONE, table, wait_for_turn

from velodrome.core import texts

EN = texts.sentences("arcenciel", "en")
RETIRE = ".actions .retire"
TOUCH = 40  # px
# width and height of an element, including the part of its ::after that only enlarges the target
TARGET = """(one) => {
  const { width, height } = one.getBoundingClientRect()
  const more = getComputedStyle(one, '::after')
  const size = (own, name) => Math.max(own, parseFloat(more[name]) || 0)
  return [size(width, 'width'), size(height, 'height')]
}"""


def reach(page: Page, what: str, keen: str = ".actions [data-arg=pass]") -> None:
    """Play until the viewer is to move and an element that matches the selector `what` is on the page.

    Elements that match the selector `keen` are clicked first.
    """
    lot = Random("arc")
    for _ in range(60):
        wait_for_turn(page)
        if page.locator(what).count():
            return
        decide(page, lot, (keen,))
    raise AssertionError(f"never: {what}")


def test_retiring_asks_which_domestique_and_lights_them(visit: Visit) -> None:
    page = visit(table=table("arcenciel", 3, 1))
    reach(page, f"main:has(button.standing) {RETIRE}", ".bidding .step:last-child:enabled")  # bid all, to win a square
    before = page.locator(".prompt .ask [role=status]").inner_text()
    page.locator(RETIRE).click()
    expect(page.locator(".prompt .ask [role=status]")).to_have_text(EN["view.which"])
    standing = page.locator("button.standing").count()
    expect(page.locator("button.standing.lit")).to_have_count(standing)
    expect(page.locator(".ring.which")).to_have_count(1)
    choices = page.locator(".ac-choice")
    expect(choices).to_have_count(standing + 1)
    expect(choices.first).to_contain_text(EN["view.from_hand"])
    choices.first.click()
    expect(choices.first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".actions .play")).to_contain_text(EN["view.verb.retire"])
    page.locator("[data-do=clear]").click()
    expect(page.locator(".prompt .ask [role=status]")).to_have_text(before)
    held = page.locator(".mate").count()
    page.locator(RETIRE).click()
    page.locator(".ac-choice[data-arg=hand]").click()
    page.locator(".actions .play").click()
    expect(page.locator(".mate")).to_have_count(held - 1)


def test_in_a_pause_before_a_roll_you_continue_or_retire_a_domestique(visit: Visit) -> None:
    page = visit(table=table("arcenciel", 3, 1, {"voluntary_retirement": "any"}))
    go_on = ".actions [data-arg=continue]"
    reach(page, go_on)
    expect(page.locator(go_on)).to_contain_text(EN["view.do.continue"])
    held = page.locator(".mate").count()
    page.locator(RETIRE).click()
    page.locator(".ac-choice[data-arg=hand]").click()
    page.locator(".actions .play").click()
    expect(page.locator(".mate")).to_have_count(held - 1)
    reach(page, go_on)
    page.locator(go_on).click()
    expect(page.locator(".mate")).to_have_count(held - 1)
    expect(page.locator(".log-lines, .strip").first).to_contain_text(EN["tell.continue.you"])


@pytest.mark.parametrize("seats", [3, 6])
def test_an_auction_shows_who_still_bids_in_order_and_what_winning_saves(seats: int, visit: Visit) -> None:
    page = visit(table=table("arcenciel", seats, 1))
    reach(page, ".bidding")
    riders = page.locator(".ac-bidder")
    expect(riders).to_have_count(seats)
    names = riders.locator("[role=img]").evaluate_all("all => all.map((one) => one.ariaLabel)")
    me = next(at for at, name in enumerate(names) if name.endswith(EN["view.auction.now"].rpartition(": ")[2]))
    expect(riders.nth(me)).to_have_class("ac-bidder now")
    later = [riders.nth(at).get_attribute("class") for at in range(me + 1, seats)]
    assert later == ["ac-bidder next"] * (seats - me - 1), "those after the viewer still bid"
    cost = page.locator(".ac-stone.sold text").last.text_content() or ""
    expect(page.locator(".ac-saves")).to_have_text(EN["view.auction.saves"].replace("{saves}", cost))
    ring = page.locator(".ring")
    before = ring.bounding_box()
    page.locator(".bidding .step").first.click()
    expect(page.locator(".actions .play")).to_be_enabled()
    assert ring.bounding_box() == before, "the board keeps its size"


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_everything_to_pick_is_large_enough_for_a_finger(locale: str, visit: Visit) -> None:
    page = visit(table=table("arcenciel", 6, 1), locale=locale, **PHONE)
    lot = Random("touch")
    seen: set[str] = set()
    for _ in range(12):
        wait_for_turn(page)
        if page.locator(RETIRE).count():
            page.locator(RETIRE).tap()
            seen |= sizes(page, (".ac-choice", ".actions .press", "button.standing.lit", ".mate.lit"))
            play, clear = (page.locator(f".actions {which}").bounding_box() for which in (".play", "[data-do=clear]"))
            assert play and clear and play["width"] > 2 * clear["width"], "the main button stands out"
            page.locator("[data-do=clear]").tap()
        seen |= sizes(page, (".actions .press:enabled", ".deck"))
        assert overflow(page) <= 0
        decide_quickly(page, lot)
    assert {".ac-choice", ".deck", ".mate.lit"} <= seen


def sizes(page: Page, kinds: tuple[str, ...]) -> set[str]:
    """Check that all elements of these kinds are large enough for a finger; return the kinds found on the page."""
    found: set[str] = set()
    for kind in kinds:
        for element in page.locator(f":is({kind}):visible").all():
            size: Any = element.evaluate(TARGET)
            assert min(size) >= TOUCH, (kind, size)
            found.add(kind)
    return found
