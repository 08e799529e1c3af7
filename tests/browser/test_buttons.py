"""Tests that buttons look the same in all games: filled ones act at once, outlined ones only select."""

from random import Random

import pytest
from playwright.sync_api import Page, expect
from tests.browser.clicks import MAIN, MAX_CLICKS, OPEN, calm, close_sheet, decide_quickly, glance, ply, until
from tests.browser.harness import Visit
from tests.browser.setup import SEATS, sit_down, wait_for_turn

BUTTONS = ".actions :is([data-do=pick], [data-do=answer]).press:not([aria-disabled=true], .step)"  # .step: a number
FILLED = "button => button.matches('.main, .commit')"
TURNS = 14


@pytest.mark.parametrize("game", SEATS)
def test_filled_buttons_act_at_once_and_others_only_select(visit: Visit, game: str) -> None:
    page = sit_down(visit, game)
    acted = 0
    for turn in range(TURNS):
        close_sheet(page)
        wait_for_turn(page)
        before, lot = ply(page), Random(turn)
        buttons = page.locator(BUTTONS)
        if buttons.count():
            button = buttons.nth(lot.randrange(buttons.count()))
            is_filled = button.evaluate(FILLED)
            assert (button.get_attribute("aria-pressed") is None) == is_filled
            button.click()
            calm(page)
            if is_filled:  # a score sheet may cover the next table
                until(page, f"document.querySelector('dialog[open], .table:not([data-ply=\"{before}\"])') !== null")
            else:
                page.wait_for_timeout(100)
                assert ply(page) == before
            acted += is_filled
        if glance(page)["over"]:
            return
        close_sheet(page)
        if ply(page) == before:
            decide_quickly(page, lot)
    assert acted or game in ("velonimo", "velocity")  # most of their buttons only select


def press_something(page: Page, lot: Random) -> None:
    """Press the main button if it is enabled, otherwise something that is highlighted."""
    calm(page)
    close_sheet(page)
    if page.locator(MAIN).count():
        page.locator(MAIN).first.click()
    elif page.locator(OPEN).count():
        page.locator(OPEN).nth(lot.randrange(page.locator(OPEN).count())).click()
    else:
        page.locator("[data-do=clear]").click()
    calm(page)


@pytest.mark.parametrize("game", SEATS)
def test_nothing_is_asked_twice_unless_moves_are_confirmed(visit: Visit, game: str) -> None:
    page, lot = sit_down(visit, game), Random(3)
    if game == "velvet":
        page.locator("[data-do=ready]").click()  # arranging takes many clicks
    sure = page.locator("[data-do=sure]")
    wait_for_turn(page)
    before = ply(page)
    for _ in range(MAX_CLICKS):
        press_something(page, lot)
        expect(sure).to_have_count(0)
        if ply(page) != before:
            break
    assert ply(page) != before
    page.evaluate("localStorage.setItem('velodrome.confirm', 'true')")
    page.reload()
    wait_for_turn(page)
    before = ply(page)
    for button in ("unsure", "sure"):
        for _ in range(MAX_CLICKS):
            if sure.count():
                break
            press_something(page, lot)
            assert ply(page) == before, "nothing is played before it is confirmed"
        page.locator(f"[data-do={button}]").click()
        expect(sure).to_have_count(0)
    until(page, f"Number(document.querySelector('.table').dataset.ply) > {before}")
