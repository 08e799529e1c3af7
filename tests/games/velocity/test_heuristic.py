"""The rules of thumb: laws on random positions of every table, and what an expert plays."""

from math import isfinite
from typing import Any

import pytest
from tests.games.velocity.conftest import Sit, Table
from tests.games.velocity.test_track import make

from velodrome.bots import bot
from velodrome.core.contract import CHANCE, OVER, Value
from velodrome.core.rng import Rng
from velodrome.core.texts import LANGUAGES, say
from velodrome.games.velocity.game import VeloCity
from velodrome.games.velocity.heuristic import Thumb, expected_best
from velodrome.games.velocity.rules import Race

OPTIONS: tuple[dict[str, Value], ...] = (
    {},
    {"group_from_start": False, "finish_with_sum": True},
    {"empty_reserve_applies_to_compensation": False, "max_rounds": 12},
    {"track": make("oc" * 30, 12, 16, 99)},
    {"track": make("o" * 9, 5, 6, 2)},
)


TABLES = [(n, options) for n in range(3, 8) for options in OPTIONS]


def positions(seats: int, options: dict[str, Value], games: int = 2) -> list[Race]:
    """Every seventh decision of games that half follow the rules of thumb."""
    game, rng = VeloCity(seats, options), Rng(seats)
    thumb, found, seen = Thumb(game), [], 0
    for _ in range(games):
        race = game.start()
        while race.actor != OVER:
            if race.actor == CHANCE:
                race.play(race.draw(rng))
                continue
            seen += 1
            if seen % 7 == 0 or race.phase > 4:
                found.append(race.copy())
            race.play(thumb.pick(race, rng) if rng.below(2) else race.pick(rng))
    return found


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_move_has_a_weight_that_view_and_world_agree_on(seats: int, options: dict[str, Value]) -> None:
    thumb, rng = Thumb(VeloCity(seats, options)), Rng(1)
    for race in positions(seats, options):
        key = race.key()
        weights = thumb.weigh(race)
        assert len(weights) == race.count()
        assert all(map(isfinite, weights))
        assert thumb.weigh(race.seen_by(race.actor)) == weights
        assert race.allows(thumb.pick(race, rng)) and race.allows(thumb.choose(race, rng))
        assert race.key() == key, "rules of thumb leave the race alone"


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_an_outlook_lies_between_0_and_1_and_those_of_a_table_make_half_of_it(
    seats: int, options: dict[str, Value]
) -> None:
    thumb = Thumb(VeloCity(seats, options))
    for race in positions(seats, options, 1):
        values = [thumb.value(race, seat) for seat in range(seats)]
        assert all(0 <= value <= 1 for value in values)
        assert sum(values) == pytest.approx(seats / 2)


@pytest.mark.parametrize("seats", range(3, 8))
def test_the_outlook_of_a_game_that_is_over_is_its_result(seats: int) -> None:
    race, rng = VeloCity(seats).start(), Rng(seats)
    while race.actor != OVER:
        race.settle(rng) if race.actor == CHANCE else race.play(race.pick(rng))
    thumb = Thumb(race.game)
    assert [thumb.value(race, seat) for seat in range(seats)] == [race.outlook(seat) for seat in range(seats)]


@pytest.mark.parametrize(("seats", "options"), TABLES[::3])
def test_every_move_has_its_reasons_in_both_languages(seats: int, options: dict[str, Value]) -> None:
    thumb = Thumb(VeloCity(seats, options))
    for race in positions(seats, options, 1)[::3]:
        for move in race.legal():
            why = thumb.why(race.seen_by(race.actor), move)
            assert 1 <= len(why) <= 3
            for language in LANGUAGES:
                assert all(say("velocity", text, language) for text in why)


def test_the_best_of_some_dice_is_expected_exactly() -> None:
    pips = [1000 * face for face in range(1, 7)]
    assert expected_best([pips]) == 3500
    assert expected_best([pips, pips]) == sum(max(a, b) for a in pips for b in pips) // 36


# ---------------------------------------------------------------- what an expert plays


def likes(table: Table) -> str:
    """The move that rules of thumb like best."""
    weights = Thumb(table.game).weigh(table.race)
    return table.open()[weights.index(max(weights))]


def why(table: Table, move: str) -> list[Any]:
    return [text["key"] for text in Thumb(table.game).why(table.race, table.game.parse(move))]


def test_a_third_courier_wins_at_once(sit: Sit) -> None:
    table = sit(3, couriers=[[6, 13], ["start"] * 4, ["start"] * 4], podium=[0, 0]).do("0 solo", "* roll 6")
    assert likes(table) == "move 6 own"
    assert why(table, "move 6 own")[0] == "why.win"


def test_a_refreshment_is_worth_a_step_more(sit: Sit) -> None:
    table = sit(3, couriers=[[26, 25, "start", "start"], ["start"] * 4, ["start"] * 4]).do("0 solo", "* roll 3")
    assert likes(table) == "move 26 own"
    assert why(table, "move 26 own")[0] == "why.can"


def test_a_courier_parks_before_the_line_and_not_on_an_obstacle(sit: Sit) -> None:
    table = sit(3, couriers=[[9, 8], ["start"] * 4, ["start"] * 4], podium=[0, 0]).do("0 solo", "* roll 4")
    assert likes(table) == "move 8 own"
    assert why(table, "move 8 own")[0] == "why.park"


def test_equal_pips_are_run_without_the_rival(sit: Sit) -> None:
    table = sit(3, couriers=[[20, "start", "start", "start"], [20, "start", "start", "start"], ["start"] * 4])
    table.do("0 group 20", "* roll 4", "* roll 4")
    assert likes(table) == "move 20 own"
    assert "why.carried" in why(table, "move 20 yellow")


def test_a_long_pursuit_is_worth_a_can_and_a_short_one_is_not(sit: Sit) -> None:
    for pips, wanted in ((6, "pursue 1"), (1, "pursue 0")):
        table = sit(3, couriers=[[26, "start", "start", "start"], [26, "start", "start", "start"], ["start"] * 4],
                    cans=[0, 2, 0])  # fmt: skip
        table.do("0 solo", f"* roll {pips}", "0 move 26 own")
        assert likes(table) == wanted


def test_a_can_is_paid_where_a_crowd_makes_the_retreat_long(sit: Sit) -> None:
    alone: list[Any] = [[4, 25, "start", "start"], ["start"] * 4, ["start"] * 4]
    assert likes(sit(3, couriers=alone, cans=[1, 0, 0]).do("0 solo", "* roll 1", "0 move 4 own")) == "back"
    crowd: list[Any] = [[4, 25, "start", "start"], [5, 8, 10, 13], [17, 21, 24, 28]]
    assert likes(sit(3, couriers=crowd, cans=[1, 0, 0]).do("0 solo", "* roll 1", "0 move 4 own")) == "pay"


def test_the_first_obstacle_is_a_pair_of_cans_early_on(sit: Sit) -> None:
    table = sit(3, couriers=[[35, "start", "start", "start"], ["start"] * 4, ["start"] * 4], cans=[1, 0, 0])
    assert likes(table.do("0 solo", "* roll 3", "0 move 35 own")) == "back"


def test_a_second_courier_waits_while_later_places_are_open(sit: Sit) -> None:
    rivals: list[Any] = [[12, 20, "start"]] * 3
    table = sit(4, couriers=[[2, 14, 26], *rivals], podium=[0, 1, 2, 3])
    assert likes(table.do("0 solo", "* roll 4")) != "move 2 own"
    assert "why.early" in why(table, "move 2 own")


def test_the_last_place_is_taken_by_the_second_courier_that_wins_by_it(sit: Sit) -> None:
    table = sit(4, couriers=[[2, 14, 26], [12, 20], [12, 20], [12, 20]], podium=[1, 2, 3, 0, 1, 2, 3])
    assert likes(table.do("0 solo", "* roll 3")) == "move 2 own"
    assert why(table, "move 2 own")[0] == "why.close"


def test_the_last_place_is_left_open_by_one_who_would_lose_by_it(sit: Sit) -> None:
    teams: list[Any] = [[2, 6, 7], [12], [12], [12], [12, 20]]
    table = sit(5, couriers=teams, podium=[1, 2, 1, 2, 3, 4, 3])
    assert likes(table.do("0 solo", "* roll 5")) != "move 2 own"


# ---------------------------------------------------------------- strength


@pytest.mark.parametrize(("seats", "least"), [(3, 38), (5, 36), (7, 32)])
def test_one_among_uniform_players_wins(seats: int, least: int) -> None:
    game, won = VeloCity(seats), 0
    players = [bot("heuristic", game), *[bot("uniform", game)] * (seats - 1)]
    for seed in range(40):
        race, rng = game.start(), Rng(seed)
        while race.actor != OVER:
            if race.actor == CHANCE:
                race.settle(rng)
            else:
                race.play(players[race.actor](race.seen_by(race.actor), rng))
        won += race.ranking()[0] == 1
    assert won >= least
