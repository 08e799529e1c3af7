"""Test that the reference implementation counts as many sequences of moves as perft.txt says.

Skip counts of MAX_COUNT or more, because they would take too long.
"""

import json
from typing import Any

import pytest
from tests.games.perft_entries import Entry, entries
from tests.games.velvet import reference

from velodrome.games.velvet.game import Velvet

MAX_COUNT = 3000  # sequences of moves to count; more would take too long


def reference_perft(data: dict[str, Any], options: dict[str, Any], depth: int) -> int:
    """Count how many sequences of `depth` moves start at this position, with the reference implementation."""
    if depth == 0:
        return 1
    if data["phase"] == "over":
        return 0
    total = 0
    for text in reference.legal(data, options):
        after = reference.Reference(json.loads(json.dumps(data)), options)
        after.play(text)
        total += reference_perft(after.data, options, depth - 1)
    return total


@pytest.mark.parametrize("entry", [e for e in entries() if e.game == "velvet"], ids=lambda entry: entry.name)
def test_the_reference_has_the_same_perft_counts(entry: Entry) -> None:
    game = Velvet(2, entry.options)
    start = game.position(entry.position)
    if start.actor >= 0:
        for depth, count in enumerate(entry.counts, 1):
            if count < MAX_COUNT:
                assert reference_perft(start.write(), game.options, depth) == count
