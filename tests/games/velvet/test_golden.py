"""Records that must replay for ever, and counts of all lines from a few positions."""

import json
from pathlib import Path

import pytest
from tests.games.velvet import plain

from velodrome.core.contract import CHANCE, OVER, State
from velodrome.core.record import read
from velodrome.games import GAMES
from velodrome.games.velvet.rules import Velvet

HERE = Path(__file__).parent
RECORDS = sorted((HERE / "golden").glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_golden_records_replay(path):
    record = read(path.read_text(), GAMES)
    assert read(record.write(), GAMES).state.key() == record.state.key()


# ---------------------------------------------------------------- perft


def moves(state: State) -> list[int]:
    return [move for move, _ in state.chance()] if state.actor == CHANCE else state.legal()


def perft(state: State, depth: int) -> int:
    """How many lines of so many moves there are; a game that ends earlier counts once."""
    if depth == 0 or state.actor == OVER:
        return 1
    if depth == 1:
        return len(moves(state))
    total = 0
    for move in moves(state):
        after = state.copy()
        after.play(move)
        total += perft(after, depth - 1)
    return total


def slow_perft(data: dict, options: dict, depth: int) -> int:
    """The same by the plain rules."""
    if depth == 0 or data["phase"] == "over":
        return 1
    total = 0
    for text in plain.legal(data, options):
        after = plain.Plain(json.loads(json.dumps(data)), options)
        after.play(text)
        total += slow_perft(after.data, options, depth - 1)
    return total


def rows() -> list[tuple[str, dict, dict, list[int]]]:
    """Name, options, position and counts of each paragraph of perft.txt."""
    found = []
    for paragraph in (HERE / "perft.txt").read_text().strip().split("\n\n"):
        lines = [line for line in paragraph.splitlines() if not line.startswith("#")]
        if lines:
            name, options, position, counts = lines
            found.append((name, json.loads(options), json.loads(position), [int(n) for n in counts.split()]))
    return found


@pytest.mark.parametrize(("name", "options", "position", "counts"), rows(), ids=[row[0] for row in rows()])
def test_perft(name, options, position, counts):
    game = Velvet(2, options)
    start = game.position(position)
    for depth, wanted in enumerate(counts, 1):
        found = perft(start, depth)
        if found != wanted:
            divided = {}
            for move in moves(start):
                after = start.copy()
                after.play(move)
                divided[game.text(move)] = perft(after, depth - 1)
            pytest.fail(f"{name}, depth {depth}: {found}, not {wanted}: {divided}")
        if found < 3000 and start.actor != CHANCE:
            assert slow_perft(start.write(), game.options, depth) == found
