"""Test replays in a real browser: every step for every viewer, saving and loading records, continuing a game."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.clicks import open_sheet, overflow, play_out, ply
from tests.browser.harness import Visit, page_text
from tests.browser.setup import PHONE, leave_seat, path_of, play_now, set_speed, switch_language

from velodrome import OVER, Rng, game
from velodrome.bots import make_player
from velodrome.core import texts
from velodrome.core.contract import CHANCE
from velodrome.core.narration import narrate
from velodrome.core.record import Record
from velodrome.core.rng import Stream

TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "velonimo": (3, {"difficulties": (1, 2)}),
    "velocity": (3, {}),
    "arcenciel": (3, {}),
    "velvet": (2, {}),
}
LEFT = 5  # the game is continued this many decisions before its end


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
    """Write `text` to a file and open the file from the home page as a record; return the page with the replay."""
    file = folder / "record.txt"
    file.write_text(text, "utf-8")
    page = visit(**how)
    page.locator(".foot a[href='/replay']").click()
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".table.past")).to_be_visible()
    return page


def at(page: Page, wanted: int) -> None:
    page.locator(f".table.past[data-ply='{wanted}'][aria-busy=false]").wait_for()


def decisions(record: Record) -> list[int]:
    """Return the plies at which a replay stops: before each decision that `narrate` can describe, and at the end."""
    name, state = record.game.name, record.start.copy()
    found: list[int] = []
    for made, move in enumerate(record.moves):
        if state.actor >= 0 and narrate(name, record.game.text(move)):
            found.append(made)
        state.play(move)
    return [*found, len(record.moves)]


def scrub(page: Page, step: int) -> None:
    """Move the slider of the replay to a step, and wait until the page shows this step."""
    page.locator(".scrub input").fill(str(step))
    expect(page.locator(".scrub output")).to_have_text(re.compile(f"^{step}/"))
    expect(page.locator(".table.past")).to_have_attribute("aria-busy", "false")


@pytest.mark.parametrize("name", TABLES)
def test_a_game_from_a_file_is_replayed_by_every_viewer_and_continued(name: str, visit: Visit, tmp_path: Path) -> None:
    record = play_record(name)
    stops = decisions(record)
    last = len(stops) - 1
    page = load_record(visit, tmp_path, record.write())
    at(page, stops[0])
    expect(page.locator(".scrub input")).to_have_attribute("max", str(last))
    eyes = page.locator("[data-change=eyes]")
    seats = record.game.seats
    assert eyes.locator("option").evaluate_all("all => all.map(one => one.value)") == [
        "open", *[str(seat) for seat in range(seats)], "onlooker"
    ]  # fmt: skip
    for wanted in (last // 3, last - LEFT, last, 1):
        scrub(page, wanted)
        at(page, stops[wanted])
    for look in ("1", "onlooker", "open"):
        eyes.select_option(look)
        expect(eyes).to_have_value(look)
        at(page, stops[1])
        scrub(page, last // 2)
        assert not page.locator(".past .piece.lit, .past .actions").count()
        scrub(page, 1)
    expect(page).to_have_url(re.compile(f"/replay#{stops[1]}$"))
    page.reload()
    at(page, stops[1])
    scrub(page, last)
    expect(page.locator(".prompt.over")).to_be_visible()
    page.locator("[data-do=on]").click()
    expect(page.locator(".prompt .notice")).to_be_visible()  # a finished game cannot be continued
    scrub(page, last - LEFT)
    page.locator("[data-do=on]").click()
    page.locator("dialog [name=seat]").select_option("1")
    page.locator("dialog [name=level]").select_option("level1")
    page.locator("dialog [data-do=goOn]").click()
    expect(page).to_have_url(re.compile(r"/t/\w+$"))
    expect(page.locator(f".table.{name}:not(.past)")).to_be_visible()
    assert ply(page) >= stops[last - LEFT]
    replay_new_table(page, visit, tmp_path, record)


def replay_new_table(page: Page, visit: Visit, folder: Path, record: Record) -> None:
    """Play the game on the page to its end; check that it can be replayed from a link and from its downloaded record.

    The game continues the game of `record`, LEFT decisions before its end.
    """
    if record.game.name == "velvet":  # a random game would take too long
        let_bots_finish(page)
    else:
        play_out([page], Random(1))
    open_sheet(page)
    page.locator("dialog a[href$='/replay']").click()
    at(page, decisions(record)[0])
    slider = page.locator(".scrub input")
    assert int(slider.get_attribute("max") or 0) > len(decisions(record)) - LEFT - 2
    scrub(page, 12)
    page.locator("[data-do=more]").click()
    link = page.locator("#link").input_value()
    assert link.endswith(f"#{ply(page)}")
    other = visit(link[link.index("/t/") :])
    at(other, ply(page))
    with page.expect_download() as download:
        page.locator("dialog a[download]").click()
    download.value.save_as(folder / "again.txt")
    again = load_record(visit, folder, (folder / "again.txt").read_text("utf-8"))
    scrub(again, 12)
    assert again.locator(".board").inner_text() == other.locator(".board").inner_text()


def let_bots_finish(page: Page) -> None:
    """Leave the seat, and wait until bots have finished the game."""
    leave_seat(page)
    expect(page.locator(".table[data-actor='-2']")).to_be_visible(timeout=60_000)


def test_a_running_game_is_replayed_only_from_the_viewers_seat(visit: Visit) -> None:
    page = visit()
    play_now(page)
    page.locator(".menu-button").click()
    page.locator("dialog a[href$='/replay']").click()
    expect(page.locator(".table.past")).to_be_visible()
    assert page.locator("[data-change=eyes], [data-do=on]").count() == 0
    scrub(page, 0)  # after the deal: no card of another player is known
    expect(page.locator(".vn-hand .piece")).to_have_count(11)
    assert page.locator(".vn-known").count() == 0
    dealt = ply(page)
    watcher = visit(path_of(page) + "?as=open&ply=12")  # during the deal, which belongs to the opening
    at(watcher, dealt)
    assert watcher.locator(".vn-hand, .vn-known").count() == 0


@pytest.mark.parametrize(("speed", "gap"), [("slow", 1_600), ("normal", 800), ("fast", 350), ("instant", 200)])
def test_autoplay_follows_the_speed(speed: str, gap: int, visit: Visit, tmp_path: Path) -> None:
    record = play_record("arcenciel")
    stops = decisions(record)
    page = load_record(visit, tmp_path, record.write())
    page.clock.install()
    page.reload()
    at(page, stops[0])
    set_speed(page, speed)
    page.clock.pause_at("2100-01-01")
    page.locator("[data-do=run]").click()
    for step in range(1, 5):
        at(page, stops[step])
        page.clock.run_for(gap - 50)
        assert ply(page) == stops[step]
        page.clock.run_for(50)
    at(page, stops[5])


def test_keys_and_log_lines_move_through_a_replay(visit: Visit, tmp_path: Path) -> None:
    record = play_record("velocity")
    stops = decisions(record)
    page = load_record(visit, tmp_path, record.write())
    last = len(stops) - 1
    page.keyboard.press("End")
    at(page, stops[last])
    page.keyboard.press("Home")
    at(page, stops[0])
    page.keyboard.press("ArrowRight")
    at(page, stops[1])
    page.keyboard.press("ArrowRight")
    at(page, stops[2])
    page.keyboard.press("ArrowLeft")
    at(page, stops[1])
    page.keyboard.press("Space")
    expect(page.locator("[data-do=run]")).to_have_attribute("aria-label", page_text("replay.pause"))
    expect(page.locator(f".table.past[data-ply='{stops[1]}']")).to_have_count(0)
    page.keyboard.press("Space")
    expect(page.locator("[data-do=run]")).to_have_attribute("aria-label", page_text("replay.play"))
    slider = page.locator(".scrub input")
    slider.focus()
    page.keyboard.press("End")  # the slider itself handles this key
    at(page, stops[last])
    page.keyboard.press("ArrowLeft")
    at(page, stops[last - 1])
    expect(slider).to_have_attribute("aria-valuetext", f"Decision {last - 1} of {last}")
    rules = page.locator(".log-lines .rule")
    assert rules.count() == page.locator(".log-lines .to-step + .rules > .rule").count() > 0  # beside its sentence
    line = page.locator(".log-lines li:not(.divider) .to-step").nth(3)
    wanted = int(line.get_attribute("data-arg") or -1)
    line.focus()
    page.keyboard.press("Enter")
    at(page, stops[wanted])
    expect(page.locator(f".to-step[data-arg='{wanted}'][aria-current=true]")).to_have_count(1)
    expect(page).to_have_url(re.compile(f"/replay#{stops[wanted]}$"))


def round_starts(record: Record) -> list[int]:
    """Return the ply of the first decision of each round."""
    state, number = record.start.copy(), 0
    found: list[int] = []
    for made, move in enumerate(record.moves):
        if state.round_number() > number and made in decisions(record):
            found.append(made)
            number = state.round_number()
        state.play(move)
    return found


# JavaScript that returns the texts of log entries that repeat the whole text, or the start, of the entry before.
REPEATED = """entries => entries.map((entry) => entry.querySelector('.to-step').textContent.trim()).filter(
  (text, i, all) => /^(Round|Lap) \\d+/.test(text) && all[i - 1]?.startsWith(text.split(':')[0]))"""


@pytest.mark.parametrize("name", TABLES)
def test_a_replay_steps_by_round_with_buttons_keys_and_a_list(name: str, visit: Visit, tmp_path: Path) -> None:
    record = play_record(name)
    starts = round_starts(record)
    page = load_record(visit, tmp_path, record.write())
    at(page, starts[0])
    choice = page.locator("[data-change=round]")
    expect(choice.locator("option")).to_have_count(len(starts))
    expect(page.locator(".log-lines .divider.round-line")).to_have_count(len(starts))
    assert page.locator(".log-lines li").evaluate_all(REPEATED) == []
    page.locator("[data-do=roundNext]").click()
    at(page, starts[1])
    expect(choice.locator("option:checked")).to_have_text(
        re.compile(f"^{'Lap' if name == 'arcenciel' else 'Round'} 2$")
    )
    page.keyboard.press("ArrowRight")
    page.keyboard.press("PageUp")
    at(page, starts[1])
    page.keyboard.press("Shift+ArrowLeft")
    at(page, starts[0])
    for _ in starts:
        page.keyboard.press("Shift+ArrowRight")
    at(page, len(record.moves))
    choice.select_option(index=1)
    at(page, starts[1])


def squeeze(element: Locator) -> str:
    """Return the text of an element without white space."""
    return "".join((element.text_content() or "").split())


@pytest.mark.parametrize("name", TABLES)
def test_a_replay_names_what_happened_at_each_step(name: str, visit: Visit, tmp_path: Path) -> None:
    record = play_record(name)
    page = load_record(visit, tmp_path, record.write())
    happened = page.locator(".happened")
    expect(happened).to_contain_text(texts.sentences(name, "en")["view.opening"])
    said = {happened.inner_text()}
    for step in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".scrub output")).to_have_text(re.compile(f"^{step}/"))
        assert squeeze(page.locator("[aria-current=true].to-step")) in squeeze(happened)
        said.add(happened.inner_text())
    assert len(said) == 4


def test_a_replay_of_velvet_opens_with_both_kingdoms_arranged(visit: Visit, tmp_path: Path) -> None:
    page = load_record(visit, tmp_path, play_record("velvet").write())
    expect(page.locator(".board .piece")).to_have_count(34)
    expect(page.locator(".board .piece use[href^='#vv-']")).to_have_count(34)  # all face up
    page.locator(".brand").click()
    page.locator(".foot a[href='/replay']").click()
    expect(page.locator("input[type=file]")).to_be_attached()  # a new visit asks for a file
    page.go_back()
    page.go_back()
    expect(page.locator(".table.past")).to_be_visible()  # the earlier visit shows its record again


@pytest.mark.parametrize("name", TABLES)
def test_replay_controls_fit_on_a_landscape_phone(name: str, visit: Visit, tmp_path: Path) -> None:
    landscape = {"viewport": {"width": 740, "height": 360}, "has_touch": True, "is_mobile": True, "locale": "fr-FR"}
    page = load_record(visit, tmp_path, play_record(name).write(), **landscape)
    assert overflow(page) <= 0
    for control in (
        "[data-do=back]",
        "[data-do=next]",
        "[data-do=roundNext]",
        ".scrub input",
        ".happened",
        "[data-do=on]",
    ):
        expect(page.locator(control)).to_be_in_viewport(ratio=1)
    expect(page.locator(".past .prompt .ask")).to_be_hidden()  # so that the sentence has more room
    sentence = page.locator(".happened > span")
    assert sentence.evaluate("text => getComputedStyle(text).overflow") == "visible"


HIDDEN_POINTS = """[...document.querySelectorAll('.vn-points')].filter((points) => {
  const box = points.getBoundingClientRect()
  const plate = points.closest('.plate').getBoundingClientRect()
  const known = points.closest('.plate').querySelector('.vn-known')?.getBoundingClientRect()
  return box.right > plate.right || (known && known.top < box.bottom)
}).length"""


@pytest.mark.parametrize("locale", ["fr-FR", "de-DE"])
def test_on_a_phone_known_cards_do_not_cover_the_points_of_velonimo(locale: str, visit: Visit, tmp_path: Path) -> None:
    record = Record(game("velonimo", 5))
    stream = Stream(b"known")
    while record.state.actor == CHANCE:
        record.play(stream.choose(record.state.chance()))
    page = load_record(visit, tmp_path, record.write(), locale=locale, **PHONE)
    expect(page.locator(".plate .vn-known")).to_have_count(5)
    assert page.evaluate(HIDDEN_POINTS) == 0


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
    assert overflow(page) <= 0
    switch_language(page, "en")
    expect(page.locator("[data-do=next]")).to_have_attribute("aria-label", page_text("replay.next"))
    assert overflow(page) <= 0


def swipe(page: Page, x: float, y: float, across: float) -> None:
    """Swipe with a finger from the point (x, y) by `across` pixels to the right."""
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
    switch_language(page, "fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.reload()
    expect(page.locator(".rows .bad")).to_have_text("0 fly away")
    expect(field).to_have_value("\n".join(rows))
    field.fill("\n".join(rows).replace("0 fly away", good))
    page.locator("[data-do=show]").click()
    expect(page.locator(".table.past")).to_be_visible()
