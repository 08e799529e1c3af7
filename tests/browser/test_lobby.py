"""Before a game: what is said to those who have a seat, and to those who have none."""

from playwright.sync_api import expect
from tests.browser.harness import Visit
from tests.browser.setup import invited, path_of, table, together


def test_who_has_no_seat_of_a_closed_table_reads_how_to_get_one(visit: Visit) -> None:
    anna = visit(table=table("velonimo", 2, 2))
    anna.locator(".lobby").wait_for()
    watcher = visit(path_of(anna))
    expect(watcher.locator("[data-key=watching]")).to_contain_text("ask for the invitation link")
    expect(watcher.locator("[data-do=sit]")).to_have_count(0)
    expect(anna.locator("[data-key=watching]")).to_have_count(0)


def test_who_comes_to_a_full_table_reads_that_they_watch(visit: Visit) -> None:
    anna, _ = together(visit)
    late = visit(invited(anna), locale="fr-FR")
    expect(late.locator("[data-key=watching]")).to_contain_text("Toutes les places sont prises")


def test_at_an_open_table_whoever_comes_may_sit_down(visit: Visit) -> None:
    anna = visit(table=table("velonimo", 2, 2) | {"open": True})
    anna.locator(".lobby").wait_for()
    ben = visit(path_of(anna))
    expect(ben.locator("[data-key=watching]")).to_contain_text("A seat is free")
    ben.locator("[data-do=sit]").click()
    expect(ben.locator("[data-key=watching]")).to_have_count(0)
    expect(anna.locator("[data-do=free]")).to_be_visible()


def test_once_everybody_is_there_the_link_is_for_those_who_watch(visit: Visit) -> None:
    anna = visit(table=table("velonimo", 2, 2))
    expect(anna.locator(".invite p")).to_contain_text("takes the next free seat")
    ben = visit(invited(anna))
    for page in (anna, ben):
        expect(page.locator(".invite h2")).to_have_text("The table is full")
        expect(page.locator(".invite p")).to_have_text("Whoever opens this link now watches.")
    anna.locator("[data-do=free]").click()
    anna.locator("dialog [data-do=freeNow]").click()
    expect(anna.locator(".invite p")).to_contain_text("takes the next free seat")


def test_a_name_that_is_refused_gives_way_to_the_one_that_stands(visit: Visit) -> None:
    page = visit()
    anna = visit(table=table("velonimo", 2, 2))
    for where, field in ((page, page.locator(".nick input")), (anna, anna.locator("[data-change=rename]"))):
        name = field.input_value()
        for _ in range(2):  # also when the same reason stands there already
            field.fill("   ")
            field.press("Enter")
            expect(field).to_have_value(name)
            expect(where.locator(".notice")).to_have_text("A name has 1 to 16 letters that can be seen.")
        field.fill("Zoé")
        field.press("Tab")
        expect(field).to_have_value("Zoé")
