"""Tests that compiled and interpreted code play the same games from the same seeds, and that their heuristics agree.

No other test finds errors that only compiled code makes. For example, `1 << n` with a 64-bit n is silently only
32 bits wide in compiled code.
"""

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import dev
import pytest

from velodrome.core import contract
from velodrome.core.contract import Value
from velodrome.core.errors import BadOption
from velodrome.core.options import Option
from velodrome.games import GAMES

ROOT = Path(__file__).resolve().parents[2]
COMPILED = not contract.__file__.endswith(".py")
SAMPLES = 3  # games with random options for each number of seats, besides the one with default options


def list_tables(name: str) -> list[tuple[str, int, dict[str, Value], int]]:
    """Return the arguments for all calls of `play_table`.

    For each number of seats, there is one call with default options and up to SAMPLES calls with random options.
    """
    dice = random.Random(name)
    found: list[tuple[str, int, dict[str, Value], int]] = []
    for seats in GAMES[name].seats:
        found.append((name, seats, {}, seats))
        for seed in range(SAMPLES):
            options = {o.name: sample_value(o, seats, dice) for o in GAMES[name].options if dice.random() < 0.5}
            try:
                GAMES[name](seats, options)
                found.append((name, seats, options, seed))
            except BadOption:
                pass
    return found


def sample_value(option: Option, seats: int, dice: random.Random) -> Value:
    """Return a random value for an option; for options that are a number or a list, return the default."""
    if option.kind in ("choice", "board"):
        return dice.choice(option.values)
    if option.kind == "flag":
        return dice.random() < 0.5
    if option.kind == "seat":
        return dice.randrange(seats)
    return option.default


def run_twin(asked: list[tuple[str, int, dict[str, Value], int]], interpreted: bool) -> dict[str, Any]:
    """Run the script twin.py as a compiled or as an interpreted program; return its output.

    `asked` is a list of arguments for the script's function `play_table`.
    """
    paths = [str(ROOT / "src"), str(ROOT)] if interpreted else [str(ROOT)]
    done = subprocess.run(
        [sys.executable, "-m", "tests.differential.twin"],
        input=json.dumps(asked),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_installed_rules_are_compiled_if_there_is_a_compiler() -> None:
    if not dev.has_compiler():
        pytest.skip("no C compiler here: the rules run interpreted")
    assert COMPILED, "there is a compiler, but the installed rules are interpreted"
    for name, listing in GAMES.items():
        assert not sys.modules[listing.make.__module__].__file__.endswith(".py"), name  # type: ignore[union-attr]


@pytest.mark.skipif(not COMPILED, reason="the installed rules are interpreted: there is no twin to compare with")
@pytest.mark.parametrize("name", GAMES)
def test_compiled_and_interpreted_rules_play_the_same(name: str) -> None:
    asked = list_tables(name)
    fast, slow = run_twin(asked, False), run_twin(asked, True)
    assert fast["compiled"] and not slow["compiled"], "one must be compiled and the other interpreted"
    for table, one, other in zip(asked, fast["stories"], slow["stories"], strict=True):
        assert one["run"] == other["run"], table
        assert one["keys"] == other["keys"], f"{table} differ at move {first_difference(one['keys'], other['keys'])}"
        assert len(one["keys"]) > 10
        assert one["thumbs"] == other["thumbs"], f"{table}: heuristics differ"
        assert one["thumbs"]


def first_difference(one: list[str], other: list[str]) -> int:
    return next((i // 2 for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
