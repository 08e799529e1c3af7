"""Tests that play whole games by keyboard, without the mouse."""

from random import Random

import pytest
from playwright.sync_api import Page, expect
from tests.browser.clicks import arranged, is_asked, ply, until
from tests.browser.harness import Visit, page_text
from tests.browser.keyboard import begin, begin_short, decide, play_out, reach
from tests.browser.setup import sit_down

ESCAPE = """() => {
  document.getElementById('dialog').dispatchEvent(new Event('cancel', { cancelable: true }))
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }))
}"""


def forbid_mouse(page: Page) -> Page:
    """Make any mouse click fail the test; return the page."""
    page.evaluate("addEventListener('pointerdown', () => console.error('a mouse!'), true)")
    return page


def see_the_end(page: Page, seats: int) -> None:
    """At the end of a game, open the score sheet with its keyboard shortcut, check its headers, and close it."""
    sheet = page.locator("dialog[open]")
    while not sheet.get_by_role("table").count():  # another dialog may still be closing
        if not sheet.count():
            page.keyboard.press("s")
        page.wait_for_timeout(50)
    expect(sheet.get_by_role("table").get_by_role("rowheader")).to_have_count(seats)
    expect(sheet.get_by_role("columnheader").last).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


# Short but complete games: one round, a few rounds, one lap.
SHORT = {
    "velonimo": ("difficulties", "1", "en-GB"),
    "velocity": ("max_rounds", "4", "fr-FR"),
    "arcenciel": ("max_laps", "1", "en-GB"),
}


@pytest.mark.parametrize("game", SHORT)
def test_a_whole_game_can_be_played_by_keyboard_alone(game: str, visit: Visit) -> None:
    option, value, locale = SHORT[game]
    page = forbid_mouse(visit(locale=locale))
    begin_short(page, game, option, value)
    play_out(page, Random(game))
    see_the_end(page, 3)


def test_velvet_can_be_played_by_keyboard_alone(visit: Visit) -> None:
    page = forbid_mouse(visit())
    begin_short(page, "velvet", "max_plies", "20")
    expect(page.locator(".vv-rows")).to_be_visible()
    page.keyboard.press("b")
    expect(page.locator("[data-spot='0']")).to_be_focused()
    before = arranged(page)
    for key in ("Space", "ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert arranged(page) == [before[1], before[2], before[0], *before[3:]]
    page.keyboard.press("p")
    expect(page.locator(".vv-near .vv-kingdom use")).to_have_count(17)
    play_out(page, Random("velvet"))
    see_the_end(page, 2)


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_a_question_mark_lists_the_keys(locale: str, visit: Visit) -> None:
    page = visit(locale=locale)
    expect(page.locator(".poster")).to_have_count(4)
    until(page, "performance.getEntriesByName(location.origin + '/web/lib/keyboard.js').length")
    page.keyboard.press("?")
    listed = page.get_by_role("dialog", name=page_text("keys.title", locale[:2]))
    expect(listed.locator("kbd").filter(has_text="?")).to_be_visible()
    expect(listed.locator("kbd").filter(has_text="Échap" if locale == "fr-FR" else "Esc")).to_be_visible()
    assert listed.locator("dt").count() == listed.locator("dd").count() >= 14
    page.keyboard.press("Escape")
    expect(listed).to_be_hidden()
    begin(page, "velonimo")
    page.keyboard.press("m")
    reach(page, "dialog [data-do=settings]")
    page.keyboard.press("Enter")
    reach(page, "dialog [data-arg=keys]")
    page.keyboard.press("Space")  # switch off single-key shortcuts, which disturb users of speech input
    reach(page, "dialog [data-do=keys]")
    page.keyboard.press("Enter")
    expect(listed).to_be_visible()
    page.keyboard.press("Escape")
    page.reload()
    expect(page.locator(".table")).to_be_visible()
    page.keyboard.press("?")
    page.keyboard.press("m")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_arrows_move_in_reading_order_and_escape_clears_the_selection(visit: Visit) -> None:
    page = visit()
    begin(page, "velonimo")
    expect(page.locator(".prompt.asked")).to_be_visible()
    while page.locator(".mine .piece.lit").count() < 2:
        decide(page, Random(5))
        expect(page.locator(".prompt.asked")).to_be_visible()
    lit = page.locator(".board .piece.lit, .mine .piece.lit").evaluate_all("all => all.map(one => one.dataset.key)")
    focused = "document.activeElement.dataset.key"
    page.keyboard.press("Home")
    assert page.evaluate(focused) == lit[0]
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == lit[1]
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Space")
    expect(page.locator(f"[data-key='{lit[0]}']")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(focused) == lit[0], "the focus stays where one is"
    page.keyboard.press("Escape")
    expect(page.locator(".mine [aria-pressed=true].piece")).to_have_count(0)
    page.keyboard.press("l")
    expect(page.locator(".log-lines")).to_be_focused()
    page.keyboard.press("h")
    assert page.evaluate("document.activeElement.closest('.mine') !== null")
    before, passes = ply(page), page.locator("[data-arg=pass]").count()
    page.keyboard.press("x")  # pass, if possible
    if not passes:
        assert ply(page) == before and is_asked(page)


def test_a_key_right_after_escape_reaches_the_page(visit: Visit) -> None:
    page = sit_down(visit)
    page.locator("[data-do=menu]").click()
    expect(page.locator("dialog .menu")).to_be_visible()
    page.evaluate(ESCAPE)  # send Escape and the next key at once
    expect(page.locator("dialog[open] .keys")).to_be_visible()
