"""Tests of accessibility: axe checks, texts for screen readers, large text, and spoken moves."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect
from tests.browser.accessibility import check
from tests.browser.clicks import OPEN, close_sheet, decide, glance, is_asked, until
from tests.browser.harness import TIMEOUT, Server, Visit, launch, page_text
from tests.browser.setup import PHONE, SEATS, open_table, sit_down, table

from velodrome.games import GAMES


def asked(page: Page) -> None:
    """Wait until the viewer is asked for a move or the game is over; meanwhile, close score sheets."""
    while True:
        close_sheet(page)
        seen = glance(page)
        if (seen["asked"] or seen["over"]) and not seen["covered"]:
            return
        page.wait_for_timeout(20)


def test_axe_finds_nothing_before_a_game(visit: Visit) -> None:
    page = visit()
    expect(page.locator(".poster")).to_have_count(4)
    check(page)
    for game in GAMES:
        page.locator(f".poster.{game} [data-do=invite]").click()
        page.locator("dialog summary").click()
        check(page)
        page.keyboard.press("Escape")
    for game, option in (("velocity", "track"), ("arcenciel", "circuit"), ("arcenciel", "deck")):
        page.locator(f".poster.{game} [data-do=invite]").click()
        page.locator(f"dialog [data-do=ownBoard][data-arg={option}]").click()
        expect(page.locator(".board-verdict .well")).to_be_visible()
        for fold in (".board-settings summary", ".board-advanced summary"):
            page.locator(fold).click()
        check(page)
        page.keyboard.press("Escape")
    open_table(page, "velonimo", 3, {})
    check(page)
    page.goto(page.url.split("/t/")[0] + "/t/nowhere234")
    expect(page.locator("h1")).to_be_visible()
    check(page)


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_at_a_table(game: str, visit: Visit) -> None:
    page = sit_down(visit, game)
    check(page)
    for opens in (".sheet-button", ".menu-button", ".prompt .rule"):
        if page.locator(opens).count():
            page.locator(opens).click()
            expect(page.locator("dialog[open]")).to_be_visible()
            check(page)
            page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("dialog .keys")).to_be_visible()
    check(page)
    page.keyboard.press("Escape")
    lot = Random(game)
    for turn in range(7):
        if turn % 3 == 0 and page.locator(OPEN).count():
            page.locator(OPEN).first.click()
            check(page)
        if is_asked(page):
            decide(page, lot)
        asked(page)


# What the accessibility tree must contain, as patterns: the heading of the table, and the name of a piece in words.
TREES = {
    ("velonimo", "en-GB"): (r"Round 1", r"(Red|Yellow|Green|Blue|Pink|Brown|Gray) \d, \w+|Hare \d+"),
    ("velonimo", "fr-FR"): (r"manche 1", r"(rouge|jaune|vert|bleu|rose|marron|gris)"),
    ("velocity", "en-GB"): (r"Round 1", r"START"),
    ("velocity", "fr-FR"): (r"1", r"DÉPART|Départ"),
    ("arcenciel", "en-GB"): (r"Lap", r"Square \d+, "),
    ("arcenciel", "fr-FR"): (r"[Tt]our", r"[Cc]ase \d+, "),
    ("velvet", "en-GB"): (r"Velvet", r"Slot 1, "),
    ("velvet", "fr-FR"): (r"Velvet", r"\b1, "),
}  # fmt: skip
PARTS = ("table.seats", "table.board", "table.mine", "log.title")  # text keys of the regions' names


@pytest.mark.parametrize("game,locale", TREES)
def test_the_accessibility_tree_describes_the_table(game: str, locale: str, visit: Visit) -> None:
    page = sit_down(visit, game, locale=locale)
    where, piece = TREES[game, locale]
    seats, board, mine, log = [page_text(key, locale[:2]) for key in PARTS]
    main = page.get_by_role("main")
    expect(main.get_by_role("heading", level=1)).to_contain_text(re.compile(where, re.I))
    for name in (seats, board, mine):
        expect(main.get_by_role("region", name=name)).to_have_count(1)
        expect(main.get_by_role("heading", level=2, name=name)).to_have_count(1)
    expect(main.get_by_role("complementary", name=log)).to_have_count(1)
    panel = main.get_by_role("region", name=mine)
    expect(panel).to_match_aria_snapshot(f"- status: {json.dumps(page.locator('.ask [role=status]').inner_text())}")
    names = re.findall(r'- button "([^"]*)"', main.aria_snapshot())
    assert any(re.search(piece, name, re.I) for name in names), names
    assert all(name.strip() and "undefined" not in name and "{" not in name for name in names), names
    page.keyboard.press("t")
    expect(page.locator("#said")).to_contain_text(page.locator(".ask [role=status]").inner_text())


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_announced_once_and_in_words(game: str, visit: Visit) -> None:
    page = sit_down(visit, game)
    live = "[aria-live=polite], [aria-live=assertive], [role=log]:not([aria-live]), [role=status]:not([aria-live])"
    for _ in range(2 if game == "velvet" else 1):  # in Velvet the first decision arranges the kingdom
        decide(page, Random(game))
        asked(page)
    news = page.get_by_role("log", name="Latest moves")
    expect(news.locator("p").last).not_to_be_empty()
    told = news.locator("p").all_inner_texts()
    assert not [line for line in told if "{" in line or "undefined" in line or not re.search(r"\w{2}", line)]
    assert page.locator(f".table :is({live})").count() <= 4
    expect(page.locator(".log-lines")).to_have_attribute("aria-live", "off")


LOSSES = (Path(__file__).parent / "losses.js").read_text("utf-8")

LARGE: dict[str, dict[str, Any]] = {
    "zoom": {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2},  # 1280 × 800 at 200 %
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "phone": PHONE,
}


@pytest.fixture(scope="module")
def large(playing: Playwright) -> Iterator[Browser]:
    """Start a browser whose default font is twice as large as usual."""
    found = launch(playing, "--blink-settings=defaultFontSize=32")
    yield found
    found.close()


@pytest.mark.parametrize("how", LARGE)
def test_no_text_is_lost_at_double_size(how: str, browser: Browser, large: Browser, server: Server) -> None:
    context = (browser if how == "zoom" else large).new_context(reduced_motion="reduce", **LARGE[how])
    context.set_default_timeout(TIMEOUT)
    page = context.new_page()
    page.goto(server.url)
    expect(page.locator(".poster")).to_have_count(4)
    assert page.evaluate(LOSSES) == []
    for game in GAMES:
        answer = context.request.post(f"{server.url}/api/rooms", data=table(game, SEATS[game], 1))
        page.goto(f"{server.url}/t/{answer.json()['room']}")
        expect(page.locator(f".table.{game}")).to_be_visible()
        asked(page)
        for lot in range(2):
            assert page.evaluate(LOSSES) == [], game
            decide(page, Random(lot))
            asked(page)
    context.close()


HEAR = """
  window.said = []
  speechSynthesis.speak = (one) => window.said.push([one.lang, one.text])
"""


def test_moves_are_spoken_if_the_player_wants_to(visit: Visit) -> None:
    page = sit_down(visit, locale="fr-FR")
    page.add_init_script(HEAR)
    page.reload()
    asked(page)
    decide(page, Random(1))
    asked(page)
    assert page.evaluate("window.said") == []
    page.locator(".settings-button").click()
    page.locator("dialog [data-arg=spoken]").check()
    page.keyboard.press("Escape")
    page.reload()  # the settings are stored in the browser
    expect(page.locator(".table")).to_be_visible()
    asked(page)
    decide(page, Random(2))
    until(page, "window.said.length")
    asked(page)
    said = page.evaluate("window.said")
    assert {lang for lang, _ in said} == {"fr"}
    assert any(re.match(r"Vous ", text) for _, text in said), said


def test_selected_pieces_and_the_turn_are_marked_with_forced_colours(visit: Visit) -> None:
    page = sit_down(visit, forced_colors="active")
    page.locator(".mine .piece.lit").first.click()
    chosen = page.locator(".mine .piece.chosen").first
    assert chosen.evaluate("one => getComputedStyle(one).outlineWidth") == "4px"
    assert page.locator(".plate.turn").evaluate("one => getComputedStyle(one).borderTopStyle") == "solid"
