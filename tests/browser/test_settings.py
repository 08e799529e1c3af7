"""Test the settings dialog, which every page opens, and sounds; a changed setting applies at once and is stored."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.clicks import decide, ply, until
from tests.browser.harness import Visit, page_text
from tests.browser.setup import PHONE, SEATS, path_of, sit_down, wait_for_turn

PAGES = ["/", "/games", "/hand", "/replay", "/rules/velonimo", "/learn/velonimo", "/nowhere"]
LISTEN = """
  window.heard = { contexts: 0, tones: 0, noises: 0 }
  const { createOscillator, createBufferSource } = AudioContext.prototype
  AudioContext.prototype.createOscillator = function () { window.heard.tones++; return createOscillator.call(this) }
  AudioContext.prototype.createBufferSource = function () { heard.noises++; return createBufferSource.call(this) }
  window.AudioContext = class extends AudioContext { constructor() { super(); window.heard.contexts++ } }
"""
PAPER = "getComputedStyle(document.documentElement).backgroundColor"
LIGHT, DARK = "rgb(243, 231, 207)", "rgb(19, 27, 51)"


def open_settings(page: Page) -> None:
    page.locator(".settings-button").click()
    expect(page.locator("dialog .settings-dialog .segments").first).to_be_visible()


def close(page: Page) -> None:
    page.locator("dialog .close").click()
    expect(page.locator("dialog[open]")).to_have_count(0)


@pytest.mark.parametrize("path", PAGES)
def test_every_page_opens_the_settings(visit: Visit, path: str) -> None:
    page = visit(path)
    open_settings(page)
    for name in ("speed", "theme", "lang", "confirm", "ease"):
        expect(page.locator(f"dialog [data-change={name}]").first).to_be_attached()
    page.locator("dialog input[name=theme][value=dark]").check(force=True)
    assert page.evaluate(PAPER) == DARK
    close(page)
    page.reload()
    assert page.evaluate(PAPER) == DARK


@pytest.mark.parametrize("how", [{}, PHONE], ids=["desktop", "phone"])
def test_a_table_opens_the_settings_from_its_bar_and_its_menu(visit: Visit, how: dict[str, Any]) -> None:
    page = sit_down(visit, **how)
    open_settings(page)
    close(page)
    page.locator(".menu-button").click()
    page.locator("dialog [data-do=settings]").click()
    expect(page.locator("dialog .settings-dialog")).to_be_visible()
    assert page.evaluate("document.querySelector('.bar').offsetHeight") < 70, "the bar has one row"


def test_the_theme_is_applied_at_once_and_by_the_server(visit: Visit) -> None:
    page = visit(color_scheme="light")
    assert page.evaluate(PAPER) == LIGHT
    open_settings(page)
    for theme, paper in (("dark", DARK), ("light", LIGHT), ("dark", DARK)):
        page.locator(f"dialog input[name=theme][value={theme}]").check(force=True)
        assert page.evaluate(PAPER) == paper
    page.reload()
    open_settings(page)
    expect(page.locator("dialog input[name=theme][value=dark]")).to_be_checked()
    html = page.context.request.get(page.url).text()
    assert 'data-theme="dark"' in html
    page.locator("dialog input[name=theme][value=system]").check(force=True)
    assert page.evaluate(PAPER) == LIGHT
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(PAPER) == DARK


@pytest.mark.parametrize(("speed", "pace"), [("slow", "1.7"), ("normal", "1"), ("fast", "0.5"), ("instant", "0")])
def test_the_speed_is_applied_at_once_and_stored(visit: Visit, speed: str, pace: str) -> None:
    page = visit(reduced_motion="no-preference")
    open_settings(page)
    page.locator(f"dialog input[name=speed][value={speed}]").check(force=True)
    shown = "document.documentElement.style.getPropertyValue('--pace')"
    assert page.evaluate(shown) == pace
    expect(page.locator("dialog [data-key=speed] small")).to_have_text(page_text("settings.speed.help"))
    page.goto(page.url + "games")
    expect(page.locator("main")).to_be_visible()
    assert page.evaluate(shown) == pace
    open_settings(page)
    expect(page.locator(f"dialog input[name=speed][value={speed}]")).to_be_checked()


def test_the_language_is_switched_in_the_dialog_and_sent_by_the_server(visit: Visit) -> None:
    page = visit()
    open_settings(page)
    page.locator("dialog [data-change=lang]").select_option("fr")
    expect(page.locator("dialog h2")).to_have_text(page_text("settings", "fr"))
    expect(page.locator(".hello h1")).to_have_text(page_text("home.title", "fr"))
    close(page)
    html = page.context.request.get(page.url).text()
    assert page_text("home.title", "fr") in html and '<html lang="fr"' in html


def test_moves_are_confirmed_after_the_switch(visit: Visit) -> None:
    page = sit_down(visit)
    open_settings(page)
    page.locator("dialog [data-change=confirm]").check()
    close(page)
    page.reload()
    wait_for_turn(page)
    open_settings(page)
    expect(page.locator("dialog [data-change=confirm]")).to_be_checked()


def test_radio_buttons_and_switches_work_by_keyboard(visit: Visit) -> None:
    page = visit(color_scheme="light")
    open_settings(page)
    page.locator("dialog input[name=theme]:checked").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(PAPER) == DARK
    page.locator("dialog [data-arg=sounds]").focus()
    page.keyboard.press("Space")
    expect(page.locator("dialog [data-arg=sounds]")).not_to_be_checked()


# ---------------------------------------------------------------- sounds


def test_sounds_start_after_the_first_click(visit: Visit) -> None:
    page = visit()
    page.add_init_script(LISTEN)
    page.reload()
    expect(page.locator(".nick input")).not_to_have_value("")
    assert page.evaluate("heard.contexts") == 0
    page.locator("h1").click()
    until(page, "heard.contexts === 1")
    assert page.evaluate("heard.tones + heard.noises") == 0, "the click itself is silent"


@pytest.mark.parametrize("game", SEATS)
def test_moves_have_sounds_until_the_switch_in_the_bar_is_off(visit: Visit, game: str) -> None:
    page = sit_down(visit, game)
    page.add_init_script(LISTEN)
    page.reload()
    wait_for_turn(page)
    decide(page, Random(1))
    until(page, "heard.tones + heard.noises > 0")
    switch = page.locator(".sound-button")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    page.reload()
    wait_for_turn(page)
    before = ply(page)
    decide(page, Random(2))
    until(page, f"Number(document.querySelector('.table').dataset.ply) > {before}")
    assert page.evaluate("heard") == {"contexts": 0, "tones": 0, "noises": 0}
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    until(page, "heard.tones > 0")  # the chime says that sounds are on


def test_a_spectator_hears_nothing_before_a_click(visit: Visit) -> None:
    page = sit_down(visit)
    watching = visit(path_of(page))
    watching.add_init_script(LISTEN)
    watching.reload()
    expect(watching.locator(".table")).to_be_visible()
    before = ply(watching)
    decide(page, Random(1))
    until(watching, f"Number(document.querySelector('.table').dataset.ply) > {before}")
    assert watching.evaluate("heard.contexts") == 0
