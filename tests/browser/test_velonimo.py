"""Tests of how the page shows Velonimo: the card, thief and victim of a steal, and buttons that say what they do."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.accessibility import check
from tests.browser.clicks import ply, until
from tests.browser.fake_server import FakeServer
from tests.browser.harness import Server, Visit
from tests.browser.setup import PHONE, continue_record, set_speed, sit_down, wait_for_turn
from tests.games.velonimo.scene import scene

from velodrome.core.record import Record

ME, MARCEL, THIRD = 0, 1, 2
LANDSCAPE: dict[str, Any] = {**PHONE, "viewport": {"width": 740, "height": 360}}
FLIGHT = 1_200  # ms


def hand(fake: FakeServer, seat: int) -> dict[str, Any]:
    found: dict[str, Any] = next(zone for zone in fake.table["zones"] if zone["id"] == f"hand{seat}")
    return found


def send_steal(fake: FakeServer, thief: int, victim: int) -> str:
    """Send the page a table on which `thief` has just stolen a card from `victim`.

    Return the id of the card, or "" if the viewer of the page does not see it.
    """
    own = hand(fake, ME)["pieces"]
    unseen = [card for card in ("pink6", "blue6", "red6", "gray6", "green6", "brown6", "yellow6") if card not in own]
    known = unseen[0] if thief == ME else own[0] if victim == ME else ""
    hands = {seat: {**hand(fake, seat), "pieces": list(hand(fake, seat)["pieces"])} for seat in (thief, victim)}
    hands[victim]["size"] -= 1
    hands[victim]["pieces"] = [piece for piece in hands[victim]["pieces"] if piece != known]
    hands[thief]["size"] += 1
    hands[thief]["pieces"] += [known] if known else []
    zones = [next((one for one in hands.values() if one["id"] == zone["id"]), zone) for zone in fake.table["zones"]]
    told = {"key": "tell.stolen", "card": known} if known else {"key": "tell.hidden_stolen"}
    ply = fake.table["ply"]
    news = [
        {"ply": ply + 1, "actor": thief, "text": f"steal 1 from {victim}",
         "told": {"key": "tell.steal_one", "seat": str(victim)}},
        {"ply": ply + 2, "actor": -1, "text": "stolen", "told": told},
    ]  # fmt: skip
    key = "prompt.give" if thief == ME else "prompt.other.give.victim" if victim == ME else "prompt.other.give"
    prompt = {"key": key, "seat": thief, "due": 1, "victim": victim, "beat": 0, "ahead": thief}
    pieces = hands[thief]["pieces"] if thief == ME else []
    moves = [{"text": f"give {piece}", "picks": [piece]} for piece in pieces]
    fake.table["ply"] += 1
    fake.move(zones=zones, news=news, prompt=prompt, moves=moves, actor=thief)
    return known


def steal(fake: FakeServer, thief: int, victim: int) -> str:
    card = send_steal(fake, thief, victim)
    expect(fake.page.locator(f".table[data-ply='{fake.table['ply']}']")).to_be_visible()
    return card


def flyer_at(page: Page, part: float) -> dict[str, float]:
    """Pause the animation of a card that flies from hand to hand; return the coordinates of its centre.

    `part` is the fraction of the flight that is over, from 0 to 1.
    """
    box: dict[str, float] = page.locator(".vn-flyer").evaluate(
        """(card, part) => {
          const [flight] = card.getAnimations()
          flight.pause()
          flight.currentTime = part * flight.effect.getTiming().duration
          const { x, y, width, height } = card.getBoundingClientRect()
          return { x: x + width / 2, y: y + height / 2 }
        }""",
        part,
    )
    return box


def is_inside(page: Page, point: dict[str, float], css: str) -> bool:
    box = page.locator(css).bounding_box()
    assert box
    across = box["x"] <= point["x"] <= box["x"] + box["width"]
    return across and box["y"] <= point["y"] <= box["y"] + box["height"]


@pytest.mark.parametrize("how", [{}, PHONE])
def test_the_victim_sees_which_card_flies_to_whom(how: dict[str, Any], visit: Visit) -> None:
    fake = FakeServer(visit, **how)
    page = fake.page
    card = steal(fake, MARCEL, ME)
    expect(page.locator(".vn-steal p")).to_have_text(re.compile("steals a card from you"))
    team = re.sub(r"\d", "", card)
    expect(page.locator(".vn-steal .vn-moved .vn-card")).to_have_attribute("data-team", team)
    expect(page.locator(".vn-flyer .vn-card")).to_have_attribute("data-team", team)
    assert is_inside(page, flyer_at(page, 0), ".vn-hand")
    assert is_inside(page, flyer_at(page, 0.5), ".vn-steal")
    assert is_inside(page, flyer_at(page, 0.999), f"[data-key=plate{MARCEL}]")


def test_the_victims_card_is_marked_in_the_hand_of_the_thief(visit: Visit) -> None:
    fake = FakeServer(visit)
    card = steal(fake, MARCEL, ME)
    marked = fake.page.locator(f"[data-key=plate{MARCEL}] .vn-known .moved")
    expect(marked).to_have_attribute("data-key", card)
    expect(marked).to_have_attribute("title", re.compile("from you"))


def test_others_see_only_the_back_of_a_stolen_card(visit: Visit) -> None:
    fake = FakeServer(visit)
    steal(fake, MARCEL, THIRD)
    page = fake.page
    expect(page.locator(".vn-steal .vn-moved .vn-back")).to_have_count(1)
    expect(page.locator(".vn-flyer .vn-back")).to_have_count(1)
    expect(page.locator(":is(.vn-steal, .vn-flyers) .vn-c-number")).to_have_count(0)
    expect(page.locator(".moved")).to_have_count(0)
    assert is_inside(page, flyer_at(page, 0), f"[data-key=plate{THIRD}]")
    assert is_inside(page, flyer_at(page, 0.999), f"[data-key=plate{MARCEL}]")


def test_the_thief_chooses_a_card_to_give_with_the_stolen_one_marked(visit: Visit) -> None:
    fake = FakeServer(visit)
    page = fake.page
    card = steal(fake, ME, MARCEL)
    marked = page.locator(".vn-hand .moved")
    expect(marked).to_have_count(1)
    expect(marked).to_have_attribute("data-arg", card)
    expect(marked).to_have_attribute("title", re.compile("from Marcel"))
    expect(page.locator(".actions .play")).to_have_text("Give")


@pytest.mark.parametrize("speed", ["", "instant"])
def test_without_motion_the_scene_is_there_but_nothing_flies(speed: str, visit: Visit) -> None:
    fake = FakeServer(visit, reduced_motion="no-preference" if speed else "reduce")
    page = fake.page
    if speed:
        set_speed(page, speed)
    steal(fake, MARCEL, ME)
    expect(page.locator(".vn-steal.still .vn-moved")).to_be_visible()
    expect(page.locator(".vn-flyer")).to_have_count(0)


def test_the_next_table_waits_for_the_flight(visit: Visit) -> None:
    fake = FakeServer(visit)
    page = fake.page
    page.locator(".sheet-button").click()
    send_steal(fake, MARCEL, THIRD)
    stolen = fake.table["ply"]
    fake.move(news=[])
    fake.settle()
    page.locator("dialog .close").click()
    expect(page.locator(f".table[data-ply='{stolen}']")).to_be_visible()
    fake.wait(FLIGHT - 100)
    assert page.locator(".table").get_attribute("data-ply") == str(stolen)
    fake.wait(200)
    assert page.locator(".table").get_attribute("data-ply") == str(stolen + 1)


def test_an_old_steal_does_not_fly_again_when_the_page_opens(visit: Visit) -> None:
    fake = FakeServer(visit)
    page = fake.page
    steal(fake, MARCEL, ME)
    page.reload()
    expect(page.locator(".vn-steal")).to_be_visible()
    expect(page.locator(".vn-flyer")).to_have_count(0)


@pytest.mark.parametrize(("locale", "play"), [("en-GB", "Play {}"), ("fr-FR", "Jouer {}"), ("de-DE", "{} spielen")])
def test_the_play_button_says_what_the_play_is_worth(locale: str, play: str, visit: Visit) -> None:
    page = sit_down(visit, locale=locale)
    card = page.locator(".vn-held.lit").first
    number = re.sub(r"\D", "", card.get_attribute("data-arg") or "")
    card.click()
    expect(page.locator(".actions .play")).to_contain_text(play.format(number))


def after_a_play(visit: Visit, seat: int, *moves: str, **how: Any) -> Page:
    """Open a table on which seat 0 has played two tortoises, worth 21, followed by the given moves.

    The guest has the seat `seat`, and it is the guest's turn.
    """
    start = scene("B1 Y1 R4 R5 / A5 A6 P1 / G1 G2 H40")
    record = Record(start.game, start)
    for move in ("blue1+yellow1", *moves):
        record.play(start.game.parse(move))
    return continue_record(visit, record, seat, **how)


@pytest.mark.parametrize(("locale", "word"), [("en-GB", "Steal"), ("fr-FR", "Voler"), ("de-DE", "Klauen")])
def test_the_button_that_steals_says_so(locale: str, word: str, visit: Visit) -> None:
    page = after_a_play(visit, ME, locale=locale)
    steals = page.locator(".actions .play")
    expect(steals).to_have_text(word)
    expect(steals).to_be_disabled()
    page.locator(".vn-seats [data-arg=seat1]").click()
    page.locator(".vn-amounts [data-arg='steal:1']").click()
    before = ply(page)
    expect(steals).to_have_text(word)
    steals.click()
    expect(page.locator(".vn-steal")).to_be_visible()
    assert ply(page) > before


@pytest.mark.parametrize(("locale", "word"), [("en-GB", "Pass"), ("fr-FR", "Passer"), ("de-DE", "Passen")])
def test_the_button_that_passes_says_so_and_acts_at_once(locale: str, word: str, visit: Visit) -> None:
    page = after_a_play(visit, MARCEL, "steal none", locale=locale)
    passes = page.locator(".actions .commit")
    expect(passes).to_have_text(word)
    before = ply(page)
    passes.click()
    until(page, f"Number(document.querySelector('.table').dataset.ply) > {before}")
    expect(page.locator("[data-do=sure]")).to_have_count(0)


def test_a_pass_that_could_not_be_sent_can_be_tried_again(server: Server, visit: Visit) -> None:
    page = after_a_play(visit, MARCEL, "steal none")
    passes = page.locator(".actions [data-arg=pass]")
    with server.stopped():
        expect(page.locator(".cut")).to_be_visible()
        passes.click()
        expect(page.locator(".notice")).to_be_visible()
        expect(passes).to_have_class(re.compile("commit"))
        expect(page.locator("[data-do=clear]")).to_have_count(0)
    expect(page.locator(".cut")).to_be_hidden()
    wait_for_turn(page)


def test_the_note_on_the_button_that_passes_is_readable(visit: Visit) -> None:
    page = after_a_play(visit, THIRD, "steal none", "pass")
    expect(page.locator(".actions .commit .vn-note")).to_contain_text("leads next")
    check(page)


def test_only_the_cards_of_the_last_steal_are_marked_while_the_thief_chooses(visit: Visit) -> None:
    fake = FakeServer(visit)
    steal(fake, MARCEL, ME)
    given = next(card for card in ("gray7", "pink7", "green7") if card not in hand(fake, ME)["pieces"])
    zones = [
        {**zone, "pieces": [*zone["pieces"], given]} if zone["id"] == "hand0" else zone for zone in fake.table["zones"]
    ]
    gift = {"actor": MARCEL, "text": f"give {given}", "told": {"key": "tell.give", "card": given}}
    prompt = {"key": "prompt.lead", "seat": ME, "beat": 0, "ahead": ME}
    fake.move(zones=zones, news=[{"ply": fake.table["ply"] + 1, **gift}], prompt=prompt, actor=ME)
    fake.wait(FLIGHT)
    marked = fake.page.locator(".vn-hand .moved")
    expect(marked).to_have_attribute("data-arg", given)  # the victim sees what came back
    fake.wait(FLIGHT)
    card = steal(fake, ME, THIRD)
    expect(marked).to_have_attribute("data-arg", card)
    expect(marked).to_have_count(1)


@pytest.mark.parametrize("how", [{}, PHONE, LANDSCAPE], ids=["desktop", "phone", "landscape"])
def test_the_own_result_does_not_cover_the_prompt(how: dict[str, Any], visit: Visit) -> None:
    start = scene("R5 / A5 A6 P1 / G1 G2 H40")
    record = Record(start.game, start)
    for move in ("red5", "pass", "pass"):
        record.play(start.game.parse(move))
    page = continue_record(visit, record, ME, locale="fr-FR", **how)
    expect(page.locator(".vn-home")).to_contain_text("Vous avez fini")
    prompt, result, actions = (page.locator(css).bounding_box() for css in (".prompt", ".vn-home", ".actions"))
    assert prompt and result and actions
    assert prompt["y"] + prompt["height"] <= result["y"]
    assert result["y"] + result["height"] <= actions["y"]


SPILLED = """[...document.querySelectorAll('.actions button')].filter((button) => {
  const { left, right } = button.getBoundingClientRect()
  return left < 0 || right > screen.width || button.scrollWidth > button.clientWidth
}).map((button) => button.textContent)"""
COVERED = """(() => {
  const play = document.querySelector('.actions .play').getBoundingClientRect()
  return document.elementFromPoint(play.right - 5, play.top + play.height / 2)?.closest('button')?.dataset.do !== 'play'
})()"""


@pytest.mark.parametrize("locale", ["fr-FR", "de-DE"])
@pytest.mark.parametrize(
    "how", [PHONE, LANDSCAPE, {"viewport": {"width": 1024, "height": 768}}], ids=["phone", "landscape", "tablet"]
)
def test_the_buttons_of_a_steal_fit_after_everything_is_chosen(how: dict[str, Any], locale: str, visit: Visit) -> None:
    start = scene("B1 Y1 R1 R4 R5 / A5 A6 P1 / G1 G2 H40 / Y2 Y3 Y4 / N5 N6 N7")
    record = Record(start.game, start)
    record.play(start.game.parse("blue1+red1+yellow1"))
    page = continue_record(visit, record, ME, locale=locale, **how)
    page.locator(".vn-seats [data-arg=seat1]").click()
    page.locator(".vn-amounts [data-arg='steal:3']").click()
    expect(page.locator(".actions .play")).to_be_enabled()
    assert page.evaluate(SPILLED) == []
    assert not page.evaluate(COVERED)
