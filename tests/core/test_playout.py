"""Test functions that play games: `playout` and `finish_stage` at random, and `drive` with given players."""

from collections.abc import Callable

import pytest
from tests.core.toy import Toy, ToyState

from velodrome.core.contract import CHANCE, OVER, State
from velodrome.core.playout import copy_repeatedly, finish_stage, playout, run_playouts
from velodrome.core.record import Record
from velodrome.core.record_driver import drive
from velodrome.core.rng import Rng, Stream


def test_a_playout_finishes_the_game_and_counts_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    actors: list[int] = []
    plays = ToyState.play

    def noted(state: ToyState, move: int) -> None:
        actors.append(state.actor)
        plays(state, move)

    monkeypatch.setattr(ToyState, "play", noted)
    state = Toy(3).start()
    decisions = playout(state, Rng(1))
    assert state.actor == OVER
    assert decisions == sum(actor >= 0 for actor in actors) > 0


def test_playouts_repeat_with_the_same_seed_and_do_not_change_the_start() -> None:
    start = Toy(3).start()
    key = start.key()
    assert run_playouts(start, 50, 1) == run_playouts(start, 50, 1) != run_playouts(start, 50, 2)
    assert start.key() == key


def test_finish_stage_stops_at_the_end_of_the_game() -> None:
    state = Toy(2).start()
    finish_stage(state, Rng(1))
    assert state.actor == OVER


def test_copies_of_copies_are_equal() -> None:
    start = Toy(2).start()
    assert copy_repeatedly(start, 10).key() == start.key()


def watcher(seen: list[State], choose: Callable[[State], int]) -> Callable[[State], int]:
    def player(state: State) -> int:
        seen.append(state)
        return choose(state)

    return player


def test_drive_plays_to_the_end_and_gives_players_their_own_view() -> None:
    asked: list[State] = []
    record = Record(Toy(3))
    players = [watcher(asked, lambda state: state.legal()[-1])] * 3
    assert drive(record, players, Stream(b"seed")) is record.state
    assert record.state.actor == OVER
    assert all(state.viewer == state.actor for state in asked)
    assert record.state.scores() == record.at(len(record.moves)).scores()


def test_the_same_seed_and_players_give_the_same_record() -> None:
    def driven(seed: bytes) -> str:
        record = Record(Toy(4))
        drive(record, [lambda state: state.legal()[-1]] * 4, Stream(seed))
        return record.write()

    assert driven(b"one") == driven(b"one") != driven(b"two")


def test_a_forced_move_is_played_without_asking() -> None:
    game = Toy(2, {"cards": 1, "first": 0})
    game.always_asked = frozenset()
    record = Record(game, game.position({"hands": [[2], [3]], "top": 11, "turn": 0}))
    asked: list[State] = []
    drive(record, [watcher(asked, lambda state: 0)] * 2, Stream(b"seed"))
    assert asked == []
    assert [line.write() for line in record.lines] == ["0 pass", "1 pass"]


def test_a_forced_move_that_would_reveal_something_is_asked_for() -> None:
    game = Toy(2, {"cards": 1, "first": 0})
    record = Record(game, game.position({"hands": [[2], [3]], "top": 11, "turn": 0}))
    asked: list[State] = []
    drive(record, [watcher(asked, lambda state: 0)] * 2, Stream(b"seed"))
    assert [state.actor for state in asked] == [0, 1]


def test_chance_moves_come_from_the_stream_and_not_from_players() -> None:
    game = Toy(2)
    record = Record(game)
    drive(record, [lambda state: 0] * 2, Stream(b"seed"))
    assert [line.who for line in record.lines[:5]] == ["*"] * 5
    assert record.start.actor == CHANCE
