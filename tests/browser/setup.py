"""Helpers that open tables and seat guests at them."""

from typing import Any

from playwright.sync_api import Page, expect
from tests.browser.clicks import close_sheet
from tests.browser.harness import Visit

from velodrome.core.record import Record

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
SEATS = {"velonimo": 3, "velocity": 3, "arcenciel": 3, "velvet": 2}  # default number of seats
FIRST: dict[str, dict[str, Any]] = {  # options that let the host begin
    "velonimo": {"first_starter": 0},
    "velocity": {"first_player": 0},
    "velvet": {"first_player": 0},
}


def play_now(page: Page, game: str = "velonimo") -> None:
    """Start a game from the home page with one click."""
    page.locator(f".poster.{game} [data-do=now]").click()
    expect(page.locator(f".table.{game}")).to_be_visible()


def table(game: str, seats: int, people: int, options: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the body of a request to create a table: people on the first seats, the weakest bots on the others.

    Seat 0 begins, unless `options` says otherwise.
    """
    first = {"start_order": list(range(seats))} if game == "arcenciel" else FIRST[game]
    bots = [""] * people + ["level1"] * (seats - people)
    return {"game": game, "seats": seats, "bots": bots, "options": first | (options or {})}


def sit_down(visit: Visit, game: str = "velonimo", options: dict[str, Any] | None = None, **how: Any) -> Page:
    """Start a game between a new guest, who begins, and the weakest bots; return the page when the guest is to move."""
    page = visit(table=table(game, SEATS[game], 1, options), **how)
    wait_for_turn(page)
    return page


def continue_record(visit: Visit, record: Record, seat: int, **how: Any) -> Page:
    """Let a new guest continue the game where `record` ends, on the seat `seat`, against the weakest bots.

    Wait until it is the guest's turn; return the guest's page.
    """
    page = visit("/", **how)
    body = {"record": record.write(), "ply": len(record.moves), "seat": seat, "bot": "level1"}
    answer = page.context.request.post(page.url + "api/replays/on", data=body)
    assert answer.ok, answer.text()
    page.goto(f"{page.url}t/{answer.json()['room']}")
    wait_for_turn(page)
    return page


def wait_for_turn(page: Page) -> None:
    """Wait until the viewer is asked for a move; close score sheets, because the next table waits behind them."""
    while not page.locator(".prompt.asked").count():
        page.locator(".prompt.asked, dialog[open]").first.wait_for()
        close_sheet(page)


def together(
    visit: Visit, game: str = "velonimo", seats: int = 2, options: dict[str, Any] | None = None, **how: Any
) -> tuple[Page, Page]:
    """Open a table for Anna and Ben, with bots on any other seats; return their pages, which show the lobby.

    Anna will begin the game.
    """
    anna = visit(table=table(game, seats, 2, options))
    ben = visit(invited(anna), **how)
    ben.locator(".lobby").wait_for()
    anna.locator("[data-do=free]").wait_for()  # until Ben has a seat
    return anna, ben


def start(anna: Page, ben: Page) -> None:
    """Start the game from the lobby."""
    anna.locator("[data-do=start]").click()
    for page in (anna, ben):
        page.locator("main.table[data-ply]").wait_for()


def open_table(page: Page, game: str, seats: int, options: dict[str, str]) -> None:
    """Open a table with the form on the home page: people on the first two seats, bots on the others.

    `options` maps names of options to values. A value with several lines is entered as a custom board.
    """
    page.locator(f".poster.{game} [data-do=invite]").click()
    dialog = page.locator("dialog")
    dialog.locator("[data-do=openTable]").wait_for()  # every form has this button
    if dialog.locator("[data-change=seats]").count():
        dialog.locator("[data-change=seats]").select_option(str(seats))
    for seat in range(2, seats):
        dialog.locator(f"[data-change=who][data-arg='{seat}']").select_option("level1")
    if options:
        dialog.locator(".options summary").click()
    for name, value in options.items():
        if "\n" in value:
            own_board(page, name, value)
            continue
        field = dialog.locator(f"[data-change=option][data-arg={name}]")
        field.fill(value)
        field.press("Tab")
    dialog.locator("[data-do=openTable]").click()
    expect(page.locator(".lobby")).to_be_visible()


def own_board(page: Page, option: str, text: str) -> None:
    """In the form for a new table, enter `text` as a custom board for an option."""
    page.locator(f"dialog [data-do=ownBoard][data-arg={option}]").click()
    well = page.locator(".board-verdict .well")
    well.wait_for()
    page.locator(".board-advanced summary").click()
    page.locator(".board-text").fill(text)
    well.wait_for()
    page.locator("[data-do=boardUse]").click()


def invited(page: Page) -> str:
    """Return the path of the invite link."""
    link = page.locator(".invite input").input_value()
    return link[link.index("/t/") :]


def path_of(page: Page) -> str:
    """Return the path of the table that a page shows. A guest who opens this path becomes a spectator."""
    return page.url[page.url.index("/t/") :].partition("#")[0]


def leave_seat(page: Page) -> None:
    """Leave the guest's seat in a second tab, so that bots play on while `page` still shows the table."""
    tab = page.context.new_page()
    tab.goto(page.url)
    tab.locator(".menu-button").click()
    tab.locator("dialog [data-do=leave]").click()
    tab.locator("dialog [data-do=leaveNow]").click()
    tab.wait_for_url(lambda url: "/t/" not in url)
    tab.close()


def switch_language(page: Page, language: str) -> None:
    """Switch the language in the settings dialog, because on a phone a table's bar has no field for the language."""
    page.locator(".settings-button").click()
    page.locator("dialog [data-change=lang]").select_option(language)
    page.locator("dialog .close").click()


def set_speed(page: Page, speed: str) -> None:
    page.evaluate("speed => import('/web/lib/settings.js').then(found => found.setSpeed(speed))", speed)
