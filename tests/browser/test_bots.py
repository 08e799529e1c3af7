"""Test how the page presents bots: portrait, level as a word and a number, a line on how the bot plays, reactions."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.clicks import open_sheet, overflow, play_out
from tests.browser.harness import Visit, page_text
from tests.browser.setup import PHONE, SEATS, table

from velodrome.core import texts
from velodrome.games import GAMES

LINES = texts.load("bots", "en")
# Note the text of every bubble that appears beside a plate.
NOTE_BUBBLES = """
window.bubbles = []
new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes) if (node.className === 'floating') window.bubbles.push(node.textContent.trim())
}).observe(document, { childList: true, subtree: true })
"""


def open_bots(visit: Visit, game: str, level: str, seats: int = 0, **how: Any) -> Page:
    """Open a game of one person against bots that all have the same level; return the person's page."""
    request = table(game, seats or SEATS[game], 1)
    request["bots"] = [""] + [level] * (request["seats"] - 1)
    page = visit(table=request, **how)
    expect(page.locator(f".table.{game}")).to_be_visible()
    expect(page.locator(".plate .portrait svg")).not_to_have_count(0)
    return page


@pytest.mark.parametrize("game", GAMES)
def test_a_plate_opens_a_card_about_its_bot(game: str, visit: Visit) -> None:
    page = open_bots(visit, game, "level3")
    badge = page.locator(".bot-badge").first
    expect(badge).to_have_attribute("aria-label", "Marcel: Commuter · level 3")
    card = page.locator(".bot-card").first
    expect(card).to_be_hidden()
    badge.focus()
    page.keyboard.press("Enter")
    expect(card).to_be_visible()
    for said in ("Marcel", "Commuter · level 3", LINES["level3.line"]):
        expect(card).to_contain_text(said)
    expect(card.locator("svg")).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()


@pytest.mark.parametrize("game", GAMES)
def test_a_tap_on_a_plate_opens_the_card_on_a_phone(game: str, visit: Visit) -> None:
    page = open_bots(visit, game, "level8", max(GAMES[game].seats), locale="fr-FR", **PHONE)
    last = page.locator(".bot-badge").last
    last.tap()
    card = page.locator(".bot-card").last
    expect(card).to_contain_text(texts.load("bots", "fr")["level8.line"])
    expect(card).to_contain_text("Légende · niveau 8")
    expect(card).to_be_in_viewport(ratio=1)
    portrait = card.locator(".portrait svg").bounding_box()
    assert portrait and portrait["width"] >= 64
    assert overflow(page) <= 0


def test_every_seat_has_another_face(visit: Visit) -> None:
    page = open_bots(visit, "velocity", "level5", 7)
    faces = page.locator(".bot-badge .portrait").evaluate_all("all => all.map(one => one.innerHTML)")
    assert len(set(faces)) == len(faces) == 6


def test_levels_have_a_face_and_a_line_wherever_they_are_chosen(visit: Visit) -> None:
    page = visit()
    poster = page.locator(".poster.velonimo")
    expect(poster.locator(".portrait svg")).to_be_visible()
    before = poster.locator(".portrait").inner_html()
    level = poster.locator("[data-arg='velonimo.level']")
    expect(level.locator("option:checked")).to_have_text("Commuter · level 3")
    level.select_option("level8")
    expect(level.locator("option:checked")).to_have_text("Legend · level 8")
    assert poster.locator(".portrait").inner_html() != before
    poster.locator("[data-do=invite]").click()
    seat = page.locator("dialog [data-key=seat2]")
    seat.locator("select").select_option("level1")
    expect(seat.locator(".portrait svg")).to_be_visible()
    expect(seat.locator(".level-line")).to_have_text(LINES["level1.line"])
    page.locator("[data-do=openTable]").click()
    bot = page.locator(".lobby [data-key=seat2]")
    expect(bot.locator(".portrait svg")).to_be_visible()
    expect(bot.locator("option:checked")).to_have_text("Tricycle · level 1")
    expect(bot.locator(".level-line")).to_have_text(LINES["level1.line"])


@pytest.mark.parametrize("is_on", [True, False])
def test_a_bot_reacts_to_the_end_of_the_game_unless_that_is_switched_off(is_on: bool, visit: Visit) -> None:
    page = open_bots(visit, "velonimo", "level1", 2)
    if not is_on:
        page.locator(".settings-button").click()
        page.locator("[data-change=botReactions]").uncheck()
        page.locator("dialog .close").click()
    page.evaluate(NOTE_BUBBLES)
    play_out([page], Random(1))
    open_sheet(page)
    expect(page.locator(".scores .bot-level")).to_have_text("Tricycle · level 1")
    expect(page.locator(".scores .portrait svg")).to_be_visible()
    page.wait_for_timeout(1500)  # the bubble comes a moment after the last move
    ends = {page_text(f"talk.{name}") for name in ("thanks", "bravo", "chapeau")}
    bubbles = page.evaluate("bubbles")
    assert bool(bubbles) == is_on
    assert not is_on or bubbles[-1] in ends
