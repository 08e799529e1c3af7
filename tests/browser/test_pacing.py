"""How fast news are shown: one by one while few wait, at once while nobody looks; every score sheet opens once."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect
from tests.browser.accessibility import HIDE, NOTICES
from tests.browser.clicks import pick_all, ply, until
from tests.browser.harness import Visit
from tests.browser.setup import sit_down, wait_for_turn

PACE, FINISH, BACK = 700, 1_500, 400  # ms: between two news, before the last sheet, until a line is opened again


class Teller:
    """Stands between a page and the server, and tells the page of moves that nobody made; its clock is ours."""

    def __init__(self, visit: Visit) -> None:
        self.page = sit_down(visit, reduced_motion="no-preference")
        self.room: dict[str, Any] = {}
        self.deaf = False  # nothing that the page says reaches the server
        self.table: dict[str, Any] = {}
        self.page.route_web_socket(re.compile("/ws/"), self.carry)
        self.page.clock.install()
        self.page.reload()
        wait_for_turn(self.page)
        self.page.clock.pause_at("2100-01-01")

    def carry(self, line: WebSocketRoute) -> None:
        self.line = line
        if self.table:  # come back: what the real server knows is not what this one told
            self.send(self.room)
            self.send(self.table)
            return
        server = line.connect_to_server()
        line.on_message(lambda said: None if self.deaf else server.send(said))
        server.on_message(lambda message: self.pass_on(json.loads(message)))

    def pass_on(self, told: dict[str, Any]) -> None:
        if told["is"] == "table":
            old = {zone["id"]: zone for zone in self.table.get("zones", [])}
            zones = [old[zone] if isinstance(zone, str) else zone for zone in told["zones"]]
            self.table = {**self.table, **told, "zones": zones}
        elif told["is"] == "room":
            self.room = told
        self.send(told)

    def send(self, told: dict[str, Any]) -> None:
        self.line.send(json.dumps(told))

    def move(self, **more: Any) -> None:
        """One move more."""
        self.table |= {"ply": self.table["ply"] + 1, "news": [], **more}
        self.send(self.table)

    def rounds(self, count: int) -> dict[str, Any]:
        """What a table says after so many rounds."""
        return {"sheet": [[n] * len(self.room["seats"]) for n in range(1, count + 1)]}

    def settle(self) -> None:
        """Wait until all that was told has been heard."""
        self.send({"is": "refused", "ply": 0, "why": {"key": "refuse.busy"}, "of": "web"})
        expect(self.page.locator(".notice")).to_be_visible()

    def wait(self, milliseconds: int) -> None:
        self.page.clock.run_for(milliseconds)


def sheet_of(page: Page, rounds: int) -> None:
    expect(page.locator("dialog .scores thead abbr")).to_have_count(rounds)


def test_the_sheet_of_the_end_opens_though_another_dialog_was_closed_meanwhile(visit: Visit) -> None:
    teller = Teller(visit)
    page = teller.page
    teller.move(actor=-2, moves=[])
    expect(page.locator(".table[data-actor='-2']")).to_be_visible()
    page.locator(".sheet-button").click()
    page.locator("dialog .close").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    teller.wait(FINISH)
    expect(page.locator("dialog[open] .scores")).to_be_visible()


def test_of_many_news_the_last_are_shown_one_by_one(visit: Visit) -> None:
    teller = Teller(visit)
    page, before = teller.page, ply(teller.page)
    page.locator(".sheet-button").click()
    for _ in range(30):
        teller.move()
    teller.settle()
    assert ply(page) == before
    page.locator("dialog .close").click()
    expect(page.locator(f".table[data-ply='{before + 24}']")).to_be_visible()
    teller.wait(PACE)
    assert ply(page) == before + 25
    page.evaluate(HIDE)
    teller.wait(PACE)
    assert ply(page) == before + 30


def test_at_a_table_that_is_past_nothing_is_asked(visit: Visit) -> None:
    teller = Teller(visit)
    page, before = teller.page, ply(teller.page)
    assert teller.table["moves"]
    page.locator(".sheet-button").click()
    teller.move()  # it was the own turn then, and is again by now
    teller.move()
    teller.settle()
    page.locator("dialog .close").click()
    expect(page.locator(f".table[data-ply='{before + 1}']")).to_be_visible()
    expect(page.locator(".mine .piece.lit, .actions [data-do=play]:enabled")).to_have_count(0)
    teller.wait(PACE)
    expect(page.locator(f".table[data-ply='{before + 2}']")).to_be_visible()
    expect(page.locator(".mine .piece.lit").first).to_be_visible()


def test_of_many_score_sheets_the_last_is_shown(visit: Visit) -> None:
    teller = Teller(visit)
    page = teller.page
    teller.move(**teller.rounds(1))
    sheet_of(page, 1)
    teller.move(**teller.rounds(2))
    teller.move(**teller.rounds(3))
    teller.settle()
    page.locator("dialog .close").click()
    teller.wait(3 * PACE)
    sheet_of(page, 3)
    page.locator("dialog .close").click()
    teller.wait(3 * PACE)
    expect(page.locator(f".table[data-ply='{teller.table['ply']}']")).to_be_visible()
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_score_sheet_that_was_read_does_not_open_again_when_the_line_comes_back(visit: Visit) -> None:
    teller = Teller(visit)
    page = teller.page
    teller.move(**teller.rounds(1))
    sheet_of(page, 1)
    teller.table["ply"] += 3  # played while the line was lost
    teller.line.close()
    expect(page.locator(".cut")).not_to_be_empty()
    teller.wait(BACK)
    expect(page.locator(".cut")).to_be_empty()
    page.locator("dialog .close").click()
    expect(page.locator(f".table[data-ply='{teller.table['ply']}']")).to_be_visible()
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_move_is_answered_though_a_score_sheet_covers_the_answer(visit: Visit) -> None:
    teller = Teller(visit)
    page, before = teller.page, ply(teller.page)
    teller.deaf = True
    pick_all(page).click()
    expect(page.locator(".table[aria-busy=true]")).to_be_visible()
    page.locator(".sheet-button").click()
    teller.move(actor=1, moves=[])
    expect(page.locator(".table[aria-busy=false]")).to_be_visible()
    assert ply(page) == before
    page.locator("dialog .close").click()
    expect(page.locator(f".table[data-ply='{before + 1}']")).to_be_visible()


def test_who_prepared_a_move_is_called_once_it_is_dropped(visit: Visit) -> None:
    teller = Teller(visit)
    page, own = teller.page, teller.table["moves"]
    page.evaluate(NOTICES)
    page.evaluate("localStorage.setItem('velodrome.notices', 'true'), Notification.permission = 'granted'")
    page.evaluate(HIDE)
    held: list[Route] = []
    page.route("**/premoves.js", lambda route: held.append(route))  # what hears of it is still on its way
    teller.move(actor=1, moves=[])
    teller.send({"is": "prepared", "moves": [{"text": own[0]["text"]}]})
    teller.move(actor=0, moves=own)
    teller.settle()
    assert page.evaluate("notices") == []  # it is about to be played
    while not held:
        page.wait_for_timeout(10)
    held[0].continue_()
    teller.settle()
    assert page.evaluate("notices") == []
    teller.send({"is": "prepared", "moves": []})
    until(page, "notices.length === 1")


def test_what_was_dropped_while_the_page_fetched_what_hears_of_it_is_dropped(visit: Visit) -> None:
    teller = Teller(visit)
    page, own = teller.page, teller.table["moves"]
    held: list[Route] = []
    page.route("**/premoves.js", lambda route: held.append(route))
    teller.move(actor=1, moves=[])
    teller.send({"is": "prepared", "moves": [{"text": own[0]["text"]}]})
    teller.send({"is": "prepared", "moves": []})
    while not held:
        page.wait_for_timeout(10)
    with page.expect_response("**/premoves.js") as answer:
        held[0].continue_()
    answer.value.finished()
    page.evaluate("fetch('/api/me').then(() => 0)")  # another answer: what the page does with the first is done
    teller.settle()
    expect(page.locator("[data-key=queue]")).to_have_count(0)


def test_the_sheet_of_a_round_tells_how_it_ended_and_the_log_tells_it_once(visit: Visit) -> None:
    teller = Teller(visit)
    page, before = teller.page, ply(teller.page)
    lines = page.locator(".log-lines li")
    told = lines.count()
    played = {"ply": before + 1, "actor": 1, "text": "green4", "told": {"key": "tell.play", "cards": "green4"}}
    dealt = {"ply": before + 2, "actor": 1, "text": "pass", "told": {"key": "tell.pass"}}  # of the next round
    teller.move(**teller.rounds(1), news=[played | {"outcomes": [{"key": "outcome.jersey", "seat": 1}]}, dealt])
    name = teller.room["seats"][1]["name"]
    expect(page.locator("dialog .closing li")).to_have_count(2)
    expect(page.locator("dialog .closing li").first).to_contain_text(f"{name} plays")
    expect(page.locator("dialog .closing li .chips > *")).to_have_count(1)
    expect(page.locator("dialog .closing .outcome")).to_have_text(f"{name} takes the jersey.")
    expect(lines).to_have_count(told + 2)
    assert ply(page) == before
    page.locator("dialog .close").click()
    expect(page.locator(f".table[data-ply='{before + 1}']")).to_be_visible()
    expect(lines).to_have_count(told + 3)


@pytest.mark.parametrize(("mine", "way"), [([0], "To the next game"), ([], "Watch the next game")])
def test_whoever_stays_at_the_table_is_told_of_the_next_game(visit: Visit, mine: list[int], way: str) -> None:
    teller = Teller(visit)
    page = teller.page
    teller.room |= {"phase": "over", "mine": mine, "me": mine[0] if mine else None}
    teller.send(teller.room)
    teller.move(actor=-2, moves=[])
    teller.wait(FINISH)
    expect(page.locator("dialog[open] .scores")).to_be_visible()
    expect(page.locator("[data-key=next]")).to_have_count(0)
    teller.room["rematch"], teller.room["opener"] = "nowhere234", 1
    teller.send(teller.room)
    told = re.compile(r"^(?!You)\S+ has opened the next game\.$")
    for where in ("dialog", ".mine"):
        expect(page.locator(f"{where} [data-key=next]")).to_have_text(told)
        expect(page.locator(f"{where} [data-do=rematch]")).to_have_text(way)
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator("dialog .close").click()
    page.locator(".languages").select_option("fr")  # French says it in more words
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    edges = page.locator(".mine .actions .press").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().right)"
    )
    assert len(edges) == 3 and max(edges) <= 360
    page.locator(".mine [data-do=rematch]").click()
    expect(page).to_have_url(re.compile("/t/nowhere234$"))
