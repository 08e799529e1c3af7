"""Tests of perft: count the move sequences from known positions, and compare with the counts in perft.txt files."""

import pytest
from tests.games.perft_entries import Entry, entries

from velodrome import OVER, State
from velodrome.games import GAMES


def branches(state: State) -> list[int]:
    """List the moves of the actor; the actor may be chance."""
    return [] if state.actor == OVER else state.legal() or [move for move, _ in state.chance()]


def perft(state: State, depth: int) -> int:
    """Count the sequences of `depth` moves from this state."""
    moves = branches(state)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = state.copy()
        after.play(move)
        total += perft(after, depth - 1)
    return total


def divide(state: State, depth: int) -> str:
    """Return a text that lists, for each first move, how many sequences of `depth` moves start with it.

    With this list, one can find the move whose count is wrong.
    """
    lines = []
    for move in branches(state):
        after = state.copy()
        after.play(move)
        lines.append(f"{state.game.text(move)}: {perft(after, depth - 1) if depth > 1 else 1}")
    return "\n".join(lines)


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: f"{entry.game}-{entry.name}")
def test_perft_counts_are_as_expected(entry: Entry) -> None:
    game = GAMES[entry.game](entry.seats, entry.options)
    state = game.position(entry.position) if entry.position else game.start()
    for depth, count in enumerate(entry.counts, 1):
        found = perft(state, depth)
        assert found == count, f"{entry.name} at depth {depth}:\n{divide(state, depth)}"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_at_least_eight_perft_positions(game: str) -> None:
    assert len([entry for entry in entries() if entry.game == game]) >= 8
