"""Tests of the heuristic of VeloCity: it works on any track, plays like an expert and beats random players."""

from typing import Any

import pytest
from tests.games.velocity.tables import Sit, Table, make_track
from tests.laws.heuristic_checks import check_heuristic_laws

from velodrome.bots import make_bot
from velodrome.core.contract import CHANCE, OVER
from velodrome.core.rng import Rng
from velodrome.games.velocity.bot.heuristic import VeloCityHeuristic, expected_best
from velodrome.games.velocity.bot.reasons import judge_gain
from velodrome.games.velocity.game import VeloCity


@pytest.mark.parametrize("seats", [3, 7])
@pytest.mark.parametrize(
    "track",
    [make_track("oc" * 30, 12, 16, 99), make_track("o" * 9, 5, 6, 2), "rough_city"],
    ids=["long", "short", "rough_city"],
)
def test_the_heuristic_laws_hold_on_any_track(seats: int, track: str) -> None:
    check_heuristic_laws(VeloCity(seats, {"track": track}), seats)


def test_expected_best_is_the_exact_mean_of_the_best_die() -> None:
    pips = [1000 * face for face in range(1, 7)]
    assert expected_best([pips]) == 3500
    assert expected_best([pips, pips]) == sum(max(a, b) for a in pips for b in pips) // 36


# ---------------------------------------------------------------- choices


def choice(table: Table) -> str:
    """Return the text of the move to which the heuristic gives the highest weight."""
    weights = VeloCityHeuristic(table.game).weigh(table.race)
    return table.open()[weights.index(max(weights))]


def why(table: Table, move: str) -> list[Any]:
    """Return the keys of the heuristic's reasons for a move."""
    return [text["key"] for text in VeloCityHeuristic(table.game).explain(table.race, table.game.parse(move))]


def test_it_finishes_with_a_third_courier_to_win(sit: Sit) -> None:
    table = sit(3, couriers=[[6, 13], ["start"] * 4, ["start"] * 4], podium=[0, 0]).do("0 solo", "* roll 6")
    assert choice(table) == "move 6 own"
    assert why(table, "move 6 own")[0] == "why.win"


def test_it_prefers_a_move_that_gives_a_can(sit: Sit) -> None:
    table = sit(3, couriers=[[26, 25, "start", "start"], ["start"] * 4, ["start"] * 4]).do("0 solo", "* roll 3")
    assert choice(table) == "move 26 own"
    assert why(table, "move 26 own")[0] == "why.can"


def test_it_stops_before_the_line_on_a_space_without_an_obstacle(sit: Sit) -> None:
    table = sit(3, couriers=[[9, 8], ["start"] * 4, ["start"] * 4], podium=[0, 0]).do("0 solo", "* roll 4")
    assert choice(table) == "move 8 own"
    assert why(table, "move 8 own")[0] == "why.park"


def test_with_equal_dice_it_does_not_take_a_rival_along(sit: Sit) -> None:
    table = sit(3, couriers=[[20, "start", "start", "start"], [20, "start", "start", "start"], ["start"] * 4])
    table.do("0 group 20", "* roll 4", "* roll 4")
    assert choice(table) == "move 20 own"
    assert "why.carried" in why(table, "move 20 yellow")


def test_it_pays_a_can_for_a_long_pursuit_but_not_for_a_short_one(sit: Sit) -> None:
    for pips, wanted in ((6, "pursue 1"), (1, "pursue 0")):
        table = sit(3, couriers=[[26, "start", "start", "start"], [26, "start", "start", "start"], ["start"] * 4],
                    cans=[0, 2, 0])  # fmt: skip
        table.do("0 solo", f"* roll {pips}", "0 move 26 own")
        assert choice(table) == wanted


def test_it_pays_at_an_obstacle_if_the_retreat_would_be_long(sit: Sit) -> None:
    alone: list[Any] = [[4, 25, "start", "start"], ["start"] * 4, ["start"] * 4]
    assert choice(sit(3, couriers=alone, cans=[1, 0, 0]).do("0 solo", "* roll 1", "0 move 4 own")) == "back"
    crowd: list[Any] = [[4, 25, "start", "start"], [5, 8, 10, 13], [17, 21, 24, 28]]
    assert choice(sit(3, couriers=crowd, cans=[1, 0, 0]).do("0 solo", "* roll 1", "0 move 4 own")) == "pay"


def test_it_retreats_from_the_first_obstacle_early_to_get_two_cans(sit: Sit) -> None:
    table = sit(3, couriers=[[35, "start", "start", "start"], ["start"] * 4, ["start"] * 4], cans=[1, 0, 0])
    assert choice(table.do("0 solo", "* roll 3", "0 move 35 own")) == "back"


def test_a_second_courier_waits_while_later_podium_places_are_free(sit: Sit) -> None:
    rivals: list[Any] = [[12, 20, "start"]] * 3
    table = sit(4, couriers=[[2, 14, 26], *rivals], podium=[0, 1, 2, 3])
    assert choice(table.do("0 solo", "* roll 4")) != "move 2 own"
    assert "why.early" in why(table, "move 2 own")


@pytest.mark.parametrize("near", [1, 4, 6])
def test_it_crosses_the_line_if_a_rival_could_finish_a_third_courier(sit: Sit, near: int) -> None:
    teams: list[Any] = [[2, 15], [near], [20, 23], [24, 25, 30], [20, 24, 25]]
    table = sit(5, couriers=teams, podium=[0, 1, 2, 1]).do("0 solo", "* roll 3")
    assert choice(table) == "move 2 own"
    assert why(table, "move 2 own")[:2] == ["why.cross", "why.threat"]


def test_it_takes_the_last_podium_place_if_that_wins(sit: Sit) -> None:
    table = sit(4, couriers=[[2, 14, 26], [12, 20], [12, 20], [12, 20]], podium=[1, 2, 3, 0, 1, 2, 3])
    assert choice(table.do("0 solo", "* roll 3")) == "move 2 own"
    assert why(table, "move 2 own")[0] == "why.close"


def test_it_leaves_the_last_podium_place_free_if_taking_it_loses(sit: Sit) -> None:
    teams: list[Any] = [[2, 6, 7], [12], [12], [12], [12, 20]]
    table = sit(5, couriers=teams, podium=[1, 2, 1, 2, 3, 4, 3])
    assert choice(table.do("0 solo", "* roll 5")) != "move 2 own"


@pytest.mark.parametrize(
    ("gain", "lost", "reason"),
    [
        (4, 0, {"key": "why.worth", "points": 4}),
        (-1, 0, {"key": "why.worth.least"}),
        (40, 0, {"key": "why.worth.most"}),
        (3, 2, {"key": "why.worse", "lost": 2}),
        (-20, 30, {"key": "why.worse.far"}),
    ],
)
def test_a_reason_gives_a_number_of_spaces_unless_it_is_very_high_or_low(gain: int, lost: int, reason: Any) -> None:
    assert judge_gain(gain, lost) == [reason]


# ---------------------------------------------------------------- strength


@pytest.mark.parametrize(("seats", "min_wins"), [(3, 38), (5, 36), (7, 32)])
def test_the_heuristic_beats_random_players(seats: int, min_wins: int) -> None:
    game, won = VeloCity(seats), 0
    players = [make_bot("heuristic", game), *[make_bot("uniform", game)] * (seats - 1)]
    for seed in range(40):
        race, rng = game.start(), Rng(seed)
        while race.actor != OVER:
            if race.actor == CHANCE:
                race.settle(rng)
            else:
                race.play(players[race.actor](race.seen_by(race.actor), rng))
        won += race.ranking()[0] == 1
    assert won >= min_wins
