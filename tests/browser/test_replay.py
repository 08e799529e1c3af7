"""Replay in a real browser: any ply of any game from any viewpoint, saving and loading a record, continuing a game."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.clicks import open_sheet, overflow, play_out, ply
from tests.browser.harness import Visit, page_text
from tests.browser.setup import path_of, play_now

from velodrome import OVER, Rng, game
from velodrome.bots import make_player
from velodrome.core.contract import CHANCE
from velodrome.core.record import Record
from velodrome.core.rng import Stream

TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "velonimo": (3, {"difficulties": (1, 2)}),
    "velocity": (3, {}),
    "arcenciel": (3, {}),
    "velvet": (2, {}),
}
LEFT = 14  # plies before the end at which the game is continued


def play_record(name: str) -> Record:
    """Return the record of a whole game between heuristic bots."""
    seats, options = TABLES[name]
    table = game(name, seats, **options)
    record, stream = Record(table), Stream(b"replay")
    bots = [make_player("heuristic", table, Rng(seat)) for seat in range(seats)]
    while record.state.actor != OVER:
        state = record.state
        actor = state.actor
        record.play(stream.choose(state.chance()) if actor == CHANCE else bots[actor](state.seen_by(actor)))
    return record


def load_record(visit: Visit, folder: Path, text: str, **how: Any) -> Page:
    """Open a record from the home page."""
    file = folder / "record.txt"
    file.write_text(text, "utf-8")
    page = visit(**how)
    page.locator(".foot a[href='/replay']").click()
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".table.past")).to_be_visible()
    return page


def at(page: Page, wanted: int) -> None:
    page.locator(f".table.past[data-ply='{wanted}'][aria-busy=false]").wait_for()


def scrub(page: Page, wanted: int) -> None:
    """Move the slider to a ply."""
    page.locator(".scrub input").fill(str(wanted))
    at(page, wanted)


@pytest.mark.parametrize("name", TABLES)
def test_a_game_from_a_file_is_replayed_by_every_viewer_and_continued(name: str, visit: Visit, tmp_path: Path) -> None:
    record = play_record(name)
    plies = len(record.moves)
    page = load_record(visit, tmp_path, record.write())
    at(page, 0)
    eyes = page.locator("[data-change=eyes]")
    seats = record.game.seats
    assert eyes.locator("option").evaluate_all("all => all.map(one => one.value)") == [
        "open", *[str(seat) for seat in range(seats)], "onlooker"
    ]  # fmt: skip
    for wanted in (plies // 3, plies - LEFT, plies, 1):
        scrub(page, wanted)
    for look in ("1", "onlooker", "open"):
        eyes.select_option(look)
        expect(eyes).to_have_value(look)
        at(page, 1)
        scrub(page, plies // 2)
        assert not page.locator(".past .piece.lit, .past .actions").count()
        scrub(page, 1)
    expect(page).to_have_url(re.compile("/replay#1$"))
    page.reload()
    at(page, 1)
    scrub(page, plies)
    expect(page.locator(".prompt.over")).to_be_visible()
    page.locator("[data-do=on]").click()
    expect(page.locator(".prompt .notice")).to_be_visible()  # a finished game cannot be continued
    scrub(page, plies - LEFT)
    page.locator("[data-do=on]").click()
    page.locator("dialog [name=seat]").select_option("1")
    page.locator("dialog [name=level]").select_option("level1")
    page.locator("dialog [data-do=goOn]").click()
    expect(page).to_have_url(re.compile(r"/t/\w+$"))
    expect(page.locator(f".table.{name}:not(.past)")).to_be_visible()
    assert ply(page) >= plies - LEFT
    replay_new_table(page, visit, tmp_path, record)


def replay_new_table(page: Page, visit: Visit, folder: Path, record: Record) -> None:
    """Play a new table to its end, then replay it by a link and from its record."""
    if record.game.name == "velvet":  # random play takes long
        let_bots_finish(page)
    else:
        play_out([page], Random(1))
    open_sheet(page)
    page.locator("dialog a[href$='/replay']").click()
    at(page, 0)
    slider = page.locator(".scrub input")
    assert int(slider.get_attribute("max") or 0) > len(record.moves) - LEFT
    scrub(page, 12)
    page.locator("[data-do=more]").click()
    link = page.locator("#link").input_value()
    assert link.endswith("#12")
    other = visit(link[link.index("/t/") :])
    at(other, 12)
    with page.expect_download() as download:
        page.locator("dialog a[download]").click()
    download.value.save_as(folder / "again.txt")
    again = load_record(visit, folder, (folder / "again.txt").read_text("utf-8"))
    scrub(again, 12)
    assert again.locator(".board").inner_text() == other.locator(".board").inner_text()


def let_bots_finish(page: Page) -> None:
    """Leave the seat and let bots finish the game."""
    page.locator(".menu-button").click()
    page.locator("dialog [data-do=leave]").click()
    page.locator("dialog [data-do=leaveNow]").click()
    expect(page.locator(".table[data-actor='-2']")).to_be_visible(timeout=60_000)


def test_a_running_game_is_replayed_only_from_the_viewers_seat(visit: Visit) -> None:
    page = visit()
    play_now(page)
    page.locator(".menu-button").click()
    page.locator("dialog a[href$='/replay']").click()
    expect(page.locator(".table.past")).to_be_visible()
    assert page.locator("[data-change=eyes], [data-do=on]").count() == 0
    scrub(page, 30)  # during the deal: no card of another player is known
    expect(page.locator(".vn-hand .piece")).not_to_have_count(0)
    assert page.locator(".vn-known").count() == 0
    watcher = visit(path_of(page) + "?as=open&ply=30")
    at(watcher, 30)
    assert watcher.locator(".vn-hand, .vn-known").count() == 0


def test_keys_and_log_lines_move_through_a_replay(visit: Visit, tmp_path: Path) -> None:
    page = load_record(visit, tmp_path, play_record("velocity").write())
    last = int(page.locator(".scrub input").get_attribute("max") or 0)
    page.keyboard.press("End")
    at(page, last)
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.keyboard.press("ArrowLeft")
    at(page, 1)
    page.keyboard.press("Space")
    expect(page.locator("[data-do=run]")).to_have_attribute("aria-label", page_text("replay.pause"))
    expect(page.locator(".table.past[data-ply='1']")).to_have_count(0)
    page.keyboard.press("Space")
    expect(page.locator("[data-do=run]")).to_have_attribute("aria-label", page_text("replay.play"))
    slider = page.locator(".scrub input")
    slider.focus()
    page.keyboard.press("End")  # the slider handles this key itself
    at(page, last)
    page.keyboard.press("ArrowLeft")
    at(page, last - 1)
    expect(slider).to_have_attribute("aria-valuetext", f"Move {last - 1} of {last}")
    rules = page.locator(".log-lines .rule")
    assert rules.count() == page.locator(".log-lines .said > :first-child + .rule").count() > 0  # beside its sentence
    line = page.locator(".to-ply").nth(3)
    wanted = int(line.get_attribute("data-arg") or -1)
    line.focus()
    page.keyboard.press("Enter")
    at(page, wanted)
    expect(line).to_have_attribute("aria-current", "true")
    expect(page).to_have_url(re.compile(f"/replay#{wanted}$"))


def test_swipes_on_a_phone_step_through_a_replay_in_french(visit: Visit, tmp_path: Path) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "fr-FR"}
    page = load_record(visit, tmp_path, play_record("arcenciel").write(), **phone)
    assert page.locator("html").get_attribute("lang") == "fr"
    expect(page.locator("[data-do=next]")).to_have_attribute("aria-label", page_text("replay.next", "fr"))
    scrub(page, 60)
    box = page.locator(".board").bounding_box()
    assert box
    middle, height = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for way in (-120, 120):
        before = ply(page)
        swipe(page, middle, height, way)
        expect(page.locator(f".table.past[data-ply='{before}']")).to_have_count(0)
        assert (ply(page) > before) == (way < 0)
    page.locator(".languages").select_option("en")
    expect(page.locator("[data-do=next]")).to_have_attribute("aria-label", page_text("replay.next"))
    assert overflow(page) <= 0


def swipe(page: Page, x: float, y: float, across: float) -> None:
    """Swipe across the board."""
    touch = page.context.new_cdp_session(page)
    for kind, place in (("touchStart", x), ("touchMove", x + across / 2), ("touchMove", x + across)):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": place, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_an_error_in_a_record_is_shown_beside_its_line(visit: Visit, tmp_path: Path) -> None:
    page = visit("/replay")
    rows = play_record("velocity").write().split("\n")
    rows[20] = "0 fly away"
    file = tmp_path / "bad.txt"
    file.write_text("\n".join(rows), "utf-8")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".wrong .notice")).to_contain_text("Line 21, “0 fly away”: ")
    expect(page.locator(".rows .bad")).to_have_text("0 fly away")
    page.locator("[data-do=good]").click()
    expect(page.locator(".table.past")).to_be_visible()
    page.locator("[data-do=more]").click()
    page.locator("[data-do=other]").click()
    page.locator(".load textarea").fill("once upon a time")
    page.locator("[data-do=show]").click()
    expect(page.locator(".wrong .notice")).to_contain_text("Line 1, “once upon a time”: ")


def test_a_wrong_record_stays_in_the_field_for_correction(visit: Visit) -> None:
    page = visit("/replay")
    rows = play_record("velocity").write().split("\n")
    good, rows[20] = rows[20], "0 fly away"
    field = page.locator(".load textarea")
    field.fill("\n".join(rows))
    page.locator("[data-do=show]").click()
    expect(page.locator(".rows .bad")).to_have_text("0 fly away")
    expect(field).to_have_value("\n".join(rows))
    page.locator(".languages").select_option("fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.reload()
    expect(page.locator(".rows .bad")).to_have_text("0 fly away")
    expect(field).to_have_value("\n".join(rows))
    field.fill("\n".join(rows).replace("0 fly away", good))
    page.locator("[data-do=show]").click()
    expect(page.locator(".table.past")).to_be_visible()
