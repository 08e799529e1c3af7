"""How fast the engine is on this machine: every game, compiled and interpreted.

Times of a shared machine wander, so processor time counts, and each figure is the median of a few short turns.
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
from velodrome.core.play import copy_repeatedly
from velodrome.core.play import run_playouts as playouts
from velodrome.core.rng import Rng
from velodrome.games import GAMES

BENCH_SEATS = {"velonimo": 4, "velocity": 3, "arcenciel": 3, "velvet": 2}  # at which each game is compared
BENCH_ROUNDS = 3  # turns of each measure; the median counts
DEFAULT_SECONDS = 0.25  # of each turn
MEASURES = ("decisions_per_s", "stepped_per_s", "listed_per_s", "copies_per_s")
MEASURE_HEADINGS = ("random play", "by pick", "by legal", "copies")
CAPTION = "random play: decisions inside the engine; by pick, by legal: stepped from Python"

BenchRow = dict[str, object]  # {"game", "seats", "compiled", and a number for each measure}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", help=f"which of {', '.join(GAMES)}; all if none is named")
    parser.add_argument("--json", action="store_true", help="print only a list of figures, for programs")
    parser.add_argument("--seconds", type=parse_seconds, default=DEFAULT_SECONDS, help="of each turn (%(default)s)")
    parser.add_argument("--this-twin", action="store_true", help=argparse.SUPPRESS)  # one line of JSON a game


def parse_seconds(text: str) -> float:
    """A time that a turn can take."""
    value = float(text)
    if not 0.01 <= value <= 60:
        raise ValueError
    return value


def run(arguments: argparse.Namespace) -> int:
    """Measure, show, and say how it went: 0, or 2 for a game that does not exist."""
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


# ---------------------------------------------------------------- one game, as it is loaded here


def is_compiled() -> bool:
    """Whether the rules loaded here are compiled."""
    return not contract.__file__.endswith(".py")


def measure_game(name: str, seconds: float) -> BenchRow:
    """The figures of one game."""
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
    """How often in a second of processor time, from batches that double until the time is filled."""
    done, times, begun, used = 0, 1, perf_counter(), process_time()
    while True:
        done += task(times, seed)
        spent = perf_counter() - begun
        if spent >= seconds:
            return done / (process_time() - used)
        times = max(1, min(2 * times, int(times * (seconds - spent) / spent)))


def play_by_pick(start: State, games: int, seed: int) -> int:
    """Random games, each move asked and played from here: how many decisions."""
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
    """The same through the list of legal moves."""
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
    copy_repeatedly(state, times)
    return times


# ---------------------------------------------------------------- both twins


def measure_all(names: list[str], seconds: float) -> Iterator[BenchRow]:
    """The rows of every game, with a bar on stderr while they come in."""
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
    """This package without its extensions, where Python finds it first."""
    shutil.copytree(
        Path(__file__).parent, folder / "velodrome", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    )
    return folder


def measure_twin(path: Path, name: str, seconds: float) -> BenchRow:
    """The figures of a game from a Python of its own that finds the package there."""
    command = [sys.executable, "-m", "velodrome.bench", name, "--this-twin", "--seconds", str(seconds)]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(path)}, cwd=path, capture_output=True, text=True, check=True
    )
    row: BenchRow = json.loads(done.stdout)
    assert not row["compiled"], "the twin found the compiled rules"
    return row


def render_table(rows: list[BenchRow]) -> Table:
    table = Table("game", "seats", "rules", title="so many in a second of one core", caption=CAPTION)
    for heading in MEASURE_HEADINGS:
        table.add_column(heading, justify="right")
    for row in rows:
        kind = "compiled" if row["compiled"] else "interpreted"
        table.add_row(str(row["game"]), str(row["seats"]), kind, *[format_figure(row[measure]) for measure in MEASURES])
    return table


def format_figure(figure: object) -> str:
    """15581383 as "15.6 M": more digits would be noise."""
    number = float(str(figure))
    return f"{number / 1e6:.1f} M" if number >= 1e6 else f"{number / 1e3:.0f} k"


if __name__ == "__main__":
    sys.exit(main())
