"""Tests of bad connections: late responses do not disturb a newer page, and failed requests are retried."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Response, Route, WebSocket, expect
from tests.browser.harness import Server, Visit, page_text
from tests.browser.setup import invited, sit_down, table, wait_for_turn

from velodrome.server.store.errors import ReadFailed

Release = Callable[[], None]
COUNT = """() => {
  const set = setInterval
  window.ticks = 0
  window.setInterval = (...how) => (ticks++, set(...how))
}"""
GO = "(path) => (history.pushState(null, '', path), dispatchEvent(new PopStateEvent('popstate')))"


def answers(request: Request) -> Callable[[Response], bool]:
    """Return a function that says whether a response belongs to this request."""
    return lambda response: response.request == request


def hold_requests(page: Page, address: str, **instead: Any) -> Release:
    """Hold back all requests for an address; return a function that releases them, the last one first.

    If `instead` is given, the requests get this answer, otherwise the server answers them. The returned function
    waits until the page has handled all answers.
    """
    waiting: list[Route] = []
    page.route(address, lambda route: waiting.append(route))

    def release() -> None:
        assert waiting, f"no request for {address} is held"
        for route in reversed(waiting):
            with page.expect_response(answers(route.request)) as answer:
                route.fulfill(**instead) if instead else route.continue_()
            answer.value.finished()
        page.unroute(address)
        page.evaluate("fetch('/api/me').then(() => 0)")  # answered only after the page has handled the others

    return release


def open_rule(page: Page) -> None:
    page.locator(".prompt .rule").click()


def hand_over(page: Page) -> None:
    page.locator("[data-do=menu]").click()
    page.locator("dialog [data-do=hand]").click()
    page.locator("dialog .close").click()


@pytest.mark.parametrize(("does", "address"), [(open_rule, "**/rules/velonimo/en.json"), (hand_over, "**/api/hand")])
def test_a_late_answer_opens_no_dialog_over_another_page(
    visit: Visit, does: Callable[[Page], None], address: str
) -> None:
    page = sit_down(visit)
    release = hold_requests(page, address)
    does(page)
    page.locator(".brand").click()
    expect(page.locator(".poster")).to_have_count(4)
    release()
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_late_rule_does_not_replace_a_menu_opened_meanwhile(visit: Visit) -> None:
    page = sit_down(visit)
    release = hold_requests(page, "**/rules/velonimo/en.json")
    open_rule(page)
    page.locator("[data-do=menu]").click()
    release()
    expect(page.locator("dialog .menu")).to_be_visible()
    expect(page.locator("dialog .rule-page")).to_have_count(0)


def play_now(page: Page) -> None:
    page.locator(".poster.velonimo [data-do=now]").click()


def invite(page: Page) -> None:
    page.locator(".poster.velonimo [data-do=invite]").click()
    page.locator("dialog [data-do=openTable]").click()
    page.locator("dialog .close").click()


@pytest.mark.parametrize("does", [play_now, invite])
def test_a_table_created_late_does_not_redirect_a_guest_who_left(visit: Visit, does: Callable[[Page], None]) -> None:
    page = visit()
    expect(page.locator(".poster")).to_have_count(4)  # so the page has already asked for its rooms
    release = hold_requests(page, "**/api/rooms")
    does(page)
    page.locator(".foot a[href='/replay']").click()
    expect(page.locator(".load")).to_be_visible()
    release()
    assert page.url.endswith("/replay")


def test_a_late_handover_does_not_redirect_a_guest_who_left(visit: Visit) -> None:
    giver, taker = sit_down(visit), visit("/hand")
    giver.locator("[data-do=menu]").click()
    giver.locator("dialog [data-do=hand]").click()
    taker.locator("[name=code]").fill(giver.locator("dialog .hand-code code").inner_text())
    release = hold_requests(taker, "**/api/hand/take")
    taker.locator("[data-submit=take] .press.main").click()
    taker.evaluate(GO, "/replay")
    expect(taker.locator(".load")).to_be_visible()
    release()
    assert taker.url.endswith("/replay")


def look_from_elsewhere(page: Page) -> None:
    page.locator("[data-change=eyes]").select_option("onlooker")


def go_on(page: Page) -> None:
    page.locator("[data-do=on]").click()
    page.locator("dialog [data-do=goOn]").click()
    page.locator("dialog .close").click()


RECORD = "game velocity\nrules velocity 1\nseats 3\noption first_player 0\n\n0 solo\n* roll 6\n"
FULL = {"status": 429, "json": {"error": {"key": "refuse.rooms"}}}


@pytest.mark.parametrize(
    ("does", "address", "answer"),
    [
        (look_from_elsewhere, "**/api/replays", {}),
        (look_from_elsewhere, "**/api/replays", FULL),
        (go_on, "**/api/replays/on", {}),
        (go_on, "**/api/replays/on", FULL),
    ],
    ids=["eyes", "eyes refused", "going on", "going on refused"],
)
def test_a_late_replay_does_not_change_another_page_or_its_address(
    server: Server, visit: Visit, does: Callable[[Page], None], address: str, answer: dict[str, Any]
) -> None:
    page = visit("/replay")
    page.locator(".load textarea").fill(RECORD)
    page.locator("[data-do=show]").click()
    expect(page.locator(".table.past[aria-busy=false]")).to_be_visible()
    release = hold_requests(page, address, **answer)
    does(page)
    page.locator(".brand").click()
    expect(page.locator(".poster")).to_have_count(4)
    release()
    page.wait_for_timeout(400)  # long enough for the address to change
    assert page.url == f"{server.url}/"
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_clocks_that_load_late_do_not_run_on_another_page(visit: Visit) -> None:
    page = visit(table={"game": "velvet", "seats": 2, "bots": ["", "level1"], "terms": {"clock": {"mode": "advisory"}}})
    expect(page.locator(".plate .clock.runs")).to_have_count(1)
    release = hold_requests(page, "**/web/table/clocks.js")
    page.reload()
    expect(page.locator("main.table")).to_be_visible()
    page.evaluate(COUNT)
    page.evaluate(GO, "/replay")
    expect(page.locator(".load")).to_be_visible()
    release()
    assert page.evaluate("ticks") == 0


def test_clocks_that_load_late_show_the_last_times(server: Server, visit: Visit) -> None:
    page = visit("/replay")
    release = hold_requests(page, "**/web/table/clocks.js")
    asked = table("velocity", 5, 1, {"first_player": 1}) | {"terms": {"clock": {"mode": "advisory"}}}
    room = page.request.post(f"{server.url}/api/rooms", data=asked).json()["room"]
    page.goto(f"{server.url}/t/{room}")
    wait_for_turn(page)  # by now, times were sent after each decision of a bot
    release()
    expect(page.locator(".plate.me .clock.runs")).to_be_visible()


def test_a_page_that_loads_during_the_start_shows_the_game(server: Server, visit: Visit) -> None:
    anna, ben = visit(table=table("velonimo", 2, 2)), visit("/replay")
    release = hold_requests(ben, "**/texts/velonimo/en.json")
    ben.goto(server.url + invited(anna), wait_until="commit")
    anna.locator("[data-do=free]").wait_for()  # Ben has a seat
    anna.locator("[data-do=start]").click()
    anna.locator("main.table[data-ply]").wait_for()
    release()
    expect(ben.locator(".lobby")).to_have_count(0)
    expect(ben.locator("main.table[data-ply]")).to_be_visible()


def collect_connections(page: Page, address: str) -> list[WebSocket]:
    """Open an address; return a list that collects all WebSockets of the page, now and later."""
    found: list[WebSocket] = []
    page.on("websocket", lambda line: found.append(line))
    page.goto(address)
    return found


def test_too_many_open_pages_are_reported_until_one_is_closed(
    server: Server, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = sit_down(visit)
    limits = server.services.limits
    monkeypatch.setattr(limits, "settings", limits.settings._replace(limit_guest=1))
    other = page.context.new_page()
    knocks = collect_connections(other, page.url)
    expect(other.locator("main .notice[role=alert]")).to_have_text(page_text("refuse.sockets"))
    other.wait_for_timeout(2_500)
    assert len(knocks) == 1
    expect(other.locator("main .notice[role=alert]")).to_be_visible()
    expect(other.locator("main")).not_to_contain_text(page_text("line.wait"))
    page.close()
    other.locator("[data-do=knock]").click()
    expect(other.locator("main.table")).to_be_visible()
    expect(other.locator(".notice")).to_have_count(0)


def test_a_refused_page_retries_with_growing_pauses(
    server: Server, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = sit_down(visit)
    address = page.url
    page.goto(f"{server.url}/replay")

    async def broken(name: str) -> None:
        raise ReadFailed(name)

    with monkeypatch.context() as patched:
        patched.setattr(server.services.registry, "open", broken)
        knocks = collect_connections(page, address)
        expect(page.locator("main .notice[role=alert]")).to_have_text(page_text("refuse.store"))
        page.wait_for_timeout(3_000)
        assert len(knocks) <= 6
    expect(page.locator("main.table")).to_be_visible()


def test_a_style_sheet_that_failed_to_load_is_fetched_again(visit: Visit) -> None:
    page = visit()
    expect(page.locator(".poster")).to_have_count(4)
    page.route("**/lazy/replay.css", lambda route: route.abort())
    page.locator(".foot a[href='/replay']").click()
    expect(page.locator(".load")).to_be_visible()  # the page is shown without the style sheet
    page.unroute("**/lazy/replay.css")
    page.locator(".brand").click()
    page.locator(".foot a[href='/replay']").click()
    expect(page.locator(".load textarea")).to_have_css("resize", "vertical")
    expect(page.locator(".load label.row")).to_have_css("display", "grid")
    assert page.locator("link[href$='lazy/replay.css']").count() == 1
