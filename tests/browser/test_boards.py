"""Custom boards: typed or loaded from a file, with errors next to their line; drawn, played on, and saved."""

from collections.abc import Callable
from importlib.resources import files
from random import Random

import pytest
from playwright.sync_api import Page, expect
from tests.browser.clicks import close_sheet, decide, is_asked
from tests.browser.harness import Visit, page_text


def text_of(game: str, name: str) -> str:
    return files("velodrome.games").joinpath(game, f"{name}.toml").read_text("utf-8")


def open_editor(page: Page, game: str, option: str) -> str:
    """Open the form and its board editor; return the initial text."""
    page.locator(f".poster.{game} [data-do=invite]").click()
    page.locator("dialog [data-change=seats]").select_option("3")
    for seat in (1, 2):
        page.locator(f"dialog [data-change=who][data-arg='{seat}']").select_option("level1")
    page.locator("dialog summary").click()
    page.locator(f"dialog [data-do=ownBoard][data-arg={option}]").click()
    expect(page.locator(".board-verdict .well")).to_be_visible()
    return page.locator(".board-text").input_value()


CASES = [
    ("velocity", "track", 'n = 30, kind = "can"', 'n = 30, kind = "pond"', 'n = 30, kind = "obstacle"', "pond"),
    ("arcenciel", "circuit", 'value = 2, name = "Rou', 'value = "two", name = "Rou', 'value = 1, name = "Rou', "two"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "option", "old", "wrong", "right", "said"), CASES, ids=["track", "circuit"])
def test_a_faulty_board_is_corrected_and_played(
    visit: Visit, game: str, option: str, old: str, wrong: str, right: str, said: str
) -> None:
    page = visit()
    text = open_editor(page, game, option)
    assert old in text
    expect(page.locator(f".board-picture.{game} svg").first).to_be_visible()
    page.locator(".board-text").fill(text.replace(old, wrong))
    notice = page.locator(".board-verdict .notice")
    expect(notice).to_contain_text(said)
    line = text[: text.index(old)].count("\n") + 1
    expect(notice).to_have_attribute("data-line", str(line))
    expect(page.locator(".board-lines .bad")).to_have_text(str(line))
    expect(page.locator("[data-do=boardUse]")).to_be_disabled()
    page.locator("[data-do=boardGo]").click()
    field = page.locator(".board-text")
    expect(field).to_be_focused()
    picked = field.evaluate("field => field.value.slice(field.selectionStart, field.selectionEnd)")
    assert picked == text.replace(old, wrong).split("\n")[line - 1]
    field.fill(text.replace(old, right))
    expect(page.locator(".board-verdict .well")).to_be_visible()
    page.locator("[data-do=boardUse]").click()
    expect(page.locator(f".inviting [data-do=ownBoard][data-arg={option}]")).to_have_text(page_text("board.edit"))
    page.locator("[data-do=openTable]").click()
    expect(page.locator("main.table")).to_be_visible()
    lot = Random(5)
    for _ in range(3):
        expect(page.locator(".prompt.asked, .table[data-actor='-2']")).to_be_visible()
        close_sheet(page)
        if is_asked(page):
            decide(page, lot)
    page.locator("[data-do=menu]").click()
    page.locator("dialog summary").click()
    with page.expect_download() as kept:
        page.locator("dialog .settings a[download]").click()
    assert kept.value.path().read_text("utf-8") == text.replace(old, right)


def test_a_board_from_a_file_is_shown_in_the_lobby_in_french(visit: Visit) -> None:
    page = visit(locale="fr-FR", viewport={"width": 390, "height": 844})
    page.locator(".poster.arcenciel [data-do=invite]").click()
    page.locator("dialog summary").click()
    page.locator("dialog [data-do=ownBoard][data-arg=deck]").click()
    expect(page.locator(".board-verdict .well")).to_have_text(page_text("board.well", "fr"))
    deck = text_of("arcenciel", "chance_default")
    choose = page.locator(".board-editor input[type=file]")
    choose.set_input_files(
        {"name": "deck.toml", "mimeType": "text/plain", "buffer": deck.replace("count = 5", "count = 0").encode()}
    )
    expect(page.locator(".board-verdict .notice")).to_contain_text(
        page_text("board.want.number", "fr", low=1, high=200)
    )
    choose.set_input_files(
        {"name": "deck.toml", "mimeType": "text/plain", "buffer": deck.replace("count = 5", "count = 6").encode()}
    )
    expect(page.locator(".board-verdict .well")).to_be_visible()
    page.locator("[data-do=boardUse]").click()
    page.locator("[data-do=openTable]").click()
    expect(page.locator(".lobby .own-board")).to_contain_text(page_text("board.own", "fr"))


def by_keys(page: Page, text: str) -> None:
    page.locator(".board-text").fill(text)


def by_file(page: Page, text: str) -> None:
    file = page.locator(".board-editor input[type=file]")
    file.set_input_files({"name": "mine.toml", "mimeType": "text/plain", "buffer": text.encode()})
    expect(page.locator(".board-text")).to_have_value(text)


@pytest.mark.parametrize("write", [by_keys, by_file])
def test_the_editor_restores_its_text_after_closing(visit: Visit, write: Callable[[Page, str], None]) -> None:
    page = visit()
    text = open_editor(page, "velocity", "track")
    write(page, f"# mine\n{text}")
    expect(page.locator(".board-verdict .well")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert open_editor(page, "velocity", "track") == f"# mine\n{text}"
