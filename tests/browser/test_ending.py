"""Test how a game ends on the page: podium, figures of each seat, confetti, and a picture of the result to share."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.accessibility import check
from tests.browser.clicks import open_sheet, overflow, play_out, until
from tests.browser.harness import Visit, page_text
from tests.browser.setup import PHONE, leave_seat, path_of, table

from velodrome.core import texts

# Short games: few rounds or laps; Velvet ends as a draw after six turns.
SHORT: dict[str, tuple[int, dict[str, Any]]] = {
    "velonimo": (3, {"difficulties": [1]}),
    "velocity": (3, {"max_rounds": 2}),
    "arcenciel": (3, {"max_laps": 1}),
    "velvet": (2, {"max_plies": 6}),
}
FIGURES = {
    "velonimo": ("rounds", "best", "stolen"),
    "velocity": ("cans", "pursuits", "retreats"),
    "arcenciel": ("auctions", "attacks", "energy"),
    "velvet": ("met", "scouted", "lost"),
}
PNG = b"\x89PNG\r\n\x1a\n"
CANNOT_SHARE = "delete Navigator.prototype.share; delete Navigator.prototype.canShare"
CAN_SHARE = """(() => {
  window.shared = []
  Navigator.prototype.canShare = () => true
  Navigator.prototype.share = async ({ files }) => {
    if (window.refused) throw new DOMException('', window.refused)
    shared.push(...files.map(({ name, type, size }) => [name, type, size]))
  }
})()"""
# JavaScript function that says whether no two elements overlap, and none is cut off at the left or right
APART = """(elements) => {
  const boxes = elements.map((one) => one.getBoundingClientRect())
  const inside = boxes.every(({ left, right }) => left >= 0 && right <= innerWidth)
  return inside && boxes.every((a, i) => boxes.slice(i + 1).every((b) =>
    a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1))
}"""


def finish(visit: Visit, game: str, seats: int = 0, **how: Any) -> Page:
    """Start a short game, leave the seat so that bots play on, and wait until the page shows the result."""
    count, options = SHORT[game]
    page = visit(table=table(game, seats or count, 1, options), **how)
    leave_seat(page)
    expect(page.locator("dialog[open] .ending")).to_be_visible(timeout=90_000)
    return page


@pytest.mark.parametrize("game", SHORT)
def test_a_game_ends_with_a_podium_its_figures_and_a_picture(game: str, visit: Visit, tmp_path: Path) -> None:
    seats = SHORT[game][0]
    page = finish(visit, game)
    ending = page.locator("dialog .ending")
    assert ending.locator("h2").inner_text() == page.locator(".prompt .ask [role=status]").inner_text()
    expect(ending.locator(".end-stand")).to_have_count(min(3, seats))
    expect(ending.locator(".end-stand svg")).to_have_count(min(3, seats))
    heads = ending.locator(".scores thead th").all_inner_texts()
    wanted = [texts.sentences(game, "en")[f"figure.{name}"] for name in FIGURES[game]]
    assert [head for head in heads if head in wanted] == wanted
    expect(ending.locator(".scores tbody tr")).to_have_count(seats)
    assert all(re.fullmatch(r"\d+", each) for each in ending.locator(".figure").all_inner_texts())
    for action in ("rematch", "shareResult"):
        expect(ending.locator(f"[data-do={action}]")).to_be_visible()
    expect(ending.locator("a[href$='/replay']")).to_be_visible()
    check(page)
    save_picture(page, tmp_path / "result.png")


def test_a_draw_puts_both_players_on_the_highest_step(visit: Visit) -> None:
    page = finish(visit, "velvet")
    expect(page.locator("dialog .ending h2")).to_contain_text(re.compile("draw", re.IGNORECASE))
    expect(page.locator(".end-stand.place1")).to_have_count(2)
    assert page.locator(".end-stand .end-block").all_inner_texts() == ["1", "1"]


@pytest.mark.parametrize("game", SHORT)
def test_the_result_fits_every_screen_in_french(game: str, visit: Visit) -> None:
    seats = {"velonimo": 5, "velocity": 7, "arcenciel": 6, "velvet": 2}[game]
    page = finish(visit, game, seats, locale="fr-FR", **PHONE)
    for width, height in ((360, 740), (740, 360), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert overflow(page) <= 0
        for box in page.locator("dialog, dialog .scores .scroll").all():
            assert box.evaluate("box => box.scrollWidth - box.clientWidth") <= 0, width
        for what in (".end-next .press", ".end-stand", ".end-finish h2, .close"):
            assert page.locator(f"dialog :is({what})").evaluate_all(APART), (what, width)
        if width < 1440:
            assert page.locator(".ending .scores tbody tr").evaluate_all("rows => rows.every(r => r.offsetHeight < 50)")
        for button in page.locator(".end-next .press").all():
            expect(button).to_be_in_viewport(ratio=1)
            shape = button.bounding_box()
            assert shape and shape["height"] >= 40


def test_confetti_falls_only_where_things_may_move(visit: Visit) -> None:
    falls = "document.getAnimations().some((one) => one.animationName === 'confetti-fall')"
    page = finish(visit, "velocity", reduced_motion="no-preference")
    until(page, falls)
    calm = finish(visit, "velocity")
    expect(calm.locator(".end-confetti i")).to_have_count(44)
    assert not calm.evaluate(falls)


def save_picture(page: Page, picture: Path) -> None:
    """Save the game's result as a picture. Check that the picture is a PNG file, large enough and not empty."""
    page.evaluate(CANNOT_SHARE)
    with page.expect_download() as found:
        page.locator("[data-do=shareResult]").click()
    found.value.save_as(picture)
    content = picture.read_bytes()
    assert found.value.suggested_filename.endswith(".png")
    assert content.startswith(PNG)
    width, height = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
    assert width == 1080 and height >= 1350
    assert len(content) > 60_000, "an empty poster is much smaller"
    expect(page.locator(".end-note")).to_have_text(page_text("end.share.saved"))
    expect(page.locator(".studio")).to_have_count(0)


def test_the_picture_is_shared_where_the_browser_can_share_files(visit: Visit) -> None:
    page = finish(visit, "velocity")
    page.evaluate(CAN_SHARE)
    page.locator("[data-do=shareResult]").click()
    until(page, "shared.length === 1")
    name, kind, size = page.evaluate("shared[0]")
    assert (name, kind) == ("VeloCity result.png", "image/png") and size > 60_000
    expect(page.locator(".end-note")).to_have_text("")
    page.evaluate("window.refused = 'AbortError'")  # the person closes the menu of the system
    page.locator("[data-do=shareResult]").click()
    expect(page.locator(".end-note")).to_have_text("")
    page.evaluate("window.refused = 'NotAllowedError'")  # the browser refuses: save the picture instead
    with page.expect_download():
        page.locator("[data-do=shareResult]").click()


def test_a_spectator_sees_the_result_and_may_share_it(visit: Visit) -> None:
    page = finish(visit, "arcenciel")
    ben = visit(path_of(page))
    ben.locator("[data-key=ending] [data-do=sheet]").click()
    ending = ben.locator("dialog .ending")
    expect(ending.locator(".end-stand")).to_have_count(3)
    expect(ending.locator("[data-do=rematch]")).to_have_count(0)
    expect(ending.locator("[data-do=shareResult]")).to_be_visible()
    assert ending.locator(".figure").all_inner_texts() == page.locator(".ending .figure").all_inner_texts()


def test_rounds_are_listed_below_the_result(visit: Visit) -> None:
    page = visit(table=table("velonimo", 3, 1, {"difficulties": [1, 2]}))
    play_out([page], Random("rounds"))
    open_sheet(page)
    won = page.locator(".ending tbody tr td.figure:nth-of-type(2)").all_inner_texts()
    assert sum(map(int, won)) == 2, "each round has one winner"
    page.locator(".end-rounds summary").click()
    expect(page.locator(".end-rounds thead abbr")).to_have_count(2)
    expect(page.locator(".end-rounds tbody tr")).to_have_count(3)


def test_the_score_sheet_opens_if_the_result_cannot_be_loaded(visit: Visit) -> None:
    count, options = SHORT["velocity"]
    page = visit(table=table("velocity", count, 1, options))
    page.route("**/table/ending.js", lambda route: route.abort())
    play_out([page], Random("plain"))
    open_sheet(page)
    expect(page.locator("dialog[open] .scores tbody tr")).to_have_count(3)
    expect(page.locator("dialog .ending")).to_have_count(0)
    expect(page.locator("dialog [data-do=rematch]")).to_be_visible()
