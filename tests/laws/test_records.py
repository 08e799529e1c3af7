"""Laws 3 and 11: records and positions read back; a seat's own record is what it saw."""

import json

from tests.laws.strategies import chosen, every_game, glimpses, shuffled, steps, viewers

from velodrome.core.contract import ONLOOKER, OVER
from velodrome.core.record import Record, read
from velodrome.core.rng import Rng
from velodrome.games import GAMES


@every_game
def test_law_3_a_record_reads_back_and_is_written_the_same(record: Record, rng: Rng) -> None:
    for _ in steps(record, rng):
        pass
    text = record.write()
    again = read(text, GAMES)
    assert again.state.key() == record.state.key()
    assert again.write() == text
    assert again.game.options == record.game.options


@every_game
def test_law_3_moves_taken_back_leave_no_trace_in_the_state(record: Record, rng: Rng) -> None:
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
def test_law_3_a_seats_own_record_reads_back_to_what_it_sees(record: Record, rng: Rng) -> None:
    for _ in steps(record, rng, 1 + rng.below(400)):
        pass
    for viewer in viewers(record.game):
        own = record.seen_by(viewer)
        text = own.write()
        assert own.state.key() == record.state.seen_by(viewer).key()
        again = read(text, GAMES)
        assert again.state.key() == own.state.key()
        assert again.write() == text
        assert "mark" not in text, "a hash of hidden cards could be searched"


@every_game
def test_law_11_a_written_position_reads_back(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng, 5):
        for each in (state, *[state.seen_by(viewer) for viewer in shuffled(state.game, rng)[:2]]):
            told = each.write()
            again = state.game.position(json.loads(json.dumps(told)))
            assert again.key() == each.key()
            assert again.write() == told
            assert (again.actor, again.stage, again.viewer) == (each.actor, each.stage, each.viewer)
            if state.actor in (each.viewer, OVER):
                assert again.legal() == state.legal()


@every_game
def test_law_11_keys_are_equal_exactly_when_states_are(record: Record, rng: Rng) -> None:
    told: dict[tuple[int, ...], str] = {}
    keys: dict[str, tuple[int, ...]] = {}
    for _ in range(6):
        for state in steps(Record(record.game), rng, 100):
            for each in (state, state.seen_by(rng.below(record.game.seats))):
                key, written = each.key(), json.dumps(each.write())
                assert told.setdefault(key, written) == written, "one key, two states"
                assert keys.setdefault(written, key) == key, "one state, two keys"


@every_game
def test_law_11_a_record_from_a_position_reads_back(record: Record, rng: Rng) -> None:
    for _ in steps(record, rng, rng.below(300)):
        pass
    later = Record(record.game, record.state)
    for _ in steps(later, rng, 40):
        pass
    assert read(later.write(), GAMES).state.key() == later.state.key()
    own = later.seen_by(rng.below(record.game.seats))
    assert read(own.write(), GAMES).state.key() == own.state.key()


@every_game
def test_law_11_a_seen_state_fed_the_heard_moves_stays_what_is_seen(record: Record, rng: Rng) -> None:
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
def test_law_11_what_the_onlooker_hears_everybody_hears(record: Record, rng: Rng) -> None:
    """Somebody without a seat never knows more than any one of the seats."""
    for state in steps(record, rng):
        if state.actor != OVER:
            move = chosen(state, rng)
            if state.heard_as(move, ONLOOKER) == move:
                assert all(state.heard_as(move, seat) == move for seat in range(state.game.seats))
