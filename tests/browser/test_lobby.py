"""Test the lobby, where guests wait before a game starts: what guests with a seat see, and what spectators see."""

import pytest
from playwright.sync_api import expect
from tests.browser.harness import Visit, page_text
from tests.browser.setup import PHONE, invited, path_of, table, together

from velodrome.core import texts


def test_a_visitor_of_a_full_table_is_told_that_they_watch(visit: Visit) -> None:
    anna, _ = together(visit)
    late = visit(invited(anna), locale="fr-FR")
    expect(late.locator("[data-key=watching]")).to_have_text(page_text("lobby.watch.full", "fr"))


def test_once_all_seats_are_taken_the_link_is_for_spectators(visit: Visit) -> None:
    anna = visit(table=table("velonimo", 2, 2))
    expect(anna.locator(".invite p")).to_have_text(page_text("lobby.link.text"))
    ben = visit(invited(anna))
    for page in (anna, ben):
        expect(page.locator(".invite h2")).to_have_text(page_text("lobby.link.full"))
        expect(page.locator(".invite p")).to_have_text(page_text("lobby.link.watch"))
    anna.locator("[data-do=free]").click()
    anna.locator("dialog [data-do=freeNow]").click()
    expect(anna.locator(".invite p")).to_have_text(page_text("lobby.link.text"))


def test_a_refused_name_is_replaced_by_the_old_one(visit: Visit) -> None:
    page = visit()
    anna = visit(table=table("velonimo", 2, 2))
    for where, field in ((page, page.locator(".nick input")), (anna, anna.locator("[data-change=rename]"))):
        name = field.input_value()
        for _ in range(2):  # the second time, the reason for the first refusal is still shown
            field.fill("   ")
            field.press("Enter")
            expect(field).to_have_value(name)
            expect(where.locator(".notice")).to_have_text(page_text("refuse.name"))
        field.fill("Zoé")
        field.press("Tab")
        expect(field).to_have_value("Zoé")


@pytest.mark.parametrize("redraw", [True, False])
def test_guests_read_the_settings_of_the_table_before_they_join(visit: Visit, redraw: bool) -> None:
    clock = {"mode": "enforced", "per": "game", "seconds": 900, "plus": 5}
    terms = {"redraw": redraw, "hints": False, "clock": clock}
    anna = visit(table=table("velocity", 3, 2) | {"terms": terms, "open": True})
    visitor = visit(path_of(anna))
    expect(visitor.locator("[data-key=take]")).to_be_visible()
    for page in (anna, visitor):
        expect(page.locator("[data-key=luck]")).to_have_text([page_text("back.redraw")] if redraw else [])
        facts = page.locator("[data-key=facts] li")
        time = page_text("clock.time.60", count=15)
        expect(facts.nth(0)).to_have_text(f"Clock: {page_text('clock.limit.plus', time=time, plus=5)}")
        expect(facts.nth(1)).to_have_text("When time runs out: A bot makes the move")
        expect(facts.nth(2)).to_have_text("Hints: No")
        expect(facts.nth(5)).to_contain_text(texts.say("velocity", {"key": "option.first_player"}, "en"))
    expect(anna.locator("[data-key=local]")).to_contain_text("--lan")
    expect(visitor.locator("[data-key=local]")).to_have_count(0)


def test_a_phone_shows_the_whole_level_of_a_bot(visit: Visit) -> None:
    page = visit(table=table("velocity", 3, 2), **PHONE | {"locale": "fr-FR"})
    row, field = (page.locator(part).bounding_box() for part in (".who-sits li:has(.portrait)", "li > [data-arg='2']"))
    assert row and field and field["width"] > 0.9 * row["width"]
