"""Fuzz tests: a record or position with small random changes is read or refused with a message, without a crash."""

import copy
import faulthandler
import json
from collections.abc import Iterator
from typing import Any

import pytest
from tests.laws.strategies import every_game, glimpses, random_move, steps

from velodrome.core.contract import OVER, Data
from velodrome.core.errors import BadPosition
from velodrome.core.record import BadRecord, Record, read
from velodrome.core.rng import Rng
from velodrome.games import GAMES

ODD_VALUES: list[Any] = [None, True, -1, 0, 1, 7, 10**6, 10**30, 1.5, "", "x", "red4", [], [[]], [0, 1], {}, {"x": 1}]

# No signal interrupts an endless loop in compiled code, so after this time the whole test run exits with a traceback.
TEST_TIMEOUT = 300  # seconds


@pytest.fixture(autouse=True)
def abort_endless_loops() -> Iterator[None]:
    faulthandler.dump_traceback_later(TEST_TIMEOUT, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seats", [0, 1, 99])
def test_a_record_with_too_few_or_too_many_seats_is_refused(name: str, seats: int) -> None:
    version = GAMES[name](GAMES[name].seats[0], {}).version
    with pytest.raises(BadRecord) as refused:
        read(f"game {name}\nrules {name} {version}\nseats {seats}\n", GAMES)
    assert refused.value.line == 3


@every_game
def test_a_changed_position_is_refused_or_playable(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng, 40):
        for _ in range(6):
            written = copy.deepcopy((state if rng.below(2) else state.seen_by(rng.below(record.game.seats))).write())
            change(written, rng)
            try:
                other = record.game.position(written)
            except BadPosition as problem:
                assert str(problem)
                continue
            again = record.game.position(json.loads(json.dumps(other.write())))
            assert again.key() == other.key(), written
            play_on(other.guess(rng), rng)


def play_on(state: Any, rng: Rng) -> None:
    """Play up to 20 random moves; the position may be strange, but play must not fail."""
    for _ in range(20):
        if state.actor == OVER:
            return
        state.play(random_move(state, rng))


def change(written: Data, rng: Rng) -> None:
    """Replace, delete or duplicate one random value in a position, given as plain data."""
    at: Any = written
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        if not keys:
            return
        key = keys[rng.below(len(keys))]
        if isinstance(at[key], dict | list) and at[key] and rng.below(4):
            at = at[key]
            continue
        kind_of_change = rng.below(4)
        if kind_of_change == 0:
            del at[key]
        elif kind_of_change == 1 and isinstance(at[key], int):
            at[key] += rng.below(3) - 1
        elif kind_of_change == 2 and isinstance(at, list):
            at.append(at[key])
        else:
            at[key] = ODD_VALUES[rng.below(len(ODD_VALUES))]
        return


@every_game
def test_a_changed_record_is_refused_or_read(record: Record, rng: Rng) -> None:
    for _ in steps(record, rng, 30 + rng.below(100)):
        pass
    lines = record.write().splitlines()
    for _ in range(20):
        other = lines[:]
        at = rng.below(len(other))
        kind_of_change = rng.below(4)
        if kind_of_change == 0:
            del other[at]
        elif kind_of_change == 1:
            other.insert(at, lines[rng.below(len(lines))])
        elif kind_of_change == 2:
            other[at] = other[at][: rng.below(len(other[at]) + 1)]
        else:
            words = other[at].split(" ")
            words[rng.below(len(words))] = str(ODD_VALUES[rng.below(len(ODD_VALUES))])
            other[at] = " ".join(words)
        try:
            found = read("\n".join(other), GAMES)
        except BadRecord as problem:
            assert 1 <= problem.line <= len(other) + 1
        else:
            assert read(found.write(), GAMES).state.key() == found.state.key()
