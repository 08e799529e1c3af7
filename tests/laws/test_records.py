"""Laws 3 and 11: records and positions can be read back, and a seat's record holds exactly what the seat saw."""

import json

from tests.laws.strategies import every_game, glimpses, random_move, shuffled_viewers, steps, viewers

from velodrome.core.contract import ONLOOKER, OVER
from velodrome.core.record import Record, read
from velodrome.core.rng import Rng
from velodrome.games import GAMES


@every_game
def test_law_3_a_record_survives_writing_and_reading(record: Record, rng: Rng) -> None:
    for _ in steps(record, rng):
        pass
    text = record.write()
    again = read(text, GAMES)
    assert again.state.key() == record.state.key()
    assert again.write() == text
    assert again.game.options == record.game.options


@every_game
def test_law_3_undo_restores_the_earlier_state(record: Record, rng: Rng) -> None:
    for _ in steps(record, rng, 60):
        if len(record.moves) > 5 and rng.below(8) == 0:
            back = 1 + rng.below(5)
            before = record.at(len(record.moves) - back).key()
            record.undo(back)
            assert record.state.key() == before
        if len(record.lines) > 120:
            break
    assert read(record.write(), GAMES).state.key() == record.state.key()


@every_game
def test_law_3_a_seats_record_reads_back_to_its_view(record: Record, rng: Rng) -> None:
    for _ in steps(record, rng, 1 + rng.below(400)):
        pass
    for viewer in viewers(record.game):
        own = record.seen_by(viewer)
        text = own.write()
        assert own.state.key() == record.state.seen_by(viewer).key()
        again = read(text, GAMES)
        assert again.state.key() == own.state.key()
        assert again.write() == text
        assert "mark" not in text, "a hash of the hidden cards could be reversed by trying all deals"


@every_game
def test_law_11_a_position_survives_writing_and_reading(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng, 5):
        for each in (state, *[state.seen_by(viewer) for viewer in shuffled_viewers(state.game, rng)[:2]]):
            written = each.write()
            again = state.game.position(json.loads(json.dumps(written)))
            assert again.key() == each.key()
            assert again.write() == written
            assert (again.actor, again.stage, again.viewer) == (each.actor, each.stage, each.viewer)
            if state.actor in (each.viewer, OVER):
                assert again.legal() == state.legal()


@every_game
def test_law_11_keys_are_equal_exactly_when_states_are_equal(record: Record, rng: Rng) -> None:
    texts: dict[tuple[int, ...], str] = {}
    keys: dict[str, tuple[int, ...]] = {}
    for _ in range(6):
        for state in steps(Record(record.game), rng, 100):
            for each in (state, state.seen_by(rng.below(record.game.seats))):
                key, written = each.key(), json.dumps(each.write())
                assert texts.setdefault(key, written) == written, "one key, two states"
                assert keys.setdefault(written, key) == key, "one state, two keys"


@every_game
def test_law_11_a_record_that_starts_from_a_position_survives_writing_and_reading(record: Record, rng: Rng) -> None:
    for _ in steps(record, rng, rng.below(300)):
        pass
    later = Record(record.game, record.state)
    for _ in steps(later, rng, 40):
        pass
    assert read(later.write(), GAMES).state.key() == later.state.key()
    own = later.seen_by(rng.below(record.game.seats))
    assert read(own.write(), GAMES).state.key() == own.state.key()


@every_game
def test_law_11_a_view_stays_correct_when_the_visible_moves_are_played(record: Record, rng: Rng) -> None:
    seen = {viewer: record.state.seen_by(viewer) for viewer in viewers(record.game)}
    before = record.state.copy()
    for state in steps(record, rng):
        for move in record.moves[-1:]:
            for viewer, view in seen.items():
                heard = before.heard_as(move, viewer)
                assert view.allows(heard), f"{viewer} cannot follow {record.game.text(heard)}"
                view.play(heard)
                assert view.key() == state.seen_by(viewer).key(), f"after {record.game.text(heard)} for {viewer}"
                assert view.actor == state.actor
        before = state.copy()


@every_game
def test_law_11_if_the_onlooker_sees_the_face_of_a_move_so_does_every_seat(record: Record, rng: Rng) -> None:
    """Test that the onlooker never knows more about a move than a seat does."""
    for state in steps(record, rng):
        if state.actor != OVER:
            move = random_move(state, rng)
            if state.heard_as(move, ONLOOKER) == move:
                assert all(state.heard_as(move, seat) == move for seat in range(state.game.seats))
