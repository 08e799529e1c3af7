"""What is left of a queue once its moment has come: played on, kept, or dropped where it makes no sense any more."""

from pathlib import Path
from typing import Any

from tests.server.harness import Guest, House, Page, scene
from tests.server.premove_queue import prepare, queue, told
from tests.server.tables import play

from velodrome.core.contract import Data, State
from velodrome.core.rng import Rng
from velodrome.games import GAMES
from velodrome.server.game.spec import spec_of
from velodrome.server.rooms.create import RoomDraft, plan_room
from velodrome.server.rooms.state import RoomSeat

RIDERS: Data = {"energy": [20, 20, 20]}  # the first of whom throws, and falls back behind the others


async def begun(house: House, state: State, *moves: str) -> list[Page]:
    """A table of people that begins in this position, with these moves played."""
    guests, seats = [Guest(house, name) for name in ("Anna", "Ben", "Cleo")[: state.game.seats]], list[RoomSeat]()
    for guest in guests:
        name = house.services.cookies.new_guest()
        guest.cookie = house.services.cookies.set_cookie_header(name).partition(";")[0]
        seats.append(RoomSeat(name, name=guest.name))
    plan = plan_room(RoomDraft(spec_of(state.game), seats, seats[0].guest, False, moves=moves, start=state))
    assert await house.services.registry.create(plan)
    return [await guest.at(plan.name) for guest in guests]


def riding(**more: Any) -> State:
    return GAMES["arcenciel"](3, {}).position({**RIDERS, **more})


def opened(page: Page) -> list[str]:
    return [move["text"] for move in page.table["moves"]]


async def open_to(page: Page, move: str) -> None:
    await page.until(lambda: move in opened(page))


def dropped(page: Page) -> list[tuple[str, str]]:
    """What was dropped at a page, and why."""
    return [(news["move"]["text"], news["why"]["key"]) for news in told(page, "dropped")]


@scene
async def test_a_second_bid_is_not_meant_for_the_next_square(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = anna, _, _ = await begun(house, riding(), "white 2")
        await prepare(anna, "bid 5", "bid 6")
        await play(pages, "pass")
        await play(pages, "pass")
        await anna.until(lambda: queue(anna) == [])
        assert dropped(anna) == [("bid 6", "dropped.after")]
        moves = house.moves(anna.name)
        assert "bid 5" in moves and "bid 6" not in moves


@scene
async def test_what_was_played_is_not_added_again_by_who_has_not_seen_it(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = anna, _, _ = await begun(house, riding(), "white 2")
        await prepare(anna, "bid 5")
        before = anna.table["ply"]
        await play(pages, "pass")
        await play(pages, "pass")
        await anna.until(lambda: queue(anna) == [])
        late = {"do": "prepare", "ply": before, "moves": ["bid 5", "pass"]}
        assert await anna.refusal(late) == {"key": "refuse.stale"}
        assert queue(anna) == [] and house.moves(anna.name).count("bid 5") == 1


@scene
async def test_a_domestique_may_go_home_for_the_bid_that_follows(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = anna, _, _ = await begun(house, riding(), "white 2")
        await prepare(anna, "retire hand", "bid 30")
        await play(pages, "pass")
        await play(pages, "pass")
        await anna.until(lambda: queue(anna) == [])
        assert not dropped(anna) and {"retire hand", "bid 30"} <= set(house.moves(anna.name))


@scene
async def test_who_would_pass_whatever_comes_still_does(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = anna, _, _ = await begun(house, riding(), "white 2")
        await prepare(anna, "pass", "pass")
        await play(pages, "bid 1")
        await play(pages, "pass")
        await anna.until(lambda: queue(anna) != ["pass", "pass"])
        assert not dropped(anna), "one waits, or was played as well where the next auction came at once"


@scene
async def test_a_leader_steals_between_two_plays_that_are_prepared(tmp_path: Path) -> None:
    hands = [["red2", "red3", "blue6"], ["blue1", "blue4", "green2", "green3"], ["pink3", "pink2", "gray4"]]
    async with House(tmp_path) as house:
        start = GAMES["velonimo"](3, {}).position({"hands": hands, "actor": 0})
        anna, ben, cleo = await begun(house, start)
        await prepare(ben, "blue1+blue4", "green2")
        for page, move in ((anna, "red3"), (ben, "steal none"), (cleo, "pass"), (anna, "pass")):
            await open_to(page, move)
            await page.play(move)
        await ben.until(lambda: queue(ben) == [])
        assert not dropped(ben) and house.moves(ben.name)[-1] == "green2"


@scene
async def test_what_one_can_pays_is_not_prepared_for_twice(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        pages = _, ben, _ = await begun(house, GAMES["velocity"](3, {}).position({"cans": [0, 1, 0]}))
        await prepare(ben, "solo bonus", "solo bonus", "solo")
        await play(pages, "solo")
        while not dropped(ben) and not ben.mine:
            await play(pages)
        await ben.until(lambda: queue(ben) == [])
        assert dropped(ben) == [("solo bonus", "dropped.after")]


@scene
async def test_what_a_seat_is_made_to_play_waits_no_more(tmp_path: Path) -> None:
    """A lone courier without a can: the announcement is nobody's to choose."""
    async with House(tmp_path) as house:
        couriers = [["start"] * 4, [5], ["start"] * 4]
        start = GAMES["velocity"](3, {}).position({"couriers": couriers, "podium": [1, 1]})
        pages = _, ben, _ = await begun(house, start)
        await prepare(ben, "solo", "solo")
        await play(pages, "solo")
        while "solo" not in house.moves(ben.name)[-1:] and len(queue(ben) or []) == 2:
            await play(pages)
        assert len(queue(ben) or []) == 1 and not dropped(ben)


def raid() -> State:
    """Two kingdoms that are arranged; one seat decides, the other could prepare."""
    rng, state = Rng(0), GAMES["velvet"](2, {}).start()
    while state.actor < 0 or not invaders(state):
        state.play(state.draw(rng) if state.actor < 0 else state.pick(rng))
    return state


def invaders(state: State) -> list[str]:
    """With what the seat that waits could invade."""
    plans = [state.game.text(move) for move in state.plans(1 - int(state.actor))]
    return [text for text in plans if text.startswith("invade ")]


@scene
async def test_after_an_invader_no_second_one_is_let_in(tmp_path: Path) -> None:
    state = raid()
    async with House(tmp_path) as house:
        pages = await begun(house, state)
        waiting = next(page for page in pages if not page.mine)
        moves = invaders(state)[:2]
        await prepare(waiting, *moves)
        while queue(waiting):
            await play(pages)
        assert [why for _, why in dropped(waiting)] == ["dropped.after"]
        assert [move for move in moves if move in house.moves(waiting.name)] == moves[:1]
