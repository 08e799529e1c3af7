"""Two people in two browsers play a whole game of each kind, against each other and a bot where one fits."""

from random import Random

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.hands import is_asked, play_out

# Few rounds where a game has rounds: the whole of it is played, sooner.
TABLES = {
    "velonimo": (3, {"difficulties": "1 2"}),
    "velocity": (3, {}),
    "arcenciel": (3, {}),
    "velvet": (2, {}),
}


def open_table(page: Page, game: str, seats: int, options: dict[str, str]) -> None:
    """As a person does: Invite friends, a bot on the last seat of three, the options that are asked for."""
    page.locator(f".poster.{game} [data-do=invite]").click()
    dialog = page.locator("dialog")
    if dialog.locator("[data-change=seats]").count():
        dialog.locator("[data-change=seats]").select_option(str(seats))
    for seat in range(2, seats):
        dialog.locator(f"[data-change=who][data-arg='{seat}']").select_option("level2")
    for name, value in options.items():
        field = dialog.locator(f"[data-change=option][data-arg={name}]")
        field.fill(value)
        field.press("Tab")
    dialog.locator("[data-do=openTable]").click()
    expect(page.locator(".lobby")).to_be_visible()


@pytest.mark.parametrize("game", TABLES)
def test_two_people_play_a_whole_game(game: str, visit: Visit) -> None:
    seats, options = TABLES[game]
    anna = visit()
    open_table(anna, game, seats, options)
    link = anna.locator(".invite input").input_value()
    ben = visit(link[link.index("/t/") :])
    expect(ben.locator(".lobby, .table").first).to_be_visible()
    anna.locator("[data-do=start]").click()
    for page in (anna, ben):
        expect(page.locator(f".table.{game}")).to_be_visible()
    assert not (is_asked(anna) and is_asked(ben))
    play_out([anna, ben], Random(game))
    for page in (anna, ben):
        expect(page.locator("dialog .scores tbody tr")).to_have_count(seats)
    assert anna.locator(".scores .total").all_inner_texts() == ben.locator(".scores .total").all_inner_texts()
    assert len(anna.locator(".log-lines li").all()) > 5
