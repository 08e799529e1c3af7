"""Compare two server versions in a load test. Rounds alternate, so that other programs hardly change the ratios.

python benchmarks/turns.py ../before/.venv/bin/python
python benchmarks/turns.py ../before/.venv/bin/python --turns 21 --rooms 200

The argument is the Python executable of the other version. In the examples, it belongs to a clone in ../before that
`dev.py` has set up. Both servers run at the same time. Clients saturate one server for a second, then the other.
All printed numbers are medians over the rounds. In each round, the ratio is this version's value divided by the other
version's value; the quartiles of the ratios are in brackets.
"""

import argparse
import asyncio
import gc
import subprocess
import sys
import tempfile
from contextlib import suppress
from statistics import median, quantiles
from typing import NamedTuple

from table import Load, busy, serve, share


class Turn(NamedTuple):
    """The measurements of one server in one round."""

    rate: float  # committed moves per second
    cost: float  # server processor time per move, in microseconds
    tail: float  # 99th percentile of the latency of a move, in milliseconds


class Side:
    """One of the two servers, with its clients."""

    def __init__(self, python: str, folder: str, game: str) -> None:
        self.process, port = serve(folder, python)
        self.load = Load(port, game)
        self.turns: list[Turn] = []

    async def turn(self, seconds: float) -> None:
        used, before = busy(self.process.pid), self.load.moves
        rate, took = await self.load.saturate(seconds)
        cost = (busy(self.process.pid) - used) / (self.load.moves - before)
        self.turns.append(Turn(rate, 1e6 * cost, share(took, 0.99)))

    def end(self) -> None:
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(20)


async def measure(sides: list[Side], arguments: argparse.Namespace) -> None:
    for side in sides:
        await side.load.open(arguments.rooms)
    for turn in range(arguments.turns):
        print(f"\rturn {turn + 1} of {arguments.turns}", end="", file=sys.stderr, flush=True)
        for side in sides if turn % 2 else reversed(sides):
            await side.turn(arguments.seconds)
    print(file=sys.stderr)


def report(ours: list[Turn], theirs: list[Turn]) -> None:
    units = {"rate": "durable moves/s", "cost": "microseconds of processor a move", "tail": "ms, p99"}
    for name, unit in units.items():
        here, there = [getattr(turn, name) for turn in ours], [getattr(turn, name) for turn in theirs]
        low, middle, high = quantiles([one / other for one, other in zip(here, there, strict=True)], n=4)
        print(f"{median(here):9.1f} and {median(there):9.1f} {unit:33} ratio {middle:.3f} ({low:.3f} to {high:.3f})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", help="path of the Python executable in the other environment")
    parser.add_argument("--turns", type=int, default=11)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rooms", type=int, default=500)
    parser.add_argument("--game", default="velonimo")
    arguments = parser.parse_args()
    sides: list[Side] = []
    with tempfile.TemporaryDirectory() as here, tempfile.TemporaryDirectory() as there:
        try:
            sides = [Side(sys.executable, here, arguments.game), Side(arguments.other, there, arguments.game)]
            with suppress(ImportError):
                import uvloop

                asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
            gc.disable()  # no garbage-collection pauses in the clients
            asyncio.run(measure(sides, arguments))
            report(sides[0].turns, sides[1].turns)
        finally:
            for side in sides:
                side.end()


if __name__ == "__main__":
    main()
