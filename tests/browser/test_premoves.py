"""Test premoves on a real page.

A player prepares a move while others decide. On the player's turn, the move is played, or it is dropped with a
reason and a rule.
"""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.accessibility import check
from tests.browser.clicks import close_sheet, decide, glance, is_asked, ply
from tests.browser.harness import Server, Visit, page_text
from tests.browser.setup import PHONE, SEATS, path_of, start, together

QUIET = ("pass", "stay", "hold", "keep")  # moves after which another seat soon decides; most are from Arc en Ciel


def start_two(visit: Visit, game: str, **how: Any) -> tuple[Page, Page]:
    """Start a game between Anna and Ben, in which Anna begins and Ben waits; a bot plays the third seat, if any."""
    anna, ben = together(visit, game, SEATS[game], **how)
    start(anna, ben)
    if game == "velvet":
        for page in (anna, ben):
            page.locator("[data-do=ready]").click()
        expect(ben.locator(".vv-field")).to_be_visible()
    return anna, ben


def waiting(page: Page) -> Locator:
    """Return a locator for the premoves that the page shows."""
    return page.locator(".plan li")


def begin(page: Page) -> None:
    page.locator("[data-do=ahead]").click()
    expect(page.locator(".plan.open")).to_be_visible()


def press(page: Page, *picks: str) -> None:
    """Prepare one premove by clicking the pieces with these ids.

    If these clicks alone do not prepare it, click the main button too.
    """
    for pick in picks:
        page.locator(f".table [data-do=pick][data-arg='{pick}']").first.click()
    main = page.locator(".actions .play:not([disabled])")
    if main.count() and not waiting(page).count():
        main.click()
    expect(waiting(page)).to_have_count(1)


def settle(anna: Page, ben: Page, until: Callable[[], bool], lot: Random) -> None:
    """Play until `until()` returns True: Anna on each of her turns, Ben on his turns if he has no premoves.

    Call `until` only when somebody is to move or the game is over. If it never returns True, fail the test.
    """
    for _ in range(400):
        for page in (anna, ben):
            close_sheet(page)
        first, second = glance(anna), glance(ben)
        if first["ply"] != second["ply"] or first["busy"] or second["busy"]:
            anna.wait_for_timeout(20)
        elif (first["asked"] or second["asked"] or second["over"]) and until():
            return
        elif first["asked"]:
            move_on(anna, lot)
        elif second["asked"] and not second["prepared"]:
            move_on(ben, lot)
        elif second["asked"] and ben.locator(".actions [data-arg=stay]").count():
            ben.locator(".actions [data-arg=stay]").click()  # his premove is meant for a later decision
        else:
            anna.wait_for_timeout(20)
    raise AssertionError("the condition never held in 400 steps")


def move_on(page: Page, lot: Random) -> None:
    """Play one of the moves in QUIET, such as a pass, if the page offers one; otherwise play a random move."""
    quiet = next((found for word in QUIET if (found := page.locator(f".actions [data-arg={word}]")).count()), None)
    quiet.click() if quiet else decide(page, lot)


PICKS = {"velonimo": ["pass"], "velocity": ["solo"], "arcenciel": ["pass"], "velvet": ["own0"]}
SAID = {"velonimo": "You pass", "velocity": "You ride solo", "arcenciel": "You pass", "velvet": "You invade"}


@pytest.mark.parametrize("game", PICKS)
def test_a_premove_is_played_when_the_turn_comes(visit: Visit, game: str) -> None:
    anna, ben = start_two(visit, game)
    settle(anna, ben, lambda: is_asked(anna) and not is_asked(ben), Random(4))
    begin(ben)
    press(ben, *PICKS[game])
    expect(waiting(ben)).to_contain_text(SAID[game])
    expect(ben.locator(".plan [role=status]")).to_have_text(page_text("ahead.count", count=1))
    expect(anna.locator(".plan")).to_have_count(0)
    check(ben)
    settle(anna, ben, lambda: not waiting(ben).count(), Random(4))
    expect(ben.locator(".log-lines")).to_contain_text(SAID[game])
    expect(ben.locator(".notice")).to_have_count(0)
    assert ply(ben) > 0


def lead_strongly(page: Page) -> None:
    """Lead with a hare or, without one, with a pair of one team or number; any eleven cards contain one of these."""
    cards = page.locator(".vn-hand .vn-held").evaluate_all("all => all.map((card) => card.dataset.arg)")
    hares = [card for card in cards if card.startswith("hare")]
    pairs = [
        (one, other)
        for i, one in enumerate(cards)
        for other in cards[i + 1 :]
        if one[-1] == other[-1] or one[:-1] == other[:-1]
    ]
    for card in hares[-1:] or pairs[-1]:
        page.locator(f".vn-held[data-arg={card}]").click()
    page.locator(".actions .play").click()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_an_illegal_premove_is_dropped_with_its_rule(visit: Visit, lang: str) -> None:
    how = (
        {} if lang == "en" else {"locale": "fr-FR", "color_scheme": "dark", "reduced_motion": "no-preference", **PHONE}
    )
    anna, ben = start_two(visit, "velonimo", **how)
    expect(ben.locator("[data-do=ahead]")).to_have_text(page_text("ahead.ask", lang))
    begin(ben)
    expect(ben.locator(".vn-held.lit").first).to_be_visible()
    cards = ben.locator(".vn-hand .vn-held").evaluate_all("all => all.map((card) => card.dataset.arg)")
    low = min((card for card in cards if not card.startswith("hare")), key=lambda card: card[-1])
    ben.locator(f".vn-held[data-arg={low}]").click()
    expect(ben.locator(".actions .play .vn-value")).to_have_text(low[-1])
    expect(ben.locator(".actions .play")).to_contain_text(page_text("ahead.add", lang))
    ben.locator(".actions .play").click()
    expect(waiting(ben)).to_have_count(1)
    expect(ben.locator(f".vn-held[data-arg={low}]")).to_have_class(re.compile("unlit"))  # the premove uses this card
    lead_strongly(anna)
    settle(anna, ben, lambda: not waiting(ben).count(), Random(1))
    notice = ben.locator(".notice[role=alert]")
    expect(notice).to_contain_text(page_text("ahead.dropped", lang))
    expect(notice.locator(".rule")).to_have_text(re.compile("VN-(15|10)"))
    expect(ben.locator(".prompt.asked")).to_be_visible()
    notice.locator(".rule").click()
    expect(ben.locator("dialog[open]")).to_contain_text("VN-1")


def test_premoves_by_keyboard_alone(visit: Visit) -> None:
    _, ben = start_two(visit, "velonimo")
    expect(ben.locator("[data-do=ahead]")).to_be_visible()
    ben.keyboard.press("?")
    expect(ben.locator("dialog[open] .keys")).to_contain_text(page_text("ahead.ask"))
    ben.keyboard.press("Escape")
    ben.keyboard.press("a")
    expect(ben.locator(".vn-held.lit").first).to_be_visible()
    ben.keyboard.press("h")
    expect(ben.locator(".vn-held.lit:focus")).to_have_count(1)
    ben.keyboard.press("Enter")
    ben.keyboard.press("p")
    expect(waiting(ben)).to_have_count(1)
    ben.keyboard.press("x")
    expect(waiting(ben)).to_have_count(2)
    expect(waiting(ben).nth(1)).to_contain_text("You pass")
    ben.reload()  # premoves are stored by the server
    expect(waiting(ben)).to_have_count(2)
    ben.locator("[data-key=drop0]").focus()
    ben.keyboard.press("Enter")
    expect(waiting(ben)).to_have_count(1)
    expect(waiting(ben)).to_contain_text("You pass")
    ben.keyboard.press("a")
    expect(ben.locator(".plan.open")).to_be_visible()
    ben.keyboard.press("a")
    expect(ben.locator(".plan.open")).to_have_count(0)
    expect(waiting(ben)).to_have_count(1)
    expect(ben.locator(".vn-held.lit")).to_have_count(0)


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_premoves_lost_in_a_server_restart_are_reported(server: Server, visit: Visit, locale: str) -> None:
    _, ben = start_two(visit, "velonimo", locale=locale)
    begin(ben)
    press(ben, "pass")
    with server.stopped():
        expect(ben.locator(".cut")).to_be_visible()
    expect(ben.locator(".notice[role=alert]")).to_have_text(page_text("ahead.lost", locale[:2]))
    expect(waiting(ben)).to_have_count(0)


def test_a_bid_is_premoved_on_a_phone(visit: Visit) -> None:
    anna, ben = start_two(visit, "arcenciel", **PHONE)

    def speaks() -> bool:
        """Return whether it is Anna's turn to bid, and Ben is behind her in the race order, so that he bids later."""
        place = [page.locator(".plate.me .gauge em").inner_text() for page in (anna, ben)]
        return anna.locator(".prompt.asked ~ .actions .bidding").count() > 0 and place[0] < place[1]

    settle(anna, ben, speaks, Random(2))
    begin(ben)
    ben.locator(".bidding .step").last.click()
    expect(ben.locator(".actions .play")).to_contain_text(page_text("ahead.ask"))
    ben.locator(".actions .play").click()
    expect(waiting(ben)).to_contain_text(re.compile(r"You bid \d+"))
    anna.locator(".actions [data-arg=pass]").click()
    expect(waiting(ben)).to_have_count(0)
    expect(ben.locator("[data-key=latest]")).to_contain_text(re.compile(r"You bid \d+"))


def test_spectators_cannot_premove(visit: Visit) -> None:
    anna, _ = start_two(visit, "velonimo")
    watcher = visit(path_of(anna))
    expect(watcher.locator("main.table")).to_be_visible()
    expect(watcher.locator("[data-do=ahead]")).to_have_count(0)
    expect(anna.locator(".prompt.asked")).to_be_visible()
    expect(anna.locator("[data-do=ahead]")).to_have_count(0)


WATCH = """() => {
  window.flashes = []
  new MutationObserver(() => {
    if (document.querySelector('.prompt.asked')) flashes.push('asked')
    if (document.title.startsWith('●')) flashes.push(document.title)
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  localStorage.setItem('velodrome.ease', JSON.stringify({ sounds: false, spoken: true }))
  speechSynthesis.speak = ({ text }) => flashes.push(...(text.match(/Beat .*|Nothing of yours.*/) ?? []))
}"""


def test_a_player_whose_premove_is_due_is_not_asked(visit: Visit) -> None:
    anna, ben = start_two(visit, "velonimo")
    begin(ben)
    press(ben, "pass")
    ben.evaluate(WATCH)
    lead_strongly(anna)
    expect(ben.locator(".log-lines")).to_contain_text(SAID["velonimo"])
    assert ben.evaluate("flashes") == []
    expect(waiting(ben)).to_have_count(0)
    settle(anna, ben, lambda: is_asked(ben), Random(3))  # until Ben is asked again
    assert "asked" in ben.evaluate("flashes")
