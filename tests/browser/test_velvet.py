"""Tests of how the page shows Velvet: arranging a kingdom, decisive moments, encounters and the end."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.accessibility import check
from tests.browser.clicks import arranged, open_sheet, overflow
from tests.browser.harness import Visit
from tests.browser.setup import PHONE, continue_record, sit_down, start, together

from velodrome.core.record import Record
from velodrome.games.velvet.game import Velvet


def open_arranger(visit: Visit) -> Page:
    """Open a game of Velvet in which no card is placed yet."""
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
    """Start a game in which Anna and Ben both arrange a kingdom; return their pages. Anna's cards are placed first."""
    anna, ben = together(visit, "velvet")
    start(anna, ben)
    for page in (anna, ben):
        expect(page.locator(".vv-rows")).to_be_visible()
    return anna, ben


def placed_kinds(page: Page) -> list[str]:
    """Wait until both kingdoms are arranged; return the kinds of the cards in the viewer's own kingdom."""
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
    expect(ben.locator(".plan")).to_have_count(0)  # the arranged kingdom is shown instead of a list of premoves
    address, device = ben.url, ben.context
    ben.close()  # the server still has the premoves
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
        page.locator("[data-do=settings]").click()
        page.locator("[data-change=confirm]").check()
        page.locator("dialog .close").click()
    ben.locator("[data-do=ready]").click()  # before Ben is asked
    expect(ben.locator("[data-do=ready][aria-pressed=true]")).to_be_visible()
    wanted, mine = arranged(ben), arranged(anna)
    anna.locator("[data-do=ready]").click()
    assert placed_kinds(ben) == wanted and placed_kinds(anna) == mine


# ---------------------------------------------------------------- decisive moments


def continue_at(
    visit: Visit,
    seat: int,
    kingdoms: tuple[str, str],
    invaders: tuple[str, str],
    *moves: str,
    options: dict[str, Any] | None = None,
    **how: Any,
) -> Page:
    """Open a game against the weakest bot in a given situation, and wait until it is the guest's turn.

    The game starts from these kingdoms and invaders. Then the given moves are played, each followed by any forced
    moves. The guest gets the seat `seat`.
    """
    start = {"kingdoms": [home.split() for home in kingdoms], "invaders": [raid.split() for raid in invaders]}
    game = Velvet(2, {"first_player": 0, **(options or {})})
    record = Record(game, game.position({"active": 0, **start}))
    for move in moves:
        record.play(game.parse(move))
        while record.state.is_forced():
            record.play(record.state.nth(0))
    return continue_record(visit, record, seat, **how)


HOME = "dragon dragon threads"  # the bot's kingdom, if it does not matter
ALARM_RED = "rgb(180, 45, 36)"


def button(page: Page, name: str) -> Locator:
    return page.locator(".actions").get_by_role("button", name=name, exact=True)


def test_vv33_the_saving_move_is_the_main_button_and_giving_in_is_not(visit: Visit) -> None:
    page = continue_at(visit, 1, (HOME, "fox pit octopus threads"), ("rabbit", ""), "move rabbit 3")
    expect(page.locator(".prompt .ask")).to_contain_text("rabbit is about to find your Threads!")
    expect(page.locator(".prompt")).to_have_css("background-color", ALARM_RED)
    expect(page.locator(".mine .press.main:enabled")).to_have_text("Use Pin-cushion Pit")
    expect(button(page, "Let them win")).to_be_visible()
    expect(button(page, "OK")).to_have_count(0)
    button(page, "Use Pin-cushion Pit").click()
    expect(page.locator(".vv-near .vv-invader")).to_have_count(0)
    expect(page.locator(".vv-alarm")).to_have_count(0)


def test_vv25_giving_in_is_secondary_before_the_cards_go_to_the_back(visit: Visit) -> None:
    kingdoms = HOME, "fox pit octopus threads"
    page = continue_at(visit, 1, kingdoms, ("rabbit", ""), "move rabbit 3", options={"event_windows": "full"})
    expect(page.locator(".mine .press.main:enabled")).to_have_text("Use Pin-cushion Pit")
    expect(button(page, "Let them win")).to_be_visible()
    expect(button(page, "OK")).to_have_count(0)


def test_vv33_a_danger_in_the_next_turn_is_announced_with_the_event_that_averts_it(visit: Visit) -> None:
    page = continue_at(visit, 0, ("fox bear (threads) pit", HOME), ("", "rabbit"))
    expect(page.locator(".prompt .ask")).to_contain_text("rabbit can find your Threads next turn!")
    expect(page.locator(".prompt")).to_have_css("background-color", ALARM_RED)
    page.locator(".vv-near [data-arg=own0]").click()
    expect(page.locator(".actions .play")).to_have_text("Invade with the fox")  # all other moves stay possible
    page.locator("[data-do=clear]").click()
    page.locator(".mine .press.main:enabled").get_by_text("Use Pin-cushion Pit").click()
    expect(page.locator(".vv-near .vv-invader")).to_have_count(0)
    expect(page.locator(".vv-alarm")).to_have_count(0)


def test_vv09_a_return_says_that_it_averts_a_danger(visit: Visit) -> None:
    page = continue_at(visit, 0, ("fox (threads) bear", "dragon pit threads"), ("horse", "dragon"))
    page.locator("[data-key=raider-horse]").click()
    page.locator(".vv-near [data-arg='return:0']").click()
    expect(page.locator(".vv-future")).to_contain_text("Your Threads are out of reach next turn, unless")
    page.locator(".vv-near [data-arg='return:3']").click()
    expect(page.locator(".vv-future")).to_have_count(0)


@pytest.mark.parametrize("how", [{}, PHONE], ids=["desk", "phone"])
def test_vv33_the_alarm_and_the_revealed_kingdoms_are_accessible(visit: Visit, how: dict[str, Any]) -> None:
    page = continue_at(visit, 1, (HOME, "fox pit octopus threads"), ("rabbit", ""), "move rabbit 3", **how)
    check(page)
    button(page, "Let them win").click()
    expect(page.locator("dialog .vv-close")).to_have_count(2)
    check(page)
    page.locator("dialog .close").click()
    check(page)
    assert overflow(page) == 0


def test_vv25_a_rivals_free_plays_are_shown_one_after_another(visit: Visit) -> None:
    anna, ben = together(visit, "velvet", reduced_motion="no-preference")
    start(anna, ben)
    for page in (ben, anna):
        page.locator("[data-do=formation][data-arg=wall]").click()
        page.locator("[data-do=ready]").click()
    for _ in range(2):
        anna.locator(".vv-near .piece.lit[title*=Octopus]:not([title*='Face up'])").first.click()
        button(anna, "Reveal the octopus").click()
    scenes = ben.locator(".vv-beat-free")
    expect(scenes).to_be_visible()
    expect(scenes).to_contain_text("reveals an octopus in slot 4")
    expect(scenes).to_contain_text("reveals an octopus in slot 6")  # in a scene of its own
    expect(anna.locator(".vv-stage")).to_have_count(0)  # Anna sees no scene of her own moves


def test_vv29_one_press_drops_the_invader_that_is_about_to_win(visit: Visit) -> None:
    page = continue_at(visit, 1, (HOME, "fox pit octopus threads"), ("rabbit snake", ""), "move rabbit 3")
    button(page, "Use Pin-cushion Pit").click()
    expect(page.locator(".vv-near .vv-invader")).to_have_count(1)
    expect(page.locator(".vv-near [data-key=enemy-snake]")).to_be_visible()


@pytest.mark.parametrize("how", [{}, PHONE], ids=["desk", "phone"])
def test_vv29_the_waiting_one_of_two_dragons_is_a_piece_of_its_own(visit: Visit, how: dict[str, Any]) -> None:
    kingdoms = "horse bear threads", "fox pit octopus threads"
    page = continue_at(visit, 1, kingdoms, ("dragon dragon", ""), "move dragon 0", "spend 1 pit", **how)
    expect(page.locator(".prompt .ask")).to_contain_text("If you choose the one that is waiting")
    expect(page.locator(".vv-near .vv-invader.acting")).to_have_count(1)
    play = page.locator(".actions .play")
    page.locator(".vv-near [data-key=enemy-dragon]").click()
    expect(play).to_have_text("Drop the active dragon")
    waiting = page.locator(".vv-near [data-key=enemy-dragon-waiting]")
    expect(waiting).to_have_attribute("title", "Dragon, Strength 2, Stuffing 2, Speed 1, Waiting")
    check(page)
    assert overflow(page) == 0
    waiting.click(force=True)  # it looks disabled, but a click on it starts a new selection
    expect(play).to_have_text("Drop the waiting dragon")
    play.click()
    expect(waiting).to_have_count(0)
    expect(page.locator(".vv-near .vv-invader.acting")).to_have_count(1)  # the move goes on
    expect(page.locator(".log-lines")).to_contain_text("the waiting dragon into the pit")


def test_vv29_one_press_drops_the_dragon_that_is_about_to_win_and_not_its_twin(visit: Visit) -> None:
    kingdoms = "horse bear threads", "fox threads octopus pit"
    page = continue_at(visit, 1, kingdoms, ("dragon dragon", ""), "move dragon 1", "spend 2 pit")
    page.locator(".mine .press.main:enabled").get_by_text("Drop the active dragon").click()
    expect(page.locator(".vv-alarm")).to_have_count(0)
    expect(page.locator(".vv-near .vv-invader")).to_have_count(1)


def test_vv28_a_cave_in_offers_to_move_the_threads(visit: Visit) -> None:
    page = continue_at(visit, 1, (HOME, "fox threads rhino cave-in"), ("fox", ""), "move fox 1")
    button(page, "Use Cave-in").click()
    expect(page.locator(".prompt .ask")).to_contain_text("move your Threads away")
    expect(button(page, "Move the Threads of Destiny back by 1")).to_be_visible()
    button(page, "Move the Threads of Destiny back by 2").click()
    expect(page.locator(".vv-alarm")).to_have_count(0)


def test_vv22_an_event_before_the_threads_is_discarded_by_the_main_button(visit: Visit) -> None:
    page = continue_at(visit, 1, (HOME, "pit threads octopus"), ("snake", ""), "move snake 0", "ok")
    expect(page.locator(".prompt .ask")).to_contain_text("Your Threads come next!")
    expect(page.locator(".mine .press.main:enabled")).to_have_text("Discard it")
    expect(button(page, "Keep it")).to_be_visible()
    button(page, "Discard it").click()
    expect(page.locator(".vv-alarm")).to_have_count(0)


def test_vv33_a_certain_win_is_announced(visit: Visit) -> None:
    page = continue_at(visit, 0, (HOME, "fox *bear (threads)"), ("rabbit", ""))
    expect(page.locator(".prompt .ask")).to_contain_text("Your rabbit can find")
    expect(page.locator(".vv-win")).to_have_count(1)
    page.locator("[data-key=raider-rabbit]").click()
    page.locator(".vv-far [data-arg=their2]").click()
    page.locator(".actions .play").click()
    expect(page.locator(".table[data-actor='-2']")).to_be_visible()  # nobody can react, so nobody is asked


@pytest.mark.parametrize("language", ["en", "fr"])
def test_vv39_both_kingdoms_are_face_up_after_the_end_with_how_close_each_came(visit: Visit, language: str) -> None:
    kingdoms = "fox *bear threads dragon", "horse pit threads bear"
    page = continue_at(visit, 1, kingdoms, ("snake", "rabbit fox"), "move snake 1", locale=language)
    page.locator(".actions [data-arg=ok]").click()  # meets the Pit
    page.locator(".actions [data-arg=keep]").click()
    expect(page.locator(".vv-far .vv-revealed")).to_have_count(0)
    page.locator(".actions [data-arg=ok]").click()
    expect(page.locator(".table[data-actor='-2']")).to_be_visible()
    expect(page.locator(".vv-far .vv-kingdom use")).to_have_count(4)
    expect(page.locator(".vv-far .vv-revealed")).to_have_count(3)  # the bear was face up
    open_sheet(page)
    close = page.locator("dialog .vv-close").all_inner_texts()
    if language == "en":
        assert close[0].endswith("snake found the Threads.") and close[1] == "Your rabbit was 2 slots from the Threads."
    expect(page.locator("dialog .vv-treasure")).to_have_count(2)


# ---------------------------------------------------------------- encounters


def test_vv15_an_encounter_is_staged_and_makes_way(visit: Visit) -> None:
    page = continue_at(visit, 0, (HOME, "*rhino bear threads"), ("snake horse", ""), reduced_motion="no-preference")
    page.locator("[data-key=raider-snake]").click()
    page.locator(".vv-far [data-arg=their0]").click()
    page.locator(".actions .play").click()
    scene = page.locator(".vv-beat-duel")
    expect(scene).to_be_visible()
    expect(scene.locator(".vv-row.wins")).to_have_count(2)  # 3 beats 1 in both comparisons
    expect(scene.locator(".vv-verdict")).to_contain_text("The rhino wins")
    expect(scene).to_be_hidden()


WATCH_STAGE = """() => new MutationObserver(() => {
  if (document.querySelector('.vv-stage')) window.wasStaged = true
}).observe(document.body, { childList: true, subtree: true })"""


def test_vv15_nothing_is_staged_if_nothing_shall_move(visit: Visit) -> None:
    page = continue_at(visit, 0, (HOME, "*rhino bear threads"), ("snake horse", ""))
    page.evaluate(WATCH_STAGE)
    page.locator("[data-key=raider-snake]").click()
    page.locator(".vv-far [data-arg=their0]").click()
    page.locator(".actions .play").click()
    expect(page.locator(".log-lines")).to_contain_text("Strength 3 against Stuffing 1")
    assert not page.evaluate("window.wasStaged ?? false")


def test_vv15_both_comparisons_are_shown_before_the_defender_decides(visit: Visit) -> None:
    page = continue_at(visit, 1, (HOME, "fox octopus threads"), ("bear", ""), "move bear 0", "ok")
    expect(page.locator(".vv-near .vv-row")).to_have_count(2)
    expect(page.locator(".vv-near .vv-row.wins")).to_have_count(0)  # the comparisons are 1 against 2, and 2 against 3


# ---------------------------------------------------------------- small screens

LANDSCAPE: dict[str, Any] = {"viewport": {"width": 740, "height": 360}, "has_touch": True, "is_mobile": True}
# What is cut off or covered: a lane's name, a small picture, a picture's number; and the smallest width of a card.
SMALL = """() => {
  const box = (element) => element.getBoundingClientRect()
  const isShort = ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1
  const names = [...document.querySelectorAll('.vv-lane-name')].filter(isShort)
  const isCut = (chip) => {
    const [inner, home] = [box(chip), box(chip.closest('.vv-home'))]
    const isInside = inner.left >= home.left && inner.right <= home.right && inner.bottom <= home.bottom
    const cards = [...chip.closest('.vv-home').querySelectorAll('.vv-kingdom li')].map(box)
    const meets = (card) => card.left < inner.right && inner.left < card.right && card.top < inner.bottom - 4 &&
      inner.top < card.bottom
    return !isInside || cards.some(meets)
  }
  const chips = [...document.querySelectorAll('.vv-heading .vv-one')].filter((chip) => chip.getClientRects().length)
  const least = Math.min(...[...document.querySelectorAll('.vv-home .vv-card')].map((card) => box(card).width))
  return { names: names.length, chips: chips.filter(isCut).length, least: Math.floor(least) }
}"""


@pytest.mark.parametrize("language", ["fr", "de"])
@pytest.mark.parametrize(("how", "least"), [(PHONE, 34), (LANDSCAPE, 36)], ids=["phone", "landscape"])
def test_a_small_screen_cuts_off_no_label_or_picture(
    visit: Visit, how: dict[str, Any], least: int, language: str
) -> None:
    far = "fox snake horse dragon dragon rhino rhino dinosaur dinosaur octopus cave-in pit reinforcements threads"
    near = "fox octopus threads bear snake horse rhino dinosaur cave-in pit"
    page = continue_at(visit, 1, (far, near), ("rabbit bear", "octopus"), "move rabbit 0", locale=language, **how)
    expect(page.locator(".vv-lane-name")).to_have_count(2)
    for name in page.locator(".vv-lane-name").all():
        expect(name).to_be_visible()  # also while an invader acts
    expect(page.locator(".vv-action-words")).to_be_visible()
    expect(page.locator(".vv-near .vv-one").first).to_be_visible()
    found = page.evaluate(SMALL)
    assert found["names"] == 0 and found["chips"] == 0 and found["least"] >= least, found


# ---------------------------------------------------------------- buttons and legend

PANEL = "document.querySelector('.mine').getBoundingClientRect().height"


def test_the_counters_of_a_seat_are_said_with_their_numbers(visit: Visit) -> None:
    page = continue_at(visit, 0, ("fox octopus threads", HOME), ("rabbit", ""))
    said = page.locator("[data-key=plate0] .vv-count .hidden")
    expect(said).to_have_text(["3 cards at home", "1 invader", "13 cards discarded"])


def test_vv08_a_selected_card_is_played_by_one_press(visit: Visit) -> None:
    page = continue_at(visit, 0, ("fox octopus threads", HOME), ("", ""))
    page.locator(".vv-near [data-arg=own0]").click()
    expect(page.locator(".actions .press:visible")).to_have_text(["Invade with the fox", "Clear"])
    page.locator("[data-do=clear]").click()
    before = page.evaluate(PANEL)
    page.locator(".vv-near [data-arg=own1]").click()
    expect(button(page, "Reveal the octopus")).to_be_visible()
    assert page.evaluate(PANEL) == before
    button(page, "Invade with the octopus").click()
    expect(page.locator(".vv-far [data-key=raider-octopus]")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_vv02_a_legend_explains_the_symbols_and_every_tool_fits(visit: Visit, language: str) -> None:
    page = sit_down(visit, "velvet", **PHONE, locale=language)
    expect(page.locator(".vv-legend dt")).to_have_count(3)
    tops = page.locator(".vv-tools .press.small").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
    assert len(tops) == 3 and max(tops) == min(tops)  # on one line
    assert overflow(page) == 0


def test_vv12_a_notice_says_why_and_lets_taps_through(visit: Visit) -> None:
    page = continue_at(visit, 0, ("fox octopus threads", HOME), ("", ""), **PHONE)
    expect(page.locator(".prompt .ask")).to_contain_text("Your turn: invade with an animal.")
    page.locator(".vv-far [data-arg=their0]").tap(force=True)
    notice = page.locator(".notice")
    expect(notice).to_contain_text("You have no invader.")
    assert notice.evaluate(
        """(one) => {
          const { x, y, height } = one.getBoundingClientRect()
          return !one.contains(document.elementFromPoint(x + 8, y + height / 2))
        }"""
    )
    notice.locator(".rule").tap()
    expect(page.locator("dialog")).to_contain_text("VV-12")


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_vv10_the_buttons_that_scout_say_so_on_a_phone(visit: Visit, language: str) -> None:
    page = continue_at(visit, 0, (HOME, "fox bear threads"), ("rabbit", ""), **PHONE, locale=language)
    page.locator("[data-key=raider-rabbit]").tap()
    page.locator(".vv-far [data-arg=their1]").tap()
    word = page.locator(".vv-stats-ask")
    expect(word).to_be_visible()
    boxes = [one.bounding_box() for one in [word, *page.locator(".vv-stats .press, .actions > .press").all()]]
    for i, a in enumerate(boxes):
        for b in boxes[i + 1 :]:
            assert a and b
            across = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
            assert across or a["y"] + a["height"] <= b["y"] + 1 or b["y"] + b["height"] <= a["y"] + 1
    assert overflow(page) == 0
