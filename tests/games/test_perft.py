"""How many ways lead on from known positions: the counts stand in each game's perft.txt."""

import pytest
from tests.games.perft_entries import Entry, entries

from velodrome import OVER, State
from velodrome.games import GAMES


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


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: f"{entry.game}-{entry.name}")
def test_so_many_ways_lead_on(entry: Entry) -> None:
    game = GAMES[entry.game](entry.seats, entry.options)
    state = game.position(entry.position) if entry.position else game.start()
    for depth, count in enumerate(entry.counts, 1):
        found = perft(state, depth)
        assert found == count, f"{entry.name} at depth {depth}:\n{divided(state, depth)}"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_about_ten_positions(game: str) -> None:
    assert len([entry for entry in entries() if entry.game == game]) >= 8
