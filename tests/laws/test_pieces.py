"""Law 16: a piece that a game says never changes is that very object on every table."""

from tests.laws.strategies import every_game, glimpses
from tests.plain_data import as_any

from velodrome.core.contract import ONLOOKER
from velodrome.core.record import Record
from velodrome.core.rng import Rng


@every_game
def test_law_16_pieces_that_never_change_are_the_games_own(record: Record, rng: Rng) -> None:
    fixed = {piece["id"]: piece for piece in record.game.pieces}
    assert len(fixed) == len(record.game.pieces)
    for state in glimpses(record, rng, 6):
        for viewer in (*range(record.game.seats), ONLOOKER):
            for zone in as_any(state.seen_by(viewer).table())["zones"]:
                assert all(fixed[piece["id"]] is piece for piece in zone["pieces"] if piece["id"] in fixed)
