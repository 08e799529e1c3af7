"""Tests that pages stay calm: during a whole game the board keeps its place and size, and nothing else jumps."""

import math
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page
from tests.browser import clicks
from tests.browser.clicks import play_out
from tests.browser.harness import Visit
from tests.browser.setup import PHONE, SEATS, table, wait_for_turn

DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
SHORT: dict[str, dict[str, Any]] = {"velonimo": {"difficulties": [1, 2, 3]}, "velocity": {"max_rounds": 15}}
MAX_SHIFT = 0.05
SMALL = 16  # px by which the board may grow or shrink
BOARD = """(({ left, top, width, height }) => [left, top + scrollY, width, height])(
  document.querySelector('.table > .board').getBoundingClientRect())"""

# Cumulative layout shift from the first decision on, as browsers report it: the largest sum of layout-shift entries
# within five seconds, without a pause of one second. There are three differences. Entries right after an input count,
# too. The five seconds also end when the guest is asked again, because the script decides much faster than a person.
# A piece ([data-flip]) that is animated from its old place never counts; for browsers, it counts if its size changes.
WATCH = """() => {
  const seen = { worst: 0, sum: 0, sources: {}, boards: {} }
  window.shift = seen
  const elementOf = (node) => (node?.nodeType === Node.TEXT_NODE ? node.parentElement : node)
  const glides = ({ node }) => elementOf(node)?.closest('[data-flip]:not([data-flip=""])')
  const name = (node) => `${elementOf(node)?.parentElement?.className} > ${elementOf(node)?.className}`
  const span = (a, b, low, high) => Math.max(a[high], b[high]) - Math.min(a[low], b[low])
  const area = ({ previousRect: a, currentRect: b }) => span(a, b, 'left', 'right') * span(a, b, 'top', 'bottom')
  const distance = ({ previousRect: a, currentRect: b }) => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))
  const valueOf = (sources) =>
    (sources.reduce((sum, source) => sum + area(source), 0) / (innerWidth * innerHeight)) *
    (Math.max(0, ...sources.map(distance)) / Math.max(innerWidth, innerHeight))
  let window_ = { from: -1e9, last: -1e9, sum: 0 }
  let asked = '' // ply at which the guest was last asked
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const sources = entry.sources.filter((source) => !glides(source))
      const value = sources.length === entry.sources.length ? entry.value : Math.min(entry.value, valueOf(sources))
      const time = entry.startTime
      if (time - window_.last > 1000 || time - window_.from > 5000) window_ = { from: time, last: time, sum: 0 }
      window_.last = time
      window_.sum += value
      seen.worst = Math.max(seen.worst, window_.sum)
      seen.sum += value
      for (const { node } of sources)
        seen.sources[name(node)] = (seen.sources[name(node)] ?? 0) + value / sources.length
    }
  }).observe({ type: 'layout-shift' })
  const look = () => {
    const ply = document.querySelector('.prompt.asked')?.closest('.table').dataset.ply ?? asked
    if (ply !== asked) window_.last = -1e9
    asked = ply
    const box = document.querySelector('.table > .board')?.getBoundingClientRect()
    const key = box && [box.left, box.top + scrollY, box.width, box.height].map(Math.round).join(' ')
    if (key) seen.boards[key] = (seen.boards[key] ?? 0) + 1
  }
  setInterval(look, 50) // not each frame, which would slow the page down
}"""


def box(page: Page, which: str) -> dict[str, float]:
    """Return the bounding box of an element, in coordinates of the window."""
    found: dict[str, float] = page.locator(which).evaluate("element => element.getBoundingClientRect().toJSON()")
    return found


def watched_game(visit: Visit, game: str) -> Page:
    """Start a short game with animations at double speed, and make the page record all layout shifts from now on."""
    page = visit(table=table(game, SEATS[game], 1, SHORT.get(game)), **MOVING, **DESK)
    page.evaluate("""localStorage.setItem('velodrome.speed', '"fast"')""")
    page.reload()
    wait_for_turn(page)
    page.evaluate(WATCH)
    return page


@pytest.mark.parametrize("game", SEATS)
def test_nothing_jumps_during_a_game(visit: Visit, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    monkeypatch.setattr(clicks, "MOUSE_DECISIONS", 0)  # clicks by script: as fast as the table allows
    desk = watched_game(visit, game)
    phone = visit(urlsplit(desk.url).path, storage_state=desk.context.storage_state(), **MOVING, **PHONE)
    wait_for_turn(phone)
    phone.evaluate(WATCH)
    play_out([desk, phone], Random(3))
    for page, growth in ((desk, SMALL), (phone, math.inf)):
        page.wait_for_timeout(300)
        check_calm(page.evaluate("shift"), growth)


def check_calm(seen: dict[str, Any], growth: float) -> None:
    """Check that the recorded layout shifts are small, and that the board kept its place and width.

    The height of the board may change by at most `growth` pixels, and its top by 3 pixels.
    """
    worst = sorted(seen["sources"].items(), key=lambda item: -item[1])[:8]
    assert seen["worst"] <= MAX_SHIFT, worst
    boards = [[int(number) for number in board.split()] for board in seen["boards"]]
    for name, most in {"left": 0, "top": 3, "width": 0, "height": growth}.items():
        found = [board[["left", "top", "width", "height"].index(name)] for board in boards]
        assert max(found) - min(found) <= most, (name, boards)


# Hints whose words extend below their Play button.
UNDER_PLAY = """() => [...document.querySelectorAll('.hint')].filter((hint) => {
  const words = document.createRange()
  words.selectNodeContents(hint.querySelector('.hint-row'))
  const ends = [...words.getClientRects()].map(({ right }) => right)
  return Math.max(...ends) > hint.querySelector('.press').getBoundingClientRect().left
}).map((hint) => hint.innerText)"""


@pytest.mark.parametrize("game", SEATS)
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_hints_do_not_move_the_board(visit: Visit, game: str, size: str) -> None:
    page = visit(table=table(game, SEATS[game], 1), **(DESK if size == "desk" else PHONE))
    wait_for_turn(page)
    if game == "velvet":
        page.locator("[data-do=ready]").click()  # there are no hints while kingdoms are arranged
        page.locator(".prompt.asked [data-do=hint]").wait_for()
    before = page.evaluate(BOARD)
    page.locator("[data-do=hint]").click()
    page.locator(".hint.on").wait_for()
    assert page.evaluate(BOARD) == before
    hints, log = box(page, ".help"), box(page, ".log")
    if size == "desk":  # in the side column, below the log
        assert abs(hints["left"] - log["left"]) <= 1 and abs(hints["right"] - log["right"]) <= 1
        assert hints["top"] >= log["bottom"] and hints["bottom"] <= 900
        assert page.evaluate(UNDER_PLAY) == []
    else:  # over the board, above the panel
        assert hints["bottom"] <= box(page, ".mine")["top"] + 1 and hints["top"] >= 0


LANDSCAPE: dict[str, Any] = {"viewport": {"width": 740, "height": 360}, "has_touch": True, "is_mobile": True}
MOST_SEATS = {"velonimo": 5, "velocity": 7, "arcenciel": 6, "velvet": 2}
# Find what the viewer needs for a decision but cannot see without scrolling: prompt, hand, pieces to select, buttons.
OUTSIDE = """() => {
  const panel = document.querySelector('.mine').getBoundingClientRect()
  const isVisible = (element) => element.getClientRects().length > 0
  const inPanel = '.prompt [role=status], .aids > *, .vn-held, .dice .die, .own-team > *, .vv-outlook, .mine button'
  const wanted = document.querySelectorAll(`${inPanel}, .vv-field .piece.lit`)
  return [...wanted].filter(isVisible).filter((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const isInPanel = !element.closest('.mine') || (top >= panel.top - 1 && bottom <= panel.bottom + 1)
    return left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1 || !isInPanel
  }).map((element) => element.outerHTML.slice(0, 120))
}"""


@pytest.mark.parametrize("game", SEATS)
@pytest.mark.parametrize("locale", ["fr-FR", "de-DE"])
def test_a_landscape_phone_shows_all_that_a_decision_needs(visit: Visit, game: str, locale: str) -> None:
    page = visit(table=table(game, MOST_SEATS[game], 1), locale=locale, **LANDSCAPE)
    for lot in range(8):
        wait_for_turn(page)
        assert page.evaluate(OUTSIDE) == []
        clicks.decide_quickly(page, Random(lot))
    if game != "arcenciel":  # whose board is too high for such a window
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    clicks.open_sheet(page)
    assert page.evaluate("document.querySelector('dialog').scrollTop") == 0, "opens at its title"


# Find pairs of elements that overlap: two parts of the table, two texts or buttons of the panel, two texts of a plate.
OVERLAPS = """() => {
  const boxes = (which) => [...document.querySelectorAll(which)].filter((each) => each.getClientRects().length)
  const parts = boxes('.seats, .board > :is(.vn-stage, .city, .ring, .vv-field), .mine')
  const groups = [parts, boxes('.actions button, .prompt [role=status], .aids > *')]
  for (const plate of boxes('.plate')) groups.push([...plate.querySelectorAll('.name, .last, .counters b')])
  const clash = (a, b) => {
    const [one, two] = [a.getBoundingClientRect(), b.getBoundingClientRect()]
    const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left)
    const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top)
    return wide > 1.5 && high > 1.5 && one.width && two.width && !a.contains(b) && !b.contains(a)
  }
  const name = (element) => `${element.className} (${element.textContent.trim().slice(0, 30)})`
  const pairs = (group) => group.flatMap((a, i) => group.slice(i + 1).filter((b) => clash(a, b)).map((b) => [a, b]))
  return groups.flatMap(pairs).map(([a, b]) => `${name(a)} and ${name(b)}`)
}"""


@pytest.mark.parametrize("game", SEATS)
@pytest.mark.parametrize("locale", ["fr-FR", "de-DE"])
def test_nothing_overlaps_on_a_phone_with_all_seats(visit: Visit, game: str, locale: str) -> None:
    page = visit(table=table(game, MOST_SEATS[game], 1), locale=locale, **PHONE)
    panels = set()
    for lot in range(10):
        wait_for_turn(page)
        assert page.evaluate(OVERLAPS) == []
        if page.locator(".vv-field").count():  # all of Velvet's board is visible above a panel that keeps its height
            assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
            panels.add(box(page, ".mine")["top"])
        clicks.decide_quickly(page, Random(lot))
    assert len(panels) == (game == "velvet")
