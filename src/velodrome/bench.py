"""Benchmark of the engine on this machine: every game, compiled and interpreted.

Speeds are per second of processor time. Each is the median of a few short measurements, because the speed of a shared
machine varies.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from velodrome.core import contract
from velodrome.core.contract import CHANCE, OVER, State
from velodrome.core.playout import copy_repeatedly
from velodrome.core.playout import run_playouts as playouts
from velodrome.core.rng import Rng
from velodrome.games import GAMES

BENCH_SEATS = {"velonimo": 4, "velocity": 3, "arcenciel": 3, "velvet": 2}  # number of seats in each game's benchmark
BENCH_ROUNDS = 3  # number of measurements of each speed; the reported speed is their median
DEFAULT_SECONDS = 0.25  # length of one measurement
# keys of the speeds in a BenchRow; MEASURE_HEADINGS has their column headings, in the same order
MEASURES = ("decisions_per_s", "stepped_per_s", "listed_per_s", "copies_per_s")
MEASURE_HEADINGS = ("random play", "by pick", "by legal", "copies")
CAPTION = "random play: decisions inside the engine; by pick, by legal: stepped from Python"

BenchRow = dict[str, object]  # keys: "game", "seats", "compiled", and each of MEASURES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"any of {', '.join(GAMES)} (default: all)")
    parser.add_argument("--json", action="store_true", help="print only the figures, as a JSON list")
    parser.add_argument(
        "--seconds",
        type=parse_seconds,
        default=DEFAULT_SECONDS,
        help="set the length of each measuring round (default: %(default)s)",
    )
    # internal: measure only the rules that this process imports, and print one line of JSON per game
    parser.add_argument("--this-twin", action="store_true", help=argparse.SUPPRESS)


def parse_seconds(text: str) -> float:
    """Parse the length of a measurement: 0.01 to 60 seconds."""
    value = float(text)
    if not 0.01 <= value <= 60:
        raise ValueError
    return value


def run(arguments: argparse.Namespace) -> int:
    """Measure the requested games and print their speeds; return the exit code."""
    unknown = [name for name in arguments.games if name not in GAMES]
    if unknown:
        print(f"no game is called {unknown[0]}. There are: {', '.join(GAMES)}.", file=sys.stderr)
        return 2
    names = arguments.games or list(GAMES)
    if arguments.this_twin:
        for name in names:
            print(json.dumps(measure_game(name, arguments.seconds)), flush=True)
        return 0
    rows = list(measure_all(names, arguments.seconds))
    if arguments.json:
        print(json.dumps([{key: value for key, value in row.items() if key != "listed_per_s"} for row in rows]))
    else:
        Console().print(render_table(rows))
    return 0


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="velodrome bench", description=__doc__)
    add_arguments(parser)
    return run(parser.parse_args(words))


# ---------------------------------------------------------------- one game, in this process


def is_compiled() -> bool:
    """Return whether this process has imported compiled rules."""
    return not contract.__file__.endswith(".py")


def measure_game(name: str, seconds: float) -> BenchRow:
    """Measure the speeds of one game with the rules that this process has imported.

    Each measurement takes `seconds`; the result has the median of each speed.
    """
    seats = BENCH_SEATS.get(name, GAMES[name].seats[0])
    start = GAMES[name](seats, {}).start()
    middle = start.copy()
    middle.settle(Rng(1))
    tasks: list[Callable[[int, int], int]] = [
        lambda times, seed: playouts(start, times, seed)[0],
        lambda times, seed: play_by_pick(start, times, seed),
        lambda times, seed: play_by_legal(start, times, seed),
        lambda times, seed: copy_states(middle, 100 * times),
    ]
    turns = [[measure_rate(task, seconds, turn) for task in tasks] for turn in range(BENCH_ROUNDS)]
    figures = [round(median(turn[i] for turn in turns)) for i in range(len(tasks))]
    return {"game": name, "seats": seats, "compiled": is_compiled(), **dict(zip(MEASURES, figures, strict=True))}


def measure_rate(task: Callable[[int, int], int], seconds: float, seed: int) -> float:
    """Call `task` for about `seconds`, and return how many units of work it does per second of processor time.

    `task(times, seed)` repeats its work `times` times. It returns the number of units done, such as decisions. The
    first call has `times` = 1; each later call has up to twice as many, or fewer if little time is left.
    """
    done, times, begun, used = 0, 1, perf_counter(), process_time()
    while True:
        done += task(times, seed)
        spent = perf_counter() - begun
        if spent >= seconds:
            return done / (process_time() - used)
        times = max(1, min(2 * times, int(times * (seconds - spent) / spent)))


def play_by_pick(start: State, games: int, seed: int) -> int:
    """Play `games` random games from Python; choose each decision with `State.pick`. Return the number of decisions."""
    rng, decisions = Rng(seed), 0
    for _ in range(games):
        state = start.copy()
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.settle(rng)
            else:
                state.play(state.pick(rng))
                decisions += 1
    return decisions


def play_by_legal(start: State, games: int, seed: int) -> int:
    """Play `games` random games from Python; choose decisions from `State.legal`. Return the number of decisions."""
    rng, decisions = Rng(seed), 0
    for _ in range(games):
        state = start.copy()
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.settle(rng)
            else:
                legal = state.legal()
                state.play(legal[rng.below(len(legal))])
                decisions += 1
    return decisions


def copy_states(state: State, times: int) -> int:
    """Copy a state `times` times; return `times`, the amount of work for `measure_rate`."""
    copy_repeatedly(state, times)
    return times


# ---------------------------------------------------------------- compiled and interpreted


def measure_all(names: list[str], seconds: float) -> Iterator[BenchRow]:
    """Measure the games with these names, and yield a row for each measured game; show a progress bar on stderr.

    If compiled rules are installed, measure each game twice: first compiled, then interpreted. Otherwise measure
    it only interpreted.
    """
    with tempfile.TemporaryDirectory() as folder, Progress(console=Console(stderr=True), transient=True) as progress:
        plain = copy_interpreted(Path(folder))
        twins = [*([("compiled", None)] if is_compiled() else []), ("interpreted", plain)]
        task = progress.add_task("bench", total=len(names) * len(twins))
        for name in names:
            for kind, path in twins:
                progress.update(task, description=f"{name}, {kind}")
                yield measure_game(name, seconds) if path is None else measure_twin(path, name, seconds)
                progress.advance(task)


def copy_interpreted(folder: Path) -> Path:
    """Copy this package into `folder`, without compiled modules, so that the copy runs interpreted; return `folder`."""
    shutil.copytree(
        Path(__file__).parent, folder / "velodrome", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    )
    return folder


def measure_twin(path: Path, name: str, seconds: float) -> BenchRow:
    """Measure a game in a new Python process that imports the interpreted copy of this package in the folder `path`."""
    command = [sys.executable, "-m", "velodrome.bench", name, "--this-twin", "--seconds", str(seconds)]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(path)}, cwd=path, capture_output=True, text=True, check=True
    )
    row: BenchRow = json.loads(done.stdout)
    assert not row["compiled"], "the interpreted copy imported the compiled rules"
    return row


def render_table(rows: list[BenchRow]) -> Table:
    table = Table("game", "seats", "rules", title="per second on one core", caption=CAPTION)
    for heading in MEASURE_HEADINGS:
        table.add_column(heading, justify="right")
    for row in rows:
        kind = "compiled" if row["compiled"] else "interpreted"
        table.add_row(str(row["game"]), str(row["seats"]), kind, *[format_figure(row[measure]) for measure in MEASURES])
    return table


def format_figure(figure: object) -> str:
    """Format a number in millions or thousands: 15581383 as "15.6 M", 4200 as "4 k"."""
    number = float(str(figure))
    return f"{number / 1e6:.1f} M" if number >= 1e6 else f"{number / 1e3:.0f} k"


if __name__ == "__main__":
    sys.exit(main())
