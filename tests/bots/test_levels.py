"""Tests of the eight levels of every game, and of the names of bots."""

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


def test_the_line_of_each_level_is_true_in_every_game() -> None:
    """Check what the one-line description of each level says about the share of random moves and about search.

    For levels 1 to 5, the descriptions say that a half, two fifths, a quarter, a fifth and a tenth of the moves are
    random.
    """
    shares = {
        1: (0.4, 0.6),
        2: (0.3, 0.5),
        3: (0.2, 0.35),
        4: (0.15, 0.25),
        5: (0.05, 0.15),
        6: (0.0, 0.08),
        7: (0, 0.05),
    }
    for number, (low, high) in shares.items():
        assert all(low <= ladder[number - 1].slips <= high for ladder in LADDERS.values()), number
    searching = [ladder[6].simulations > 0 for ladder in LADDERS.values()]
    assert searching.count(True) > searching.count(False), "level 7 thinks ahead in most games"
    assert all(ladder[7].simulations >= 500 for ladder in LADDERS.values()), "level 8 tries out hundreds of ways"
