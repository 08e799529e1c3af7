"""Taking back in the browser: at once, by consent, in French; and being asked once more."""

from random import Random

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.guests import invited, open_table, play_now, wait_for_turn
from tests.browser.hands import decide, is_asked, ply

GAMES = ["velonimo", "velocity", "arcenciel", "velvet"]


@pytest.mark.parametrize("game", GAMES)
def test_against_bots_a_move_is_taken_back(game: str, visit: Visit) -> None:
    page = visit()
    play_now(page, game)
    if game == "velvet":
        page.locator("[data-do=ready]").click()
        expect(page.locator("[data-do=ready]")).to_have_count(0)
    wait_for_turn(page)
    hand = page.locator(".board").inner_text()
    decide(page, Random(1))
    wait_for_turn(page)
    assert page.locator(".log .undone").count() == 0
    page.locator("[data-do=back]").click()
    expect(page.locator(".log .undo")).to_have_text("You take back a move.")
    wait_for_turn(page)
    assert page.locator(".log .undone").count() > 0
    assert page.locator(".board").inner_text() == hand
    decide(page, Random(2))


def test_another_person_is_asked_in_french_and_agrees(visit: Visit) -> None:
    anna = visit(locale="fr-FR")
    open_table(anna, "velonimo", 2, {})
    ben = visit(invited(anna))
    expect(ben.locator(".lobby")).to_be_visible()
    anna.locator("[data-do=start]").click()
    pages = [anna, ben]
    for page in pages:
        expect(page.locator(".table")).to_be_visible()
    first = next(page for page in pages if is_asked(page))
    other = next(page for page in pages if page is not first)
    lot = Random(4)
    while not is_asked(other):
        decide(first, lot)
        first.wait_for_timeout(50)
    decide(other, lot)
    before = ply(first)
    first.locator("[data-do=back]").click()
    expect(first.locator("[data-key=asks]")).to_be_visible()
    other.locator("[data-do=agree][data-arg=yes]").click()
    expect(first.locator("[data-key=asks]")).to_have_count(0)
    expect(first.locator(".prompt.asked")).to_be_visible()
    assert ply(first) == before + 1
    expect(anna.locator(".log .undo")).to_contain_text("repren")


def choose(page: Page) -> None:
    """Pick cards until they can be played, and play them."""
    while page.locator("[data-do=play][disabled]").count():
        page.locator(".table .piece.lit:not(.chosen)").first.click()
    page.locator("[data-do=play]").click()


def test_who_wants_to_is_asked_once_more(visit: Visit) -> None:
    page = visit()
    play_now(page, "velonimo")
    wait_for_turn(page)
    page.locator("[data-do=menu]").click()
    page.locator("[data-change=confirm]").check()
    page.locator("dialog .close").click()
    before = ply(page)
    choose(page)
    expect(page.locator("[data-do=sure]")).to_be_visible()
    assert ply(page) == before
    page.locator("[data-do=unsure]").click()
    expect(page.locator("[data-do=sure]")).to_have_count(0)
    choose(page)
    page.locator("[data-do=sure]").click()
    expect(page.locator(f".table[data-ply='{before}']")).to_have_count(0)
