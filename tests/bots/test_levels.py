"""Tests of the eight levels of every game, and of the names of bots."""

from statistics import fmean

import pytest
from tests.bots.positions import TABLES, collect_decisions

from velodrome.bots import LEVELS, UnknownBot, is_bot_name, make_bot
from velodrome.bots.heuristic_bot import BadTemperature, make_heuristic
from velodrome.bots.levels import LADDERS, NUMBER_OF_LEVELS, UnknownLevel, make_level_bot
from velodrome.bots.uniform import UniformTakesNoSettings
from velodrome.core.contract import CHANCE, OVER
from velodrome.core.heuristic import sample_index, softmax
from velodrome.core.rng import Rng
from velodrome.games import GAMES, game


def test_every_game_has_eight_levels_and_every_level_a_title() -> None:
    assert LADDERS.keys() == GAMES.keys()
    assert {len(ladder) for ladder in LADDERS.values()} == {8} == {NUMBER_OF_LEVELS}


@pytest.mark.parametrize("name", GAMES)
def test_each_level_errs_less_or_searches_more_than_the_one_below(name: str) -> None:
    for lower, higher in zip(LADDERS[name], LADDERS[name][1:], strict=False):
        assert (-lower.temperature, lower.simulations) < (-higher.temperature, higher.simulations)


@pytest.mark.parametrize(("which", "seats"), TABLES)
def test_a_level_answers_with_a_legal_move(which: str, seats: int) -> None:
    table = game(which, seats)
    (state,) = collect_decisions(table, Rng(9), 1)
    for name in list(LEVELS)[:7]:
        assert state.allows(make_bot(name, table)(state.seen_by(state.actor), Rng(1)))


def test_there_is_no_level_nine() -> None:
    with pytest.raises(UnknownLevel, match="expected 1 to 8"):
        make_level_bot(game("velvet"), 9)
    assert not is_bot_name("level9")
    with pytest.raises(UnknownBot, match="no bot is called level9"):
        make_bot("level9", game("velvet"))


@pytest.mark.parametrize("name", ["heuristic:abc", "heuristic:0", "heuristic:-1", "heuristic:nan"])
def test_the_temperature_must_be_above_0(name: str) -> None:
    with pytest.raises(BadTemperature, match="expected a number above 0"):
        make_bot(name, game("velonimo"))


def test_uniform_takes_no_settings() -> None:
    with pytest.raises(UniformTakesNoSettings, match="uniform takes no settings"):
        make_bot("uniform:2", game("velonimo"))


@pytest.mark.parametrize("name", GAMES)
def test_the_line_of_each_level_is_true_in_every_game(name: str) -> None:
    """Check the one-line descriptions of the levels: which share of moves could be better, and which levels search.

    The shares of levels 1 to 5 are: about a half, almost a half, four in ten, about a third, and three in ten.
    """
    bounds = {1: (0.4, 0.6), 2: (0.35, 0.55), 3: (0.33, 0.5), 4: (0.28, 0.45), 5: (0.2, 0.4)}
    for number, (low, high) in bounds.items():
        level = LADDERS[name][number - 1]
        assert low <= share_of_second_best_moves(name, level.temperature) <= high, number
    assert LADDERS[name][5].temperature == 0 or name == "arcenciel"
    assert (LADDERS[name][6].simulations > 0) == (name != "arcenciel"), "level 7 thinks ahead, but for Arc en Ciel"
    assert LADDERS[name][7].simulations >= 500, "level 8 tries out hundreds of ways"


def share_of_second_best_moves(name: str, temperature: float) -> float:
    """Play five games with this temperature; return the share of moves that are not the heuristic's best."""
    table = game(name, min(4, GAMES[name].seats[-1]))
    heuristic, rng = make_heuristic(table), Rng(1)
    misses: list[float] = []
    for _ in range(5):
        state = table.start()
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.play(state.draw(rng))
                continue
            weights = [weight / temperature for weight in heuristic.weigh(state.seen_by(state.actor))]
            if len(weights) > 1:
                misses.append(1.0 - softmax(weights)[weights.index(max(weights))])
            state.play(state.nth(sample_index(weights, rng)))
    return fmean(misses)
