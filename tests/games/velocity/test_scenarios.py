"""Test numbered scenarios: rulebook examples (r1, r2 …) and edge cases (e1, e2 …)."""

from typing import Any

import pytest
from tests.games.velocity.tables import Sit

# Seats 0, 1 and 2 are blue, yellow and red. Couriers that are not listed stand on START.

# ---------------------------------------------------------------- examples of the rulebook


def test_r1_vc16_vc18_pursuers_pay_and_only_the_active_seat_gets_a_can(sit: Sit) -> None:
    table = sit(couriers=[[33, 33], [33], []], cans=[1, 1, 0], reserve=13)
    table.do("0 solo", "* roll 6", "0 move 33 own", "0 pursue 1", "1 pursue 1")
    table.is_("couriers 27 27 start start | 27 start start start | start start start start")
    table.is_("cans 1 0 0", "reserve 14", "phase announce", "actor 1")


def group_with_low_dice(sit: Sit) -> Any:
    """Announce a group run, and roll dice that all lead to an obstacle."""
    table = sit(couriers=[[6], [6], [6]])
    return table.do("0 group 6", "* roll 1", "* roll 3", "* roll 3")


def test_r2_vc13_vc14_a_group_run_must_use_one_of_its_dice_even_if_all_are_low(sit: Sit) -> None:
    table = group_with_low_dice(sit).is_("reserve 15")
    assert table.open() == ["move 6 own", "move 6 yellow", "move 6 red"]


def test_r2a_vc13_vc22_with_the_teams_own_die_only_its_own_courier_moves(sit: Sit) -> None:
    table = group_with_low_dice(sit).do("0 move 6 own", "0 back")
    table.is_("couriers 8 start start start | 6 start start start | 6 start start start")
    table.is_("cans 1 0 0", "reserve 14")


def test_r2b_vc13_vc22_with_a_rivals_die_both_couriers_move_and_the_active_seats_retreats_first(sit: Sit) -> None:
    table = group_with_low_dice(sit).do("0 move 6 yellow", "0 back", "1 back")
    table.is_("couriers 5 start start start | 8 start start start | 6 start start start")
    table.is_("cans 1 1 0", "reserve 13")


def group_near_the_line(sit: Sit) -> Any:
    """Announce a group run of four couriers on space 4 and roll the dice."""
    colours = ("yellow", "red", "blue")
    table = sit(3, {"colours": colours}, couriers=[[4, 4, 20], [4], [4]], cans=[1, 2, 0], reserve=12)
    return table.do("0 group 4", "* roll 2", "* roll 6", "* roll 3")


def test_r3_vc15_a_rivals_die_may_not_cross_the_line(sit: Sit) -> None:
    assert group_near_the_line(sit).open() == ["move 4 own", "move 4 blue"]


def test_r3_cont_vc20_vc21_vc23_a_can_received_for_a_retreat_may_pay_for_the_next_courier(sit: Sit) -> None:
    table = group_near_the_line(sit).do("0 move 4 blue", "0 pursue 1", "1 pursue 1")
    table.do("0 back", "0 pay", "1 pay")
    assert table.is_("actor 2").open() == ["back"]
    table.do("2 back")
    table.is_("couriers 1 3 20 start | 1 start start start | 5 start start start", "cans 0 0 1", "reserve 14")


def test_r4_vc26_the_latest_finisher_among_tied_seats_wins(sit: Sit) -> None:
    table = sit(5, couriers=[[3], [], [], [], []], podium=[1, 0, 2, 3, 2, 3, 1])
    table.do("0 solo", "* roll 3", "0 move 3 own").is_("actor over", "podium 1 0 2 3 2 3 1 0")
    table.is_("scores 2 2 2 2 0", "ranking 1 2 4 3 5")


# ---------------------------------------------------------------- edge cases


def test_e1_vc22_vc23_a_retreat_from_the_first_obstacle_leads_to_start_and_gives_two_cans(sit: Sit) -> None:
    table = sit().do("0 solo", "* roll 4", "0 move start own")
    assert table.open() == ["back"]
    table.do("0 back").is_("couriers start start start start | start start start start | start start start start")
    table.is_("cans 2 0 0", "reserve 13", "actor 1")


def test_e2_vc17_nobody_pursues_from_start(sit: Sit) -> None:
    table = sit(cans=[2, 2, 2], reserve=9).do("0 solo", "* roll 1", "0 move start own")
    table.is_("phase announce", "actor 1", "cans 2 2 2")
    table.is_("couriers 35 start start start | start start start start | start start start start")


def test_e3_vc12_vc13_in_a_group_run_from_start_the_rivals_courier_rides_along(sit: Sit) -> None:
    table = sit(cans=[0, 1, 1], reserve=13)
    table.do("0 group start", "* roll 3", "* roll 6", "* roll 5", "0 move start yellow")
    table.is_("couriers 30 start start start | 30 start start start | start start start start")
    table.is_("cans 1 1 1", "reserve 12", "actor 1", "phase announce")


def test_e4_vc09_vc17_a_sprint_cannot_be_pursued_even_by_its_own_team(sit: Sit) -> None:
    table = sit(couriers=[[9, 9], [9], [9]], cans=[2, 3, 3])
    table.do("0 solo sprint", "* roll 2", "* roll 3", "0 move 9 sum")
    table.is_("couriers 4 9 start start | 9 start start start | 9 start start start")
    table.is_("cans 0 3 3", "reserve 9", "phase announce", "actor 1")


def test_e5_vc15_neither_the_energy_die_nor_the_sum_of_a_sprint_may_cross_the_line(sit: Sit) -> None:
    table = sit(couriers=[[4, 20], [4], []], cans=[2, 1, 0])
    table.do("0 solo sprint", "* roll 4", "* roll 5")
    far = [f"move {space} {die}" for die in ("own", "energy", "sum") for space in ("20", "start")]
    assert table.open() == ["move 4 own", *far]
    table.do("0 move 4 own").is_("podium 0", "actor 1", "phase announce", "cans 0 1 0", "reserve 14")


def test_e6_vc14_vc17_vc24_surplus_pips_at_the_line_are_lost_and_nobody_pursues(sit: Sit) -> None:
    table = sit(couriers=[[2, 2], [2], []], cans=[2, 2, 0]).do("0 solo", "* roll 5", "0 move 2 own")
    table.is_("couriers 2 start start | 2 start start start | start start start start", "podium 0", "actor 1")


def test_e7_vc25_the_third_courier_wins_at_once(sit: Sit) -> None:
    table = sit(couriers=[[6], [], []], podium=[0, 0]).do("0 solo", "* roll 6", "0 move 6 own")
    table.is_("actor over", "phase over", "scores 3 0 0", "ranking 1 2 2")


def test_e8_vc19_if_the_reserve_is_empty_one_of_the_richest_seats_gives_the_can(sit: Sit) -> None:
    table = sit(couriers=[[33], [], []], cans=[1, 7, 7], reserve=0).do("0 solo", "* roll 6", "0 move 33 own")
    assert table.is_("phase take", "actor 0").open() == ["take yellow", "take red"]
    table.do("0 take red").is_("cans 2 7 6", "reserve 0", "actor 1", "phase announce")


def test_e9_vc19_a_richest_seat_gets_no_can_even_when_tied(sit: Sit) -> None:
    table = sit(couriers=[[33], [], []], cans=[7, 7, 1], reserve=0).do("0 solo", "* roll 6", "0 move 33 own")
    table.is_("cans 7 7 1", "reserve 0", "actor 1")


def test_e10_vc08_vc18_the_can_paid_for_energy_comes_back_from_the_reserve(sit: Sit) -> None:
    table = sit(couriers=[[33], [], []], cans=[8, 4, 3], reserve=0)
    table.do("0 solo bonus", "* roll 1", "* roll 6", "0 move 33 energy").is_("cans 8 4 3", "reserve 0", "actor 1")


def test_e11_vc19_vc23_two_cans_are_received_one_by_one(sit: Sit) -> None:
    table = sit(couriers=[[29, 20], [32], []], cans=[0, 10, 4], reserve=1)
    table.do("0 solo", "* roll 1", "0 move 29 own", "0 back")
    table.is_("couriers 20 start start start | 32 start start start | start start start start")
    table.is_("cans 2 9 4", "reserve 0", "actor 1")


def test_e12_vc20_couriers_already_on_the_obstacle_do_not_pay(sit: Sit) -> None:
    table = sit(couriers=[[12], [10], [10]], cans=[1, 0, 0], reserve=14)
    table.do("0 solo", "* roll 2", "0 move 12 own", "0 pay")
    table.is_("couriers 10 start start start | 10 start start start | 10 start start start")
    table.is_("reserve 15", "actor 1", "phase announce")


def test_e13_vc22_a_courier_of_the_same_team_also_blocks_an_obstacle(sit: Sit) -> None:
    table = sit(couriers=[[6, 8], [], []]).do("0 solo", "* roll 1", "0 move 6 own", "0 back")
    table.is_("couriers 8 10 start start | start start start start | start start start start", "cans 1 0 0")


def test_e14_vc16_no_more_couriers_pursue_than_the_seat_has_cans(sit: Sit) -> None:
    table = sit(couriers=[[20], [20, 20, 20], []], cans=[0, 2, 0]).do("0 solo", "* roll 4", "0 move 20 own")
    assert table.is_("actor 1").open() == ["pursue 0", "pursue 1", "pursue 2"]
    table.do("1 pursue 2").is_("cans 0 0 0", "actor 1", "phase announce")
    table.is_("couriers 16 start start start | 16 16 20 start | start start start start")


def test_e15_vc13_vc16_the_energy_die_moves_only_the_teams_own_courier_and_others_may_pursue(sit: Sit) -> None:
    table = sit(4, couriers=[[18], [18], [18], []], cans=[1, 0, 1, 0], reserve=18)
    table.do("0 group 18 bonus", "* roll 1", "* roll 2", "* roll 3", "* roll 6", "0 move 18 energy", "2 pursue 1")
    assert [row[0] for row in table.race.write()["couriers"]] == [12, 18, 12, "start"]
    table.is_("cans 1 0 0 0", "reserve 19")


def test_e16_vc26_the_seat_with_most_couriers_on_a_full_podium_wins(sit: Sit) -> None:
    table = sit(7, couriers=[[], [], [], [], [], [], [1]], podium=[0, 1, 2, 0, 3, 4, 5], active=6)
    table.do("6 solo", "* roll 1", "6 move 1 own").is_("actor over", "podium 0 1 2 0 3 4 5 6")
    assert table.race.ranking()[0] == 1
    assert table.race.ranking().count(1) == 1


def test_e17_vc26_the_tie_break_works_if_another_seat_fills_the_podium(sit: Sit) -> None:
    table = sit(5, couriers=[[], [], [], [], [1]], podium=[0, 1, 0, 2, 1, 2, 3], active=4)
    table.do("4 solo", "* roll 6", "4 move 1 own").is_("actor over", "scores 2 2 2 1 1", "ranking 3 2 1 5 4")


def test_e18_vc15_the_energy_die_and_rivals_dice_cannot_cross_the_line(sit: Sit) -> None:
    table = sit(couriers=[[5], [5], [5]], cans=[1, 0, 0])
    table.do("0 group 5 bonus", "* roll 5", "* roll 5", "* roll 4", "* roll 6")
    assert table.open() == ["move 5 own", "move 5 red"]


def test_e19_vc20_vc22_a_retreat_blocks_the_obstacle_for_later_retreats_of_the_turn(sit: Sit) -> None:
    table = sit(4, couriers=[[14], [14], [14], [17]], cans=[0, 1, 1, 0], reserve=18)
    table.do("0 solo", "* roll 1", "0 move 14 own", "1 pursue 1", "2 pursue 1", "0 back", "1 back", "2 back")
    assert [row[0] for row in table.race.write()["couriers"]] == [21, 24, 28, 17]
    table.is_("cans 1 1 1 0", "reserve 17")


@pytest.mark.parametrize(("from_start", "number"), [(True, 8), (False, 6)])
def test_e20_vc07_vc12_all_announcements_are_listed_with_and_without_groups_from_start(
    sit: Sit, from_start: bool, number: int
) -> None:
    table = sit(3, {"group_from_start": from_start}, couriers=[[20, 12], [20], [12, 9]], cans=[1, 0, 0])
    groups = ["12", "20"] + ["start"] * from_start
    wanted = ["solo", "solo bonus"] + [f"group {s}" for s in groups] + [f"group {s} bonus" for s in groups]
    assert table.open() == wanted
    assert len(wanted) == number


def test_e21_vc18_a_rival_who_rides_along_gets_no_can(sit: Sit) -> None:
    table = sit(couriers=[[21], [21], []]).do("0 group 21", "* roll 1", "* roll 6", "0 move 21 yellow")
    table.is_("couriers 15 start start start | 15 start start start | start start start start", "cans 1 0 0")


def test_e22_vc25_a_third_courier_wins_even_if_it_also_fills_the_podium(sit: Sit) -> None:
    table = sit(5, couriers=[[3], [], [], [], []], podium=[0, 0, 1, 1, 2, 2, 3])
    table.do("0 solo", "* roll 3", "0 move 3 own").is_("actor over", "scores 3 2 2 1 0", "ranking 1 3 2 4 5")
    assert table.race.table()["prompt"]["key"] == "prompt.over.three"


def test_e23_vc22_a_retreat_goes_to_the_first_free_obstacle_behind(sit: Sit) -> None:
    table = sit(couriers=[[4], [], []]).do("0 solo", "* roll 3", "0 move 4 own", "0 back")
    table.is_("couriers 3 start start start | start start start start | start start start start", "cans 1 0 0")
