"""Law 16: the pieces in `Game.pieces` never change, and every table contains these very objects, not copies."""

from tests.laws.strategies import every_game, glimpses
from tests.plain_data import as_any

from velodrome.core.contract import ONLOOKER
from velodrome.core.record import Record
from velodrome.core.rng import Rng


@every_game
def test_law_16_tables_share_the_fixed_pieces_of_the_game(record: Record, rng: Rng) -> None:
    fixed = {piece["id"]: piece for piece in record.game.pieces}
    assert len(fixed) == len(record.game.pieces)
    for state in glimpses(record, rng, 6):
        for viewer in (*range(record.game.seats), ONLOOKER):
            for zone in as_any(state.seen_by(viewer).table())["zones"]:
                assert all(fixed[piece["id"]] is piece for piece in zone["pieces"] if piece["id"] in fixed)
