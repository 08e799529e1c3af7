"""Test the log on the page, which lists moves and their outcomes; and test that the score sheet names tie-breaks."""

from random import Random

import pytest
from playwright.sync_api import Page, expect
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


# The entries of the log: key, text without rule numbers, height in lines of text, and whether rule numbers are hidden.
# A long entry, such as one with outcomes, may have several lines.
ENTRIES = """() => [...document.querySelectorAll('.log-lines li:not(.divider)')].map((entry) => {
  const [rules, style] = [entry.querySelector('.rules'), getComputedStyle(entry)]
  const text = [...entry.childNodes].filter((node) => node !== rules).map((node) => node.textContent).join('')
  const height = entry.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom)
  const shown = rules && getComputedStyle(rules)
  return {
    key: entry.dataset.key,
    text: text.trim(),
    lines: height / parseFloat(style.lineHeight),
    isHidden: !rules || (shown.opacity === '0' && shown.position === 'absolute'),
  }
})"""
SHORT_ENTRY = 32  # letters that fit into one line of the log, also with pictures of cards or dice


@pytest.mark.parametrize("game", SEATS)
def test_each_move_is_one_entry_and_shows_its_rule_on_hover_or_focus(visit: Visit, game: str) -> None:
    page = sit_down(visit, game, viewport={"width": 1440, "height": 900})
    play_a_little(page)
    entries = page.evaluate(ENTRIES)
    keys = [entry["key"] for entry in entries]
    assert len(set(keys)) == len(keys) and all(key.startswith("ply") for key in keys)
    assert all(entry["isHidden"] for entry in entries)
    short = [entry for entry in entries if len(entry["text"]) <= SHORT_ENTRY]
    assert short or game in ("velvet", "velocity")  # whose moves have longer sentences
    assert not [entry for entry in short if entry["lines"] > 1.5]  # pictures are a little higher than a line
    line = page.locator(".log-lines li:has(.rules)").last
    line.hover()
    expect(line.locator(".rules")).to_have_css("opacity", "1")
    page.mouse.move(0, 0)
    expect(line.locator(".rules")).to_have_css("opacity", "0")
    line.locator(".rule").first.focus()
    expect(line.locator(".rules")).to_have_css("opacity", "1")


def play_a_little(page: Page) -> None:
    for lot in range(6):
        if is_over(page):
            break
        decide_quickly(page, Random(lot))
        wait_for_turn(page)


@pytest.mark.parametrize("game", SEATS)
def test_a_tap_on_an_entry_shows_its_rule_on_a_phone(visit: Visit, game: str) -> None:
    page = sit_down(visit, game, **PHONE)
    play_a_little(page)
    page.locator(".strip").tap()
    entry = page.locator(".log-lines li:has(.rules)").last
    expect(entry.locator(".rules")).to_have_css("opacity", "0")
    entry.tap(position={"x": 4, "y": 12})
    expect(entry.locator(".rules")).to_have_css("opacity", "1")
    expect(page.locator(".log.open")).to_be_visible()
    entry.locator(".rule").first.tap()
    expect(page.locator("dialog .rule-page")).to_be_visible()


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
