"""Test that players cannot gain time on the clock by leaving a seat, taking a move back, or splitting a turn."""

from pathlib import Path
from typing import Any

import pytest
from tests.server.fake_clock import MINUTE, Time, pair, times
from tests.server.harness import House, Page, async_test


async def wait_for_ply(pages: list[Page], ply: int) -> None:
    for page in pages:
        await page.wait_for_page(lambda page: page.table["ply"] == times(page)["ply"] >= ply)


@async_test
async def test_leaving_a_seat_does_not_stop_its_clock(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        house.services.registry.context.pause = lambda *given: 3600.0  # so no bot moves during this test
        page, _ = await pair(house, "velvet", clock=MINUTE)
        seat = page.room["me"]
        for left in (50, 40, 30):
            page.send({"do": "leave"})
            await page.wait_until(lambda: bool(page.room["seats"][seat]["bot"]) and times(page)["running"] == -1)
            time.now += 10
            page.send({"do": "sit", "seat": seat})
            await page.wait_until(lambda: not page.room["seats"][seat]["bot"] and times(page)["running"] == seat)
            assert times(page)["left"][seat] == left


@async_test
@pytest.mark.parametrize("per", ["game", "move"])
async def test_a_take_back_costs_the_time_that_the_other_player_has_spent_thinking(tmp_path: Path, per: str) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        pages = await pair(house, "velvet", clock=MINUTE | {"per": per})
        kingdom = [f"place {piece['kind']}" for piece in hand(pages[0]) for _ in range(piece["count"])]
        ply = pages[0].table["ply"]
        pages[0].send({"do": "play", "ply": ply, "moves": kingdom})
        await wait_for_ply(pages, ply + 17)
        time.now += 20  # the other player thinks
        pages[0].send({"do": "back", "ply": ply + 17})
        await wait_for_ply(pages, ply + 18)
        mine, other = (times(pages[0])["left"][page.room["me"]] for page in pages)
        assert (mine, other) == (40, 60)


def hand(page: Page) -> list[dict[str, Any]]:
    found = next(zone for zone in page.table["zones"] if zone["id"] == f"hand{page.room['me']}")
    return list(found["pieces"])


@async_test
async def test_playing_cards_one_by_one_gains_no_extra_time(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        Time(house)
        pages = await pair(house, "velvet", clock=MINUTE | {"per": "game", "plus": 30})
        ply = pages[0].table["ply"]
        for card in range(17):
            pages[0].send({"do": "play", "ply": ply + card, "moves": [pages[0].table["moves"][0]["text"]]})
            await wait_for_ply(pages, ply + card + 1)
        assert times(pages[0])["left"][pages[0].room["me"]] == 90


@async_test
async def test_a_bot_cannot_replace_an_absent_player_under_an_enforced_clock(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        page, other = await pair(house, "velvet", clock={"mode": "enforced", "seconds": 3 * 86400})
        await page.close()
        house.services.registry.rooms[other.name].presence.left_at[
            next(iter(house.services.registry.rooms[other.name].presence.left_at))
        ] = -1e9
        asked = {"do": "hire", "seat": page.room["me"], "bot": "level1"}
        assert await other.refusal(asked) == {"key": "refuse.hire.clock"}


@async_test
async def test_the_clock_of_a_rematch_waits_for_its_players(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        time = Time(house)
        page, other = await pair(house, "velvet", clock=MINUTE, late="forfeit")
        time.end()
        await other.wait_until(lambda: other.room["phase"] == "over")
        other.send({"do": "rematch"})
        await other.wait_until(lambda: bool(other.room["rematch"]))
        again = await other.guest.connect(other.room["rematch"])
        await again.wait_until(lambda: bool(again.table))
        assert time.running == [] and not times(again)
        late = await page.guest.connect(other.room["rematch"])
        await late.wait_until(lambda: bool(times(late)))
        assert [hand.delay for hand in time.running] == [60]
