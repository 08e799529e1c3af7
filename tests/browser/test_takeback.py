"""Test take-backs in the browser, at once or after the other player agrees; and the setting to confirm moves."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect
from tests.browser.clicks import close_sheet, decide, is_asked, level, pick_all, ply
from tests.browser.harness import Visit, page_text
from tests.browser.setup import invited, sit_down, start, table, together, wait_for_turn

from velodrome.games import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_move_against_bots_is_taken_back_at_once(game: str, visit: Visit) -> None:
    page = sit_down(visit, game)
    if game == "velvet":
        page.locator("[data-do=ready]").click()
        expect(page.locator("[data-do=ready]")).to_have_count(0)
    wait_for_turn(page)
    hand, dice = page.locator(".board").inner_text(), page.locator(".dice").count()
    decide(page, Random(1))
    wait_for_turn(page)
    assert page.locator(".log .undone").count() == 0
    page.locator("[data-do=back]").click()
    expect(page.locator(".log .undo")).to_have_text(page_text("back.own"))
    wait_for_turn(page)
    assert page.locator(".log .undone").count() > 0
    assert page.locator(".board").inner_text() == hand
    assert page.locator(".dice").count() == dice  # the roll that was taken back is no longer shown
    decide(page, Random(2))


def exchange(anna: Page, ben: Page) -> None:
    """Let Anna move and then Ben, so that a take-back by Anna needs Ben's consent."""
    start(anna, ben)
    lot = Random(4)
    while is_asked(anna):
        decide(anna, lot)
    wait_for_turn(ben)
    decide(ben, lot)
    level(anna, ben)


def test_another_person_is_asked_in_french_and_agrees(visit: Visit) -> None:
    anna, ben = together(visit, locale="fr-FR")
    exchange(anna, ben)
    before = ply(anna)
    anna.locator("[data-do=back]").click()
    expect(anna.locator("[data-key=asks]")).to_be_visible()
    ben.locator("[data-do=agree][data-arg=yes]").click()
    expect(anna.locator("[data-key=asks]")).to_have_count(0)
    wait_for_turn(anna)
    assert ply(anna) == before + 1
    expect(ben.locator(".log .undo")).to_contain_text("annul")


@pytest.mark.parametrize(
    ("redraw", "asks", "luck"), [(False, "back.asks", "back.same"), (True, "back.asks.redraw", "back.redraw")]
)
def test_the_vote_and_the_menu_say_whether_dice_and_cards_are_drawn_anew(
    redraw: bool, asks: str, luck: str, visit: Visit
) -> None:
    wanted = table("velonimo", 2, 2) | {"terms": {"redraw": redraw}}
    anna = visit(table=wanted)
    ben = visit(invited(anna))
    ben.locator(".lobby").wait_for()
    anna.locator("[data-do=free]").wait_for()
    exchange(anna, ben)
    anna.locator("[data-do=back]").click()
    question = page_text(asks, seat="").strip()
    expect(ben.locator("[data-key=asks]")).to_contain_text(question)
    if not redraw:
        expect(ben.locator("[data-key=asks]")).not_to_contain_text("different")
    ben.locator(".menu-button").click()
    expect(ben.locator("dialog [data-key=luck]")).to_have_text(page_text(luck))


def test_a_refused_takeback_is_reported_to_its_player(visit: Visit) -> None:
    anna, ben = together(visit)
    exchange(anna, ben)
    anna.locator("[data-do=back]").click()
    ben.locator("[data-do=agree][data-arg=no]").click()
    expect(anna.locator(".notice[role=alert]")).to_have_text(page_text("refuse.back.no"))
    expect(ben.locator("[data-key=asks]")).to_have_count(0)
    expect(ben.locator(".notice[role=alert]")).to_have_count(0)
    expect(anna.locator("[data-do=back]")).to_have_count(0)  # hidden until the next move
    lot = Random(5)
    decide(anna if is_asked(anna) else ben, lot)
    expect(anna.locator("[data-do=back]")).to_be_visible()


def test_a_player_can_cancel_a_takeback_and_reads_when_a_move_has_ended_it(visit: Visit) -> None:
    anna, ben = together(visit)
    exchange(anna, ben)
    anna.locator("[data-do=back]").click()
    anna.locator("[data-key=asks] [data-do=agree]").click()
    for page in (anna, ben):
        expect(page.locator("[data-key=asks]")).to_have_count(0)
    expect(anna.locator(".notice[role=alert]")).to_have_count(0)
    anna.locator("[data-do=back]").click()
    expect(ben.locator("[data-key=asks]")).to_be_visible()
    decide(anna if is_asked(anna) else ben, Random(5))
    expect(anna.locator(".notice[role=alert]")).to_have_text(page_text("refuse.back.moved"))
    expect(ben.locator(".notice[role=alert]")).to_have_count(0)


SHEETS = """() => {
  const show = HTMLDialogElement.prototype.showModal
  window.sheets = []
  HTMLDialogElement.prototype.showModal = function () {
    sheets.push(this.querySelectorAll('.scores thead abbr').length)
    show.call(this)
  }
}"""


def test_scores_are_shown_again_when_an_undone_round_ends_again(visit: Visit) -> None:
    page = sit_down(visit, options={"difficulties": [1, 1, 1]})
    page.evaluate(SHEETS)
    lot = Random(7)

    def play_until(rounds: list[int]) -> None:
        for _ in range(300):
            if page.evaluate("sheets") == rounds:
                break
            if is_asked(page):
                decide(page, lot)
            else:
                close_sheet(page)
                page.wait_for_timeout(20)
        assert page.evaluate("sheets") == rounds

    play_until([1])
    close_sheet(page)
    page.locator("[data-do=back]").click()
    expect(page.locator(".log .undo")).to_have_count(1)
    over = page.locator(".log-lines .outcome").filter(has_text="Round 1 is over")
    expect(over).to_have_count(1)
    expect(over).to_have_css("text-decoration-line", "line-through")
    play_until([1, 1])


def test_moves_are_confirmed_if_the_player_wants_to(visit: Visit) -> None:
    page = sit_down(visit)
    page.locator("[data-do=settings]").click()
    page.locator("[data-change=confirm]").check()
    page.locator("dialog .close").click()
    before = ply(page)
    pick_all(page).click()
    expect(page.locator("[data-do=sure]")).to_have_text(re.compile(r"^Play \d+$"))
    expect(page.locator(".sure")).to_have_text(re.compile(r"^Play \d+\?$"))
    assert ply(page) == before
    page.locator("[data-do=unsure]").click()
    expect(page.locator("[data-do=sure]")).to_have_count(0)
    pick_all(page).click()
    page.locator("[data-do=sure]").click()
    expect(page.locator(f".table[data-ply='{before}']")).to_have_count(0)
