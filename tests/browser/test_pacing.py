"""Test how fast the page shows the tables that the server sends.

A visible page shows the last queued tables one after the other, a hidden page goes to the newest one at once. Each
score sheet opens once.
"""

import re

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.accessibility import HIDE, NOTICES
from tests.browser.clicks import pick_all, ply, until
from tests.browser.fake_server import FakeServer
from tests.browser.harness import Visit, page_text
from tests.browser.setup import set_speed, switch_language

FINISH, BACK = 1_500, 400  # ms before the last score sheet, and before reconnecting
GAPS = {"slow": 1_600, "normal": 800, "fast": 350, "instant": 0}  # ms between the moves of others
PACE = GAPS["normal"]
MAX_PACED = 12  # if more tables are waiting, the oldest of them are shown at once


def sheet_of(page: Page, rounds: int) -> None:
    expect(page.locator("dialog .scores thead abbr")).to_have_count(rounds)


def test_the_final_score_sheet_opens_even_if_another_dialog_was_just_closed(visit: Visit) -> None:
    fake = FakeServer(visit)
    page = fake.page
    fake.move(actor=-2, moves=[])
    expect(page.locator(".table[data-actor='-2']")).to_be_visible()
    page.locator(".sheet-button").click()
    page.locator("dialog .close").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    fake.wait(FINISH)
    expect(page.locator("dialog[open] .scores")).to_be_visible()


def test_only_the_last_of_many_queued_tables_are_shown_one_by_one(visit: Visit) -> None:
    fake = FakeServer(visit)
    page, before = fake.page, ply(fake.page)
    page.locator(".sheet-button").click()
    for _ in range(30):
        fake.move()
    fake.settle()
    assert ply(page) == before
    page.locator("dialog .close").click()
    expect(page.locator(f".table[data-ply='{before + 30 - MAX_PACED}']")).to_be_visible()
    fake.wait(PACE)
    assert ply(page) > before + 30 - MAX_PACED
    page.evaluate(HIDE)
    fake.wait(PACE)
    assert ply(page) == before + 30


def test_an_outdated_table_asks_for_no_move(visit: Visit) -> None:
    fake = FakeServer(visit)
    page, before = fake.page, ply(fake.page)
    assert fake.table["moves"]
    page.locator(".sheet-button").click()
    fake.move()  # the player is to move both at this table and at the next
    fake.move()
    fake.settle()
    page.locator("dialog .close").click()
    expect(page.locator(f".table[data-ply='{before + 1}']")).to_be_visible()
    expect(page.locator(".mine .piece.lit, .actions [data-do=play]:enabled")).to_have_count(0)
    fake.wait(PACE)
    expect(page.locator(f".table[data-ply='{before + 2}']")).to_be_visible()
    expect(page.locator(".mine .piece.lit").first).to_be_visible()


def test_only_the_last_of_several_score_sheets_is_shown(visit: Visit) -> None:
    fake = FakeServer(visit)
    page = fake.page
    fake.move(**fake.rounds(1))
    sheet_of(page, 1)
    fake.move(**fake.rounds(2))
    fake.move(**fake.rounds(3))
    fake.settle()
    page.locator("dialog .close").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    fake.wait(3 * PACE)
    sheet_of(page, 3)
    page.locator("dialog .close").click()
    fake.wait(3 * PACE)
    expect(page.locator(f".table[data-ply='{fake.table['ply']}']")).to_be_visible()
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_score_sheet_does_not_open_again_after_a_reconnection(visit: Visit) -> None:
    fake = FakeServer(visit)
    page = fake.page
    fake.move(**fake.rounds(1))
    sheet_of(page, 1)
    fake.table["ply"] += 3  # moves played while the page was disconnected
    fake.line.close()
    expect(page.locator(".cut")).not_to_be_empty()
    fake.wait(BACK)
    expect(page.locator(".cut")).to_be_empty()
    page.locator("dialog .close").click()
    expect(page.locator(f".table[data-ply='{fake.table['ply']}']")).to_be_visible()
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_move_is_confirmed_while_a_score_sheet_covers_the_table(visit: Visit) -> None:
    fake = FakeServer(visit)
    page, before = fake.page, ply(fake.page)
    fake.is_dropping = True
    pick_all(page).click()
    expect(page.locator(".table[aria-busy=true]")).to_be_visible()
    page.locator(".sheet-button").click()
    fake.move(actor=1, moves=[])
    expect(page.locator(".table[aria-busy=false]")).to_be_visible()
    assert ply(page) == before
    page.locator("dialog .close").click()
    expect(page.locator(f".table[data-ply='{before + 1}']")).to_be_visible()


def test_a_player_is_notified_when_their_premove_is_dropped(visit: Visit) -> None:
    fake = FakeServer(visit)
    page, own = fake.page, fake.table["moves"]
    page.evaluate(NOTICES)
    page.evaluate("localStorage.setItem('velodrome.notices', 'true'), Notification.permission = 'granted'")
    page.evaluate(HIDE)
    held: list[Route] = []
    page.route("**/premoves.js", lambda route: held.append(route))  # the premoves module is still loading
    fake.move(actor=1, moves=[])
    fake.send({"is": "prepared", "moves": [{"text": own[0]["text"]}]})
    fake.move(actor=0, moves=own)
    fake.settle()
    assert page.evaluate("notices") == []  # no notification yet, because the premove is about to be played
    while not held:
        page.wait_for_timeout(10)
    held[0].continue_()
    fake.settle()
    assert page.evaluate("notices") == []
    fake.send({"is": "prepared", "moves": []})
    until(page, "notices.length === 1")


def test_a_premove_dropped_while_the_module_loads_is_removed(visit: Visit) -> None:
    fake = FakeServer(visit)
    page, own = fake.page, fake.table["moves"]
    held: list[Route] = []
    page.route("**/premoves.js", lambda route: held.append(route))
    fake.move(actor=1, moves=[])
    fake.send({"is": "prepared", "moves": [{"text": own[0]["text"]}]})
    fake.send({"is": "prepared", "moves": []})
    while not held:
        page.wait_for_timeout(10)
    with page.expect_response("**/premoves.js") as answer:
        held[0].continue_()
    answer.value.finished()
    page.evaluate("fetch('/api/me').then(() => 0)")  # answered only after the page has handled the module
    fake.settle()
    expect(page.locator("[data-key=queue]")).to_have_count(0)


def test_a_round_sheet_shows_the_last_moves_and_the_log_lists_them_once(visit: Visit) -> None:
    fake = FakeServer(visit)
    page, before = fake.page, ply(fake.page)
    lines = page.locator(".log-lines li")
    told = lines.count()
    played = {"ply": before + 1, "actor": 1, "text": "green4", "told": {"key": "tell.play", "cards": "green4"}}
    dealt = {"ply": before + 2, "actor": 1, "text": "pass", "told": {"key": "tell.pass"}}  # belongs to the next round
    fake.move(**fake.rounds(1), news=[played | {"outcomes": [{"key": "outcome.jersey", "seat": 1}]}, dealt])
    name = fake.room["seats"][1]["name"]
    expect(page.locator("dialog .closing li")).to_have_count(2)
    expect(page.locator("dialog .closing li").first).to_contain_text(f"{name} plays")
    expect(page.locator("dialog .closing li .chips > *")).to_have_count(1)
    expect(page.locator("dialog .closing .outcome")).to_have_text(f"{name} takes the jersey.")
    expect(lines).to_have_count(told + 1)
    assert ply(page) == before
    page.locator("dialog .close").click()
    expect(page.locator(f".table[data-ply='{before + 1}']")).to_be_visible()
    expect(lines).to_have_count(told + 2)


@pytest.mark.parametrize(("mine", "way"), [([0], "sheet.join"), ([], "sheet.follow")])
def test_a_finished_table_announces_the_next_game(visit: Visit, mine: list[int], way: str) -> None:
    fake = FakeServer(visit)
    page = fake.page
    fake.room |= {"phase": "over", "mine": mine, "me": mine[0] if mine else None}
    fake.send(fake.room)
    fake.move(actor=-2, moves=[])
    fake.wait(FINISH)
    expect(page.locator("dialog[open] .scores")).to_be_visible()
    expect(page.locator("[data-key=next]")).to_have_count(0)
    fake.room["rematch"], fake.room["opener"] = "nowhere234", 1
    fake.send(fake.room)
    told = re.compile(r"^(?!You)\S+ wants to play again\.$")
    for where in ("dialog", ".mine"):
        expect(page.locator(f"{where} [data-key=next]")).to_have_text(told)
        expect(page.locator(f"{where} [data-do=rematch]")).to_have_text(page_text(way))
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator("dialog .close").click()
    switch_language(page, "fr")  # the French text is longer
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    edges = page.locator(".mine .actions .press").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().right)"
    )
    assert len(edges) == 3 and max(edges) <= 360
    page.locator(".mine [data-do=rematch]").click()
    expect(page).to_have_url(re.compile("/t/nowhere234$"))


# ---------------------------------------------------------------- speed


def paced_table(visit: Visit, speed: str, **how: str) -> tuple[FakeServer, int]:
    """Open a table with this speed setting and let the guest move; return the fake server and the ply after this move.

    Check that the page shows the guest's own move at once. `how` is passed on to `FakeServer`.
    """
    fake = FakeServer(visit, **how)
    set_speed(fake.page, speed)
    own = ply(fake.page) + 1
    fake.move(actor=1, moves=[])
    fake.settle()
    assert ply(fake.page) == own, "the guest's own move does not wait"
    return fake, own


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.parametrize("speed", GAPS)
def test_the_moves_of_others_are_shown_in_order_with_a_gap(speed: str, motion: str, visit: Visit) -> None:
    fake, own = paced_table(visit, speed, reduced_motion=motion)
    page, gap = fake.page, GAPS[speed]
    for _ in range(3):
        fake.move(actor=2)
    fake.settle()
    for shown in range(own, own + 3) if gap else []:
        assert ply(page) == shown
        fake.wait(gap - 100)
        assert ply(page) == shown, "the gap is not over"
        fake.wait(100)
    assert ply(page) == own + 3


@pytest.mark.parametrize("speed", GAPS)
def test_a_move_after_a_long_time_does_not_wait(speed: str, visit: Visit) -> None:
    fake, own = paced_table(visit, speed)
    for later in (1, 2):
        fake.wait(GAPS[speed])
        fake.move(actor=2)
        fake.settle()
        assert ply(fake.page) == own + later


def test_the_guests_turn_begins_one_gap_after_the_last_move(visit: Visit) -> None:
    fake = FakeServer(visit)
    page, own = fake.page, fake.table["moves"]
    fake.move(actor=1, moves=[])
    fake.move(actor=0, moves=own)
    fake.settle()
    expect(page.locator(".mine .piece.lit")).to_have_count(0)
    fake.wait(PACE)
    expect(page.locator(".mine .piece.lit").first).to_be_visible()
    fake.move(actor=1, moves=[])
    fake.settle()
    assert ply(page) == fake.table["ply"], "the answer to the guest's move does not wait"


def test_many_waiting_moves_are_shown_faster(visit: Visit) -> None:
    fake, own = paced_table(visit, "slow")
    page = fake.page
    for _ in range(MAX_PACED):
        fake.move(actor=2)
    fake.settle()
    assert ply(page) == own
    fake.wait(GAPS["slow"])  # this gap began before the page got the other moves
    assert ply(page) == own + 1
    fake.wait(GAPS["slow"])
    assert ply(page) >= own + 3
    fake.wait(GAPS["slow"] * MAX_PACED * 2 // 3)
    assert ply(page) == own + MAX_PACED


@pytest.mark.parametrize(("running", "left", "waits"), [(0, 60.0, False), (1, 60.0, True), (0, 86_400.0, True)])
def test_nothing_waits_while_the_guests_clock_runs(running: int, left: float, waits: bool, visit: Visit) -> None:
    fake, own = paced_table(visit, "slow")
    for _ in range(3):
        fake.move(actor=2)
    fake.settle()
    assert ply(fake.page) == own
    times = [left] * len(fake.room["seats"])
    fake.send({"is": "times", "ply": fake.table["ply"], "running": running, "left": times})
    expect(fake.page.locator("[data-clock]").first).to_be_visible()
    assert ply(fake.page) == (own if waits else own + 3)
