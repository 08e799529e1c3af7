"""Tests of hints on a real page: requesting, seeing and playing them by mouse, keyboard and touch, also in French."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.clicks import overflow, ply, until
from tests.browser.harness import Server, Visit
from tests.browser.setup import PHONE, sit_down, start, together

from velodrome.games import GAMES


def begin(visit: Visit, game: str, **how: Any) -> Page:
    page = sit_down(visit, game, **how)
    if game == "velvet":
        page.locator("[data-do=ready]").click()  # hints begin after the kingdoms are arranged
    expect(page.locator(".prompt.asked [data-do=hint]")).to_be_visible()
    return page


def expect_hints(page: Page) -> None:
    """Wait until the page shows hints and marks the pieces to select for one of them."""
    expect(page.locator(".hint.on")).to_have_count(1)
    expect(page.locator(".hint.on [data-do=playHint]")).to_be_visible()
    assert page.locator(".hinted").count() >= 1


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_drawn_and_played(visit: Visit, game: str) -> None:
    page = begin(visit, game)
    page.locator("[data-do=hint]").click()
    expect_hints(page)
    expect(page.locator(".hint.on .hint-why")).to_be_visible()
    expect(page.locator(".hint.on [data-do=showHint]")).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".hints")).to_contain_text("% to win" if game == "velvet" else "Expected finish: ")
    before = ply(page)
    page.locator(".hint [data-do=playHint]").first.click()
    expect(page.locator(f".table[data-ply='{before}']")).to_have_count(0)
    expect(page.locator(".hints")).to_have_count(0)
    expect(page.locator(".hinted")).to_have_count(0)


LAID = "document.querySelector('.ring').getBoundingClientRect()"
UNCOVERED = f"{LAID}.bottom <= document.querySelector('.mine').getBoundingClientRect().top"


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1920, 1080)])
def test_hints_do_not_cover_arc_en_ciels_board_on_a_desktop(visit: Visit, width: int, height: int) -> None:
    page = begin(visit, "arcenciel", viewport={"width": width, "height": height})
    until(page, UNCOVERED)
    before = page.evaluate(f"{LAID}.height")
    page.locator("[data-do=hint]").click()
    expect_hints(page)
    until(page, UNCOVERED)
    page.locator("[data-do=hint]").click()
    expect(page.locator(".hints")).to_have_count(0)
    until(page, f"{LAID}.height >= {before}")  # the board has its full height again


def test_a_failed_hint_is_reported(server: Server, visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    async def none(*given: object) -> list[object]:
        return []

    page = begin(visit, "velonimo")
    monkeypatch.setattr(server.services.registry.context.pool, "advise", none)
    page.locator("[data-do=hint]").click()
    expect(page.locator(".notice[role=alert]")).to_be_visible()
    expect(page.locator(".hints")).to_have_count(0)


def test_hints_can_be_viewed_and_closed_by_keyboard(visit: Visit) -> None:
    page = begin(visit, "velocity")
    page.locator("[data-do=hint]").focus()
    page.keyboard.press("Enter")
    expect_hints(page)
    page.keyboard.press("Tab")
    expect(page.locator("[data-do=showHint]").first).to_be_focused()
    expect(page.locator(".hint").first).to_have_class("hint on")
    page.keyboard.press("Tab")  # to the hint's Play button
    page.keyboard.press("Tab")
    expect(page.locator(".hint").nth(1)).to_have_class("hint on")
    expect_hints(page)
    page.locator("[data-do=hint]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".hints, .hinted")).to_have_count(0)


def test_a_hint_on_a_phone_is_one_line_that_a_tap_expands(visit: Visit) -> None:
    page = begin(visit, "velocity", locale="fr-FR", **PHONE)
    page.locator("[data-do=hint]").tap()
    expect_hints(page)
    rows, why = page.locator("[data-do=showHint]"), page.locator(".hint.on .hint-why")
    expect(why).to_be_hidden()
    expect(rows.first).to_have_attribute("aria-expanded", "false")
    heights = page.locator(".hint").evaluate_all("all => all.map((one) => one.offsetHeight)")
    assert len(heights) > 1 and max(heights) <= 40
    rows.last.tap()
    expect(page.locator(".hint").last).to_have_class("hint on")
    expect(why).to_be_visible()
    expect(rows.last).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".hint.on .hint-chance")).to_contain_text("Rang prévu")
    assert overflow(page) <= 0
    rows.last.tap()
    expect(why).to_be_hidden()
    rows.first.tap()
    expect(page.locator(".hint").first).to_have_class("hint on")
    expect(why).to_be_visible()


def test_no_french_hint_is_cut_off_on_a_phone(visit: Visit) -> None:
    page = begin(visit, "velvet", locale="fr-FR", **PHONE)  # in Velvet, pictures make the lines taller
    page.locator("[data-do=hint]").tap()
    expect_hints(page)
    cut = page.locator(".hint-move").evaluate_all("all => all.map((one) => one.scrollHeight - one.clientHeight)")
    assert max(cut) <= 0


def test_a_table_without_hints_has_no_button(visit: Visit) -> None:
    anna = visit()
    anna.locator(".poster.velvet [data-do=invite]").click()
    anna.locator("[data-change=term][data-arg=hints]").uncheck()
    anna.locator("[data-do=openTable]").click()
    expect(anna.locator(".lobby")).to_be_visible()
    anna.locator("[data-do=start]").click()
    anna.locator("[data-do=ready]").click()
    expect(anna.locator(".prompt.asked").or_(anna.locator(".table[data-actor='1']"))).to_be_visible()
    expect(anna.locator("[data-do=hint]")).to_have_count(0)


def test_other_players_are_notified_of_a_hint(visit: Visit) -> None:
    anna, ben = together(visit)
    start(anna, ben)
    anna.locator("[data-do=hint]").click()
    expect_hints(anna)
    expect(ben.locator(".notice")).to_contain_text("asked for a hint")
