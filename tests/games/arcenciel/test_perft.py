"""How many ways lead on from a position: a count that is off names the first moves that make it up."""

import json
from pathlib import Path
from typing import Any

import pytest

from velodrome.core.contract import CHANCE, OVER
from velodrome.games.arcenciel.rules import ArcEnCiel, Race

ENTRIES = [
    dict(line.split(" ", 1) for line in block.splitlines() if not line.startswith("#"))
    for block in (Path(__file__).parent / "perft.txt").read_text("utf-8").split("\n\n")[1:]
]


def moves(state: Race) -> list[int]:
    return [move for move, _ in state.chance()] if state.actor == CHANCE else state.legal()


def perft(state: Race, depth: int) -> int:
    """How many sequences of so many moves there are; chance moves are branches, and an ended game has none."""
    if depth == 0:
        return 1
    if state.actor == OVER:
        return 0
    if depth == 1:
        return len(moves(state))
    return sum(perft(after(state, move), depth - 1) for move in moves(state))


def after(state: Race, move: int) -> Race:
    new = state.copy()
    new.play(move)
    return new


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["name"])
def test_perft(entry: dict[str, str]) -> None:
    options: Any = json.loads(entry["options"])
    game = ArcEnCiel(int(entry["seats"]), options)
    position = json.loads(entry["position"])
    state = game.position(position) if position else game.start()
    for depth, count in enumerate(map(int, entry["counts"].split()), 1):
        found = perft(state, depth)
        parts = {game.text(move): perft(after(state, move), depth - 1) for move in moves(state)}
        assert found == count, f"depth {depth}: {found}, not {count}: {parts}"
