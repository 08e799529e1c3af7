"""Test the form for a new table: main options are shown, advanced ones folded, all are explained and can be reset."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.harness import Visit, page_text
from tests.browser.setup import PHONE

from velodrome.core import texts
from velodrome.core.options import Option
from velodrome.games import GAMES
from velodrome.games.velocity.pieces import TRACKS

LANGUAGES = ("en", "fr", "de")


def open_form(page: Page, game: str) -> None:
    page.locator(f".poster.{game} [data-do=invite]").click()
    expect(page.locator("dialog [data-do=openTable]")).to_be_visible()


def requested(page: Page) -> dict[str, Any]:
    """Click on the button that creates the table; return the body of the request that the page sends."""
    with page.expect_request("**/api/rooms") as asked:
        page.locator("dialog [data-do=openTable]").click()
    body: dict[str, Any] | None = asked.value.post_data_json
    assert body
    expect(page.locator(".lobby")).to_be_visible()
    return body


def options_of(game: str, advanced: bool) -> list[Option]:
    return [option for option in GAMES[game].options if option.advanced == advanced]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_main_options_are_shown_and_advanced_ones_are_folded_and_explained(
    visit: Visit, game: str, language: str
) -> None:
    page = visit(locale=language)
    open_form(page, game)
    for option in options_of(game, False):
        expect(page.locator(f".option[data-key={option.name}]")).to_be_visible()
    for option in options_of(game, True):
        expect(page.locator(f".option[data-key={option.name}]")).to_be_hidden()
    page.locator(".options summary").click()
    for option in options_of(game, True):
        shown = page.locator(f".option[data-key={option.name}]")
        for key in (f"option.{option.name}", f"help.{option.name}"):
            expect(shown).to_contain_text(texts.say(game, {"key": key}, language).replace(" :", "\u00a0:"))
    for group in {option.group for option in GAMES[game].options}:
        heading = texts.say(game, {"key": f"group.{group}"}, language)
        assert heading in page.locator(".form-part :is(h3, h4)").all_text_contents()


@pytest.mark.parametrize("game", GAMES)
def test_every_option_that_is_changed_is_requested_and_can_be_reset(visit: Visit, game: str) -> None:
    page = visit()
    open_form(page, game)
    page.locator(".options summary").click()
    wanted: dict[str, str] = {}
    for option in GAMES[game].options:
        field = page.locator(f".option[data-key={option.name}]")
        value = change(field.page, option)
        if value:
            wanted[option.name] = value
            expect(field.locator("[data-do=resetOption]")).to_be_visible()
    advanced = [option.name for option in options_of(game, True)]
    count = page_text("form.changed", count=len(set(wanted) & set(advanced)))
    expect(page.locator(".options .changed")).to_have_text(count)
    name = next(iter(wanted))
    page.locator(f".option[data-key={name}] [data-do=resetOption]").click()
    expect(page.locator(f".option[data-key={name}] [data-do=resetOption]")).to_have_count(0)
    del wanted[name]
    page.locator("[data-do=resetAll]").click()
    expect(page.locator(".options .changed")).to_have_count(0)
    page.locator(f".option[data-key={advanced[0]}]").scroll_into_view_if_needed()
    option = next(option for option in GAMES[game].options if option.name == advanced[0])
    wanted = {name: value for name, value in wanted.items() if name not in advanced}
    wanted[option.name] = change(page, option)
    assert requested(page)["options"] == wanted


def change(page: Page, option: Option) -> str:
    """Change an option in the form and return its new value as text.

    If the option is a board, change nothing and return "".
    """
    name = option.name
    field = page.locator(f"[data-change=option][data-arg={name}]")
    if option.kind == "flag":
        field.set_checked(not option.default)
        return str(not option.default).lower()
    if option.kind == "number":
        page.locator(f"[data-do=stepOption][data-arg={name}][data-by='1']").click()
        return str(int(str(option.default)) + 1)
    if option.kind == "numbers":
        field.fill("2, 3")
        field.press("Tab")
        return "2 3"
    if option.kind in ("choice", "seat"):
        value = option.values[-1] if option.values else "1"
        field.select_option(value)
        return value
    if option.kind == "order":
        page.locator(f"[data-change=orderKind][data-arg={name}]").select_option(page_text("form.order.own"))
        page.locator("[data-do=orderMove][data-from='0'][data-to='1']").click()
        return "1 0 2"
    if option.kind == "colours":
        page.locator(".swatch", has=page.locator("[data-change=colour][value=green]")).click()
        return "green black yellow white red gray blue"
    return ""


def test_team_colours_are_chosen_by_swatches(visit: Visit) -> None:
    page = visit(locale="fr-FR", **PHONE)
    open_form(page, "velocity")

    def tap(what: str, value: str) -> None:
        page.locator(".swatch", has=page.locator(f"[data-change={what}][value='{value}']")).tap()

    tap("colourSeat", "1")
    expect(page.locator(".swatches.choice")).to_contain_text(page_text("invite.seat", "fr", number=2))
    tap("colour", "red")  # the host has it: they swap
    tap("colourSeat", "2")
    tap("colour", "blue")
    names = page.locator("[data-change=colourSeat]").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert [name.rpartition(" ")[2] for name in names] == ["Noir", "Rouge", "Bleu"]
    page.locator("[data-change=seats]").select_option("4")
    assert requested(page)["options"] == {"colours": "black red blue white green gray yellow"}


def test_swatches_and_switches_work_by_keyboard(visit: Visit) -> None:
    page = visit()
    open_form(page, "velocity")
    page.locator("[data-change=colourSeat][value='0']").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-change=colourSeat][value='1']")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-change=colour][value=yellow]")).to_be_checked()
    page.locator("[data-change=term][data-arg=hints]").focus()
    page.keyboard.press("Space")
    body = requested(page)
    assert body["options"]["colours"].split()[:3] == ["red", "yellow", "black"]
    assert body["terms"]["hints"] is False


def test_fewer_seats_and_more_again_keep_what_was_chosen(visit: Visit) -> None:
    page = visit()
    open_form(page, "arcenciel")
    page.locator("[data-change=seats]").select_option("5")
    page.locator("[data-change=who][data-arg='4']").select_option("level6")
    page.locator(".options summary").click()
    page.locator("[data-change=orderKind]").select_option(page_text("form.order.own"))
    page.locator("[data-do=orderMove][data-from='4'][data-to='3']").click()
    page.locator("[data-change=seats]").select_option("3")
    expect(page.locator(".order li")).to_have_count(3)
    page.locator("[data-change=seats]").select_option("5")
    expect(page.locator("[data-change=who][data-arg='4']")).to_have_value("level6")
    body = requested(page)
    assert body["options"] == {"start_order": "0 1 2 4 3"} and body["bots"][4] == "level6"


def test_a_first_player_who_no_longer_exists_becomes_random(visit: Visit) -> None:
    page = visit()
    open_form(page, "velocity")
    page.locator("[data-change=seats]").select_option("4")
    page.locator("[data-change=option][data-arg=first_player]").select_option("3")
    page.locator("[data-change=seats]").select_option("3")
    expect(page.locator("[data-change=option][data-arg=first_player]")).to_have_value("random")
    assert requested(page)["options"] == {}


def test_a_refused_option_is_named_and_shown(visit: Visit) -> None:
    page = visit()
    open_form(page, "velonimo")
    page.locator(".options summary").click()
    rounds = page.locator("[data-change=option][data-arg=difficulties]")
    rounds.fill("one two")
    rounds.press("Tab")
    page.locator(".options summary").click()
    page.locator("[data-do=openTable]").click()
    label = texts.say("velonimo", {"key": "option.difficulties"}, "en")
    expect(page.locator("dialog .notice")).to_have_text(page_text("refuse.option", option=label))
    expect(rounds).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_track_can_be_chosen_and_says_who_designed_it(visit: Visit, language: str) -> None:
    page = visit(locale=language)
    open_form(page, "velocity")
    field = page.locator("[data-change=option][data-arg=track]")
    told = [
        texts.say("velocity", {"key": f"option.track.{track}"}, language).replace(" :", "\u00a0:") for track in TRACKS
    ]
    assert field.locator("option").all_text_contents() == told
    field.select_option("rough_city")
    help_text = texts.say("velocity", {"key": "help.track"}, language).replace(" :", "\u00a0:")
    expect(page.locator("#help-track")).to_have_text(help_text)
    assert requested(page)["options"] == {"track": "rough_city"}


@pytest.mark.parametrize("size", ["phone", "landscape", "desk"])
@pytest.mark.parametrize("game", GAMES)
def test_the_form_fits_every_window_with_the_most_seats(visit: Visit, game: str, size: str) -> None:
    sizes: dict[str, dict[str, Any]] = {
        "phone": PHONE,
        "landscape": PHONE | {"viewport": {"width": 740, "height": 360}},
        "desk": {"viewport": {"width": 1440, "height": 900}},
    }
    page = visit(locale="fr-FR", **sizes[size])
    open_form(page, game)
    if page.locator("[data-change=seats]").count():
        page.locator("[data-change=seats]").select_option(str(GAMES[game].seats[-1]))
    page.locator(".options summary").click()
    wide = page.locator("dialog, .asking, .option, .swatches").evaluate_all(
        "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.className)"
    )
    assert wide == []
    expect(page.locator("[data-do=openTable]")).to_be_in_viewport(ratio=1)
