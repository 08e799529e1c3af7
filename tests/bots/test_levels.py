"""The eight levels of every game, and the names of bots."""

import pytest
from tests.bots.positions import TABLES, collect_decisions

from velodrome.bots import LEVELS, UnknownBot, is_bot_name, make_bot
from velodrome.bots.heuristic_bot import BadTemperature
from velodrome.bots.levels import LADDERS, NUMBER_OF_LEVELS, UnknownLevel, make_level_bot
from velodrome.bots.uniform import UniformTakesNoSettings
from velodrome.core.rng import Rng
from velodrome.games import GAMES, game


def test_every_game_has_eight_levels_and_every_level_a_title() -> None:
    assert LADDERS.keys() == GAMES.keys()
    assert {len(ladder) for ladder in LADDERS.values()} == {8} == {NUMBER_OF_LEVELS}


@pytest.mark.parametrize("name", GAMES)
def test_each_level_slips_less_or_searches_more_than_the_one_below(name: str) -> None:
    for lower, higher in zip(LADDERS[name], LADDERS[name][1:], strict=False):
        assert (-lower.slips, lower.simulations) < (-higher.slips, higher.simulations)


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
