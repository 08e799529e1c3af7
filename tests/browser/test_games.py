"""Play each game to its end with two people in two browsers; if the game needs three seats, a bot plays the third."""

import re
from importlib.resources import files
from random import Random

import pytest
from playwright.sync_api import Page, expect
from tests.browser.clicks import is_asked, open_sheet, outcomes, play_out
from tests.browser.harness import Visit
from tests.browser.setup import invited, open_table

SPACES = 8  # length of the short track; its spaces include roads, cans and obstacles


def short_track() -> str:
    """Return the text of a custom board that consists of the last part of the standard track."""
    text = files("velodrome.games").joinpath("velocity", "city_default.toml").read_text("utf-8")
    text = re.sub(r"^length = \d+", f"length = {SPACES}", text, flags=re.MULTILINE)
    return re.sub(r"  \{ n = (\d+),.*\n", lambda row: row[0] if int(row[1]) <= SPACES else "", text)


# Short but complete games: no option ends them early, and they never reach the usual limits (VC-27, AC-42, VV-37).
TABLES: dict[str, tuple[int, dict[str, str]]] = {
    "velonimo": (3, {"difficulties": "1 2"}),
    "velocity": (3, {"track": short_track()}),
    "arcenciel": (3, {}),
    "velvet": (2, {}),
}
# Rules that end a game in the normal way, not by a limit or a draw. If the lap limit ends a race, the log also cites
# AC-41, so the pattern for AC-41 includes the reason.
ENDS = {
    "velonimo": r"VN-43$",  # all rounds are played
    "velocity": r"VC-2[56]$",  # three couriers of a team have finished, or the podium is full
    "arcenciel": r"AC-39$|AC-40$|^Everyone is exhausted: .* AC-41$",  # jerseys, a long lead, or exhaustion
    "velvet": r"VV-33$",  # an invader meets the Threads
}
# Random clicks rarely reach the Threads, so prefer invaders and cards that nobody has seen.
KEEN = {"velvet": (".piece.lit.down[data-arg^=their]", ".piece.lit[data-arg^=raider]")}


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
    if game == "velvet":  # without a choice, each page would suggest a random kingdom
        for page in (anna, ben):
            page.locator("[data-do=formation][data-arg=early]").click()
    play_out([anna, ben], Random(f"{game} 4"), KEEN.get(game, ()))  # with this seed all four games are short
    for page in (anna, ben):
        open_sheet(page)
        expect(page.locator("dialog .scores tbody tr")).to_have_count(seats)
    assert anna.locator(".scores .total").all_inner_texts() == ben.locator(".scores .total").all_inner_texts()
    assert len(anna.locator(".log-lines li").all()) > 5
    for page in (anna, ben):
        assert outcomes(page)[-1] == page.locator(".prompt [role=status]").inner_text()
        assert re.search(ENDS[game], page.locator(".log-lines li").last.inner_text().replace("\n", " "))
    again(anna, ben, game)


def again(anna: Page, ben: Page, game: str) -> None:
    """Start a rematch: one player asks for it, and the other joins with the same button."""
    before = anna.url
    anna.locator("dialog [data-do=rematch]").click()
    expect(anna).not_to_have_url(before)
    expect(anna.locator(f".table.{game}")).to_be_visible()
    ben.locator("dialog [data-do=rematch]").click()
    expect(ben).to_have_url(anna.url)
    expect(ben.locator(f".table.{game}")).to_be_visible()
