"""Tests of the log of a game: entries are only added, never removed, and a copy is independent of its original."""

import pytest
from tests.core.toy import Toy

from velodrome.core.errors import IllegalMove
from velodrome.core.log import Log, Turn
from velodrome.core.rng import Rng


def play(log: Log, moves: int, rng: Rng) -> None:
    """Play this many random moves, including chance moves."""
    for _ in range(moves):
        state = log.state
        log.play(state.draw(rng) if state.actor == -1 else state.pick(rng))


def test_undone_moves_stay_in_the_log_but_no_longer_count() -> None:
    log, rng = Log(Toy(3)), Rng(1)
    play(log, 5, rng)
    state, moves = log.state.copy(), log.standing_moves()
    play(log, 2, rng)
    log.append(log.undo(2))
    assert log.state.key() == state.key() and log.standing_moves() == moves
    assert (len(log.entries), log.standing, log.max_standing, log.undos) == (8, 5, 7, 1)
    assert log.undone_by(7) == [5, 6]


def test_more_moves_than_were_played_cannot_be_undone() -> None:
    log = Log(Toy(3))
    with pytest.raises(IllegalMove, match="cannot take back 1 moves of 0"):
        log.undo(1)


def test_a_copied_log_is_complete_and_grows_independently() -> None:
    log, rng = Log(Toy(3)), Rng(2)
    play(log, 5, rng)
    log.append(log.undo(1))
    twin = log.copy()
    turn = Turn(log)
    turn.settle()
    play(log, 1, rng)
    assert (len(twin.entries), twin.standing, twin.undos) == (6, 4, 1)
    twin.append(twin.undo(2))
    assert twin.standing_moves() == log.standing_moves()[:2]


def test_steps_replay_undos_too() -> None:
    log, rng = Log(Toy(3)), Rng(3)
    play(log, 4, rng)
    log.append(log.undo(2))
    play(log, 1, rng)
    steps = list(log.steps())
    assert [step.ply for step in steps] == [1, 2, 3, 4, 5, 6]
    assert steps[4].after.key() == steps[1].after.key()
    assert steps[-1].after.key() == log.state.key()
