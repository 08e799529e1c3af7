"""Test rules in cases that test_scenarios.py does not cover, and every option, turned on and off."""

from typing import Any

import pytest
from tests.games.velocity.tables import Sit

from velodrome.core.contract import ONLOOKER, OVER, TRUTH
from velodrome.core.errors import BadOption, IllegalMove, UnknownGame
from velodrome.core.playout import playout
from velodrome.core.rng import Rng
from velodrome.games import game as table_of
from velodrome.games.velocity.game import OPTIONS, SEATS, VeloCity
from velodrome.games.velocity.pieces import COLOURS

# ---------------------------------------------------------------- set-up


@pytest.mark.parametrize("seats", SEATS)
def test_vc01_teams_take_the_colours_in_order(seats: int) -> None:
    assert tuple(VeloCity(seats).course.colours) == COLOURS[:seats]


def test_vc01_moves_name_only_the_colours_in_play(sit: Sit) -> None:
    game = VeloCity(3, {"colours": "gray blue red"})
    texts = [move.text for move in game.moves]
    assert "take gray" in texts
    assert "move 6 blue" in texts
    assert not [text for text in texts if text.endswith("yellow")]


@pytest.mark.parametrize("colours", ["red blue", "red red blue", "red blue purple", ""])
def test_vc01_colours_that_are_not_one_for_each_seat_are_refused(colours: str) -> None:
    with pytest.raises(BadOption, match=r"colours is .*expected"):
        VeloCity(3, {"colours": colours})


@pytest.mark.parametrize("seats", [2, 8, 0, -1])
def test_vc01_fewer_than_3_or_more_than_7_seats_are_refused(seats: int) -> None:
    with pytest.raises(UnknownGame, match="played by 3 to 7"):
        VeloCity(seats)


def test_vc02_one_step_from_start_reaches_space_35(sit: Sit) -> None:
    sit().do("0 solo", "* roll 1", "0 move start own").is_(
        "couriers 35 start start start | start start start start | start start start start"
    )


@pytest.mark.parametrize(("seats", "racers"), [(3, 4), (4, 4), (5, 3), (6, 3), (7, 3)])
def test_vc03_all_but_the_captain_race_from_start(seats: int, racers: int) -> None:
    assert VeloCity(seats).start().write()["couriers"] == [["start"] * racers] * seats


def test_vc03_a_space_holds_any_number_of_couriers(sit: Sit) -> None:
    table = sit(4, couriers=[[21, 20, 20, 20], [20] * 4, [20] * 4, [20] * 4])
    table.do("0 solo", "* roll 1", "0 move 21 own")
    assert table.race.write()["couriers"] == [[20] * 4] * 4


@pytest.mark.parametrize(("seats", "cans"), [(3, 15), (4, 20), (5, 20), (6, 24), (7, 28)])
def test_vc04_all_cans_begin_in_the_reserve(seats: int, cans: int) -> None:
    start = VeloCity(seats).start().write()
    assert (start["reserve"], start["cans"]) == (cans, [0] * seats)


@pytest.mark.parametrize("seats", SEATS)
def test_vc05_the_first_seat_is_drawn_at_random(seats: int) -> None:
    race = VeloCity(seats).start()
    texts = [(race.game.text(move), weight) for move, weight in race.chance()]
    assert texts == [(f"first {seat}", 1) for seat in range(seats)]
    race.play(race.game.parse("first 2"))
    assert (race.actor, race.active, race.first_seat, race.chance()) == (2, 2, 2, [])


def test_vc05_an_option_sets_the_first_seat() -> None:
    race = VeloCity(4, {"first_player": 3}).start()
    assert (race.actor, race.write()["phase"], race.write()["first"]) == (3, "announce", 3)


# ---------------------------------------------------------------- turn


def test_vc06_seats_take_turns_clockwise_and_rounds_are_counted(sit: Sit) -> None:
    table = sit(3, active=1, first=1).is_("round 1")
    for turn, seat in enumerate([1, 2, 0, 1]):
        table.is_(f"actor {seat}", f"round {1 + turn // 3}")
        table.do(f"{seat} solo", "* roll 1", f"{seat} move start own")


def test_vc06_a_seat_cannot_pass(sit: Sit) -> None:
    table = sit(couriers=[[1], [1], [1]]).do("0 solo", "* roll 2")
    assert table.open() == ["move 1 own", "move start own"]


def test_vc07_energy_is_paid_before_the_roll(sit: Sit) -> None:
    sit(cans=[3, 0, 0]).do("0 solo sprint").is_("cans 1 0 0", "reserve 14", "phase roll", "actor *")
    sit(cans=[3, 0, 0]).do("0 group start bonus").is_("cans 2 0 0", "reserve 13", "group start", "energy bonus")


@pytest.mark.parametrize(
    ("cans", "open_"), [(0, "solo"), (1, "solo, solo bonus"), (2, "solo, solo bonus, solo sprint")]
)
def test_vc07_vc08_vc09_energy_can_be_announced_only_with_enough_cans(sit: Sit, cans: int, open_: str) -> None:
    sit(3, {"group_from_start": False}, cans=[cans, 5, 0]).is_(f"open {open_}")


def test_vc08_the_energy_die_may_be_used_instead_of_the_teams_die_but_not_added_to_it(sit: Sit) -> None:
    table = sit(couriers=[[20] * 4, [], []], cans=[1, 0, 0]).do("0 solo bonus", "* roll 2", "* roll 5")
    table.is_("dice own 2, energy 5", "open move 20 own, move 20 energy")
    table.do("0 move 20 energy").is_("cans 1 0 0")  # space 15 is a drinks stop, which gives a can


def test_vc09_a_sprint_is_not_possible_in_a_group_run(sit: Sit) -> None:
    table = sit(cans=[5, 0, 0])
    assert [text for text in table.open() if "sprint" in text] == ["solo sprint"]
    assert "group start sprint" not in table.game.index


def test_vc10_the_teams_own_die_is_rolled_first_then_those_of_rivals_clockwise_then_the_energy_die(sit: Sit) -> None:
    table = sit(4, couriers=[[20], [20], [20], [20]], cans=[0, 0, 1, 0], active=2)
    table.do("2 group 20 bonus", "* roll 1", "* roll 2", "* roll 3", "* roll 4", "* roll 5")
    table.is_("dice own 1, green 2, blue 3, yellow 4, energy 5", "actor 2")


def test_vc10_only_teams_in_the_group_roll_their_die(sit: Sit) -> None:
    table = sit(4, couriers=[[20], [19], [20], []]).do("0 group 20", "* roll 1", "* roll 2")
    table.is_("dice own 1, red 2", "open move 20 own, move 20 red")


def test_vc10_all_six_sides_of_a_die_are_equally_likely(sit: Sit) -> None:
    race = sit().do("0 solo").race
    assert [(race.game.text(move), weight) for move, weight in race.chance()] == [
        (f"roll {pips}", 1) for pips in range(1, 7)
    ]


def test_vc11_a_solo_run_may_move_any_courier_of_the_team(sit: Sit) -> None:
    table = sit(couriers=[[7, 9, 9], [12], []]).do("0 solo", "* roll 2")
    table.is_("open move 7 own, move 9 own, move start own")


def test_vc12_a_group_run_needs_a_space_shared_with_a_rivals_courier(sit: Sit) -> None:
    table = sit(3, {"group_from_start": False}, couriers=[[20, 12], [20, 9], [9]])
    table.is_("open solo, group 20")


def test_vc12_a_group_run_moves_a_courier_from_the_space_of_the_group(sit: Sit) -> None:
    table = sit(couriers=[[20, 12], [20], []]).do("0 group 20", "* roll 1", "* roll 6")
    table.is_("open move 20 own, move 20 yellow")


def test_vc13_with_a_rivals_die_one_courier_of_that_rival_rides_along_for_free(sit: Sit) -> None:
    table = sit(couriers=[[20, 20], [20, 20], []], cans=[0, 0, 1]).do("0 group 20", "* roll 1", "* roll 4")
    table.do("0 move 20 yellow").is_("couriers 16 20 start start | 16 20 start start | start start start start")
    table.is_("cans 0 0 1")


def test_vc14_a_courier_moves_exactly_as_many_spaces_as_the_die_shows(sit: Sit) -> None:
    table = sit(couriers=[[20] * 4, [], []]).do("0 solo", "* roll 4", "0 move 20 own")
    assert table.race.write()["couriers"][0] == [16, 20, 20, 20]


def test_vc15_the_teams_own_die_may_cross_the_line_even_with_surplus_pips(sit: Sit) -> None:
    for space, pips in [(6, 6), (1, 6), (3, 3)]:
        sit(couriers=[[space], [], []]).do("0 solo", f"* roll {pips}", f"0 move {space} own").is_("podium 0")
    sit(couriers=[[6], [], []]).do("0 solo", "* roll 4", "0 move 6 own").is_("podium")


@pytest.mark.parametrize(("option", "wanted"), [(False, ["own"]), (True, ["own", "sum"])])
def test_vc15_the_sum_of_a_sprint_crosses_the_line_only_if_the_option_allows_it(
    sit: Sit, option: bool, wanted: list[Any]
) -> None:
    table = sit(3, {"finish_with_sum": option}, couriers=[[4] * 4, [4], []], cans=[2, 1, 0])
    table.do("0 solo sprint", "* roll 3", "* roll 5")
    assert [text.split()[2] for text in table.open()] == wanted
    if option:
        table.do("0 move 4 sum").is_("podium 0", "phase announce", "actor 1", "couriers 4 4 4 | 4 start start start | "
                                     "start start start start")  # fmt: skip


# ---------------------------------------------------------------- pursuit


def test_vc16_seats_decide_on_pursuit_clockwise_from_the_active_seat(sit: Sit) -> None:
    table = sit(4, couriers=[[20], [20], [20, 20], [20]], cans=[1, 1, 1, 1], active=2)
    table.do("2 solo", "* roll 4", "2 move 20 own", "2 pursue 1", "3 pursue 0", "0 pursue 1", "1 pursue 1")
    assert [row[0] for row in table.race.write()["couriers"]] == [16, 16, 16, 20]
    table.is_("cans 0 0 0 1", "reserve 19")


@pytest.mark.parametrize("couriers", range(5))
def test_vc16_any_number_of_pursuers_moves_and_pays_and_then_the_next_seat_decides(sit: Sit, couriers: int) -> None:
    first = min(couriers, 3)  # one courier of the active seat has moved already
    table = sit(4, couriers=[[20] * 4] * 4, cans=[4] * 4).do("0 solo", "* roll 4", "0 move 20 own")
    table.is_("actor 0", "phase pursuit").do(f"0 pursue {first}").is_("actor 1", "phase pursuit")
    table.do(f"1 pursue {couriers}").is_("actor 2", "phase pursuit", f"arrived {1 + first} {couriers} 0 0")
    table.do(f"2 pursue {couriers}").is_("actor 3", "phase pursuit")
    table.do("3 pursue 0").is_("actor 1", "phase announce")
    left = [4 - first, 4 - couriers, 4 - couriers, 4]
    table.is_(f"cans {' '.join(map(str, left))}", f"reserve {20 - sum(left)}")
    moved = [1 + first, couriers, couriers, 0]
    assert table.race.write()["couriers"] == [[16] * n + [20] * (4 - n) for n in moved]


def test_vc16_no_more_couriers_pursue_than_stand_on_the_space(sit: Sit) -> None:
    table = sit(couriers=[[20, 20], [], []], cans=[5, 0, 0]).do("0 solo", "* roll 4", "0 move 20 own")
    table.is_("open pursue 0, pursue 1")


def test_vc16_other_couriers_of_a_rival_who_rode_along_may_pursue(sit: Sit) -> None:
    table = sit(couriers=[[20], [20, 20], []], cans=[0, 1, 0]).do("0 group 20", "* roll 1", "* roll 4")
    table.do("0 move 20 yellow").is_("actor 1", "arrived 1 1 0", "open pursue 0, pursue 1")
    table.do("1 pursue 1").is_("couriers 16 start start start | 16 16 start start | start start start start")


def test_vc16_couriers_on_other_spaces_cannot_pursue(sit: Sit) -> None:
    sit(couriers=[[20], [21], [16]], cans=[1, 1, 1]).do("0 solo", "* roll 4", "0 move 20 own").is_("phase announce")


def test_vc17_a_sprint_cannot_be_pursued_even_if_only_one_of_its_dice_is_used(sit: Sit) -> None:
    table = sit(couriers=[[20, 20], [20], []], cans=[3, 1, 0]).do("0 solo sprint", "* roll 4", "* roll 2")
    table.do("0 move 20 own").is_("phase announce", "actor 1")


def test_vc17_a_courier_moved_with_the_energy_die_can_be_pursued(sit: Sit) -> None:
    table = sit(couriers=[[20, 20], [20], []], cans=[2, 1, 0]).do("0 solo bonus", "* roll 4", "* roll 2")
    table.do("0 move 20 own").is_("phase pursuit", "actor 0")


# ---------------------------------------------------------------- cans


def test_vc18_the_active_seat_may_get_the_can_that_a_pursuer_has_just_paid(sit: Sit) -> None:
    table = sit(couriers=[[33], [33], []], cans=[0, 8, 7], reserve=0).do("0 solo", "* roll 6", "0 move 33 own")
    table.do("1 pursue 1").is_("cans 1 7 7", "reserve 0", "actor 1", "phase announce")


def test_vc18_the_active_seat_gets_one_can_however_many_couriers_arrive(sit: Sit) -> None:
    table = sit(couriers=[[33, 33, 33], [], []], cans=[2, 0, 0]).do("0 solo", "* roll 6", "0 move 33 own")
    table.do("0 pursue 2").is_("cans 1 0 0", "reserve 14")


def test_vc19_if_only_one_seat_is_richest_it_gives_the_can_automatically(sit: Sit) -> None:
    table = sit(couriers=[[33], [], []], cans=[1, 8, 6], reserve=0).do("0 solo", "* roll 6", "0 move 33 own")
    table.is_("cans 2 7 6", "actor 1", "phase announce")


def test_vc19_a_seat_that_is_not_active_chooses_who_gives_its_can(sit: Sit) -> None:
    table = sit(couriers=[[14], [14], []], cans=[7, 1, 7], reserve=0)
    table.do("0 group 14", "* roll 6", "* roll 1", "0 move 14 yellow", "0 back").is_("cans 7 1 7", "actor 1")
    table.do("1 back").is_("actor 1", "phase take", "open take blue, take red")
    table.do("1 take blue").is_("cans 6 2 7", "phase announce", "actor 1")


# ---------------------------------------------------------------- obstacles


def test_vc20_each_courier_that_landed_on_the_obstacle_pays_or_retreats_separately(sit: Sit) -> None:
    table = sit(couriers=[[14, 14, 14], [], []], cans=[3, 0, 0]).do("0 solo", "* roll 1", "0 move 14 own", "0 pursue 2")
    table.is_("arrived 3 0 0").do("0 pay").is_("arrived 2 0 0").do("0 back").is_("arrived 1 0 0").do("0 pay")
    table.is_("couriers 13 13 17 start | start start start start | start start start start", "actor 1", "cans 0 0 0")


def test_vc20_the_active_seat_decides_first_and_the_others_clockwise(sit: Sit) -> None:
    table = sit(4, couriers=[[14], [14], [14], []], cans=[1, 1, 0, 0], active=2)
    table.do("2 solo", "* roll 1", "2 move 14 own", "0 pursue 1", "1 pursue 1", "2 back", "0 back", "1 back")
    assert [row[0] for row in table.race.write()["couriers"]] == [21, 24, 17, "start"]


def test_vc21_a_seat_with_cans_may_still_retreat(sit: Sit) -> None:
    table = sit(couriers=[[14], [], []], cans=[3, 0, 0]).do("0 solo", "* roll 1", "0 move 14 own")
    table.is_("open pay, back").do("0 back").is_("cans 4 0 0")


def test_vc22_the_obstacle_reached_by_a_retreat_has_no_effect(sit: Sit) -> None:
    table = sit(couriers=[[14], [], []]).do("0 solo", "* roll 1", "0 move 14 own", "0 back")
    table.is_("couriers 17 start start start | start start start start | start start start start", "actor 1")


@pytest.mark.parametrize(("option", "cans"), [(True, "cans 2 9 4"), (False, "cans 1 10 4")])
def test_vc23_an_option_decides_whether_rivals_pay_compensation_if_the_reserve_is_empty(
    sit: Sit, option: bool, cans: str
) -> None:
    options = {"empty_reserve_applies_to_compensation": option}
    table = sit(3, options, couriers=[[29], [32], []], cans=[0, 10, 4], reserve=1)
    table.do("0 solo", "* roll 1", "0 move 29 own", "0 back").is_(cans, "reserve 0", "actor 1")


@pytest.mark.parametrize("option", [True, False])
def test_vc23_the_compensation_option_does_not_affect_refreshments(sit: Sit, option: bool) -> None:
    options = {"empty_reserve_applies_to_compensation": option}
    table = sit(3, options, couriers=[[33], [], []], cans=[1, 8, 6], reserve=0)
    table.do("0 solo", "* roll 6", "0 move 33 own").is_("cans 2 7 6")


# ---------------------------------------------------------------- end


def test_vc24_podium_places_fill_in_order_of_arrival(sit: Sit) -> None:
    table = sit(couriers=[[1, 1], [1], [1]], podium=[2]).do("0 solo", "* roll 1", "0 move 1 own")
    table.do("1 solo", "* roll 6", "1 move 1 own").is_("podium 2 0 1", "scores 1 1 1", "ranking 2 1 3")


def test_vc25_two_couriers_do_not_end_the_game(sit: Sit) -> None:
    sit(couriers=[[1], [], []], podium=[0]).do("0 solo", "* roll 1", "0 move 1 own").is_("actor 1", "podium 0 0")


def test_vc26_seven_podium_places_do_not_end_the_game(sit: Sit) -> None:
    table = sit(5, couriers=[[1], [], [], [], []], podium=[1, 2, 3, 1, 2, 3])
    table.do("0 solo", "* roll 1", "0 move 1 own").is_("actor 1")


def play_last_turn(sit: Sit, **position: Any) -> Any:
    """Set up a position before the last turn of the last round, and play this turn; return the table.

    `position` sets further keys of the position.
    """
    table = sit(3, {"max_rounds": 7}, active=2, round=7, **position)
    return table.do("2 solo", "* roll 1", "2 move start own").is_("actor over", "round 7")


def test_vc27_the_game_stops_after_the_last_round(sit: Sit) -> None:
    play_last_turn(sit, podium=[0, 1, 1, 0]).is_("ranking 1 2 3")
    play_last_turn(sit, couriers=[[5], [7], []]).is_("ranking 1 2 3")
    sit(3, {"max_rounds": 8}, active=2, round=7).do("2 solo", "* roll 1", "2 move start own").is_("round 8", "actor 0")
    sit(3, {"max_rounds": 0}, active=2, round=900).do("2 solo", "* roll 1", "2 move start own").is_("round 901")
    sit(3, {"max_rounds": 7}, active=1, round=7).do("1 solo", "* roll 1", "1 move start own").is_("actor 2")


def test_vc28_the_ranking_compares_podium_then_latest_finisher_then_distance_then_cans(sit: Sit) -> None:
    sit(4, podium=[0, 1, 1], couriers=[[1, 1, 1], [], [], []], cans=[9, 0, 0, 0]).is_("ranking 2 1 3 3")
    sit(4, podium=[0, 1], couriers=[[1, 1, 1], [], [], []]).is_("ranking 2 1 3 3")
    sit(4, couriers=[[30, 30], [29], [1], [1]], cans=[9, 0, 0, 1]).is_("ranking 3 4 2 1")
    sit(4).is_("ranking 1 1 1 1", "scores 0 0 0 0")


def test_vc28_the_outlook_is_the_share_of_opponents_ranked_behind(sit: Sit) -> None:
    race = sit(3, podium=[0, 1]).race
    assert [race.outlook(seat) for seat in range(3)] == [0.5, 1.0, 0.0]


@pytest.mark.parametrize("viewer", [0, 2, ONLOOKER])
def test_vc29_every_viewer_sees_everything(sit: Sit, viewer: Any) -> None:
    race = sit(couriers=[[33, 33], [33], []], cans=[1, 1, 0]).do("0 solo", "* roll 6", "0 move 33 own").race
    seen = race.seen_by(viewer)
    assert seen.viewer == viewer
    assert race.viewer == TRUTH
    assert seen.legal() == race.legal()
    assert seen.guess(Rng(1)).key() == race.key()
    assert all(race.audience(move) == 0b1111 for move in range(len(race.game.moves)))


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize("seats", SEATS)
def test_vc26_a_game_without_round_limit_has_one_winner_with_two_or_three_couriers(seats: int) -> None:
    rng, start = Rng(seats), VeloCity(seats, {"max_rounds": 0}).start()
    for _ in range(300):
        race = start.copy()
        playout(race, rng)
        scores, ranking = race.scores(), race.ranking()
        winner = ranking.index(1)
        assert race.actor == OVER
        assert ranking.count(1) == 1
        assert scores[winner] in (2, 3)
        assert max(scores) == 3 or sum(scores) == 8
        assert seats > 3 or max(scores) == 3
        if seats == 4 and max(scores) == 2:
            assert scores == [2, 2, 2, 2]
        assert race.reserve + sum(race.cans_of(seat) for seat in range(seats)) == race.course.stock


@pytest.mark.parametrize("seats", SEATS)
def test_vc04_cans_and_couriers_are_conserved(seats: int) -> None:
    rng, race = Rng(seats + 50), VeloCity(seats).start()
    while race.actor != OVER:
        race.play(race.draw(rng) if race.actor < 0 else race.pick(rng))
        written: Any = race.write()
        podium, cans, couriers = written["podium"], written["cans"], written["couriers"]
        assert race.reserve >= 0
        assert race.reserve + sum(cans) == race.course.stock
        assert [len(couriers[s]) + podium.count(s) for s in range(seats)] == [race.course.racers] * seats
        assert max(podium.count(s) for s in range(seats)) <= 3
        assert race.finished == len(podium) <= 8
        assert [race.spaces[s] for s in range(seats)] == [
            sum({1 << (36 if space == "start" else space) for space in couriers[s]}) for s in range(seats)
        ]


def test_vc10_settle_has_the_same_odds_as_rolling_one_die_at_a_time(sit: Sit) -> None:
    """Test that `settle` makes all 216 results of three dice equally likely, also if one die is already rolled.

    This is a chi-square test with 215 degrees of freedom and a fixed seed.
    """
    race = sit(couriers=[[20], [20], []], cans=[1, 0, 0]).do("0 group 20 bonus").race
    for begun in (0, 1):
        counts: dict[int, int] = {}
        rng = Rng(7)
        for _ in range(21600):
            new = race.copy()
            if begun:
                new.play(new.draw(rng))
            new.settle(rng)
            assert new.actor == 0
            counts[new.dice] = counts.get(new.dice, 0) + 1
        assert len(counts) == 216
        assert sum((n - 100) ** 2 / 100 for n in counts.values()) < 300


# ---------------------------------------------------------------- options


def test_vc06_the_registry_makes_the_game_with_its_options() -> None:
    game = table_of("velocity", 5, max_rounds=20)
    assert (game.name, game.version, game.seats, game.options["max_rounds"]) == ("velocity", 1, 5, 20)
    assert {option.name: option.default for option in OPTIONS} == game.defaults


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("first_player", 3),
        ("first_player", "nobody"),
        ("group_from_start", "perhaps"),
        ("empty_reserve_applies_to_compensation", 3),
        ("finish_with_sum", "maybe"),
        ("max_rounds", -1),
        ("max_rounds", "many"),
        ("wheels", 2),
    ],
)
def test_vc27_a_wrong_option_is_refused_by_name(name: str, value: Any) -> None:
    with pytest.raises(BadOption, match=name):
        VeloCity(3, {name: value})


def test_vc15_an_illegal_move_is_refused_with_the_reason_and_the_legal_moves(sit: Sit) -> None:
    table = sit(couriers=[[4, 4, 4, 4], [], []], cans=[1, 0, 0]).do("0 solo bonus", "* roll 2", "* roll 5")
    with pytest.raises(IllegalMove, match=r"5 from 4 would cross the finish line.*Open: move 4 own"):
        table.do("0 move 4 energy")
