"""Test hot seat: two players share a browser. Between their turns, a curtain covers the table to keep cards secret."""

from random import Random
from typing import Any, cast

from playwright.sync_api import Page, expect
from tests.browser.clicks import arranged, close_sheet, decide, is_over
from tests.browser.harness import Server, Visit, page_text
from tests.browser.setup import path_of

from velodrome.core.contract import ONLOOKER, State


def sit_down(page: Page, game: str) -> None:
    """Open a table for Anna and Ben on this device, without bots; Velonimo gets only one round."""
    page.locator(f".poster.{game} [data-do=together]").click()
    dialog = page.locator("dialog")
    dialog.locator("[data-do=openTable]").wait_for()  # every form has this button
    if dialog.locator("[data-change=seats]").count():
        dialog.locator("[data-change=seats]").select_option("2")
    for seat, name in enumerate(("Anna", "Ben")):
        dialog.locator(f"[data-change=called][data-arg='{seat}']").fill(name)
        dialog.locator(f"[data-change=called][data-arg='{seat}']").press("Tab")
    if game == "velonimo":
        dialog.locator("summary").click()
        field = dialog.locator("[data-change=option][data-arg=difficulties]")
        field.fill("1")
        field.press("Tab")
    dialog.locator("[data-do=openTable]").click()
    expect(page.locator(".curtain [data-do=eyes]")).to_be_visible()


def name_due(page: Page) -> str:
    """Return the name of the player who is asked to lift the curtain."""
    return page.locator(".curtain [data-do=eyes]").inner_text().split()[-1]


def lift(page: Page) -> None:
    page.locator(".curtain [data-do=eyes]").click()
    expect(page.locator(".curtain")).to_have_count(0)
    expect(page.locator("main.table")).to_be_visible()


def secret(server: Server, page: Page, viewer: int) -> set[str]:
    """Return the ids of the cards in the hands of seats 0 and 1 that this viewer must not see."""
    state = server.services.registry.rooms[path_of(page).rpartition("/")[2]].log.state
    held = {card for seat in (0, 1) for card in cards(state.seen_by(seat), f"hand{seat}")}
    return held - cards(state.seen_by(viewer))


def cards(state: State, zone: str = "") -> set[str]:
    """Return the ids of the pieces on the table of a state: in one zone, or in all zones if `zone` is empty."""
    every = cast("list[dict[str, Any]]", state.table()["zones"])
    zones = [each for each in every if not zone or each["id"] == zone]
    return {str(piece["id"]) for each in zones for piece in each["pieces"]}


def mentioned(page: Page) -> set[str]:
    """Return all attribute values in the page; these include the ids of all its pieces, visible or not."""
    found = page.evaluate(
        "[...document.querySelectorAll('*')].flatMap((each) => [...each.attributes].map(({ value }) => value))"
    )
    return {str(value) for value in found}


def test_velonimo_hides_each_hand_from_the_other(server: Server, visit: Visit) -> None:
    page = visit()
    sit_down(page, "velonimo")
    lot = Random(3)
    for _ in range(6):
        expect(page.locator(".curtain [data-do=eyes]")).to_be_visible()
        expect(page.locator("main.table")).to_be_visible()
        name = name_due(page)
        hidden = secret(server, page, ONLOOKER)
        assert len(hidden) > 2
        assert not hidden & mentioned(page), "the curtain is down, and a hand is in the page"
        assert page.locator("main.table").get_attribute("inert") is not None
        lift(page)
        expect(page.locator(".prompt.asked")).to_be_visible()
        hidden = secret(server, page, ("Anna", "Ben").index(name))
        assert hidden
        assert not hidden & mentioned(page), "a hand of the other's is in the page"
        while not page.locator(".curtain").count() and not is_over(page):
            close_sheet(page)
            decide(page, lot)
        if is_over(page):
            return


def test_a_move_is_taken_back_at_the_curtain_without_showing_a_hand(server: Server, visit: Visit) -> None:
    here = ["Anna", "Ben", "Cleo"]  # with three players nobody draws a card after a play, so it can be taken back
    page = visit(table={"game": "velonimo", "seats": 3, "here": here, "options": {"first_starter": 0}})
    first = name_due(page)
    expect(page.locator(".curtain [data-do=back]")).to_have_count(0)  # nothing has been played yet
    lift(page)
    lot = Random(5)
    while not page.locator(".curtain").count():
        decide(page, lot)
    expect(page.locator(".curtain [data-do=eyes]")).not_to_contain_text(first)
    expect(page.locator(".curtain [data-do=back]")).to_have_text(page_text("hot.take", name=first))
    page.locator(".curtain [data-do=back]").click()
    expect(page.locator(".curtain [data-do=eyes]")).to_contain_text(first)
    expect(page.locator(".curtain [data-do=back]")).to_have_count(0)
    assert not secret(server, page, ONLOOKER) & mentioned(page)
    lift(page)
    expect(page.locator(".prompt.asked")).to_be_visible()


def test_velvets_kingdoms_are_arranged_by_keys_in_french_and_survive_a_reload(visit: Visit) -> None:
    page = visit(locale="fr-FR")
    sit_down(page, "velvet")
    first = name_due(page)
    expect(page.locator(".curtain h2")).to_have_text(f"Passez l'appareil à {first}")
    expect(page.locator(".vv-rows")).to_have_count(0)
    expect(page.locator(".curtain [data-do=eyes]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".vv-rows")).to_be_visible()
    page.locator("[data-do=formation][data-arg=wall]").click()
    order = arranged(page)
    page.reload()
    expect(page.locator(".curtain [data-do=eyes]")).to_be_visible()
    expect(page.locator(".vv-rows")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator(".vv-rows")).to_be_visible()
    assert arranged(page) == order
    page.locator("[data-do=ready]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".curtain [data-do=eyes]")).to_be_visible()
    second = name_due(page)
    assert {first, second} == {"Anna", "Ben"}
    expect(page.locator("main.table")).to_be_visible()
    assert faces(page) == 0  # the curtain hides the faces of all cards
    page.keyboard.press("Enter")
    expect(page.locator(".vv-rows")).to_be_visible()
    page.locator("[data-do=formation][data-arg=guarded]").click()
    page.locator("[data-do=ready]").click()
    expect(page.locator(".curtain, .prompt.asked").first).to_be_visible()
    if page.locator(".curtain").count():
        assert faces(page) == 0
        lift(page)
    expect(page.locator(".vv-near .vv-kingdom use")).to_have_count(17)


def faces(page: Page) -> int:
    """Return the number of kingdom cards whose faces the page shows."""
    return page.locator(".vv-kingdom use").count()


def test_the_curtain_asks_for_every_player_of_arc_en_ciel(visit: Visit) -> None:
    page = visit()
    page.locator(".poster.arcenciel [data-do=together]").click()
    page.locator("dialog [data-change=who][data-arg='2']").select_option("here")
    for seat, name in enumerate(("Anna", "Ben", "Cleo")):
        page.locator(f"dialog [data-change=called][data-arg='{seat}']").fill(name)
        page.locator(f"dialog [data-change=called][data-arg='{seat}']").press("Tab")
    page.locator("dialog [data-do=openTable]").click()
    called: set[str] = set()
    lot = Random(6)
    while called != {"Anna", "Ben", "Cleo"}:
        expect(page.locator(".curtain [data-do=eyes], .prompt.asked").first).to_be_visible()
        if page.locator(".curtain").count():
            called.add(name_due(page))
            lift(page)
            expect(page.locator(".prompt.asked")).to_be_visible()
        else:
            decide(page, lot)


def test_a_rematch_on_one_device_keeps_both_players(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844})
    page.locator(".poster.velocity [data-do=together]").click()
    page.locator("dialog [data-change=called][data-arg='1']").fill("Ben")
    page.locator("dialog summary").click()
    rounds = page.locator("dialog [data-change=option][data-arg=max_rounds]")
    rounds.fill("1")
    rounds.press("Tab")
    page.locator("dialog [data-do=openTable]").click()
    lot = Random(4)
    for _ in range(200):
        expect(page.locator(".curtain [data-do=eyes], .prompt.asked, .table[data-actor='-2']").first).to_be_visible()
        if is_over(page):
            break
        if page.locator(".curtain").count():
            lift(page)
        else:
            decide(page, lot)
    close_sheet(page)
    page.locator(".actions [data-do=rematch]").dispatch_event("click")  # the result may open at this moment
    expect(page.locator(".curtain [data-do=eyes], .eyes [data-do=eyes]").first).to_be_visible()
    expect(page.locator("body")).to_contain_text("Ben")
