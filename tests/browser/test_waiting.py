"""What comes too late leaves the page alone that is shown by then; what could not be fetched is asked for again."""

from playwright.sync_api import expect
from tests.browser.conftest import Visit


def test_a_style_that_could_not_be_fetched_is_asked_for_again(visit: Visit) -> None:
    page = visit()
    expect(page.locator(".poster")).to_have_count(4)
    page.route("**/later/replay.css", lambda route: route.abort())
    page.locator(".foot a[href='/replay']").click()
    expect(page.locator(".load")).to_be_visible()  # without it, but there
    page.unroute("**/later/replay.css")
    page.locator(".brand").click()
    page.locator(".foot a[href='/replay']").click()
    expect(page.locator(".load textarea")).to_have_css("resize", "vertical")
    expect(page.locator(".load label.row")).to_have_css("display", "grid")
    assert page.locator("link[href$='later/replay.css']").count() == 1
