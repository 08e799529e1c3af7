"""Two people in two browsers play a whole game of each kind, against each other and a bot where one fits."""

from random import Random

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.guests import invited, open_table
from tests.browser.hands import is_asked, open_sheet, outcomes, play_out

# Short games, but whole ones; `test_replay` plays each to the end that the rules are about.
TABLES = {
    "velonimo": (3, {"difficulties": "1 2"}),
    "velocity": (3, {"max_rounds": "3"}),
    "arcenciel": (3, {"max_laps": "1"}),
    "velvet": (2, {"max_plies": "20"}),
}


@pytest.mark.parametrize("game", TABLES)
def test_two_people_play_a_whole_game(game: str, visit: Visit) -> None:
    seats, options = TABLES[game]
    anna = visit()
    open_table(anna, game, seats, options)
    ben = visit(invited(anna))
    expect(ben.locator(".lobby, .table").first).to_be_visible()
    anna.locator("[data-do=start]").click()
    for page in (anna, ben):
        expect(page.locator(f".table.{game}")).to_be_visible()
    assert not (is_asked(anna) and is_asked(ben))
    play_out([anna, ben], Random(game))
    for page in (anna, ben):
        open_sheet(page)
        expect(page.locator("dialog .scores tbody tr")).to_have_count(seats)
    assert anna.locator(".scores .total").all_inner_texts() == ben.locator(".scores .total").all_inner_texts()
    assert len(anna.locator(".log-lines li").all()) > 5
    for page in (anna, ben):
        assert outcomes(page)[-1] == page.locator(".prompt [role=status]").inner_text()
    again(anna, ben, game)


def again(anna: Page, ben: Page, game: str) -> None:
    """Whoever asks for the next game goes there; the other is led by the same button."""
    before = anna.url
    anna.locator("dialog [data-do=rematch]").click()
    expect(anna).not_to_have_url(before)
    expect(anna.locator(f".table.{game}")).to_be_visible()
    ben.locator("dialog [data-do=rematch]").click()
    expect(ben).to_have_url(anna.url)
    expect(ben.locator(f".table.{game}")).to_be_visible()
