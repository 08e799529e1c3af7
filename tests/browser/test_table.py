"""Tests of a table's page, in any game: reloads, lost connections, languages, small screens, refusals."""

import re
import time
from random import Random

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocket, WebSocketRoute, expect
from tests.browser.clicks import decide, is_asked, overflow, pick_all, ply, rule_number, until
from tests.browser.harness import Server, Visit, page_text
from tests.browser.setup import (
    PHONE,
    invited,
    open_table,
    path_of,
    play_now,
    sit_down,
    start,
    table,
    together,
    wait_for_turn,
)

from velodrome.games import GAMES

BACK = 6.0  # seconds within which the table must be back; an idle machine takes two
THUMB = 120  # px by which a table may be taller than a phone; Velvet's is the tallest, with two kingdoms


def overflow_below(page: Page) -> int:
    """Return by how many pixels a page is taller than its window."""
    return int(page.evaluate("document.documentElement.scrollHeight - innerHeight"))


def test_one_click_on_the_home_page_starts_a_game(visit: Visit) -> None:
    page = visit()
    expect(page.locator(".poster")).to_have_count(4)
    play_now(page)
    wait_for_turn(page)
    decide(page, Random(1))
    page.goto(page.url.split("/t/")[0])
    expect(page.locator(".lines .line")).to_have_count(1)
    page.locator(".lines .line").click()
    expect(page.locator(".table.velonimo")).to_be_visible()


def test_a_reload_loses_nothing(visit: Visit) -> None:
    page = sit_down(visit)
    for lot in range(3):
        wait_for_turn(page)
        decide(page, Random(lot))
    wait_for_turn(page)
    before = ply(page), page.locator(".mine").inner_text(), page.locator(".log-lines").inner_text()
    page.reload()
    wait_for_turn(page)
    assert (ply(page), page.locator(".mine").inner_text(), page.locator(".log-lines").inner_text()) == before


def test_a_lost_connection_is_reported_and_restored(visit: Visit) -> None:
    page = sit_down(visit)
    lines: list[WebSocketRoute] = []
    cut = False

    def carry(line: WebSocketRoute) -> None:
        if cut:
            line.close()
        else:
            lines.append(line)
            line.connect_to_server()

    page.route_web_socket(re.compile("/ws/"), carry)
    page.reload()
    wait_for_turn(page)
    before = ply(page), page.locator(".mine").inner_text()
    cut = True
    lines[-1].close()
    expect(page.locator(".cut")).to_be_visible()
    pick_all(page).click()
    expect(page.locator(".notice")).to_be_visible()  # it says that nothing was sent
    cut = False
    expect(page.locator(".cut")).to_be_hidden()
    page.locator("[data-do=clear]").click()
    wait_for_turn(page)
    assert (ply(page), page.locator(".mine").inner_text()) == before
    decide(page, Random(2))
    assert ply(page) > before[0]


@pytest.mark.parametrize("woken", ["visibilitychange", "online"])
def test_a_silently_dead_connection_is_replaced_when_the_reader_returns(visit: Visit, woken: str) -> None:
    page = sit_down(visit)
    lines: list[WebSocketRoute] = []

    def carry(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        quiet = not lines  # the first connection stays open, but falls silent when the table is shown
        lines.append(line)
        line.on_message(lambda text: None if quiet and "ping" in text else server.send(text))

    page.route_web_socket(re.compile("/ws/"), carry)
    page.reload()
    wait_for_turn(page)
    began = time.monotonic()
    page.evaluate("(name) => (name === 'online' ? window : document).dispatchEvent(new Event(name))", woken)
    while len(lines) < 2:
        page.wait_for_timeout(20)
    wait_for_turn(page)
    assert time.monotonic() - began < BACK


def test_a_game_continues_after_a_server_restart(server: Server, visit: Visit) -> None:
    page = sit_down(visit)
    before = ply(page), page.locator(".mine").inner_text()
    with server.stopped():
        expect(page.locator(".cut")).to_be_visible()
    expect(page.locator(".cut")).to_be_hidden()
    wait_for_turn(page)
    assert (ply(page), page.locator(".mine").inner_text()) == before
    decide(page, Random(3))
    assert ply(page) > before[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_table_fits_a_phone_almost_without_scrolling(game: str, visit: Visit) -> None:
    page = sit_down(visit, game, **PHONE)
    for lot in range(4):
        wait_for_turn(page)
        assert overflow(page) <= 0
        assert overflow_below(page) <= THUMB
        decide(page, Random(lot))


FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


@pytest.mark.parametrize("game", GAMES)
def test_a_window_that_changes_its_size_never_scrolls_sideways(game: str, visit: Visit) -> None:
    page = sit_down(visit, game, viewport={"width": 740, "height": 360})
    for width, height in ((360, 740), (1440, 900), (1024, 768), (768, 1024), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        until(page, FITS)


@pytest.mark.parametrize("game", GAMES)
def test_the_language_is_french_and_can_be_changed_at_the_table(game: str, visit: Visit) -> None:
    page = sit_down(visit, game, locale="fr-FR")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    french = page.locator(".ask").inner_text()
    page.locator(".languages").select_option("en")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert page.locator(".ask").inner_text() != french
    assert "{" not in page.locator("body").inner_text()


def test_an_illegal_pick_is_refused_with_its_rule(visit: Visit) -> None:
    page = sit_down(visit)
    for lot in range(60):  # play until some card in the hand cannot be played
        wait_for_turn(page)
        if page.locator(".mine .piece.unlit").count():
            break
        decide(page, Random(lot))
    page.locator(".mine .piece.unlit").first.click(force=True)  # aria-disabled, but a click shows the reason
    expect(page.locator(".notice")).to_be_visible()
    said = page.locator(".notice").inner_text()
    number = rule_number(said)
    page.locator(".languages").select_option("fr")  # the notice is translated too
    expect(page.locator(".notice")).not_to_have_text(said)
    expect(page.locator(".notice")).to_contain_text(number)
    page.locator(".notice .rule").click()
    expect(page.locator("dialog .rule-page")).to_contain_text(number)


def test_a_spectator_sees_no_hand(visit: Visit) -> None:
    anna = sit_down(visit)
    watcher = visit(path_of(anna))
    expect(watcher.locator(".table")).to_be_visible()
    assert not is_asked(watcher)
    assert anna.locator(".mine button.piece").count() > 5
    assert watcher.locator(".mine button.piece").count() == 0


def test_a_player_who_leaves_is_replaced_by_a_bot_and_comes_back(visit: Visit) -> None:
    anna, ben = together(visit)
    start(anna, ben)
    name = ben.locator(".plate:not(.me) .name").inner_text()
    anna.locator("[data-do=menu]").click()
    anna.locator("dialog [data-do=leave]").click()
    anna.locator("dialog [data-do=leaveNow]").click()
    expect(ben.locator(".prompt .notice")).to_have_text(page_text("seat.away", seat=name))
    wait_for_turn(ben)  # a bot has played for Anna
    expect(ben.locator(".plate .bot-badge")).to_have_count(1)
    anna.locator(".lines .line").click()  # Anna is on the home page, which lists the table
    anna.locator(".banner [data-do=sit]").click()
    expect(ben.locator(".plate .bot-badge")).to_have_count(0)
    while is_asked(ben):  # with a tortoise he is asked twice
        decide(ben, Random(4))
    expect(anna.locator(".prompt.asked")).to_be_visible()


def test_a_card_that_does_not_fit_the_selection_restarts_it_with_a_notice(visit: Visit) -> None:
    page = sit_down(visit, "velonimo")
    held = page.locator(".vn-hand .piece")
    open_first = page.locator(".vn-hand .piece.lit").evaluate_all("all => all.map((one) => one.dataset.arg)")
    held.and_(page.locator(f"[data-arg='{open_first[0]}']")).click()
    apart = page.locator(".vn-hand .piece.unlit")
    other = next(found for found in (one.get_attribute("data-arg") for one in apart.all()) if found in open_first)
    expect(page.locator(".notice")).to_have_count(0)
    page.locator(f".vn-hand [data-arg='{other}']").click(force=True)  # aria-disabled, but still clickable
    expect(page.locator(".piece.chosen")).to_have_attribute("data-arg", other)
    expect(page.locator(".notice[role=alert]")).to_contain_text(page_text("pick.anew"))
    assert rule_number(page.locator(".notice").inner_text()).startswith("VN-")
    page.locator("[data-do=clear]").click()
    expect(page.locator(".notice")).to_have_count(0)


def test_replacing_a_picked_die_shows_no_notice(visit: Visit) -> None:
    page = visit(table=table("velocity", 7, 1))
    dice = page.locator(".dice:not(.past) .piece.lit")
    for lot in range(30):
        wait_for_turn(page)
        if dice.count() > 1:
            break
        decide(page, Random(lot))
    first, second = dice.evaluate_all("all => all.slice(0, 2).map((one) => one.dataset.arg)")
    for die in (first, second):
        page.locator(f".dice [data-arg='{die}']").click(force=True)
    expect(page.locator(".dice .piece.chosen")).to_have_attribute("data-arg", second)
    page.wait_for_timeout(300)  # long enough for an explanation to come
    expect(page.locator(".notice")).to_have_count(0)


def test_a_host_frees_the_seat_of_a_guest(visit: Visit) -> None:
    anna = visit(viewport={"width": 360, "height": 720})
    open_table(anna, "velonimo", 2, {})
    ben = visit(invited(anna), locale="fr-FR")
    expect(ben.locator(".invite")).to_be_visible()
    expect(ben.locator("[data-do=free]")).to_have_count(0)
    anna.locator("[data-do=free]").click()
    assert overflow(anna) == 0
    with anna.expect_response("**/qr/**") as code:  # the QR code of the new link
        anna.locator("dialog [data-do=freeNow]").click()
    assert code.value.ok
    expect(ben.locator(".notice")).to_have_text(page_text("refuse.freed", "fr"))
    expect(ben.locator(".invite")).to_have_count(0)
    expect(anna.locator("[data-do=free]")).to_have_count(0)
    expect(anna.locator("dialog")).to_be_hidden()


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/t/nowhere234", "gone.title"),
        ("/nowhere/at/all", "nowhere.title"),
        ("/rules/chess", "nowhere.game"),
        ("/learn/chess", "nowhere.game"),
    ],
)
def test_an_unknown_address_shows_a_message(visit: Visit, path: str, said: str) -> None:
    page = visit(path)
    expect(page.locator("h1")).to_have_text(page_text(said))
    page.locator("a.press").click()
    expect(page.locator(".poster")).to_have_count(4)


def test_back_and_forward_switch_between_home_and_table(visit: Visit) -> None:
    page = visit()
    play_now(page)
    wait_for_turn(page)
    for _ in range(3):
        page.go_back()
        page.go_forward()  # before the page has loaded, so its late answers must be dropped
    expect(page.locator(".table.velonimo")).to_be_visible()
    page.go_back()
    expect(page.locator(".poster")).to_have_count(4)
    assert page.locator(".table").count() == 0


def test_the_focus_stays_in_the_players_panel_after_a_move_by_keyboard(visit: Visit) -> None:
    page = sit_down(visit)
    before = ply(page)
    while not page.locator(".play:not([disabled])").count():
        page.locator(".piece.lit:not(.chosen)").first.focus()
        page.keyboard.press("Enter")
    page.locator(".play").focus()
    page.keyboard.press("Enter")
    expect(page.locator(f".table[data-ply='{before}']")).to_have_count(0)
    assert page.evaluate("document.activeElement.closest('.mine') !== null")


def test_an_unreachable_server_is_reported_and_can_be_retried(visit: Visit) -> None:
    page = visit("/t/nowhere234")
    expect(page.locator("h1")).to_be_visible()
    page.route("**/api/games", lambda route: route.abort())
    page.locator("a.press").click()
    expect(page.locator("[data-do=again]")).to_be_visible()
    page.unroute("**/api/games")
    page.locator("[data-do=again]").click()
    expect(page.locator(".poster")).to_have_count(4)


def fail_at_first(page: Page, part: str, times: int) -> list[str]:
    """Make the first `times` requests for the file `part` fail; return a list that collects the URL of each request."""
    asked: list[str] = []

    def fail(route: Route) -> None:
        asked.append(route.request.url)
        route.abort() if len(asked) <= times else route.continue_()

    page.route(part, fail)
    return asked


@pytest.mark.parametrize("times", [1, 2])  # after two failures the page reloads, as some browsers fetch a script once
@pytest.mark.parametrize("part", ["**/velonimo/drawing.js", "**/texts/velonimo/*.json", "**/web/table/clocks.js"])
def test_a_table_module_that_failed_to_load_is_fetched_again(visit: Visit, part: str, times: int) -> None:
    page = visit("/t/nowhere234")
    asked = fail_at_first(page, part, times)
    clock = {"mode": "advisory", "seconds": 60}
    table = {"game": "velonimo", "seats": 2, "bots": ["", "level1"], "terms": {"clock": clock}}
    answer = page.request.post(page.url.split("/t/")[0] + "/api/rooms", data=table)
    page.goto(f"{page.url.split('/t/')[0]}/t/{answer.json()['room']}")
    wait_for_turn(page)
    expect(page.locator(".clock").first).to_be_visible()
    assert len(asked) == times + 1


def test_a_page_whose_script_failed_to_load_is_reloaded(server: Server, browser: Browser) -> None:
    page = browser.new_page(locale="en-GB")  # not `visit`, which fails on the console error
    asked = fail_at_first(page, "**/web/pages/rulebook.js", 2)  # the preload, then the import
    page.goto(f"{server.url}/rules/velonimo")
    page.locator("[data-do=again]").click()
    expect(page.locator("h1")).to_have_text(page_text("rules.title", game="Velonimo"))
    assert len(asked) == 3
    page.close()


@pytest.mark.parametrize("part", ["**/velonimo/drawing.js", "**/web/table/clocks.js"])
@pytest.mark.parametrize(
    "fault", ["undefined.wrong", "throw new Error('wrong')", "import { wrong } from '/web/lib/dom.js'"]
)
def test_an_error_in_a_module_is_reported_and_not_retried_forever(
    server: Server, browser: Browser, part: str, fault: str
) -> None:
    page = browser.new_context(locale="en-GB").new_page()  # not `visit`, which fails on errors
    faults: list[str] = []
    lines: list[WebSocket] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("websocket", lambda line: lines.append(line))
    page.clock.install()
    page.route(part, lambda route: route.fulfill(body=fault, content_type="text/javascript"))
    table = {"game": "velonimo", "seats": 2, "bots": ["", "level1"], "terms": {"clock": {"mode": "advisory"}}}
    room = page.request.post(f"{server.url}/api/rooms", data=table).json()["room"]
    page.goto(f"{server.url}/t/{room}")
    expect(page.locator("[role=alert], .notice").filter(has_text=page_text("trouble.page"))).to_be_visible()
    assert faults and all("wrong" in fault for fault in faults)
    page.clock.run_for(6_000)  # long enough to reconnect
    assert len(lines) == 1
    page.context.close()


def test_the_table_is_not_updated_while_the_score_sheet_is_open(visit: Visit) -> None:
    anna, ben = together(visit)
    start(anna, ben)
    ben.locator(".sheet-button").click()
    seen = ply(ben)
    while is_asked(anna):
        decide(anna, Random("sheet"))
    expect(ben).to_have_title(re.compile("^●"))  # the title shows that the new table has arrived
    assert ply(ben) == seen < ply(anna)
    ben.locator("dialog .close").click()
    expect(ben.locator(f".table[data-ply='{ply(anna)}']")).to_be_visible()


BESIDE = """() => [...document.querySelectorAll('.seats .plate')].map((plate) => {
  const box = (which) => plate.querySelector(which).getBoundingClientRect()
  const [place, emblem, name] = ['.gauge em', '.emblem', '.name'].map(box)
  const across = place.left > emblem.left && place.left < emblem.right
  const down = place.top > emblem.top && place.top < emblem.bottom
  return across && down && place.right < name.left + 4  // a round place may touch the letter beside it
})"""


@pytest.mark.parametrize("seats", [3, 6])
def test_arc_en_ciels_places_are_on_emblems_and_not_on_names_on_a_phone(visit: Visit, seats: int) -> None:
    page = visit(table=table("arcenciel", seats, 1), **PHONE)
    wait_for_turn(page)
    assert page.evaluate(BESIDE) == [True] * seats


def test_the_score_sheet_names_what_it_counts_and_the_tie_break_rule(visit: Visit) -> None:
    page = sit_down(visit, "velocity")
    page.locator(".sheet-button").click()
    expect(page.locator(".scores thead th").last).to_have_text("On the podium")
    expect(page.locator(".scores .tie")).to_contain_text("VC-28")


def test_the_score_sheet_of_velvet_has_no_points(visit: Visit) -> None:
    page = sit_down(visit, "velvet")
    page.locator(".sheet-button").click()
    expect(page.locator(".scores thead th")).to_have_count(2)
    expect(page.locator(".scores .tie")).to_contain_text("VV-33")
