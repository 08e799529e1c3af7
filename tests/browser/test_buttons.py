"""Tests that buttons look the same in all games: filled ones act at once, outlined ones only select."""

from random import Random

import pytest
from tests.browser.clicks import calm, close_sheet, decide_quickly, glance, ply
from tests.browser.harness import Visit
from tests.browser.setup import SEATS, sit_down, wait_for_turn

BUTTONS = ".actions :is([data-do=pick], [data-do=answer]).press:not([aria-disabled=true]):not([data-hold])"
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
            page.wait_for_timeout(100)
            seen = glance(page)
            assert (seen["ply"] != before or seen["covered"]) == is_filled  # covered: the scores of a round
            acted += is_filled
        if glance(page)["over"]:
            return
        close_sheet(page)
        if ply(page) == before:
            decide_quickly(page, lot)
    assert acted or game == "velonimo"


def test_nothing_is_asked_twice_unless_moves_are_confirmed(visit: Visit) -> None:
    page = sit_down(visit, "velocity")
    before = ply(page)
    page.locator(".actions .commit").first.click()
    page.locator(f".table:not([data-ply='{before}'])").wait_for()
    page.evaluate("localStorage.setItem('velodrome.confirm', 'true')")
    page.reload()
    wait_for_turn(page)
    for lot in range(20):
        if page.locator(".actions .commit").count():
            break
        decide_quickly(page, Random(lot), ["[data-do=sure]"])
        wait_for_turn(page)
    before = ply(page)
    page.locator(".actions .commit").first.click()
    page.locator("[data-do=sure]").wait_for()
    assert ply(page) == before
