"""Tests of how the page shows VeloCity: dice, retreats from manholes, the leader, and the final ranking."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.fake_server import FakeServer
from tests.browser.harness import Visit
from tests.browser.setup import PHONE, set_speed

MANHOLE, CANS_FOR_START = 32, 2
ROLLED = {"key": "outcome.roll", "seat": 0, "each": [{"key": "outcome.die", "colour": "red", "pips": 4}]}
COURIER = ".courier[data-rides=courier_red_1]"
LANDED, AT_MANHOLE, ROLLED_BACK = 700, 1_800, 2_850  # ms after the table arrives


def send_forced_retreat(fake: FakeServer) -> None:
    """Send the page a turn of Red, who has no can: a courier hits a manhole and returns to START."""
    ply = fake.table["ply"]
    back = {"key": "outcome.back.start", "seat": 0, "cans": CANS_FOR_START}
    to = {"key": "outcome.to.obstacle", "space": MANHOLE}
    lines = [
        (0, "solo", {"key": "tell.solo"}, []),
        (-1, "roll 4", None, [ROLLED]),
        (0, "move start own", {"key": "tell.move", "space": "start"}, [to]),
        (0, "back", {"key": "tell.back"}, [back]),
    ]
    news = [
        {"ply": ply + i, "actor": actor, "text": text, "told": told, "outcomes": outcomes or None}
        for i, (actor, text, told, outcomes) in enumerate(lines, 1)
    ]
    fake.table["ply"] += len(news) - 1
    fake.move(news=news)


def show_forced_retreat(fake: FakeServer) -> None:
    send_forced_retreat(fake)
    expect(fake.page.locator(f".table[data-ply='{fake.table['ply']}']")).to_be_visible()


def middle(page: Page, css: str) -> tuple[float, float]:
    box = page.locator(css).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def hold_at(page: Page, milliseconds: int) -> None:
    """Pause all animations on the board, each at `milliseconds` after its start."""
    page.evaluate(
        """(at) => {
          for (const found of document.querySelector('.city').getAnimations({ subtree: true })) {
            found.pause()
            found.currentTime = at
          }
        }""",
        milliseconds,
    )


def distance(page: Page, one: str, other: str) -> float:
    (ax, ay), (bx, by) = middle(page, one), middle(page, other)
    return float(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5)


def test_a_courier_rides_to_a_manhole_and_rolls_back_even_if_it_must(visit: Visit) -> None:
    fake = FakeServer(visit, "velocity")
    page = fake.page
    show_forced_retreat(fake)
    start, hole = ".space[data-arg=space_start]", f".space[data-arg=space_{MANHOLE}]"
    hold_at(page, LANDED)
    assert distance(page, COURIER, start) < distance(page, COURIER, hole)  # waits for the dice
    hold_at(page, AT_MANHOLE)
    assert distance(page, COURIER, hole) < 20
    hold_at(page, ROLLED_BACK)
    assert distance(page, COURIER, start) < distance(page, COURIER, hole)


def test_cans_for_a_retreat_float_beside_the_courier(visit: Visit) -> None:
    fake = FakeServer(visit, "velocity")
    show_forced_retreat(fake)
    gain = fake.page.locator(".gain")
    expect(gain).to_have_count(1)
    assert f"+{CANS_FOR_START}" in (gain.text_content() or "")
    opacity = "element => Number(getComputedStyle(element).opacity)"
    hold_at(fake.page, AT_MANHOLE)
    assert gain.evaluate(opacity) == 0
    hold_at(fake.page, AT_MANHOLE + 600)
    assert gain.evaluate(opacity) == 1
    fake.move()
    expect(gain).to_have_count(0)


@pytest.mark.parametrize("how", [{"reduced_motion": "reduce"}, {"speed": "instant"}])
def test_without_motion_the_courier_is_back_at_once_and_the_cans_are_shown(how: dict[str, str], visit: Visit) -> None:
    speed = how.pop("speed", "")
    fake = FakeServer(visit, "velocity", **how)
    page = fake.page
    if speed:
        set_speed(page, speed)
    show_forced_retreat(fake)
    assert page.evaluate("document.querySelector('.city').getAnimations({ subtree: true }).length") == 0
    assert page.locator(".gain").evaluate("element => getComputedStyle(element).opacity") == "1"


def test_the_next_table_waits_for_the_whole_retreat(visit: Visit) -> None:
    fake = FakeServer(visit, "velocity")
    page = fake.page
    page.locator(".sheet-button").click()
    forced = fake.table["ply"] + 4
    send_forced_retreat(fake)
    fake.move(news=[])
    fake.settle()
    page.locator("dialog .close").click()
    expect(page.locator(f".table[data-ply='{forced}']")).to_be_visible()
    fake.wait(2_500)
    assert page.locator(".table").get_attribute("data-ply") == str(forced)
    fake.wait(1_000)
    assert page.locator(".table").get_attribute("data-ply") == str(forced + 1)


def test_dice_have_the_colours_of_their_teams_in_the_panel_and_in_the_log(visit: Visit) -> None:
    fake = FakeServer(visit, "velocity")
    show_forced_retreat(fake)
    panel = fake.page.locator(".mine .dice .die-art")
    expect(panel).to_have_attribute("data-team", "red")
    expect(fake.page.locator(".log .die-chip .die-art").last).to_have_attribute("data-team", "red")
    expect(fake.page.locator(".log .die-chip .hidden").last).to_have_text("Red 4")
    expect(fake.page.locator(".mine .dice.past .past-word")).to_have_text("Last roll")


def test_the_log_tells_of_a_roll_when_the_dice_have_landed(visit: Visit) -> None:
    fake = FakeServer(visit, "velocity")
    page = fake.page
    show_forced_retreat(fake)
    look = """at => [...document.querySelectorAll('.log li')].slice(-5).map((line) => {
      for (const found of line.getAnimations()) { found.pause(); found.currentTime = at }
      return [line.matches(':has(.die-chip)'), getComputedStyle(line).visibility]
    })"""
    early: list[Any] = page.evaluate(look, 300)
    roll = next(i for i, (is_roll, _) in enumerate(early) if is_roll)
    assert [seen for _, seen in early[:roll]] == ["visible"] * roll
    assert {seen for _, seen in early[roll:]} == {"hidden"}
    late: list[Any] = page.evaluate(look, 760)
    assert {seen for _, seen in late} == {"visible"}
    fake.move()
    expect(page.locator(".die-chip.fresh")).to_have_count(0)


@pytest.mark.parametrize("how", [{}, {**PHONE, "locale": "fr-FR"}])
def test_plates_say_how_far_each_team_has_to_ride_and_who_leads(how: dict[str, Any], visit: Visit) -> None:
    fake = FakeServer(visit, "velocity", **how)
    page = fake.page
    plates = page.locator(".plate")
    expect(page.locator(".togo.leads")).to_have_count(0)  # all are on START
    seats = [dict(seat) for seat in fake.table["seats"]]
    seats[1] |= {"ways": [0, 12, 36], "to_go": 48, "home": 1, "racing": 3, "leads": True}
    fake.move(seats=seats)
    expect(plates.nth(1).locator(".togo.leads")).to_be_visible()
    expect(plates.nth(1).locator(".togo > [aria-hidden]")).to_contain_text("48")
    expect(page.locator(".togo.leads")).to_have_count(1)
    bars = plates.nth(1).locator(".homes > i")
    assert [bar.get_attribute("class") for bar in bars.all()] == ["in", "", ""]
    widths = bars.locator("i").evaluate_all("all => all.map(one => one.style.width)")
    assert widths == ["100%", "67%", "0%"]
    for plate in plates.all():  # nothing is cut or overlaps
        cans, togo = plate.locator(".cans").bounding_box(), plate.locator(".togo").bounding_box()
        whole = plate.bounding_box()
        assert cans and togo and whole
        assert cans["x"] + cans["width"] <= togo["x"] + 1
        assert togo["x"] + togo["width"] <= whole["x"] + whole["width"]
    assert len({words.is_visible() for words in page.locator(".togo .words").all()}) == 1, "all plates look alike"


def test_the_final_sheet_says_why_the_first_to_finish_does_not_win(visit: Visit) -> None:
    fake = FakeServer(visit, "velocity", reduced_motion="reduce")
    page = fake.page
    zones = [dict(zone) for zone in fake.table["zones"]]
    podium = next(zone for zone in zones if zone["id"] == "podium")
    holders = [0, 1, 2, 0, 1, 1, None, None]
    podium["pieces"] = [piece | {"seat": seat} for piece, seat in zip(podium["pieces"], holders, strict=True)]
    verdict = {"key": "verdict.more", "seat": 0, "place": 2, "winner": 1, "count": 2, "most": 3, "rule": "VC-26"}
    more = {**fake.table["more"], "verdict": [verdict]}
    over = {"key": "prompt.over.three", "winner": 1}
    fake.move(actor=-2, moves=[], zones=zones, more=more, ranking=[2, 1, 3], scores=[2, 3, 1], prompt=over)
    sheet = page.locator("dialog[open] .scores")
    expect(sheet.locator(".verdict")).to_contain_text(
        "You finished 1st but rank 2nd: 2 couriers on the podium, against 3"
    )
    places = sheet.locator(".finishers .came").all_inner_texts()
    assert [place.split() for place in places] == [["2nd", "5th", "6th"], ["1st", "4th"], ["3rd"]]


@pytest.mark.parametrize("language", ["en-GB", "fr-FR", "de-DE"])
@pytest.mark.parametrize("seats", [3, 5, 7])
def test_the_reserve_of_cans_does_not_cover_the_word_start(seats: int, language: str, visit: Visit) -> None:
    table = {
        "game": "velocity",
        "seats": seats,
        "bots": [""] + ["level1"] * (seats - 1),
        "options": {"first_player": 0},
    }
    page = visit(table=table, **PHONE, locale=language)
    word, cans = page.locator(".depart-word").bounding_box(), page.locator(".reserve p").bounding_box()
    assert word and cans
    assert word["x"] + word["width"] + 2 <= cans["x"]


@pytest.mark.parametrize("seats", [3, 4, 5, 7])
@pytest.mark.parametrize("width", [360, 740, 1_440])
def test_nothing_overlaps_on_the_plates_in_french(seats: int, width: int, visit: Visit) -> None:
    table = {
        "game": "velocity",
        "seats": seats,
        "bots": [""] + ["level1"] * (seats - 1),
        "options": {"first_player": 0},
    }
    page = visit(table=table, locale="fr-FR", viewport={"width": width, "height": 740})
    page.locator(".plate").first.wait_for()
    for plate in page.locator(".plate").all():
        boxes = [plate.locator(part).bounding_box() for part in (".cans", ".togo > span:first-child", ".homes")]
        cans, togo, bars = [box for box in boxes if box]
        whole = plate.bounding_box()
        assert whole
        assert cans["x"] + cans["width"] + 3 <= togo["x"], "numbers do not run into each other"
        assert togo["x"] + togo["width"] <= whole["x"] + whole["width"]
        assert togo["y"] + togo["height"] <= bars["y"] + 2
