"""A kingdom is arranged by dragging, by keys, by two taps or from a suggestion; a reload loses nothing."""

from playwright.sync_api import Locator, Page, expect
from tests.browser.clicks import arranged
from tests.browser.harness import Visit
from tests.browser.setup import sit_down, start, together


def open_arranger(visit: Visit) -> Page:
    """Open a game of Velvet before the first card is placed."""
    page = sit_down(visit, "velvet")
    expect(page.locator(".vv-rows")).to_be_visible()
    return page


def spot(page: Page, place: int) -> Locator:
    return page.locator(f"[data-spot='{place}']")


def middle(page: Page, place: int) -> tuple[float, float]:
    box = spot(page, place).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_vv03_a_kingdom_is_arranged_by_hand_and_placed_at_once(visit: Visit) -> None:
    page = open_arranger(visit)
    page.locator("[data-do=formation][data-arg=wall]").click()
    before = arranged(page)
    page.mouse.move(*middle(page, 2))
    page.mouse.down()
    page.mouse.move(*middle(page, 12), steps=8)
    page.mouse.up()
    dragged = [*before[:2], *before[3:13], before[2], *before[13:]]
    assert arranged(page) == dragged
    spot(page, 0).click()
    spot(page, 5).click()
    swapped = [dragged[5], *dragged[1:5], dragged[0], *dragged[6:]]
    assert arranged(page) == swapped
    page.reload()
    expect(page.locator(".vv-rows")).to_be_visible()
    assert arranged(page) == swapped
    page.locator("[data-do=ready]").click()
    home = page.locator(".vv-near .vv-kingdom use")
    expect(home).to_have_count(17)
    assert home.evaluate_all("cards => cards.map(card => card.getAttribute('href').slice(4))") == swapped


def test_vv03_a_card_is_carried_by_keys_and_let_go_by_escape(visit: Visit) -> None:
    page = open_arranger(visit)
    page.locator("[data-do=formation][data-arg=guarded]").click()
    before = arranged(page)
    spot(page, 3).focus()
    page.keyboard.press("ArrowRight")
    expect(spot(page, 4)).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    expect(spot(page, 16)).to_be_focused()
    assert arranged(page) == [*before[:4], *before[5:], before[4]]
    page.keyboard.press("Escape")
    assert arranged(page) == before
    expect(spot(page, 4)).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    assert arranged(page) == [*before[:3], before[4], before[3], *before[5:]]
    expect(page.locator("[data-spot][aria-pressed=true]")).to_have_count(0)
    expect(page.locator(".vv-arranger [aria-live]")).not_to_be_empty()


def open_both_arrangers(visit: Visit) -> tuple[Page, Page]:
    """Start a game in which Anna and Ben both arrange a kingdom; Anna's cards are placed first."""
    anna, ben = together(visit, "velvet")
    start(anna, ben)
    for page in (anna, ben):
        expect(page.locator(".vv-rows")).to_be_visible()
    return anna, ben


def placed_kinds(page: Page) -> list[str]:
    """Return the viewer's kingdom once both kingdoms are arranged."""
    home = page.locator(".vv-near .vv-kingdom use")
    expect(home).to_have_count(17)
    return [str(card) for card in home.evaluate_all("cards => cards.map(card => card.getAttribute('href').slice(4))")]


def test_vv03_two_players_arrange_at_the_same_time(visit: Visit) -> None:
    anna, ben = open_both_arrangers(visit)
    expect(ben.locator("[data-do=ahead]")).to_have_count(0)  # Ready replaces the premove button
    ben.locator("[data-do=formation][data-arg=early]").click()
    spot(ben, 2).click()
    spot(ben, 9).click()
    wanted = arranged(ben)
    ben.locator("[data-do=ready]").click()
    expect(ben.locator("[data-do=ready][aria-pressed=true]")).to_be_visible()
    ben.reload()  # the premoves are stored
    expect(ben.locator("[data-do=ready][aria-pressed=true]")).to_be_visible()
    assert arranged(ben) == wanted
    expect(ben.locator(".plan")).to_have_count(0)  # the arranged kingdom is shown instead
    address, device = ben.url, ben.context
    ben.close()  # the premoves stay at the server
    expect(anna.locator(".vv-near .vv-kingdom")).to_have_count(0)
    anna.locator("[data-do=formation][data-arg=wall]").click()
    mine = arranged(anna)
    anna.locator("[data-do=ready]").click()
    assert placed_kinds(anna) == mine
    again = device.new_page()
    again.goto(address)
    assert placed_kinds(again) == wanted


def test_vv03_a_player_who_is_no_longer_ready_is_asked(visit: Visit) -> None:
    anna, ben = open_both_arrangers(visit)
    ben.locator("[data-do=ready]").click()
    expect(ben.locator("[data-do=ready][aria-pressed=true]")).to_be_visible()
    ben.locator("[data-do=shuffle]").click()  # a new order cancels Ready
    expect(ben.locator("[data-do=ready][aria-pressed=true]")).to_have_count(0)
    anna.locator("[data-do=ready]").click()
    expect(ben.locator(".prompt.asked")).to_be_visible()
    wanted = arranged(ben)
    ben.locator("[data-do=ready]").click()
    assert placed_kinds(ben) == wanted


def test_vv03_ready_needs_no_confirmation(visit: Visit) -> None:
    anna, ben = open_both_arrangers(visit)
    for page in (anna, ben):
        page.locator("[data-do=menu]").click()
        page.locator("[data-change=confirm]").check()
        page.locator("dialog .close").click()
    ben.locator("[data-do=ready]").click()  # before Ben is asked
    expect(ben.locator("[data-do=ready][aria-pressed=true]")).to_be_visible()
    wanted, mine = arranged(ben), arranged(anna)
    anna.locator("[data-do=ready]").click()
    assert placed_kinds(ben) == wanted and placed_kinds(anna) == mine
