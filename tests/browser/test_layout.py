"""Tests of the layout: nothing is cut off, covered or off screen, in any game, seat count and window size."""

from random import Random

import pytest
from playwright.sync_api import expect
from tests.browser.clicks import decide, decide_quickly, overflow
from tests.browser.harness import Visit
from tests.browser.setup import PHONE, SEATS, sit_down, table, wait_for_turn


def test_opened_options_are_scrolled_into_view(visit: Visit) -> None:
    page = visit(locale="fr-FR", **PHONE)
    page.locator(".poster.velonimo [data-do=invite]").tap()
    page.locator("dialog summary").tap()
    expect(page.locator("dialog .options .option").first).to_be_in_viewport(ratio=1)


def test_the_menu_fits_the_window_with_six_seats(visit: Visit) -> None:
    page = visit(table=table("arcenciel", 6, 1), locale="fr-FR", viewport={"width": 1440, "height": 900})
    wait_for_turn(page)
    page.locator("[data-do=menu]").click()
    expect(page.locator("dialog [data-do=leave]")).to_be_in_viewport(ratio=1)


PANEL = "document.querySelector('.mine').getBoundingClientRect().height"


def test_velvets_clear_and_play_are_in_one_row_on_a_phone(visit: Visit) -> None:
    page = sit_down(visit, "velvet", locale="fr-FR", **PHONE)
    page.locator("[data-do=ready]").tap()
    expect(page.locator(".vv-near .piece.lit").first).to_be_visible()
    before = page.evaluate(PANEL)
    page.locator(".vv-near .piece.lit").first.tap()
    expect(page.locator(".play")).to_be_visible()
    assert page.evaluate(PANEL) == before
    tops = page.locator(".actions .press").evaluate_all("all => all.map((one) => one.offsetTop + one.offsetHeight / 2)")
    assert len(tops) == 2 and max(tops) - min(tops) < 2


CUT = "(card => card.scrollHeight - card.clientHeight)(document.querySelector('.route'))"


@pytest.mark.parametrize("seats", [3, 6])
def test_arc_en_ciels_card_is_not_cut_off_on_a_tablet(visit: Visit, seats: int) -> None:
    page = visit(table=table("arcenciel", seats, 1), viewport={"width": 768, "height": 1024})
    for lot in range(4):
        wait_for_turn(page)
        assert page.evaluate(CUT) == 0
        decide(page, Random(lot))


def test_velocitys_panel_keeps_its_height_when_something_is_picked(visit: Visit) -> None:
    page = visit(table=table("velocity", 7, 1), **PHONE)
    groups = page.locator(".choices [data-do=pick][data-arg^=space]")
    for lot in range(40):
        wait_for_turn(page)
        if groups.count():
            break
        decide(page, Random(lot))
    before = page.evaluate(PANEL)
    groups.first.tap()
    expect(page.locator(".play:enabled .words")).to_be_visible()
    assert page.evaluate(PANEL) == before


BEYOND = """() => {
  const right = (each) => each.getBoundingClientRect().right
  const panel = document.querySelector('.mine')
  const outside = [...panel.querySelectorAll('*')].filter((each) => right(each) > right(panel))
  return { page: document.documentElement.scrollHeight - innerHeight, panel: outside.length }
}"""


@pytest.mark.parametrize("game", SEATS)
def test_a_table_fits_a_desktop_window_however_long_its_log(visit: Visit, game: str) -> None:
    page = sit_down(visit, game, viewport={"width": 1440, "height": 900})
    for lot in range(6):
        decide(page, Random(lot))
        wait_for_turn(page)
    assert page.evaluate(BEYOND) == {"page": 0, "panel": 0}


CUT_NAMES = "[...document.querySelectorAll('.plate .name')].filter(name => name.scrollWidth > name.clientWidth).length"


@pytest.mark.parametrize(("game", "seats"), [("velonimo", 5), ("velocity", 7), ("arcenciel", 6)])
@pytest.mark.parametrize("width", [360, 768])
def test_no_bot_name_is_cut_off_on_its_plate(visit: Visit, game: str, seats: int, width: int) -> None:
    page = visit(table=table(game, seats, 1), viewport={"width": width, "height": 1024})
    wait_for_turn(page)
    assert page.evaluate(CUT_NAMES) == 0


TOLD = """[...document.querySelectorAll('.plate:not(.me) .last')]
  .map(({ innerText, scrollWidth, clientWidth, clientHeight }) =>
    ({ words: innerText.trim(), cut: scrollWidth - clientWidth, height: clientHeight }))"""
TOO_HIGH = "document.documentElement.scrollHeight - innerHeight"
COVERED = """document.querySelector('.city, .ring').getBoundingClientRect().bottom
  - document.querySelector('.mine').getBoundingClientRect().top"""


@pytest.mark.parametrize(
    ("game", "seats", "locale"),
    [
        ("velocity", 3, "de-DE"),
        ("velocity", 5, "en-GB"),
        ("velocity", 7, "fr-FR"),
        ("arcenciel", 5, "en-GB"),
        ("arcenciel", 6, "fr-FR"),
    ],
)
def test_on_a_phone_last_moves_fit_their_plates_and_the_board_is_not_covered(
    visit: Visit, game: str, seats: int, locale: str
) -> None:
    page = visit(table=table(game, seats, 1), locale=locale, **PHONE)
    wait_for_turn(page)
    assert page.evaluate(TOO_HIGH) <= 0
    for lot in range(8):
        wait_for_turn(page)
        told = page.evaluate(TOLD)
        assert [last for last in told if last["words"] and (last["cut"] > 0 or not last["height"])] == []
        assert sum(bool(last["words"]) for last in told) >= (seats - 2 if lot > 4 else 0)
        assert page.evaluate(COVERED) <= 0 and overflow(page) == 0
        decide_quickly(page, Random(lot))


def test_velocitys_hints_do_not_cover_the_board_after_scrolling(visit: Visit) -> None:
    page = visit(table=table("velocity", 7, 1), **PHONE)
    wait_for_turn(page)
    page.locator("[data-do=hint]").tap()
    page.locator(".hints .hint").first.wait_for()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert page.evaluate(COVERED) <= 0


PLATES = """[...document.querySelectorAll('.plate')].filter((plate) => {
  const edge = plate.getBoundingClientRect().right
  return [...plate.querySelectorAll('*')].some((each) => each.getBoundingClientRect().right > edge)
}).length"""


@pytest.mark.parametrize("seats", range(3, 8))
def test_nothing_extends_beyond_velocitys_plates(visit: Visit, seats: int) -> None:
    page = visit(table=table("velocity", seats, 1), **PHONE)
    wait_for_turn(page)
    assert page.evaluate(PLATES) == 0
