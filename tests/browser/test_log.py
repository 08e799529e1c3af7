"""Test the log on the page, which lists moves and their outcomes; and test that the score sheet names tie-breaks."""

from random import Random

import pytest
from playwright.sync_api import expect
from tests.browser.clicks import decide_quickly, is_asked, is_over, open_sheet, outcomes, play_out, until
from tests.browser.harness import Visit
from tests.browser.setup import PHONE, SEATS, invited, open_table, sit_down, start, together, wait_for_turn

WORDS = {
    "en-GB": ("tie on couriers", "…landing on"),
    "fr-FR": ("Égalité de coursiers", "…jusqu"),
}


@pytest.mark.parametrize("locale", WORDS)
def test_the_log_lists_outcomes_and_the_score_sheet_names_the_tie_break(visit: Visit, locale: str) -> None:
    tie, to = WORDS[locale]
    anna = visit(locale=locale)
    open_table(anna, "velocity", 3, {"max_rounds": "3"})  # too few rounds for anybody to finish
    ben = visit(invited(anna), locale=locale)
    expect(ben.locator(".lobby")).to_be_visible()
    anna.locator("[data-do=start]").click()
    play_out([anna, ben], Random(2))
    for page in (anna, ben):
        said = outcomes(page)
        assert sum(line.startswith(to) for line in said) == 9
        assert said[-1] == page.locator(".prompt .ask [role=status]").inner_text()
        open_sheet(page)
        expect(page.locator("dialog .tie").first).to_contain_text(tie)
        expect(page.locator("dialog .tie .rule").first).to_have_text("VC-28")
    assert anna.locator("[role=log] .outcome").count() == len(outcomes(anna)), "read aloud as it comes"
    before = outcomes(anna)
    anna.reload()
    expect(anna.locator(".table.velocity")).to_be_visible()
    assert outcomes(anna) == before
    anna.locator(".sheet-button").click()
    anna.locator("dialog .tie .rule").first.click()
    expect(anna.locator("dialog .rule-page .mark")).to_have_text("VC-28")


# JavaScript that is true if the log is long and scrolled to its end while the chat is open below it.
AT_END = """(() => {
  const { scrollHeight, scrollTop, clientHeight } = document.querySelector('.log-lines') ?? {}
  const isLong = scrollHeight > 2 * clientHeight
  return document.querySelector('.talk') && isLong && scrollHeight - scrollTop - clientHeight < 24
})()"""


def test_the_log_is_scrolled_to_its_end_when_the_chat_opens_below_it(visit: Visit) -> None:
    anna, ben = together(visit, "velocity", 3, viewport={"width": 1280, "height": 720})
    start(anna, ben)
    turns = 0
    while turns < 16:
        for page in filter(is_asked, (anna, ben)):
            decide_quickly(page, Random(turns))
            turns += 1
        anna.wait_for_timeout(5)
    for _ in range(3):
        ben.reload()
        until(ben, AT_END)


# Lines of the log without their outcomes, and the height of the highest line that has no picture, in lines of text.
LINES = """() => {
  const lines = [...document.querySelectorAll('.log-lines li:not(.divider)')]
  return { keys: lines.map((line) => line.dataset.key), hidden: lines.map((line) => {
    const rules = line.querySelector('.rules')
    return !rules || (getComputedStyle(rules).opacity === '0' && getComputedStyle(rules).position === 'absolute')
  }) }
}"""


@pytest.mark.parametrize("game", SEATS)
def test_each_move_is_one_entry_and_shows_its_rule_on_hover_or_focus(visit: Visit, game: str) -> None:
    page = sit_down(visit, game)
    for lot in range(6):
        if is_over(page):
            break
        decide_quickly(page, Random(lot))
        wait_for_turn(page)
    lines = page.evaluate(LINES)
    assert len(set(lines["keys"])) == len(lines["keys"]) and all(key.startswith("ply") for key in lines["keys"])
    assert all(lines["hidden"])
    line = page.locator(".log-lines li:has(.rules)").last
    line.hover()
    expect(line.locator(".rules")).to_have_css("opacity", "1")
    page.mouse.move(0, 0)
    expect(line.locator(".rules")).to_have_css("opacity", "0")
    line.locator(".rule").first.focus()
    expect(line.locator(".rules")).to_have_css("opacity", "1")


@pytest.mark.parametrize("game", ["velonimo", "velocity", "arcenciel"])  # Velvet has no rounds
def test_the_log_has_a_divider_where_a_round_or_lap_ends(visit: Visit, game: str) -> None:
    page = sit_down(visit, game)
    for lot in range(60):
        if page.locator(".log-lines .divider").count():
            break
        wait_for_turn(page)
        decide_quickly(page, Random(lot))
    expect(page.locator(".log-lines .divider").first).to_contain_text("Lap" if game == "arcenciel" else "Round")


@pytest.mark.parametrize("game", SEATS)
def test_a_phone_shows_the_moves_of_the_others_in_a_strip(visit: Visit, game: str) -> None:
    page = sit_down(visit, game, **PHONE)
    for lot in range(4):
        decide_quickly(page, Random(lot))
        wait_for_turn(page)
    strip = page.locator(".strip > span")
    expect(strip.last).to_be_in_viewport()
    heard = page.locator("[data-key=latest] p").all_inner_texts()
    newest = strip.last.inner_text().split()[0]
    assert heard[-1].startswith(newest)
    page.locator(".strip").tap()  # opens the whole log
    expect(page.locator(".log.open")).to_be_visible()
