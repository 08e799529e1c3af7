"""Test how guests who open the address of a table get a seat.

At a public table, they get a seat at once. At a private one, the host has to accept their join requests.
"""

import pytest
from playwright.sync_api import Page, expect
from tests.browser.accessibility import check
from tests.browser.clicks import overflow
from tests.browser.harness import Visit, page_text
from tests.browser.setup import PHONE, invited, path_of, table, together

TAKE = "[data-key=take]"
ASKING = ".joins .banner"


def open_lobby(visit: Visit, seats: int = 2, **more: object) -> Page:
    """Open a table with the host on the first seat and no one on the others; return the host's page, in the lobby."""
    anna = visit(table=table("velonimo" if seats < 4 else "velocity", seats, seats) | more)
    anna.locator(".lobby").wait_for()
    return anna


def ask(page: Page, name: str) -> None:
    """Enter this name, request a seat, and wait until the page says that the request was sent."""
    field = page.locator("[data-key=nick] input")
    field.fill(name)
    field.press("Tab")
    page.locator(TAKE).click()
    expect(page.locator("h1")).to_have_text(page_text("lobby.asked.title"))


def test_one_press_takes_a_seat_at_a_public_table(visit: Visit) -> None:
    anna = open_lobby(visit, open=True)
    ben = visit(path_of(anna))
    expect(ben.locator("h1")).to_have_text(page_text("lobby.seat.title"))
    expect(ben.locator(TAKE)).to_have_text(page_text("lobby.take", number=2))
    expect(ben.locator(".who-sits li")).to_have_count(2)
    expect(ben.locator(".who-sits .offered")).to_have_text(page_text("seat.free"))
    ben.locator(TAKE).click()
    expect(ben.locator("h1")).to_have_text(page_text("lobby.ready"))
    expect(ben.locator(".invite")).to_be_visible()
    expect(anna.locator("h1")).to_have_text(page_text("lobby.ready"))


def test_a_visitor_of_a_public_table_may_choose_among_free_seats(visit: Visit) -> None:
    anna = open_lobby(visit, 3, open=True)
    ben = visit(path_of(anna))
    ben.locator(".who-sits [data-do=sit][data-arg='2']").click()
    expect(ben.locator(".who-sits li").nth(2).locator("[data-change=rename]")).to_be_visible()


def test_the_host_of_a_private_table_lets_a_visitor_in(visit: Visit) -> None:
    anna = open_lobby(visit)
    ben = visit(path_of(anna))
    expect(ben.locator("[data-key=watching]")).to_have_text(page_text("lobby.seat.ask"))
    ask(ben, "Zoé")
    expect(anna.locator(ASKING).locator("span")).to_have_text(page_text("lobby.asks", name="Zoé"))
    expect(anna).to_have_title("● " + page_text("lobby.asks", name="Zoé"))
    check(anna)
    check(ben)
    anna.get_by_role("button", name=page_text("lobby.asks.yes")).click()
    expect(ben.locator("[data-change=rename]")).to_have_value("Zoé")
    expect(ben.locator(".invite")).to_be_visible()
    expect(anna.locator(ASKING)).to_have_count(0)
    expect(anna.locator(".who-sits li").nth(1)).to_contain_text("Zoé")


def test_the_host_of_a_private_table_says_no(visit: Visit) -> None:
    anna = open_lobby(visit)
    ben = visit(path_of(anna))
    ask(ben, "Zoé")
    anna.get_by_role("button", name=page_text("lobby.asks.no")).click()
    expect(ben.locator(".notice")).to_have_text(page_text("refuse.join.no"))
    expect(ben.locator("[data-key=watching]")).to_have_text(page_text("lobby.watch.no"))
    expect(ben.locator(TAKE)).to_have_count(0)
    ben.reload()
    expect(ben.locator("[data-key=watching]")).to_have_text(page_text("lobby.watch.no"))
    expect(anna.locator(ASKING)).to_have_count(0)


def test_a_visitor_cancels_the_request(visit: Visit) -> None:
    anna = open_lobby(visit)
    ben = visit(path_of(anna))
    ask(ben, "Zoé")
    anna.locator(ASKING).wait_for()
    ben.locator("[data-key=cancel]").click()
    expect(ben.locator("h1")).to_have_text(page_text("lobby.seat.title"))
    expect(anna.locator(ASKING)).to_have_count(0)


def test_a_request_survives_a_reload(visit: Visit) -> None:
    anna = open_lobby(visit)
    ben = visit(path_of(anna))
    ask(ben, "Zoé")
    ben.reload()
    expect(ben.locator("h1")).to_have_text(page_text("lobby.asked.title"))
    anna.reload()
    anna.locator("[data-yes=yes]").click()
    expect(ben.locator(".invite")).to_be_visible()


def test_a_visitor_may_watch_instead_and_change_their_mind(visit: Visit) -> None:
    anna = open_lobby(visit)
    ben = visit(path_of(anna))
    ben.locator("[data-key=rather]").click()
    expect(ben.locator("h1")).to_have_text(page_text("lobby.watch"))
    expect(ben.locator(TAKE)).to_have_count(0)
    ben.locator("[data-key=rather]").click()
    expect(ben.locator(TAKE)).to_be_visible()
    ben.locator("[data-key=rather]").click()
    anna.locator("[data-do=start]").click()
    ben.locator("main.table[data-ply]").wait_for()
    expect(ben.locator("[data-key=banner]")).to_have_text(page_text("table.watching"))


def test_the_invite_link_leads_straight_to_a_seat(visit: Visit) -> None:
    anna = open_lobby(visit)
    ben = visit(invited(anna))
    expect(ben.locator("[data-change=rename]")).to_be_visible()
    expect(ben.locator(TAKE)).to_have_count(0)
    expect(anna.locator(ASKING)).to_have_count(0)


def test_a_visitor_of_a_running_game_watches(visit: Visit) -> None:
    anna, ben = together(visit)
    anna.locator("[data-do=start]").click()
    ben.locator("main.table[data-ply]").wait_for()
    late = visit(path_of(anna))
    expect(late.locator("[data-key=banner]")).to_have_text(page_text("table.watching"))


@pytest.mark.parametrize("language", ["fr", "de"])
def test_a_phone_shows_the_offer_and_the_question_without_scrolling(visit: Visit, language: str) -> None:
    phone = {**PHONE, "locale": language}
    anna = visit(table=table("velonimo", 2, 2), **phone)
    anna.locator(".lobby").wait_for()
    ben = visit(path_of(anna), **phone)
    expect(ben.locator(TAKE)).to_have_text(page_text("lobby.ask", language))
    expect(ben.locator(TAKE)).to_be_in_viewport(ratio=1)
    expect(ben.locator("[data-key=rather]")).to_be_in_viewport(ratio=1)
    ben.locator(TAKE).click()
    for name in ("lobby.asks.yes", "lobby.asks.no"):
        button = anna.get_by_role("button", name=page_text(name, language))
        expect(button).to_be_in_viewport(ratio=1)
        box = button.bounding_box()
        assert box and box["height"] >= 40
    assert overflow(anna) <= 0 and overflow(ben) <= 0
    anna.locator("[data-yes=yes]").click()
    expect(ben.locator("h1")).to_have_text(page_text("lobby.ready", language))


# ---------------------------------------------------------------- the host's lobby


def test_until_a_friend_has_come_the_link_is_the_main_action(visit: Visit) -> None:
    anna = open_lobby(visit, 3)
    main = anna.locator(".lobby .press.main")
    expect(main).to_have_count(1)
    expect(main).to_have_attribute("data-do", "copy")
    expect(anna.locator(".invite h2")).to_have_text(page_text("lobby.link.first"))
    link, start = anna.locator(".invite").bounding_box(), anna.locator("[data-do=start]").bounding_box()
    assert link and start and link["x"] < start["x"]
    visit(invited(anna))
    expect(main).to_have_attribute("data-do", "start")
    expect(anna.locator(".invite h2")).to_have_text(page_text("lobby.link"))


def test_a_table_full_of_bots_can_be_started_at_once(visit: Visit) -> None:
    anna = open_lobby(visit, 2)
    anna.locator("[data-change=hire]").select_option("level1")
    expect(anna.locator(".lobby .press.main")).to_have_attribute("data-do", "start")


def test_a_phone_shows_link_and_button_without_scrolling(visit: Visit) -> None:
    anna = visit(table=table("velonimo", 3, 3), **PHONE)
    for name in (".invite input", ".invite .main", ".qr"):
        expect(anna.locator(name)).to_be_in_viewport(ratio=1)
    assert overflow(anna) <= 0
