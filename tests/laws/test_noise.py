"""Whatever a user brings, it is taken or refused in words: records and positions with a little of them changed."""

import copy
import faulthandler
import json
from collections.abc import Iterator
from typing import Any

import pytest
from tests.laws.strategies import chosen, every_game, glimpses, steps

from velodrome.core.contract import OVER, Data
from velodrome.core.errors import BadPosition
from velodrome.core.record import BadRecord, Record, read
from velodrome.core.rng import Rng
from velodrome.games import GAMES

ODD: list[Any] = [None, True, -1, 0, 1, 7, 10**6, 10**30, 1.5, "", "x", "red4", [], [[]], [0, 1], {}, {"x": 1}]

# Compiled rules that loop for ever hear no signal: after so many seconds of one test the run ends with a traceback.
PATIENCE = 300


@pytest.fixture(autouse=True)
def no_endless_loop() -> Iterator[None]:
    faulthandler.dump_traceback_later(PATIENCE, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seats", [0, 1, 99])
def test_a_record_for_too_few_or_too_many_is_refused(name: str, seats: int) -> None:
    version = GAMES[name](GAMES[name].seats[0], {}).version
    with pytest.raises(BadRecord) as refused:
        read(f"game {name}\nrules {name} {version}\nseats {seats}\n", GAMES)
    assert refused.value.line == 3


@every_game
def test_a_changed_position_is_refused_or_can_be_played(record: Record, rng: Rng) -> None:
    for state in glimpses(record, rng, 40):
        for _ in range(6):
            told = copy.deepcopy((state if rng.below(2) else state.seen_by(rng.below(record.game.seats))).write())
            change(told, rng)
            try:
                other = record.game.position(told)
            except BadPosition as problem:
                assert str(problem)
                continue
            again = record.game.position(json.loads(json.dumps(other.write())))
            assert again.key() == other.key(), told
            play_on(other.guess(rng), rng)


def play_on(state: Any, rng: Rng) -> None:
    """A stretch of random play; it may be a strange game, but it must go on."""
    for _ in range(20):
        if state.actor == OVER:
            return
        state.play(chosen(state, rng))


def change(told: Data, rng: Rng) -> None:
    """Replace, drop or add one thing somewhere in a description."""
    at: Any = told
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        if not keys:
            return
        key = keys[rng.below(len(keys))]
        if isinstance(at[key], dict | list) and at[key] and rng.below(4):
            at = at[key]
            continue
        how = rng.below(4)
        if how == 0:
            del at[key]
        elif how == 1 and isinstance(at[key], int):
            at[key] += rng.below(3) - 1
        elif how == 2 and isinstance(at, list):
            at.append(at[key])
        else:
            at[key] = ODD[rng.below(len(ODD))]
        return


@every_game
def test_a_changed_record_is_refused_or_read(record: Record, rng: Rng) -> None:
    for _ in steps(record, rng, 30 + rng.below(100)):
        pass
    lines = record.write().splitlines()
    for _ in range(20):
        other = lines[:]
        at = rng.below(len(other))
        how = rng.below(4)
        if how == 0:
            del other[at]
        elif how == 1:
            other.insert(at, lines[rng.below(len(lines))])
        elif how == 2:
            other[at] = other[at][: rng.below(len(other[at]) + 1)]
        else:
            words = other[at].split(" ")
            words[rng.below(len(words))] = str(ODD[rng.below(len(ODD))])
            other[at] = " ".join(words)
        try:
            found = read("\n".join(other), GAMES)
        except BadRecord as problem:
            assert 1 <= problem.line <= len(other) + 1
        else:
            assert read(found.write(), GAMES).state.key() == found.state.key()
