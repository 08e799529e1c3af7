"""Test every law on every board that comes with a game but is not its default.

The random games of the other modules use these boards too, but maybe not with every law.
"""

import pytest
from tests.laws.strategies import LAWS, load_laws

from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.games import GAMES

load_laws()

BOARDS = [
    (name, option.name, board)
    for name, listing in GAMES.items()
    for option in listing.options
    if option.kind == "board"
    for board in option.values
    if board != option.default
]


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize(("name", "option", "board"), BOARDS, ids=[board for *_, board in BOARDS])
def test_every_law_holds_on_every_board(name: str, option: str, board: str, law: str) -> None:
    game = GAMES[name](GAMES[name].seats[0], {option: board})
    assert game.options[option] == board
    LAWS[law](Record(game), Rng(1))


def test_rough_city_is_tested() -> None:
    assert ("velocity", "track", "rough_city") in BOARDS
