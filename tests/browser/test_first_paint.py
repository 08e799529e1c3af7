"""Test the home page before its script runs, the stored pictures of the games, and the web manifest."""

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.browser.clicks import until
from tests.browser.harness import Server, Visit, page_text
from tests.browser.pictures import WEB, draw_covers

from velodrome.games import GAMES

LANGUAGES = {"en": "en-GB", "fr": "fr-FR", "de": "de-DE"}
# JavaScript function that returns the markup of a part of the page, without white space. It leaves out what the page's
# script fills in later: the guest's name, the languages and the portraits.
MARKUP = """part => {
  const copy = document.getElementById(part).cloneNode(true)
  copy.querySelector('.nick input')?.setAttribute('value', '')
  for (const list of copy.querySelectorAll('.languages, .portrait')) list.replaceChildren()
  return copy.innerHTML.replace(/\\s+/g, '')
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_home_page_is_complete_without_javascript(visit: Visit, language: str) -> None:
    page = visit(java_script_enabled=False, locale=LANGUAGES[language])
    expect(page.locator(".hello h1")).to_have_text(page_text("home.title", language))
    expect(page.locator(".poster")).to_have_count(len(GAMES))
    for game in GAMES:
        poster = page.locator(f".poster.{game}")
        expect(poster.locator(".cover > svg")).to_be_visible()
        expect(poster.get_by_role("button", name=page_text("home.now", language))).to_be_visible()
        expect(poster.get_by_role("link", name=page_text("rules", language))).to_have_attribute(
            "href", f"/rules/{game}"
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_script_paints_what_the_server_has_sent(visit: Visit, language: str) -> None:
    page = visit(locale=LANGUAGES[language])
    ready(page)
    context = page.context.browser.new_context(java_script_enabled=False, locale=LANGUAGES[language])  # type: ignore[union-attr]
    sent = context.new_page()
    sent.goto(page.url)
    for part in ("bar", "root"):
        assert page.evaluate(MARKUP, part) == sent.evaluate(MARKUP, part)
    context.close()


def test_nothing_moves_when_the_script_takes_over(visit: Visit) -> None:
    page = visit()
    page.add_init_script("""
      window.shift = 0
      new PerformanceObserver((list) => { for (const one of list.getEntries()) window.shift += one.value })
        .observe({ type: 'layout-shift', buffered: true })
    """)
    page.reload()
    ready(page)
    assert page.evaluate("window.shift") < 0.02


def test_a_click_before_the_script_is_ready_is_not_lost(visit: Visit, server: Server) -> None:
    page = visit("/rules/velvet")
    held: list[Route] = []
    page.route("**/api/games", lambda route: held.append(route))
    page.goto(server.url)
    page.locator(".poster.velvet [data-arg='velvet.level']").select_option("level1")
    page.locator(".poster.velvet [data-do=now]").click()
    page.wait_for_timeout(100)
    held[0].continue_()
    expect(page.locator(".table.velvet")).to_be_visible()
    expect(page.locator(".plate .level, .plate .mark").filter(has_text="Tricycle").first).to_be_attached()


def test_stored_posters_are_up_to_date(browser: Browser) -> None:
    """Test that each game's stored `cover.svg` is what its `cover.js` draws.

    If this test fails, a `cover.js` has changed: run `python tests/browser/pictures.py` to draw the pictures again.
    """
    drawn = draw_covers(browser)
    for game in GAMES:
        assert (WEB / "games" / game / "cover.svg").read_text("utf-8") == drawn[game], game


def test_the_manifest_makes_the_page_installable(visit: Visit, server: Server) -> None:
    page = visit(locale="fr-FR")
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"] == f"{server.url}/manifest.webmanifest"
    assert page_text("home.lead", "fr") in found["data"]
    for address in re.findall(r'"src":"([^"]+)"', found["data"]):
        assert page.context.request.get(server.url + address).ok, address


def ready(page: Page) -> None:
    """Wait until the page's script has drawn the page."""
    until(page, "document.querySelector('.nick input')?.value")
