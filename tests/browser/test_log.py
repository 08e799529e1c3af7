"""The log with the outcomes of moves, and the tie-breaks on the score sheet."""

from random import Random

import pytest
from playwright.sync_api import expect
from tests.browser.clicks import decide_quickly, is_asked, open_sheet, outcomes, play_out, until
from tests.browser.harness import Visit
from tests.browser.setup import invited, open_table, start, together

WORDS = {
    "en-GB": ("tie on couriers", "…landing on"),
    "fr-FR": ("à égalité de coursiers", "…pour"),
}


@pytest.mark.parametrize("locale", WORDS)
def test_the_log_lists_outcomes_and_the_score_sheet_names_the_tie_break(visit: Visit, locale: str) -> None:
    tie, to = WORDS[locale]
    anna = visit(locale=locale)
    open_table(anna, "velocity", 3, {"max_rounds": "3"})  # too few for anybody to finish
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


# true if a long log is scrolled to its end while the chat is open below it
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
