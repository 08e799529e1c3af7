"""How people come together in a test: one opens a table, another follows the link."""

from playwright.sync_api import Page, expect


def play_now(page: Page, game: str = "velonimo") -> None:
    """One click from the home page to a running game."""
    page.locator(f".poster.{game} [data-do=now]").click()
    expect(page.locator(f".table.{game}")).to_be_visible()


def wait_for_turn(page: Page) -> None:
    expect(page.locator(".prompt.asked")).to_be_visible()


def open_table(page: Page, game: str, seats: int, options: dict[str, str]) -> None:
    """As a person does: Invite friends, a bot on the last seat of three, the options that are asked for."""
    page.locator(f".poster.{game} [data-do=invite]").click()
    dialog = page.locator("dialog")
    if dialog.locator("[data-change=seats]").count():
        dialog.locator("[data-change=seats]").select_option(str(seats))
    for seat in range(2, seats):
        dialog.locator(f"[data-change=who][data-arg='{seat}']").select_option("level2")
    if options:
        dialog.locator("summary").click()
    for name, value in options.items():
        field = dialog.locator(f"[data-change=option][data-arg={name}]")
        field.fill(value)
        field.press("Tab")
    dialog.locator("[data-do=openTable]").click()
    expect(page.locator(".lobby")).to_be_visible()


def invited(page: Page) -> str:
    """The path of the link that seats the next guest."""
    link = page.locator(".invite input").input_value()
    return link[link.index("/t/") :]
