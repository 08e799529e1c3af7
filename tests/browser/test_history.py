"""Test the page that lists a guest's own games: results, several pages, removing one or all games, an empty list."""

import re
import sqlite3
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.accessibility import check
from tests.browser.clicks import overflow
from tests.browser.harness import Server, Visit, page_text
from tests.browser.setup import PHONE, sit_down, table

GAMES = ".played li"


@pytest.fixture
def database(server: Server) -> Iterator[sqlite3.Connection]:
    """Connect to the database of the running server."""
    found = sqlite3.connect(server.folder / "table.sqlite", timeout=20)
    yield found
    found.close()


def finish(database: sqlite3.Connection, room: str, places: list[int]) -> None:
    """Change the database so that a room's game looks finished after 15 minutes.

    `places` lists the final place of each seat.
    """
    change = "update rooms set phase = 'over', ended_at = started_at + 900, decisions = 42 where room = ?"
    database.execute(change, (room,))
    for seat, place in enumerate(places):
        result = (place, 30 - place, room, seat)
        database.execute("update seats set place = ?, score = ? where room = ? and seat = ?", result)
    database.commit()


def open_games(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/games")
    page.locator("main.games").wait_for()


def play(page: Page, server: Server, game: str = "velonimo", seats: int = 3) -> str:
    """Start a game against bots, but do not open its page; return the name of its room."""
    answer = page.context.request.post(f"{server.url}/api/rooms", data=table(game, seats, 1))
    assert answer.ok, answer.text()
    return str(answer.json()["room"])


def test_a_new_guest_is_told_what_will_be_here(visit: Visit) -> None:
    page = visit("/")
    page.locator(".bar a[href='/games']").click()
    expect(page.locator("h1")).to_have_text(page_text("games"))
    expect(page.locator(".none h2")).to_have_text(page_text("games.none"))
    expect(page.locator("[data-do=forget]")).to_have_count(0)
    check(page)
    page.locator(".none a").click()
    page.locator("main.home").wait_for()


def test_the_menu_of_a_table_leads_to_the_games(visit: Visit) -> None:
    page = sit_down(visit)
    path = page.url[page.url.index("/t/") :]
    page.locator(".menu-button").click()
    page.locator("dialog a[href='/games']").click()
    game = page.locator(GAMES)
    expect(game).to_have_count(1)
    expect(game.locator(".result")).to_have_text(page_text("phase.turn"))
    game.locator("a").click()
    page.locator("main.table[data-ply]").wait_for()
    assert page.url.endswith(path)


def test_home_lists_a_few_unfinished_tables_and_your_games_lists_all(visit: Visit, server: Server) -> None:
    page = visit("/")
    lines = page.locator("[data-key='home.mine'] li")
    rooms = [play(page, server) for _ in range(3)]
    page.route("**/api/rooms", lambda route: finish_in_list(route, rooms[0]))
    waiting = page.context.request.post(f"{server.url}/api/rooms", data=table("velocity", 3, 2)).json()["room"]
    page.reload()
    expect(lines).to_have_count(3)
    expect(page.locator(".lines-head a")).to_have_count(0)
    rooms.append(play(page, server))
    page.reload()
    expect(lines).to_have_count(3)
    page.locator(".lines-head a[href='/games']").click()
    expect(page.locator("[data-key=waiting] li")).to_have_attribute("data-key", waiting)
    expect(page.locator("[data-key=running] li")).to_have_count(len(rooms))
    bots = page.locator("[data-key=running] .whom").first
    expect(bots).to_have_text(re.compile(r"^With \w+ and \w+ \(Tricycle · level 1\)$"))
    check(page)


def finish_in_list(route: Route, room: str) -> None:
    """Answer a request for the guest's rooms as if the game of this room were finished."""
    answer = route.fetch()
    body = answer.json()
    for line in body["mine"]:
        line["phase"] = "over" if line["room"] == room else line["phase"]
    route.fulfill(response=answer, json=body)


@pytest.mark.parametrize(
    ("language", "length", "replay"),
    [("en", "42 moves · 15 minutes", "Replay"), ("fr", "42 coups · 15 minutes", "Revoir")],
)
def test_a_finished_game_shows_place_points_opponents_and_length(
    visit: Visit, server: Server, database: sqlite3.Connection, language: str, length: str, replay: str
) -> None:
    page = visit("/", locale=language)
    finish(database, play(page, server), [2, 1, 3])
    finish(database, play(page, server, "velvet", 2), [1, 2])
    open_games(page, server)
    games = page.locator(GAMES)
    expect(games).to_have_count(2)
    velvet, velonimo = games.filter(has_text="Velvet"), games.filter(has_text="Velonimo")
    expect(velvet.locator(".result")).to_have_text(page_text("games.place", language, place=1, count=2))
    expect(velonimo.locator(".result")).to_contain_text(page_text("games.place", language, place=2, count=3))
    expect(velonimo.locator(".result")).to_contain_text("28")
    expect(velonimo.locator(".whom")).to_contain_text(re.compile(r"Marcel (and|et) Ginette \("))
    expect(velonimo.locator(".when")).to_contain_text(length)
    expect(velonimo.locator("a")).to_have_text(replay)
    wins = page.locator("[data-key='games.by_game'] tbody tr")
    expect(wins.filter(has_text="Velvet").locator("td")).to_have_text(["1", "1"])
    expect(wins.filter(has_text="Velonimo").locator("td")).to_have_text(["1", "0"])
    expect(page.locator("[data-key='games.by_opponent'] tbody tr td")).to_have_text(["2", "1"])
    heads = page.locator("[data-key='games.by_game'] thead th")
    for column, side in enumerate(("left", "right", "right")):
        expect(heads.nth(column)).to_have_css("text-align", side)
    check(page)


def test_the_pages_can_be_turned(visit: Visit, server: Server, database: sqlite3.Connection) -> None:
    page = visit("/")
    rooms = [play(page, server) for _ in range(21)]
    for room in rooms:
        finish(database, room, [1, 2, 3])
    open_games(page, server)
    expect(page.locator(GAMES)).to_have_count(20)
    newer, older = page.locator("[data-key='finishedgames.newer']"), page.locator("[data-key='finishedgames.older']")
    expect(newer).to_be_disabled()
    older.click()
    expect(page.locator(".pager [role=status]")).to_have_text(page_text("games.page", page=2, pages=2))
    expect(page.locator(GAMES)).to_have_count(1)
    page.locator("[data-do=remove]").click()  # the last one on its page
    expect(page.locator(GAMES)).to_have_count(20)
    expect(page.locator(".pager")).to_have_count(0)


def test_a_game_is_removed_and_restored(visit: Visit, server: Server, database: sqlite3.Connection) -> None:
    page = visit("/")
    kept, gone = play(page, server), play(page, server)
    for room in (kept, gone):
        finish(database, room, [1, 2, 3])
    open_games(page, server)
    page.locator(f"[data-do=remove][data-arg='{gone}']").click()
    expect(page.locator(GAMES)).to_have_count(1)
    expect(page.locator(".undo")).to_contain_text(page_text("games.removed"))
    expect(page.locator("[data-do=undo]")).to_be_focused()
    page.locator("[data-do=undo]").click()
    expect(page.locator(GAMES)).to_have_count(2)
    expect(page.locator(".undo .notice")).to_have_count(0)


def test_the_history_is_deleted_at_one_press_and_can_be_restored(
    visit: Visit, server: Server, database: sqlite3.Connection
) -> None:
    page = visit("/")
    running = play(page, server)
    for _ in range(2):
        finish(database, play(page, server), [1, 2, 3])
    open_games(page, server)
    expect(page.locator(".forget small")).to_have_text(page_text("games.delete.text", count=2))
    page.locator("[data-do=forget]").click()
    expect(page.locator(".undo")).to_contain_text(page_text("games.deleted"))
    expect(page.locator("[data-do=undo]")).to_be_focused()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator(GAMES)).to_have_count(1)
    expect(page.locator(f"{GAMES} a")).to_have_attribute("href", f"/t/{running}")
    expect(page.locator(".tallies")).to_have_count(0)
    page.locator("[data-do=undo]").click()
    expect(page.locator(GAMES)).to_have_count(3)
    page.locator("[data-do=forget]").click()
    expect(page.locator(GAMES)).to_have_count(1)
    page.reload()
    expect(page.locator(GAMES)).to_have_count(1)


def test_the_games_come_along_to_another_device(visit: Visit, server: Server, database: sqlite3.Connection) -> None:
    page = visit("/")
    finish(database, play(page, server), [1, 2, 3])
    page.goto(f"{server.url}/hand")
    page.locator("[data-do=hand]").click()
    code = page.locator("[data-key=code]").inner_text()
    phone = visit("/hand", **PHONE)
    phone.locator("[name=code]").fill(code)
    phone.locator("form .main").click()
    phone.locator("main.home").wait_for()
    open_games(phone, server)
    expect(phone.locator(GAMES)).to_have_count(1)


def test_a_phone_shows_everything_in_its_width(visit: Visit, server: Server, database: sqlite3.Connection) -> None:
    page = visit("/", locale="fr-FR", color_scheme="dark", **PHONE)
    assert overflow(page) <= 0
    for game, seats in (("velocity", 7), ("arcenciel", 6), ("velonimo", 5)):
        finish(database, play(page, server, game, seats), list(range(1, seats + 1)))
    open_games(page, server)
    expect(page.locator(GAMES)).to_have_count(3)
    assert overflow(page) <= 0
    for button in page.locator(f"{GAMES} :is(a, button)").all():
        box = button.bounding_box()
        assert box and min(box["height"], box["width"]) >= 39.9
    check(page)
