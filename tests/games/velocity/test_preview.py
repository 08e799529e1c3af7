"""Tests of previews of moves: they show what is certain before the move is played, and nothing else."""

from typing import Any

import pytest
from tests.games.velocity.tables import Sit
from tests.plain_data import as_any

from velodrome.core.contract import OVER
from velodrome.core.rng import Rng
from velodrome.games.velocity.game import SEATS, VeloCity


def preview(table: Any, text: str) -> Any:
    """Return the preview of a move."""
    return table.race.preview(table.game.parse(text))


def test_vc07_the_preview_of_an_announcement_shows_its_cost_and_dice(sit: Sit) -> None:
    table = sit(couriers=[[20], [20], [20]], cans=[3, 0, 0])
    solo = {"group": None, "dice": ["die_own"], "escapes": False, "cost": 0, "left": 3}
    assert preview(table, "solo") == solo
    assert preview(table, "solo sprint") == {
        "group": None,
        "dice": ["die_own", "die_energy", "die_sum"],
        "escapes": True,
        "cost": 2,
        "left": 1,
    }
    group = preview(table, "group 20 bonus")
    assert group["dice"] == ["die_own", "die_yellow", "die_red", "die_energy"]
    assert (group["group"], group["cost"], group["left"]) == ("space_20", 1, 2)


def test_vc14_the_preview_of_a_move_shows_its_destination_and_possible_pursuers(sit: Sit) -> None:
    table = sit(couriers=[[33, 33], [33], [33]], cans=[2, 1, 0]).do("0 group 33", "* roll 2", "* roll 6", "* roll 1")
    assert preview(table, "move 33 yellow") == {
        "die": "die_yellow",
        "pips": 6,
        "from": "space_33",
        "to": "space_27",
        "lands": "can",
        "along": 1,
        "pursuers": [1, 0, 0],  # yellow's only courier there rides along; red has no can
        "gain": 1,
    }
    assert preview(table, "move 33 own")["pursuers"] == [1, 1, 0]
    assert preview(table, "move 33 own")["along"] is None


def test_vc17_the_preview_of_a_sprint_or_a_move_from_start_shows_no_pursuers(sit: Sit) -> None:
    table = sit(couriers=[[20, 20], [20], []], cans=[3, 1, 0]).do("0 solo sprint", "* roll 2", "* roll 4")
    assert preview(table, "move 20 sum")["pursuers"] == [0, 0, 0]
    assert preview(table, "move start own")["pursuers"] == [0, 0, 0]


@pytest.mark.parametrize(("cans", "forced"), [([0, 0, 0], True), ([1, 0, 0], False)])
def test_vc22_the_preview_of_a_move_onto_an_obstacle_shows_the_retreat(sit: Sit, cans: list[Any], forced: bool) -> None:
    table = sit(couriers=[[4], [3], []], cans=cans).do("0 solo", "* roll 3")
    found = preview(table, "move 4 own")
    assert (found["lands"], found["back"], found["forced"]) == ("obstacle", "space_5", forced)


def test_vc22_the_preview_hides_the_retreat_if_pursuers_may_free_a_nearer_obstacle(sit: Sit) -> None:
    table = sit(couriers=[[3], [3], []], cans=[0, 1, 0]).do("0 solo", "* roll 2")
    assert "back" not in preview(table, "move 3 own")


@pytest.mark.parametrize(
    ("cans", "reserve", "gain"), [([0, 0, 0], 15, 1), ([1, 7, 7], 0, 1), ([7, 7, 1], 0, 0), ([7, 8, 0], 0, None)]
)
def test_vc19_the_preview_shows_a_can_only_if_it_is_certain(
    sit: Sit, cans: list[Any], reserve: int, gain: int | None
) -> None:
    """Test that a preview promises a can only if the seat will certainly get one.

    In the last case, the can is not certain: the reserve is filled only if a pursuer pays a can.
    """
    rival = [33] if gain is None else []
    table = sit(couriers=[[33], rival, []], cans=cans, reserve=reserve).do("0 solo", "* roll 6")
    assert preview(table, "move 33 own").get("gain") == gain


def test_vc24_vc25_the_preview_of_a_finish_shows_its_place_and_whether_it_wins(sit: Sit) -> None:
    table = sit(couriers=[[2], [], []], podium=[0, 1, 0]).do("0 solo", "* roll 5")
    found = preview(table, "move 2 own")
    assert (found["to"], found["lands"], found["place"], found["wins"]) == ("podium_4", "podium", 4, True)
    assert preview(sit(couriers=[[2], [], []]).do("0 solo", "* roll 5"), "move 2 own")["wins"] is False


def test_vc16_the_preview_of_a_pursuit_shows_its_cost(sit: Sit) -> None:
    table = sit(couriers=[[20, 20, 20], [], []], cans=[2, 0, 0]).do("0 solo", "* roll 4", "0 move 20 own")
    assert preview(table, "pursue 2") == {
        "from": "space_20",
        "to": "space_16",
        "lands": "road",
        "couriers": 2,
        "cost": 2,
        "left": 0,
    }


def test_vc23_the_preview_of_a_retreat_shows_the_cans_received(sit: Sit) -> None:
    table = sit(couriers=[[32], [], []], cans=[1, 0, 0], phase="obstacle", dest=32)
    assert preview(table, "back") == {"from": "space_32", "to": "space_start", "lands": "start", "gain": 2}
    assert preview(table, "pay") == {"from": "space_32", "to": "space_32", "lands": "obstacle", "cost": 1, "left": 0}


def test_vc19_the_preview_of_taking_a_can_shows_who_gives_it(sit: Sit) -> None:
    table = sit(couriers=[[33], [], []], cans=[1, 7, 7]).do("0 solo", "* roll 6", "0 move 33 own")
    assert preview(table, "take red") == {"from": "cans_red", "gain": 1}


@pytest.mark.parametrize("seats", SEATS)
def test_vc29_previews_come_true_and_name_pieces_of_the_table(seats: int) -> None:
    game, rng = VeloCity(seats), Rng(seats + 9)
    race = game.start()
    while race.actor != OVER:
        if race.actor < 0:
            race.play(race.draw(rng))
            continue
        before = race.key()
        ids = {piece["id"] for zone in as_any(race.table())["zones"] for piece in zone["pieces"]}
        previews: dict[int, Any] = {move: race.preview(move) for move in race.legal()}
        assert race.key() == before
        for found in previews.values():
            assert {found.get("from"), found.get("to"), found.get("back")} - {None} <= ids
        move, actor, cans = race.pick(rng), race.actor, race.cans_of(race.actor)
        after = race.copy()
        after.play(move)
        if "left" in previews[move] and "to" not in previews[move]:
            assert previews[move]["left"] == after.cans_of(actor) == cans - previews[move]["cost"]
        if after.finished > race.finished:
            assert previews[move]["place"] == after.finished
        race = after
