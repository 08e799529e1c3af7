"""How many ways lead on from known positions: the counts stand in perft.txt."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from velodrome.core.contract import OVER, State
from velodrome.games.velocity.game import VeloCity


class Entry(NamedTuple):
    name: str
    seats: int
    options: dict[str, Any]
    position: dict[str, Any]
    counts: list[int]  # at depth 1, 2, 3 …


def entries() -> list[Entry]:
    """The blocks of the file: a line for each of the fields, named."""
    text = Path(__file__).with_name("perft.txt").read_text("utf-8")
    found = []
    for block in text.split("\n\n"):
        fields = dict(line.split(" ", 1) for line in block.splitlines() if line and not line.startswith("#"))
        if fields:
            counts = [int(count) for count in fields["counts"].split()]
            options, position = json.loads(fields["options"]), json.loads(fields["position"])
            found.append(Entry(fields["name"], int(fields["seats"]), options, position, counts))
    return found


def branches(state: State) -> list[int]:
    return [] if state.actor == OVER else state.legal() or [move for move, _ in state.chance()]


def perft(state: State, depth: int) -> int:
    """The number of sequences of so many moves."""
    moves = branches(state)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = state.copy()
        after.play(move)
        total += perft(after, depth - 1)
    return total


def divided(state: State, depth: int) -> str:
    """The count of each first move, to find where it goes wrong."""
    lines = []
    for move in branches(state):
        after = state.copy()
        after.play(move)
        lines.append(f"{state.game.text(move)}: {perft(after, depth - 1) if depth > 1 else 1}")
    return "\n".join(lines)


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_vc06_the_ways_on_are_as_many_as_known(entry):
    game = VeloCity(entry.seats, entry.options)
    state = game.position(entry.position) if entry.position else game.start()
    for depth, count in enumerate(entry.counts, 1):
        assert perft(state, depth) == count, f"depth {depth}:\n{divided(state, depth)}"


def test_vc06_about_ten_positions_are_known():
    assert len(entries()) >= 10
