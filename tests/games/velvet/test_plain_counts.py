"""The counts of perft.txt by the plain writing of the rules, as deep as that is quick."""

import json
from typing import Any

import pytest
from tests.games.perft_entries import Entry, entries
from tests.games.velvet import plain

from velodrome.games.velvet.game import Velvet

QUICK = 3000  # lines of moves


def slow_perft(data: dict[str, Any], options: dict[str, Any], depth: int) -> int:
    if depth == 0:
        return 1
    if data["phase"] == "over":
        return 0
    total = 0
    for text in plain.legal(data, options):
        after = plain.Plain(json.loads(json.dumps(data)), options)
        after.play(text)
        total += slow_perft(after.data, options, depth - 1)
    return total


@pytest.mark.parametrize("entry", [e for e in entries() if e.game == "velvet"], ids=lambda entry: entry.name)
def test_the_plain_rules_count_alike(entry: Entry) -> None:
    game = Velvet(2, entry.options)
    start = game.position(entry.position)
    if start.actor >= 0:
        for depth, count in enumerate(entry.counts, 1):
            if count < QUICK:
                assert slow_perft(start.write(), game.options, depth) == count
