"""Tests of custom boards: editing by mouse, touch and keyboard, typing, loading, checking, playing and saving."""

import tomllib
from collections.abc import Callable
from importlib.resources import files
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.clicks import close_sheet, decide, is_asked
from tests.browser.harness import Visit, page_text
from tests.browser.setup import PHONE


def text_of(game: str, name: str) -> str:
    return files("velodrome.games").joinpath(game, f"{name}.toml").read_text("utf-8")


def open_editor(page: Page, game: str, option: str) -> str:
    """In the form for a new table, open the editor for a custom board; unfold and return the board's text."""
    page.locator(f".poster.{game} [data-do=invite]").click()
    page.locator("dialog [data-change=seats]").select_option("3")
    for seat in (1, 2):
        page.locator(f"dialog [data-change=who][data-arg='{seat}']").select_option("level1")
    page.locator(f"dialog [data-do=ownBoard][data-arg={option}]").click()
    expect(page.locator(".board-verdict .well")).to_be_visible()
    page.locator(".board-advanced summary").click()
    return page.locator(".board-text").input_value()


def read_text(page: Page) -> dict[str, Any]:
    """Wait until the server has accepted the board's text; parse this text as TOML and return its data."""
    expect(page.locator(".board-verdict .well")).to_be_visible()
    return tomllib.loads(page.locator(".board-text").input_value())


def kinds_of(page: Page, rows: str) -> list[str]:
    return [row["kind"] for row in read_text(page)[rows]]


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
    page.locator(".board-advanced summary").click()  # fold the text; the button opens it again
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
    page.locator("dialog [data-do=ownBoard][data-arg=deck]").click()
    expect(page.locator(".board-verdict .well")).to_contain_text(page_text("board.well", "fr"))
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
    expect(page.locator(".lobby .own-board")).to_contain_text(page_text("own.board", "fr"))


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


# ---------------------------------------------------------------- by clicks, keys and drags

LONG_PRESS = 500  # ms, longer than the page waits before a finger drags
FORMS = [
    ("velocity", "track", "spaces", 3, "obstacle", "can"),
    ("arcenciel", "circuit", "square", 8, "effort", "dotted"),
    ("arcenciel", "deck", "card", 2, "feeding", "hazard"),
]
form_cases = pytest.mark.parametrize(
    ("game", "option", "rows", "index", "old", "new"), FORMS, ids=["track", "circuit", "deck"]
)


@form_cases
@pytest.mark.parametrize("device", ["desk", "phone"])
def test_a_board_is_built_by_clicks_and_played(
    visit: Visit, game: str, option: str, rows: str, index: int, old: str, new: str, device: str
) -> None:
    page = visit(**(PHONE if device == "phone" else {}))
    open_editor(page, game, option)
    before = kinds_of(page, rows)
    assert before[index] == old
    tile = page.locator(f"[data-row='{index}']")
    tile.click()
    expect(tile).to_have_attribute("aria-pressed", "true")
    page.locator(f"[data-do=boardKind][data-arg={new}]").click()
    expect(page.locator(f"[data-do=boardKind][data-arg={new}]")).to_have_attribute("aria-pressed", "true")
    assert kinds_of(page, rows) == [*before[:index], new, *before[index + 1 :]]
    page.locator("[data-do=boardInsert][data-arg='1']").click()
    assert kinds_of(page, rows) == [*before[:index], new, new, *before[index + 1 :]]
    page.locator("[data-do=boardMove][data-arg='1']").click()
    assert kinds_of(page, rows) == [*before[:index], new, before[index + 1], new, *before[index + 2 :]]
    page.locator("[data-do=boardRemove]").click()
    page.locator("[data-do=boardUndo]").click()
    page.locator("[data-do=boardUndo]").click()
    assert kinds_of(page, rows) == [*before[:index], new, new, *before[index + 1 :]]
    expect(page.locator(f".board-picture.{game} svg").first).to_be_visible()
    page.locator("[data-do=boardUse]").click()
    page.locator("[data-do=openTable]").click()
    expect(page.locator("main.table")).to_be_visible()


def test_the_editor_starts_with_the_chosen_track_and_keeps_a_draft_of_each(visit: Visit) -> None:
    page = visit()
    rough = text_of("velocity", "rough_city")
    text = open_editor(page, "velocity", "track")
    page.locator(".board-text").fill(f"# mine\n{text}")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.locator(".poster.velocity [data-do=invite]").click()
    page.locator("[data-change=option][data-arg=track]").select_option("rough_city")
    page.locator("dialog [data-do=ownBoard][data-arg=track]").click()
    expect(page.locator(".board-verdict .well")).to_be_visible()
    expect(page.locator(".board-text")).to_have_value(rough)
    assert page.locator(".board-picture.velocity .plate-art.obstacle text").all_text_contents() == [
        str(row["n"]) for row in tomllib.loads(rough)["spaces"] if row["kind"] == "obstacle"
    ]
    page.keyboard.press("Escape")
    assert open_editor(page, "velocity", "track") == f"# mine\n{text}"


def test_the_built_in_board_is_valid_and_a_change_gives_it_a_name_of_its_own(visit: Visit) -> None:
    page = visit(locale="fr-FR")
    assert open_editor(page, "velocity", "track") == text_of("velocity", "city_default")
    page.locator("[data-do=boardInsert][data-arg='1']").click()
    board = read_text(page)
    assert (board["id"], board["name"], board["length"]) == ("own", page_text("own.board", "fr"), 36)
    assert "source" not in board and len(board["spaces"]) == 36
    page.locator("[data-do=boardStart]").click()
    expect(page.locator(".board-text")).to_have_value(text_of("velocity", "city_default"))
    page.locator("[data-do=boardUndo]").click()
    assert read_text(page) == board


def test_a_second_press_changes_the_kind_of_a_space(visit: Visit) -> None:
    page = visit()
    open_editor(page, "velocity", "track")
    before = kinds_of(page, "spaces")
    for kind in ("can", "obstacle", "road"):
        expect(page.locator("[data-row='0']")).to_have_attribute("aria-pressed", "true")
        page.locator("[data-row='0']").click()
        assert kinds_of(page, "spaces") == [kind, *before[1:]]


def drag(page: Page, source: str, target: str, part: float) -> None:
    """Drag `source` by mouse to `target`; `part`, from 0 to 1, says where on the width of `target` to drop it."""
    page.locator(target).scroll_into_view_if_needed()
    box = page.locator(target).bounding_box()
    start = page.locator(source).bounding_box()
    assert box and start
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * part, box["y"] + box["height"] / 2, steps=8)
    expect(page.locator(".board-ghost .tile-picture")).to_be_visible()
    page.mouse.up()
    expect(page.locator(".board-ghost .tile-picture")).to_have_count(0)


@form_cases
def test_a_board_is_built_by_dragging(
    visit: Visit, game: str, option: str, rows: str, index: int, old: str, new: str
) -> None:
    page = visit(viewport={"width": 1440, "height": 1100})
    open_editor(page, game, option)
    before = kinds_of(page, rows)
    drag(page, f"[data-do=boardKind][data-arg={new}]", f"[data-row='{index}']", 0.1)  # insert before this entry
    assert kinds_of(page, rows) == [*before[:index], new, *before[index:]]
    drag(page, f"[data-row='{index}']", f"[data-row='{index + 1}']", 0.9)  # move to after the next entry
    assert kinds_of(page, rows) == [*before[:index], old, new, *before[index + 1 :]]
    drag(page, f"[data-row='{index + 1}']", ".board-bin", 0.5)
    assert kinds_of(page, rows) == before
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_finger_drags_after_a_long_press_and_scrolls_without_it(visit: Visit) -> None:
    page = visit(**PHONE)
    open_editor(page, "velocity", "track")
    before = kinds_of(page, "spaces")
    page.locator("[data-row='0']").scroll_into_view_if_needed()
    touch_drag(page, "[data-row='0']", "[data-row='2']", 0)
    assert kinds_of(page, "spaces") == before
    page.locator("[data-row='0']").scroll_into_view_if_needed()
    touch_drag(page, "[data-row='0']", "[data-row='2']", LONG_PRESS)
    assert kinds_of(page, "spaces") == [*before[1:3], before[0], *before[3:]]


def touch_drag(page: Page, source: str, target: str, wait: int) -> None:
    """Put a finger on `source`, wait this many milliseconds, and move the finger to the right end of `target`.

    Check that an element is dragged after a wait, and that nothing is dragged if the wait is 0.
    """
    start, box = page.locator(source).bounding_box(), page.locator(target).bounding_box()
    assert start and box
    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    way = (box["x"] + box["width"] * 0.9 - x, box["y"] + box["height"] / 2 - y)
    line = page.context.new_cdp_session(page)
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_timeout(wait)
    for step in range(1, 9):
        points = [{"x": x + way[0] * step / 8, "y": y + way[1] * step / 8}]
        line.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points})
    expect(page.locator(".board-ghost .tile-picture")).to_have_count(1 if wait else 0)
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".board-ghost .tile-picture")).to_have_count(0)


def test_a_board_is_built_by_keys(visit: Visit) -> None:
    page = visit()
    open_editor(page, "velocity", "track")
    before = kinds_of(page, "spaces")
    page.locator("[data-row='0']").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    expect(page.locator("[data-row='1']")).to_be_focused()
    page.keyboard.press("Enter")  # a second press: the next kind
    assert kinds_of(page, "spaces")[1] == "obstacle"
    page.keyboard.press("Delete")
    assert kinds_of(page, "spaces") == [before[0], *before[2:]]
    page.keyboard.press("End")
    expect(page.locator("[data-row='33']")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("[data-do=boardKind][data-arg=road]")).to_be_focused()


@pytest.mark.parametrize(("game", "option", "rows", "selector"), [
    ("velocity", "track", "spaces", ".space"), ("arcenciel", "circuit", "square", ".ac-stone"),
])  # fmt: skip
def test_a_click_on_the_preview_chooses_the_space(
    visit: Visit, game: str, option: str, rows: str, selector: str
) -> None:
    page = visit()
    open_editor(page, game, option)
    index = 5
    box = page.locator(f".board-picture {selector}").nth(index + (game == "velocity")).bounding_box()  # after START
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(f"[data-row='{index}']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[aria-pressed=true][data-row]")).to_have_count(1)


def test_values_names_and_numbers_of_a_board_are_changed_in_fields(visit: Visit) -> None:
    page = visit()
    open_editor(page, "arcenciel", "circuit")
    page.locator("[data-row='1']").click()
    for _ in range(2):
        page.locator("[data-do=boardStep][data-arg=value][data-by='1']").click()
    page.locator("[data-change=boardEntry][data-arg=terrain]").select_option("uphill")
    name = page.locator("[data-change=boardEntry][data-arg=name]")
    name.fill('Rue de l\'Église "haute"')
    name.press("Tab")
    page.locator(".board-settings summary").click()
    number = page.locator("[data-change=boardSetting][data-arg='team.domestiques']")
    number.fill("99")
    number.press("Tab")
    expect(number).to_have_value("9")  # the largest number allowed
    board = read_text(page)
    assert board["square"][1] == {
        "n": 1, "kind": "effort", "value": 3, "terrain": "uphill", "name": "Rue de l'Église \"haute\"",
    }  # fmt: skip
    assert board["team"]["domestiques"] == 9


def test_a_mistake_is_named_in_words_and_shown_at_its_space(visit: Visit) -> None:
    page = visit()
    open_editor(page, "arcenciel", "circuit")
    page.locator("[data-row='4']").click()
    name = page.locator("[data-change=boardEntry][data-arg=name]")
    name.fill("")
    name.press("Tab")
    notice = page.locator(".board-verdict .notice")
    expect(notice).to_contain_text("“Name”")
    expect(notice).to_contain_text("Square 4")
    expect(page.locator("[data-row='4']")).to_contain_class("wrong")
    expect(page.locator("[data-do=boardUse]")).to_be_disabled()
    page.locator("[data-row='9']").click()
    page.locator("[data-do=boardShow]").click()
    expect(page.locator("[data-row='4']")).to_have_attribute("aria-pressed", "true")
    name.fill("Wind farm")
    name.press("Tab")
    assert read_text(page)["square"][4]["name"] == "Wind farm"


def test_limits_are_explained(visit: Visit) -> None:
    page = visit()
    text = open_editor(page, "velocity", "track")
    head, _, rest = text.partition("spaces = [")
    spaces = "".join(f'{{ n = {n}, kind = "road" }},\n' for n in range(6, 0, -1))
    shortest = head.replace("length = 35", "length = 6") + f"spaces = [\n{spaces}]" + rest.partition("\n]")[2]
    page.locator(".board-text").fill(shortest)
    expect(page.locator("[data-row]")).to_have_count(6)
    expect(page.locator("[data-do=boardRemove]")).to_be_disabled()
    expect(page.locator(".board-chosen")).to_contain_text(page_text("board.few", count=6))
    page.locator("[data-do=boardInsert][data-arg='0']").click()
    expect(page.locator("[data-do=boardRemove]")).to_be_enabled()
    assert len(kinds_of(page, "spaces")) == 7


def test_spaces_wait_until_a_broken_text_is_corrected(visit: Visit) -> None:
    page = visit()
    text = open_editor(page, "velocity", "track")
    page.locator(".board-text").fill(text.replace("podium = 8", "podium 8"))
    expect(page.locator(".board-visual")).to_have_attribute("inert", "")
    expect(page.locator(".board-editor")).to_contain_text(page_text("board.stale"))
    page.locator(".board-text").fill(text)
    expect(page.locator(".board-visual:not([inert])")).to_be_visible()


def test_another_number_of_seats_keeps_the_board_and_the_rest(visit: Visit) -> None:
    page = visit()
    open_editor(page, "velocity", "track")
    page.locator(".board-settings summary").click()
    page.locator("[data-do=boardStep][data-arg=cans][data-by='1']").click()
    setup = read_text(page)["setup"]
    assert [(row["players"], row["cans"]) for row in setup] == [(3, 16), (4, 20), (5, 20), (6, 24), (7, 28)]
    page.locator("[data-do=boardUse]").click()
    for seats in ("6", "3", "5"):
        page.locator("[data-change=seats]").select_option(seats)
    expect(page.locator("[data-change=who][data-arg='1']")).to_have_value("level1")
    page.locator("[data-do=ownBoard]").click()
    page.locator(".board-settings summary").click()
    expect(page.locator("[data-change=boardSeats][data-arg=cans]")).to_have_value("20")
    page.locator("[data-do=boardBack]").click()
    with page.expect_request("**/api/rooms") as asked:
        page.locator("[data-do=openTable]").click()
    body = asked.value.post_data_json
    assert body and tomllib.loads(body["options"]["track"])["setup"] == setup
    assert body["seats"] == 5 and body["bots"] == ["", "level1", "level1", "", ""]
    expect(page.locator(".lobby")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@form_cases
def test_the_editor_fits_a_phone(
    visit: Visit, game: str, option: str, rows: str, index: int, old: str, new: str, language: str
) -> None:
    page = visit(locale=language, **PHONE)
    open_editor(page, game, option)
    page.locator(f"[data-row='{index}']").tap()
    expect(page.locator(".board-buttons [data-do=boardRemove]")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-do=boardUse]")).to_be_in_viewport(ratio=1)
    parts = [page.locator(part).bounding_box() for part in (f"[data-row='{index}']", ".board-chosen", ".board-foot")]
    for above, below in pairwise(parts):  # nothing covers the space, nor the buttons of its panel
        assert above and below and 0 <= above["y"] <= below["y"] - above["height"] + 1
    assert page.locator("dialog").evaluate("box => box.scrollWidth <= box.clientWidth")
    small = page.locator("[data-row], .board-kind, .board-buttons .press").evaluate_all(
        "all => all.filter((one) => one.offsetWidth < 40 || one.offsetHeight < 40).length"
    )
    assert small == 0
    cut = page.locator(".board-kind, .board-buttons .press, .board-foot .press").evaluate_all(
        "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
    )
    assert cut == []
    page.set_viewport_size({"width": 740, "height": 360})
    expect(page.locator("[data-do=boardUse]")).to_be_in_viewport(ratio=1)
