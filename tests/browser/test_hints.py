"""Hints in a real page: asked for, drawn on the pieces, played; by mouse, keyboard and thumb, in both languages."""

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Server, Visit
from tests.browser.guests import invited, play_now
from tests.browser.hands import ply

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def begin(page: Page, game: str) -> None:
    play_now(page, game)
    if game == "velvet":
        page.locator("[data-do=ready]").click()  # there are no hints while kingdoms are arranged
    expect(page.locator(".prompt.asked [data-do=hint]")).to_be_visible()


def shown(page: Page) -> None:
    """Some hints are there, and one of them is drawn on what would be picked for it."""
    expect(page.locator(".hint.on")).to_have_count(1)
    expect(page.locator(".hint.on .hint-why")).to_be_visible()
    assert page.locator(".hinted").count() >= 1


@pytest.mark.parametrize("game", ["velonimo", "velocity", "arcenciel", "velvet"])
def test_a_hint_is_drawn_and_played(visit: Visit, game: str) -> None:
    page = visit()
    begin(page, game)
    page.locator("[data-do=hint]").click()
    shown(page)
    expect(page.locator(".hints")).to_contain_text("%" if game == "velvet" else "Place")
    before = ply(page)
    page.locator(".hint [data-do=playHint]").first.click()
    expect(page.locator(f".table[data-ply='{before}']")).to_have_count(0)
    expect(page.locator(".hints")).to_have_count(0)
    expect(page.locator(".hinted")).to_have_count(0)


def test_a_hint_that_failed_does_not_stay_in_thought(
    server: Server, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def none(*given: object) -> list[object]:
        return []

    page = visit()
    begin(page, "velonimo")
    thinkers = server.server.config.app.state.desk.hall.thinkers  # type: ignore[union-attr]  # an app, not its name
    monkeypatch.setattr(thinkers, "advise", none)
    page.locator("[data-do=hint]").click()
    expect(page.locator(".notice[role=alert]")).to_be_visible()
    expect(page.locator(".hints")).to_have_count(0)


def test_by_keyboard_another_hint_is_looked_at_and_put_away(visit: Visit) -> None:
    page = visit()
    begin(page, "velonimo")
    page.locator("[data-do=hint]").focus()
    page.keyboard.press("Enter")
    shown(page)
    page.keyboard.press("Tab")
    expect(page.locator("[data-do=showHint]").first).to_be_focused()
    expect(page.locator(".hint").first).to_have_class("hint on")
    if page.locator(".hint").count() > 1:
        page.keyboard.press("Tab")  # to its Play
        page.keyboard.press("Tab")
        expect(page.locator(".hint").nth(1)).to_have_class("hint on")
        shown(page)
    page.locator("[data-do=hint]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".hints, .hinted")).to_have_count(0)


def test_on_a_phone_in_french(visit: Visit) -> None:
    page = visit(locale="fr-FR", **PHONE)
    begin(page, "velocity")
    page.locator("[data-do=hint]").tap()
    shown(page)
    expect(page.locator(".hints")).to_contain_text("Rang")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.locator("[data-do=showHint]").last.tap()
    expect(page.locator(".hint").last).to_have_class("hint on")


def test_a_table_without_hints_has_no_button_and_others_hear_of_hints(visit: Visit) -> None:
    anna = visit()
    anna.locator(".poster.velvet [data-do=invite]").click()
    anna.locator("[data-change=term][data-arg=hints]").uncheck()
    anna.locator("[data-do=openTable]").click()
    expect(anna.locator(".lobby")).to_be_visible()
    anna.locator("[data-do=start]").click()
    anna.locator("[data-do=ready]").click()
    expect(anna.locator(".prompt.asked").or_(anna.locator(".table[data-actor='1']"))).to_be_visible()
    expect(anna.locator("[data-do=hint]")).to_have_count(0)

    anna.locator(".brand").click()
    anna.locator(".poster.velonimo [data-do=invite]").click()
    anna.locator("[data-change=seats]").select_option("2")
    anna.locator("[data-do=openTable]").click()
    ben = visit(invited(anna))
    expect(ben.locator(".lobby")).to_be_visible()
    anna.locator("[data-do=start]").click()
    asks, other = (anna, ben) if is_first(anna) else (ben, anna)
    asks.locator("[data-do=hint]").click()
    shown(asks)
    expect(other.locator(".notice")).to_contain_text("asked for a hint")


def is_first(page: Page) -> bool:
    expect(page.locator(".table")).to_be_visible()
    return page.locator(".prompt.asked").count() > 0
