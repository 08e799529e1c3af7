"""Test clocks in a real browser: choosing a clock in the form, and seeing the time left of each player."""

import re
from collections.abc import Callable, Iterator
from random import Random

import pytest
from playwright.sync_api import Page, expect
from tests.browser.clicks import decide, overflow, ply, until
from tests.browser.harness import Server, Visit, page_text
from tests.browser.setup import PHONE, invited, path_of, start, table, wait_for_turn

from velodrome.core.texts import sentences
from velodrome.games import GAMES

SENTENCES = sentences("velvet", "en")
PassTime = Callable[..., None]


@pytest.fixture
def pass_time(server: Server) -> Iterator[PassTime]:
    """Yield a function that moves the server's time forward by some seconds and stops it there.

    If the function gets the name of a room, it also makes this room's timer expire. At the end of the test, the
    server's time runs again.
    """
    registry = server.services.registry
    clocks = registry.context.clocks
    running = clocks.now

    def later(seconds: float, room: str = "") -> None:
        then = clocks.now() + seconds
        clocks.now = lambda: then
        if room:
            writer = registry.context.store.writer.task
            assert writer
            writer.get_loop().call_soon_threadsafe(clocks.time_is_up, room)

    yield later
    clocks.now = running


def open_with(page: Page, usual: str, **chosen: str) -> None:
    """Open a table of Velvet against a bot, with the clock that the arguments describe.

    `usual` is the preset to select in the form. `chosen` maps the names of other clock fields to their values.
    """
    page.locator(".poster.velvet [data-do=invite]").click()
    page.locator("[data-change=who][data-arg='1']").select_option("level1")
    for what, value in {"usual": usual, **chosen}.items():
        field = page.locator(f"[data-change=clock][data-arg={what}]")
        if field.evaluate("element => element.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
            field.press("Tab")
    page.locator("[data-do=openTable]").click()
    expect(page.locator(".table.velvet")).to_be_visible()


def invite_bots(page: Page, game: str) -> int:
    """Open the form for a new table and put a bot on each of the other seats; return the number of bots."""
    page.locator(f".poster.{game} [data-do=invite]").click()
    seats = page.locator("dialog [data-change=who]")
    seats.first.wait_for()  # before that, the count would be 0
    for seat in range(seats.count()):
        seats.nth(seat).select_option("level1")
    return seats.count()


def test_every_seat_has_its_time_and_the_last_seconds_are_marked(visit: Visit, pass_time: PassTime) -> None:
    page = visit()
    open_with(page, "own", count="10", unit="60", per="move", mode="advisory")
    own = page.locator(".plate.me .clock.runs")
    expect(own).to_have_text(re.compile(r"10:00|9:\d\d"))
    expect(page.locator(".plate .clock")).to_have_count(2)
    expect(page.locator("[data-clock-said]")).to_have_text("")
    page.clock.install()
    page.clock.pause_at("2100-01-01")  # the page counts down by itself
    pass_time(595)
    page.reload()
    expect(own).to_have_class("clock runs short")
    expect(own).to_contain_text("!")
    expect(page.locator("[data-clock-said]")).to_have_text(page_text("clock.short"))
    pass_time(60)
    page.reload()
    expect(own).to_contain_text("+")


def test_clock_presets_and_timeouts_are_chosen_in_french_on_a_phone(visit: Visit) -> None:
    page = visit(locale="fr-FR", **PHONE)
    open_with(page, "day", late="seat")
    expect(page.locator(".plate.me .clock.runs")).to_have_text("1 j 0 h")
    page.locator(".brand").click()
    expect(page.locator(".lines .line")).to_contain_text("Encore 23 h")
    open_with(page, "quarter", mode="enforced", late="forfeit")
    expect(page.locator(".plate.me .clock")).to_contain_text(":")
    assert overflow(page) <= 0


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_clock_for_each_seat_and_one_runs(game: str, visit: Visit) -> None:
    page = visit()
    seats = 1 + invite_bots(page, game)
    page.locator("[data-change=clock][data-arg=usual]").select_option("minute")
    page.locator("[data-do=openTable]").click()
    expect(page.locator(".plate .clock")).to_have_count(seats)
    expect(page.locator(".prompt.asked .clock")).to_have_text(re.compile(r"1:00|0:\d\d"))
    decide(page, Random(2))
    expect(page.locator(".plate.me .clock")).to_have_text(re.compile(r"1:00|0:\d\d"))


def test_with_two_players_running_out_of_time_loses_the_game(visit: Visit, pass_time: PassTime) -> None:
    page = visit()
    open_with(page, "minute", late="forfeit")
    expect(page.locator(".plate.me .clock.runs")).to_be_visible()
    pass_time(60, path_of(page).rpartition("/")[2])
    expect(page.locator("dialog .scores")).to_contain_text(page_text("clock.lost"))
    expect(page.locator("dialog .end-stand.me.place2")).to_be_visible()
    page.locator("dialog .close").click()
    expect(page.locator(".prompt")).to_contain_text(page_text("clock.over.own"))
    expect(page.locator(".vv-kingdom, .vv-bare").first).to_have_text(SENTENCES["view.kingdom.none"])  # not arranged
    expect(page.locator(".where")).to_contain_text(SENTENCES["view.title.arrange"])
    expect(page.locator("[data-key=ending] [data-do=rematch]")).to_be_visible()


def test_vv39_both_kingdoms_are_revealed_after_a_loss_on_time(visit: Visit, pass_time: PassTime) -> None:
    page = visit()
    open_with(page, "minute", late="forfeit")
    page.locator("[data-do=ready]").click()
    wait_for_turn(page)
    faces, cards = page.locator(".vv-kingdom use"), page.locator(".vv-kingdom .piece").count()
    assert faces.count() <= 20 < 30 < cards  # the bot has shown a few cards at most
    pass_time(60, path_of(page).rpartition("/")[2])
    expect(page.locator("dialog .vv-close")).to_have_count(2)
    expect(page.locator("dialog .vv-treasure")).to_have_count(2)
    expect(page.locator("dialog .vv-trophy")).to_have_count(0)  # nobody found the Threads
    page.locator("dialog .close").click()
    expect(faces).to_have_count(cards)
    page.goto(page.url + "/replay?as=onlooker")
    expect(page.locator(".vv-kingdom .piece").first).to_be_visible()
    expect(faces).to_have_count(0)
    page.keyboard.press("End")
    expect(faces).to_have_count(cards)


def test_a_timeout_says_that_a_bot_moved_and_the_game_goes_on(visit: Visit, pass_time: PassTime) -> None:
    page = visit()
    open_with(page, "minute", late="move")
    expect(page.locator(".plate.me .clock.runs")).to_be_visible()
    before = ply(page)
    pass_time(60, path_of(page).rpartition("/")[2])
    expect(page.locator(".notice")).to_have_text("Time's up: a bot moved for you.")
    until(page, f"Number(document.querySelector('.table').dataset.ply) > {before}")
    expect(page.locator(".plate.me .mark")).to_have_count(0)  # the person keeps the seat


def test_the_form_refuses_an_impossible_clock(visit: Visit) -> None:
    page = visit()
    invite_bots(page, "velvet")
    page.locator("[data-change=clock][data-arg=usual]").select_option("own")
    count = page.locator("[data-change=clock][data-arg=count]")
    plus = page.locator("[data-change=clock][data-arg=plus]")
    for field, value, said in (
        (count, "-5", "clock.wrong"),
        (count, "", "clock.wrong"),
        (count, "99999", "clock.wrong"),
        (plus, "-1", "clock.wrong.plus"),
    ):
        before = field.input_value()
        field.fill(value)
        page.locator("[data-do=openTable]").click()
        expect(page.locator("dialog .clock-terms [role=alert]")).to_have_text(page_text(said))
        expect(field).to_be_focused()
        field.fill(before)
        field.press("Tab")
        expect(page.locator("dialog .clock-terms [role=alert]")).to_have_count(0)
    page.locator("[data-do=openTable]").click()
    expect(page.locator(".plate.me .clock.runs")).to_have_text(re.compile(r"10:0\d|9:\d\d"))


def test_the_first_at_a_rematch_reads_that_the_clock_waits_for_the_other(visit: Visit, pass_time: PassTime) -> None:
    clock = {"terms": {"clock": {"mode": "enforced", "seconds": 60}, "late": "forfeit"}}
    anna = visit(table=table("velonimo", 2, 2) | clock)
    ben = visit(invited(anna))
    anna.locator("[data-do=free]").wait_for()
    start(anna, ben)
    expect(anna.locator(".plate.me .clock.runs")).to_be_visible()
    pass_time(60, path_of(anna).rpartition("/")[2])
    anna.locator("dialog [data-do=rematch]").click()
    name = anna.locator(".plate:not(.me) .name").inner_text()
    waits = anna.locator(".prompt .notice")
    expect(waits).to_have_text(page_text("table.waits.clock", seats=name))
    expect(anna.locator(".plate:not(.me) .last")).to_contain_text(page_text("seat.absent"))
    ben.locator("dialog [data-do=rematch]").click()
    expect(waits).to_have_count(0)
    expect(anna.locator(".plate .clock")).to_have_count(2)
    expect(anna.locator(".plate:not(.me) .last")).to_have_text("")


def test_a_player_who_lost_on_time_cannot_come_back(
    server: Server, visit: Visit, pass_time: PassTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = visit()
    invite_bots(page, "velocity")
    page.locator("[data-change=clock][data-arg=usual]").select_option("minute")
    page.locator("[data-change=clock][data-arg=late]").select_option("forfeit")
    page.locator("[data-do=openTable]").click()
    expect(page.locator(".plate.me .clock.runs")).to_be_visible()
    monkeypatch.setattr(
        server.services.registry.context, "pause", lambda *given: 3600.0
    )  # the bots wait, so that the game is not over before the checks below
    pass_time(60, page.url.split("/t/")[1])
    expect(page.locator(".banner")).to_have_text(page_text("refuse.forfeit"))
    expect(page.locator(".prompt")).to_contain_text(page_text("table.stands"))
    expect(page.locator(".plate.me .lost")).to_have_text(page_text("clock.lost"))
    expect(page.locator(".plate.me.turn")).to_have_count(0)
    page.locator("[data-do=menu]").first.click()
    expect(page.locator("dialog[open]")).to_be_visible()
    expect(page.locator("[data-do=sit]")).to_have_count(0)


LOST = """async ({ forfeits, ranking }) => {
  const { createUi, displayRoom, buildView } = await import('/web/table/view.js')
  const seats = ranking.map((_, seat) => ({ name: `P${seat}`, bot: '', online: true, away: false }))
  const table = { actor: -2, prompt: { key: 'prompt.over', winner: 0 }, ranking, moves: [], news: [], zones: [] }
  const { table: shown } = buildView(displayRoom('velocity', seats, { phase: 'over', forfeits }), table, createUi('en'))
  return [shown.ranking, shown.prompt.key, shown.prompt.seat ?? shown.prompt.winner]
}"""


@pytest.mark.parametrize(
    ("forfeits", "ranking", "told"),
    [
        ([0], [1, 2, 3], [[3, 1, 2], "clock.won", 1]),
        ([1], [1, 2, 3], [[1, 3, 2], "prompt.over", 0]),
        ([0, 2], [1, 3, 2, 4], [[3, 1, 3, 2], "clock.won", 1]),
        ([0, 1, 2], [1, 2, 3], [[1, 2, 3], "prompt.over", 0]),
    ],
)
def test_a_player_who_lost_on_time_is_ranked_last(
    visit: Visit, forfeits: list[int], ranking: list[int], told: list[object]
) -> None:
    page = visit()
    page.locator(".poster").first.wait_for()
    assert page.evaluate(LOST, {"forfeits": forfeits, "ranking": ranking}) == told
