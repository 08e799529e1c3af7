"""Test which functions of the server handle a move: there are few, and calls never lead back to an earlier layer."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAX_FUNCTIONS = 30  # server functions that one move may call
FAST_MODULES = ("game/encoding.py", "ws/framing.py")  # optimised modules; each counts as one function
RANKS = {"app.py": 0, "ws": 0, "guests": 1, "rooms": 2, "game": 3, "store": 3, "metrics.py": 4}
ANSWERS = {"FramedSocket.send", "PlainSocket.send"}  # the only functions of `ws` that a room may call


@cache
def trace(plain: str) -> list[tuple[str, str]]:
    """Return all calls that one move causes, from its arrival until the last table is sent, as (caller, function).

    `plain` is the value of the environment variable VELODROME_PLAIN. With "1", the server uses ordinary WebSockets
    (plain mode); with "", it uses its own fast ones.
    """
    script = Path(__file__).with_name("move_walk.py")
    environment = {**os.environ, "VELODROME_PLAIN": plain}
    command = [sys.executable, str(script), str(ROOT / "src")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    calls = [(caller, function) for caller, function in json.loads(done.stdout)]
    functions = [function for _, function in calls]
    first = next(
        at for at, name in enumerate(functions) if name.endswith(("FramedSocket.data_received", "Socket.receive"))
    )
    last = max(at for at, name in enumerate(functions) if name.partition(" ")[2] in ANSWERS)
    return calls[first : last + 1]


def is_counted(function: str, path: Path = ROOT / "src" / "velodrome" / "server") -> bool:
    """Return whether a function counts towards MAX_FUNCTIONS; constructors and properties do not."""
    file, _, name = function.partition(" ")
    if name.endswith("__init__"):
        return False
    lines = (path / file).read_text("utf-8").splitlines()
    last = name.rpartition(".")[2]
    at = next(i for i, line in enumerate(lines) if f"def {last}(" in line)
    return "@property" not in lines[at - 1]


@pytest.mark.parametrize("plain", ["1", ""], ids=["plain", "fast"])
def test_a_move_calls_few_functions(plain: str) -> None:
    functions = dict.fromkeys(function for _, function in trace(plain) if is_counted(function))
    steps = {name.partition(" ")[0] if name.startswith(FAST_MODULES) else name for name in functions}
    assert not plain or not any(name.startswith(FAST_MODULES) for name in functions)
    assert 20 < len(steps) <= MAX_FUNCTIONS, "\n".join(functions)


@pytest.mark.parametrize("plain", ["1", ""], ids=["plain", "fast"])
def test_a_move_never_returns_to_an_earlier_layer(plain: str) -> None:
    for caller, function in trace(plain):
        if not caller or function.partition(" ")[2] in ANSWERS:
            continue
        before, after = (RANKS[name.partition(" ")[0].partition("/")[0]] for name in (caller, function))
        assert before <= after, f"{caller} calls {function}"


def test_a_move_is_committed_before_tables_are_sent() -> None:
    functions = [function for _, function in trace("1")]
    assert functions.index("store/batch.py BatchWriter.execute") < functions.index("ws/plain.py PlainSocket.send")
