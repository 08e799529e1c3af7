"""Test the chat at a table, notifications when a turn starts, and codes that move a player to another device."""

import re
from random import Random

from playwright.sync_api import Page, expect
from tests.browser.accessibility import HIDE, NOTICES
from tests.browser.clicks import close_sheet, decide, is_asked, overflow, ply, until
from tests.browser.harness import Visit, page_text
from tests.browser.setup import PHONE, path_of, sit_down, start, together, wait_for_turn


def speak(page: Page, text: str) -> None:
    page.locator(".talk input").fill(text)
    page.locator(".talk input").press("Enter")


def test_chat_works_before_and_during_a_game_and_escapes_markup(visit: Visit) -> None:
    anna, ben = together(visit)
    speak(anna, "<img src=x onerror=alert(1)> & hello")
    expect(ben.locator(".talk-lines li")).to_contain_text("<img src=x onerror=alert(1)> & hello")
    expect(anna.locator(".talk-lines .own b")).to_have_text("You")
    start(anna, ben)
    expect(ben.locator(".talk-lines li")).to_have_count(1)
    ben.locator(".talk input").fill("thinking")  # unsent text must survive a redraw
    speak(anna, "Your turn soon")
    expect(ben.locator(".talk-lines li")).to_have_count(2)
    expect(ben.locator(".talk input")).to_have_value("thinking")
    ben.locator(".talk [data-key=send]").click()
    expect(anna.locator(".talk-lines li").last).to_contain_text("thinking")
    expect(ben.locator(".talk input")).to_have_value("")
    anna.reload()
    expect(anna.locator(".talk-lines li")).to_have_count(3)
    assert anna.locator(".talk-lines img").count() == 0


def test_a_reaction_floats_beside_its_senders_plate_and_one_guest_can_be_muted(visit: Visit) -> None:
    anna, ben = together(visit)
    start(anna, ben)
    ben.locator(".talk [data-arg=chapeau]").click()
    expect(anna.locator(".floating")).to_contain_text("Hats off!")
    plate, bubble = anna.locator("[data-key=plate1]").bounding_box(), anna.locator(".floating").bounding_box()
    assert plate and bubble and plate["x"] < bubble["x"] + bubble["width"] / 2 < plate["x"] + plate["width"]
    expect(anna.locator(".floating")).to_have_count(0)  # the reaction disappears again
    expect(anna.locator(".talk-lines .reaction")).to_contain_text("Hats off!")
    anna.locator(".mute").click()
    expect(anna.locator(".talk-lines li")).to_have_count(0)
    ben.locator(".talk [data-arg=bell]").click()
    speak(ben, "Hello?")
    expect(ben.locator(".talk-lines li")).to_have_count(3)
    speak(anna, "So quiet here")
    expect(anna.locator(".talk-lines li")).to_have_text(re.compile("So quiet here"))
    assert anna.locator(".floating").count() == 0
    anna.reload()  # the browser remembers it
    expect(anna.locator(".talk-lines li")).to_have_count(1)
    anna.locator(".mute[aria-pressed=true]").click()
    expect(anna.locator(".talk-lines li")).to_have_count(4)


def test_a_guest_mutes_the_whole_table_for_themselves(visit: Visit) -> None:
    anna, ben = together(visit, locale="fr-FR")
    start(anna, ben)
    switch = ben.locator("[data-do=muteAll]")
    expect(switch).to_have_text(page_text("talk.mute.all", "fr"))
    switch.click()
    expect(ben.locator(".talk .mark")).to_have_text(page_text("talk.silent", "fr"))
    anna.locator(".talk [data-arg=chapeau]").click()
    speak(anna, "Anybody there?")
    expect(anna.locator(".talk-lines li")).to_have_count(2)
    ben.reload()  # the browser remembers it
    expect(ben.locator("[data-do=muteAll][aria-pressed=true]")).to_be_visible()
    expect(ben.locator(".talk-lines, .talk input, .floating")).to_have_count(0)
    expect(ben.locator("body")).not_to_contain_text("Anybody there?")
    expect(
        anna.locator("[data-do=muteAll][aria-pressed=false]")
    ).to_be_visible()  # Anna does not see that she was muted
    switch.click()
    expect(ben.locator(".talk-lines li")).to_have_count(2)
    speak(ben, "Oui")
    expect(anna.locator(".talk-lines li")).to_have_count(3)


def test_a_phone_has_tabs_and_counts_unread_messages_in_french_too(visit: Visit) -> None:
    anna, ben = together(visit, locale="fr-FR", **PHONE)
    start(anna, ben)
    speak(anna, "Salut")
    expect(ben.locator(".log-button .unread")).to_have_text("1")
    assert overflow(ben) <= 0
    ben.locator(".log-button").click()
    expect(ben.locator(".talk-lines li")).to_be_visible()  # the tab with unread messages is already open
    expect(ben.locator(".unread")).to_have_count(0)
    expect(ben.locator(".log-lines")).to_be_hidden()
    expect(ben.locator("[data-arg=bravo]")).to_have_attribute("aria-label", "Bravo\u00a0!")
    ben.locator("[data-key=tab-log]").click()
    expect(ben.locator(".log-lines")).to_be_visible()
    expect(ben.locator(".talk-lines")).to_be_hidden()
    speak(anna, "Encore là ?")
    expect(ben.locator("[data-key=tab-talk] .unread")).to_have_text("1")
    ben.locator("[data-key=tab-talk]").click()
    speak(ben, "Oui !")
    expect(anna.locator(".talk-lines li").last).to_contain_text("Oui !")
    assert overflow(ben) <= 0


def test_a_message_over_the_rate_limit_is_refused_and_its_text_is_restored(visit: Visit) -> None:
    anna, ben = together(visit)
    refused, told = anna.locator(".talk .notice"), anna.locator(".talk-lines li")
    for number in range(40):  # on a slow machine it takes many messages to reach the rate limit
        speak(anna, f"word {number}")
        expect(refused.or_(told.nth(number))).to_be_visible()
        if refused.count():
            break
    expect(refused).to_be_visible()
    expect(anna.locator(".talk input")).to_have_value(f"word {number}")
    assert number >= 8
    expect(ben.locator(".talk-lines li")).to_have_count(number)


def test_spectators_read_the_chat_and_the_host_turns_it_off(visit: Visit) -> None:
    anna, ben = together(visit)
    start(anna, ben)
    speak(ben, "Hello all")
    eve = visit(path_of(anna))
    expect(eve.locator(".talk-lines li")).to_contain_text("Hello all")
    expect(eve.locator(".talk [data-key=watch]")).to_be_visible()
    expect(eve.locator(".talk input")).to_have_count(0)
    ben.locator("[data-do=menu]").click()
    expect(ben.locator("dialog [data-change=hush]")).to_have_count(0)
    anna.locator("[data-do=menu]").click()
    anna.locator("dialog [data-change=hush]").uncheck()
    for page in (anna, ben, eve):
        expect(page.locator(".talk")).to_have_count(0)
    anna.locator("dialog [data-change=hush]").check()
    expect(eve.locator(".talk-lines li")).to_contain_text("Hello all")


def test_chat_is_off_by_default_at_a_public_table(visit: Visit) -> None:
    anna = visit()
    anna.locator(".poster.velonimo [data-do=invite]").click()
    anna.locator("[data-change=seats]").select_option("2")
    anna.locator("[data-change=listed]").check()
    expect(anna.locator("[data-change=term][data-arg=talk]")).not_to_be_checked()
    anna.locator("[data-do=openTable]").click()
    expect(anna.locator(".lobby")).to_be_visible()
    ben = visit(path_of(anna))
    ben.locator("[data-do=sit]").first.click()
    start(anna, ben)
    for page in (anna, ben):
        assert page.locator(".talk").count() == 0


def test_a_table_with_only_bots_has_no_chat(visit: Visit) -> None:
    page = sit_down(visit)
    assert page.locator(".talk, .tabs").count() == 0


def test_a_shared_device_without_other_guests_has_no_chat(visit: Visit) -> None:
    page = visit()
    page.locator(".poster.velonimo [data-do=together]").click()
    page.locator("dialog [data-do=openTable]").click()
    expect(page.locator(".curtain [data-do=eyes], .eyes [data-do=eyes]").first).to_be_visible()
    page.wait_for_load_state("networkidle")  # by now a chat would have been loaded
    assert page.locator(".talk, .tabs").count() == 0


def test_a_hidden_page_shows_one_notification_per_turn(visit: Visit) -> None:
    anna, ben = together(visit)
    start(anna, ben)
    acting, waiting = anna, ben
    waiting.evaluate(NOTICES)
    acting.evaluate(NOTICES)
    waiting.locator("[data-do=menu]").click()
    assert waiting.evaluate("asked") == 0
    waiting.locator("[data-change=notices]").check()
    until(waiting, "notices.length === 1")  # the first notification only confirms that notifications are on
    assert waiting.evaluate("asked") == 1
    waiting.locator("dialog .close").click()
    waiting.evaluate(HIDE)
    acting.evaluate(HIDE)
    for lot in range(20):  # play until it is the other player's turn
        if not is_asked(acting):
            break
        decide(acting, Random(lot))
    wait_for_turn(waiting)
    assert waiting.title().startswith("● Your turn")
    until(waiting, "notices.length === 2")
    assert waiting.evaluate("notices[1].title") == "Your turn"
    assert waiting.evaluate("notices[1].body") == "Velonimo"
    before = ply(waiting)
    waiting.locator("[data-do=menu]").click()  # the setting stays on
    expect(waiting.locator("[data-change=notices]")).to_be_checked()
    waiting.locator("[data-change=notices]").uncheck()
    close_sheet(waiting)
    decide(waiting, Random(1))
    assert ply(waiting) > before
    assert (waiting.evaluate("notices.length"), acting.evaluate("notices.length")) == (2, 0)


def test_a_code_hands_a_seat_over_to_another_device(visit: Visit) -> None:
    desk = sit_down(visit)
    desk.locator("[data-do=menu]").click()
    desk.locator("dialog [data-do=hand]").click()
    expect(desk.locator("dialog img.qr")).to_be_visible()
    until(desk, "document.querySelector('dialog img.qr').naturalWidth > 0")
    code = desk.locator("dialog code").inner_text()
    phone = visit(locale="fr-FR", **PHONE)
    phone.locator("a[href='/hand']").click()
    phone.locator("input[name=code]").fill("wrongcode")
    phone.locator("form .press").click()
    expect(phone.locator("[role=alert]")).to_have_text(page_text("refuse.hand", "fr"))
    expect(phone.locator("input[name=code]")).to_have_value("wrongcode")  # so that it can be corrected
    assert overflow(phone) <= 0
    phone.locator("input[name=code]").fill(code.upper())
    phone.locator("form .press").click()
    wait_for_turn(phone)
    assert phone.url == desk.url
    assert phone.locator(".mine button.piece").count() == desk.locator(".mine button.piece").count() > 5
    decide(phone, Random(1))
    wait_for_turn(phone)
    desk.locator("dialog .close").click()
    expect(desk.locator(f".table[data-ply='{ply(phone)}']")).to_be_visible()


def test_a_handover_link_asks_first_and_warns_a_guest_with_tables(visit: Visit) -> None:
    desk = sit_down(visit)
    desk.locator("[data-do=menu]").click()
    desk.locator("dialog [data-do=hand]").click()
    expect(desk.locator("dialog img.qr")).to_be_visible()
    link = desk.locator("dialog input[readonly]").input_value()
    other = sit_down(visit)
    own = other.url
    other.goto(link)
    expect(other.locator(".handing .notice")).to_have_text(page_text("hand.take.own", count=1))
    assert other.url.endswith("/hand")  # the code was removed from the address
    assert other.locator("input[name=code]").input_value() == link.rpartition("#")[2]
    other.locator("form .press").click()
    expect(other.locator(".table")).to_be_visible()
    assert other.url == desk.url != own
    other.goto(link)  # the code works only once
    other.locator("form .press").click()
    expect(other.locator("[role=alert]")).to_be_visible()
