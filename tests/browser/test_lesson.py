"""Tests of lessons and rulebooks as a beginner uses them: by clicks, in French, by keyboard alone."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.browser.clicks import overflow, rule_number
from tests.browser.harness import Visit, page_text
from tests.browser.keyboard import reach
from tests.browser.setup import switch_language

from velodrome.core import texts
from velodrome.games import GAMES
from velodrome.server.http.lessons import read_examples, read_lesson

PICK = ".table [data-do=pick][data-arg='{0}'], .table [data-do=answer][data-key='{0}']"


def at_step(page: Page, number: int) -> None:
    page.locator(f".lesson[data-step='{number}']").wait_for()


def step_of(page: Page) -> int:
    return int(page.locator(".lesson").get_attribute("data-step") or 0)


def picks(name: str, number: int) -> list[str]:
    """Return the ids of the pieces to select for the move that a step of the lesson asks for.

    The list is empty if the step asks for no move.
    """
    found = read_lesson(name)
    ask = found.steps[number - 1].ask
    return list(found.game.moves[ask].picks) if ask >= 0 else []


def covered(page: Page) -> int:
    """Return how many pixels of the board's height are covered by the coach, the lesson's box of text."""
    box = "(which) => document.querySelector(which).getBoundingClientRect()"
    return int(page.evaluate(f"() => {{ const box = {box}; return box('.board').bottom - box('.mine').top }}"))


def is_offered(page: Page, pick: str) -> bool:
    """Return whether the page has an element to click for this piece.

    If only one piece can be selected, the page selects it by itself. Then there is nothing to click.
    """
    return page.locator(PICK.format(pick)).count() > 0


def take(page: Page, name: str, number: int) -> None:
    """Carry out one step of the lesson by clicks."""
    wanted = picks(name, number)
    if not wanted:
        page.locator(".coach [data-do=next]").click()
    for pick in wanted:
        if is_offered(page, pick):
            page.locator(PICK.format(pick)).first.click()
    play = page.locator(".table .play:not([disabled])")
    if wanted and step_of(page) == number:
        play.click()


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_is_played_by_clicks(name: str, visit: Visit) -> None:
    page = visit()
    page.locator(f".poster.{name} .read a").first.click()
    count = len(read_lesson(name).steps)
    for number in range(1, count):
        at_step(page, number)
        assert page.locator(".coach .rule").count()
        said = page.locator(".coach-said").bounding_box()
        assert said and said["width"] > 400, "the text has room"
        if picks(name, number):
            assert page.locator(".lesson .pointed").count()
        take(page, name, number)
    at_step(page, count)
    page.locator(".coach [data-do=again]").click()
    at_step(page, 1)


def said_at(name: str, number: int, language: str) -> str:
    """Return the sentence that the lesson shows at a step."""
    return texts.sentences(name, language)[f"lesson.{number}"]


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_can_be_read_to_its_end_and_back_on_a_phone_in_french(name: str, visit: Visit) -> None:
    page = visit(f"/learn/{name}", locale="fr-FR", viewport={"width": 360, "height": 740})
    steps = read_lesson(name).steps
    for number in range(1, 1 + len(steps)):
        at_step(page, number)
        said = page.locator(".coach-said").inner_text()
        assert said.replace("\u00a0", " ") == re.sub(r"\*\*", "", said_at(name, number, "fr"))
        assert not re.search(r" [:;?!»]|« ", said)  # these spaces must not break, so that no line begins with a mark
        assert overflow(page) == 0
        assert covered(page) <= 0, number
        if number < len(steps):
            page.locator(".coach [data-do=next], .coach [data-do=showMe]").click()
    for number in range(len(steps) - 1, 0, -1):
        page.locator(".coach [data-do=back]").click()
        at_step(page, number)
    switch_language(page, "en")
    expect(page.locator(".coach-said")).to_have_text(re.sub(r"\*\*", "", said_at(name, 1, "en")))


def test_a_wrong_move_gets_a_remark_and_the_lesson_waits(visit: Visit) -> None:
    page = visit("/learn/velonimo")
    page.locator(".coach [data-do=next]").click()
    at_step(page, 2)
    page.locator(PICK.format("red7")).click()
    page.locator(".table .play").click()
    expect(page.locator(".coach-word")).to_have_text(texts.sentences("velonimo", "en")["lesson.2.other"])
    assert step_of(page) == 2
    page.locator(PICK.format("brown6")).click()
    page.locator(".table .play").click()
    at_step(page, 3)


def test_the_last_step_starts_a_real_game(visit: Visit) -> None:
    page = visit("/learn/velvet")
    for _ in range(len(read_lesson("velvet").steps) - 1):
        page.locator(".coach [data-do=next], .coach [data-do=showMe]").click()
    page.locator(".coach [data-do=first]").click()
    expect(page.locator(".table.velvet")).to_be_visible()
    expect(page.locator(".coach")).to_have_count(0)


def press(page: Page, selector: str) -> None:
    """Press Tab until the focus is on an element, then press Enter."""
    reach(page, selector)
    page.keyboard.press("Enter")


def test_a_lesson_is_played_by_keyboard_alone(visit: Visit) -> None:
    page = visit()
    expect(page.locator(".poster")).to_have_count(4)
    press(page, ".poster.velonimo .read a:first-child")
    count = len(read_lesson("velonimo").steps)
    for number in range(1, count):
        at_step(page, number)
        wanted = picks("velonimo", number)
        if not wanted:
            expect(page.locator(".coach [data-do=next]")).to_be_focused() if number > 1 else None
            press(page, "[data-do=next]")
        for pick in filter(lambda pick: is_offered(page, pick), wanted):
            press(page, f"[data-do=pick][data-arg='{pick}']")
        if wanted and step_of(page) == number:
            press(page, ".play")
    at_step(page, count)
    page.keyboard.press("ArrowLeft")
    at_step(page, count - 1)


# ---------------------------------------------------------------- the rulebook


def test_the_rulebook_search_finds_words_and_numbers_without_accents(visit: Visit) -> None:
    page = visit("/rules/arcenciel", locale="fr-FR")
    rules = page.locator(".book-rule")
    expect(rules).to_have_count(44)
    search = page.locator("[type=search]")
    search.fill("RAVITAILLEMENT depart")
    expect(rules.first).to_contain_text("départ")
    assert 0 < rules.count() < 10
    assert page.locator("mark").count()
    search.fill("ac9")
    expect(rules).to_have_count(0)
    search.fill("09")
    expect(page.locator("#AC-09")).to_be_visible()
    assert 0 < rules.count() < 10
    switch_language(page, "en")
    expect(page.locator("h1")).to_have_text(page_text("rules.title", game="Arc en Ciel"))


def test_a_rule_link_opens_the_rulebook_at_that_rule(visit: Visit) -> None:
    page = visit("/rules/velvet#VV-41")
    rule = page.locator("#VV-41")
    expect(rule).to_be_focused()
    expect(rule).to_be_in_viewport()
    link = page.locator(".book-rule p a[data-do=jump]").first  # a rule that refers to another one
    number = rule_number(link.inner_text())
    link.click()
    expect(page.locator(f"#{number}")).to_be_focused()
    assert page.url.endswith(f"#{number}")


@pytest.mark.parametrize("size", [{"width": 1200, "height": 900}, {"width": 360, "height": 740}])
@pytest.mark.parametrize("name", GAMES)
def test_the_rulebook_shows_its_examples_and_folds_sources(name: str, size: ViewportSize, visit: Visit) -> None:
    page = visit(f"/rules/{name}", viewport=size)
    examples = page.locator(".example")
    examples.first.wait_for()
    assert examples.count() == len(read_examples(name))
    for example in examples.all():
        box = example.locator(".example-table > *").first.bounding_box()
        assert box and box["width"] > 200 and box["height"] > 40, example.inner_text()
        assert example.locator("figcaption").inner_text()
    assert overflow(page) == 0
    note = page.locator(".book-rule details").first
    expect(note.locator("p")).to_be_hidden()
    note.locator("summary").click()
    expect(note.locator("p")).to_be_visible()


def test_a_log_line_shows_its_rule_number_only_when_it_is_focused_or_hovered(visit: Visit) -> None:
    page = visit("/learn/velonimo")
    page.locator(".coach [data-do=next]").click()
    mark = page.locator(".log-lines .rules").first
    expect(mark).to_have_css("opacity", "0")
    mark.locator(".rule").focus()
    expect(mark).to_have_css("opacity", "1")
    page.locator(".coach [data-do=back]").focus()
    expect(mark).to_have_css("opacity", "0")
    page.locator(".log-lines li").first.hover()
    expect(mark).to_have_css("opacity", "1")


def test_a_line_of_the_log_opens_its_rule(visit: Visit) -> None:
    page = visit("/learn/velonimo")
    page.locator(".coach [data-do=next]").click()
    mark = page.locator(".log-lines .rule").first
    number = rule_number(mark.inner_text())
    mark.click()
    expect(page.locator("dialog .rule-page")).to_contain_text(number)
    assert page.locator("dialog a[href='/rules/velonimo#VN-10']").count()
