"""Test a seat with several premoves: after the first is played, the others are played, wait, or are dropped."""

from pathlib import Path
from typing import Any

from tests.server.harness import Guest, House, Page, async_test
from tests.server.premove_queue import prepare, queue, told
from tests.server.tables import play

from velodrome.core.contract import Data, State
from velodrome.core.rng import Rng
from velodrome.games import GAMES
from velodrome.server.game.spec import spec_of
from velodrome.server.rooms.create import RoomDraft, plan_room
from velodrome.server.rooms.state import RoomSeat

RIDERS: Data = {"energy": [20, 20, 20]}  # seat 0 rolls, then drops to the back of the pack


async def start_from(house: House, state: State, *moves: str) -> list[Page]:
    """Start a game between people from this position, and play these moves in it; return the pages by seat."""
    guests, seats = [Guest(house, name) for name in ("Anna", "Ben", "Cleo")[: state.game.seats]], list[RoomSeat]()
    for guest in guests:
        name = house.services.cookies.new_guest()
        guest.cookie = house.services.cookies.set_cookie_header(name).partition(";")[0]
        seats.append(RoomSeat(name, name=guest.name))
    plan = plan_room(RoomDraft(spec_of(state.game), seats, seats[0].guest, False, moves=moves, start=state))
    assert await house.services.registry.create(plan)
    return [await guest.connect(plan.name) for guest in guests]


def auction_position(**more: Any) -> State:
    return GAMES["arcenciel"](3, {}).position({**RIDERS, **more})


def legal_moves(page: Page) -> list[str]:
    return [move["text"] for move in page.table["moves"]]


async def wait_until_legal(page: Page, move: str) -> None:
    await page.wait_until(lambda: move in legal_moves(page))


def dropped(page: Page) -> list[tuple[str, str]]:
    """Return all dropped premoves that the server has reported to a page, each as (move, key of the reason)."""
    return [(news["move"]["text"], news["why"]["key"]) for news in told(page, "dropped")]


@async_test
async def test_a_second_bid_is_not_played_on_the_next_square(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = anna, _, _ = await start_from(house, auction_position(), "white 2")
        await prepare(anna, "bid 5", "bid 6")
        await play(pages, "pass")
        await play(pages, "pass")
        await anna.wait_until(lambda: queue(anna) == [])
        assert dropped(anna) == [("bid 6", "dropped.after")]
        moves = house.moves(anna.name)
        assert "bid 5" in moves and "bid 6" not in moves


@async_test
async def test_a_played_premove_is_not_queued_again_by_a_stale_request(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = anna, _, _ = await start_from(house, auction_position(), "white 2")
        await prepare(anna, "bid 5")
        before = anna.table["ply"]
        await play(pages, "pass")
        await play(pages, "pass")
        await anna.wait_until(lambda: queue(anna) == [])
        late = {"do": "prepare", "ply": before, "moves": ["bid 5", "pass"]}
        assert await anna.refusal(late) == {"key": "refuse.stale"}
        assert queue(anna) == [] and house.moves(anna.name).count("bid 5") == 1


@async_test
async def test_a_retirement_and_the_bid_after_it_can_both_be_premoves(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = anna, _, _ = await start_from(house, auction_position(), "white 2")
        await prepare(anna, "retire hand", "bid 30")
        await play(pages, "pass")
        await play(pages, "pass")
        await anna.wait_until(lambda: queue(anna) == [])
        assert not dropped(anna) and {"retire hand", "bid 30"} <= set(house.moves(anna.name))


@async_test
async def test_a_prepared_pass_is_played_whatever_happens(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = anna, _, _ = await start_from(house, auction_position(), "white 2")
        await prepare(anna, "pass", "pass")
        await play(pages, "bid 1")
        await play(pages, "pass")
        await anna.wait_until(lambda: queue(anna) != ["pass", "pass"])
        assert not dropped(anna), "the second pass waits, or was played too if the next auction came at once"


@async_test
async def test_premoves_continue_after_a_tortoise_asks_for_a_steal_between_them(tmp_path: Path) -> None:
    hands = [["red2", "red3", "blue6"], ["blue1", "blue4", "green2", "green3"], ["pink3", "pink2", "gray4"]]
    async with House(tmp_path) as house:
        start = GAMES["velonimo"](3, {}).position({"hands": hands, "actor": 0})
        anna, ben, cleo = await start_from(house, start)
        await prepare(ben, "blue1+blue4", "green2")
        for page, move in ((anna, "red3"), (ben, "steal none"), (cleo, "pass"), (anna, "pass")):
            await wait_until_legal(page, move)
            await page.play(move)
        await ben.wait_until(lambda: queue(ben) == [])
        assert not dropped(ben) and house.moves(ben.name)[-1] == "green2"


@async_test
async def test_a_premove_that_can_no_longer_be_paid_is_dropped(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = _, ben, _ = await start_from(house, GAMES["velocity"](3, {}).position({"cans": [0, 1, 0]}))
        await prepare(ben, "solo bonus", "solo bonus", "solo")
        await play(pages, "solo")
        while not dropped(ben) and not ben.is_to_move:
            await play(pages)
        await ben.wait_until(lambda: queue(ben) == [])
        assert dropped(ben) == [("solo bonus", "dropped.after")]


@async_test
async def test_a_premove_that_becomes_forced_leaves_the_queue(tmp_path: Path) -> None:
    """Test that a premove leaves the queue if the server plays the same move anyway, because it is forced.

    In the test, a seat has only one courier left and no can, so its announcement is forced.
    """
    async with House(tmp_path) as house:
        couriers = [["start"] * 4, [5], ["start"] * 4]
        start = GAMES["velocity"](3, {}).position({"couriers": couriers, "podium": [1, 1]})
        pages = _, ben, _ = await start_from(house, start)
        await prepare(ben, "solo", "solo")
        await play(pages, "solo")
        while "solo" not in house.moves(ben.name)[-1:] and len(queue(ben) or []) == 2:
            await play(pages)
        assert len(queue(ben) or []) == 1 and not dropped(ben)


def invasion_position() -> State:
    """Return a position in which the waiting seat could prepare an invasion."""
    rng, state = Rng(0), GAMES["velvet"](2, {}).start()
    while state.actor < 0 or not possible_invasions(state):
        state.play(state.draw(rng) if state.actor < 0 else state.pick(rng))
    return state


def possible_invasions(state: State) -> list[str]:
    """Return the invasions that the waiting seat could prepare."""
    plans = [state.game.text(move) for move in state.plans(1 - int(state.actor))]
    return [text for text in plans if text.startswith("invade ")]


@async_test
async def test_a_second_prepared_invasion_is_dropped_after_the_first(tmp_path: Path) -> None:
    state = invasion_position()
    async with House(tmp_path) as house:
        pages = await start_from(house, state)
        waiting = next(page for page in pages if not page.is_to_move)
        moves = possible_invasions(state)[:2]
        await prepare(waiting, *moves)
        while queue(waiting):
            await play(pages)
        assert [why for _, why in dropped(waiting)] == ["dropped.after"]
        assert [move for move in moves if move in house.moves(waiting.name)] == moves[:1]
