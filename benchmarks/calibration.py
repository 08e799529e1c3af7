"""Benchmark of the numbers in hints: compare what a hint promises with what happens when bots play on.

    python benchmarks/calibration.py --out night                1,000 positions for each game, in about an hour
    python benchmarks/calibration.py --out night velvet         only one game
    python benchmarks/calibration.py --out night --fit          also print the constants for bots/calibration.py
    python benchmarks/calibration.py --out night --only-page    only write the page from the saved positions

Each position is a random decision in a game of level-6 bots. The script asks for a hint there and plays the move that
the hint names first. Then bots of equal strength (`heuristic`) play on to the end, several times. The promise is the
outlook that the hint shows; the outcome is the mean of the outlooks at the end of these games. The script saves each
position in FOLDER/GAME.jsonl, so that a stopped run can be resumed, and writes docs/calibration.md with a plot.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import exp
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from velodrome.arena.fingerprint import find_commit
from velodrome.arena.progress import make_progress_bars
from velodrome.arena.statistics import mean_interval
from velodrome.arena.svg import Plot
from velodrome.bots import make_bot
from velodrome.bots.calibration import calibrate, logit
from velodrome.bots.heuristic_bot import make_heuristic
from velodrome.bots.hints import rank_moves
from velodrome.bots.search_bot import Budget
from velodrome.core.contract import CHANCE, OVER, State
from velodrome.core.rng import Rng
from velodrome.games import GAMES, game

DOCS = Path(__file__).resolve().parents[1] / "docs"
POSITIONS = 1000  # for each game
PLAYOUTS = 16  # games played on from each position
BUDGET = Budget(2000)  # simulations of a hint, as on the page
TENTHS = 10
MIN_POSITIONS = 20  # tenths with fewer positions are left out: their outcome is mostly luck
ROUNDS_OF_NEWTON = 50


class Sample(NamedTuple):
    """One position: its number, the mean that search found for its best move, and the outcome of playing on."""

    number: int
    seats: int
    mean: float
    outcome: float


# ---------------------------------------------------------------- positions


def measure_position(name: str, number: int) -> Sample:
    """Measure the position with this number; the number alone decides which position it is."""
    seats = GAMES[name].seats[number % len(GAMES[name].seats)]
    state = find_position(name, seats, Rng(number))
    ranked, _ = rank_moves(state.seen_by(state.actor), BUDGET, Rng(number))
    seat = state.actor
    state.play(ranked[0].move)
    outcomes = [play_on(state.copy(), seat, Rng(1000 * number + i)) for i in range(PLAYOUTS)]
    return Sample(number, seats, ranked[0].mean, fmean(outcomes))


def find_position(name: str, seats: int, rng: Rng) -> State:
    """Play a game of level-6 bots; return a random position of it in which a seat has a choice."""
    table = game(name, seats)
    bots = [make_bot("level6", table) for _ in range(seats)]
    state, found, choices = table.start(), None, 0
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.play(state.draw(rng))
            continue
        if state.count() > 1:
            choices += 1
            if rng.below(choices) == 0:  # each of the choices so far is kept with the same probability
                found = state.copy()
        state.play(bots[state.actor](state.seen_by(state.actor), rng))
    assert found is not None, "every game has a choice"
    return found


def play_on(state: State, seat: int, rng: Rng) -> float:
    """Play to the end by the heuristic; return the outlook of a seat there."""
    choose = make_heuristic(state.game).choose
    while state.actor != OVER:
        state.play(state.draw(rng) if state.actor == CHANCE else choose(state, rng))
    return state.outlook(seat)


def read_samples(path: Path) -> list[Sample]:
    """Read the saved positions of a game; a line that was cut off when the script was stopped is ignored."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return sorted({Sample(*json.loads(line)) for line in lines if line.endswith("]")})


def measure_game(name: str, folder: Path, positions: int, jobs: int) -> Iterator[int]:
    """Measure the missing positions of a game and save them; yield the number of positions so far."""
    path = folder / f"{name}.jsonl"
    done = {sample.number for sample in read_samples(path)}
    missing = [number for number in range(positions) if number not in done]
    yield len(done)
    with ProcessPoolExecutor(jobs) as pool, path.open("a", encoding="utf-8") as file:
        for count, sample in enumerate(pool.map(partial(measure_position, name), missing), 1):
            file.write(f"{json.dumps(sample)}\n")
            file.flush()
            yield len(done) + count


# ---------------------------------------------------------------- calibration


class Tenth(NamedTuple):
    """All positions whose promise is in the same tenth."""

    positions: int
    promise: float  # mean
    outcome: float  # mean
    low: float  # 95 % confidence interval of the outcome
    high: float


def group_by_promise(name: str, samples: Sequence[Sample]) -> list[Tenth]:
    """Group the positions of a game by the tenth of their promise, lowest first; omit tenths with few positions."""
    groups: list[list[Sample]] = [[] for _ in range(TENTHS)]
    for sample in samples:
        groups[min(TENTHS - 1, int(TENTHS * calibrate(name, sample.mean)))].append(sample)
    found = []
    for group in groups:
        if len(group) >= MIN_POSITIONS:
            interval = mean_interval([sample.outcome for sample in group])
            promise = fmean([calibrate(name, sample.mean) for sample in group])
            found.append(Tenth(len(group), promise, interval.mean, max(0.0, interval.low), min(1.0, interval.high)))
    return found


def fit_line(samples: Sequence[Sample]) -> tuple[float, float]:
    """Fit logit(outcome) = shift + slope * logit(mean) by logistic regression, with Newton's method."""
    shift, slope = 0.0, 1.0
    for _ in range(ROUNDS_OF_NEWTON):
        gradient, hessian = [0.0, 0.0], [[0.0, 0.0], [0.0, 0.0]]
        for sample in samples:
            row = (1.0, logit(sample.mean))
            share = 1.0 / (1.0 + exp(-shift - slope * row[1]))
            for i in range(2):
                gradient[i] += (sample.outcome - share) * row[i]
                for j in range(2):
                    hessian[i][j] += share * (1.0 - share) * row[i] * row[j]
        (a, b), (c, d) = hessian
        determinant = a * d - b * c
        shift += (d * gradient[0] - b * gradient[1]) / determinant
        slope += (a * gradient[1] - c * gradient[0]) / determinant
    return shift, slope


# ---------------------------------------------------------------- the page

HEAD = """\
# How honest the hints are

A hint promises an outlook: the chance to win with two players, otherwise the share of opponents that you will leave
behind. This page compares the promises with what happened. For each game, we took {positions} random positions of games
between level-6 bots. In each position, we played the move that the hint names first, and let equal bots play on to the
end {playouts} times.

The table groups the positions by tenths of the promise. Brackets contain 95 % confidence intervals. Tenths with fewer
than {few} positions are left out. To measure again, run:

```
python benchmarks/calibration.py --out FOLDER
```

The plot shows the same numbers. On the diagonal, promises and outcomes are equal; the dashed lines are 5 points away.

![Promises of hints and outcomes, for each of the four games](images/calibration.svg)
"""
TABLE = "| promise | positions | mean promise | mean outcome | difference |\n|---|---|---|---|---|"


def render_page(found: dict[str, list[Sample]]) -> str:
    """Return docs/calibration.md as Markdown."""
    parts = [HEAD.format(positions=f"{max(map(len, found.values())):,}", playouts=PLAYOUTS, few=MIN_POSITIONS)]
    for name, samples in found.items():
        rows = [format_tenth(tenth) for tenth in group_by_promise(name, samples)]
        figures = f"{len(samples):,} positions, seeds 0 to {samples[-1].number}, commit {find_commit()}."
        parts.append("\n".join([f"## {name}", "", figures, "", TABLE, *rows, ""]))
    return "\n".join(parts)


def format_tenth(tenth: Tenth) -> str:
    lower = int(TENTHS * tenth.promise) * 100 // TENTHS
    interval = f"{tenth.outcome:.1%} [{tenth.low:.1%}, {tenth.high:.1%}]".replace("%", " %")
    difference = f"{100 * (tenth.outcome - tenth.promise):+.1f} points"
    return (
        f"| {lower}–{lower + 100 // TENTHS} % | {tenth.positions} | {100 * tenth.promise:.1f} % | {interval} "
        f"| {difference} |"
    )


COLOURS = {"velonimo": "#b3472f", "velocity": "#2f6db3", "arcenciel": "#3c8a4b", "velvet": "#8a4b9c"}


def draw_plot(found: dict[str, list[Sample]]) -> str:
    """Return the plot of promises and outcomes as an SVG file."""
    plot = Plot((0.0, 1.0), (0.0, 1.0))
    for percent in range(0, 101, 20):
        plot.draw_label(percent / 100, f"{percent} %")
        plot.draw_level(percent / 100, "grid", f"{percent} %")
    plot.draw_path([(0.0, 0.0), (1.0, 1.0)], "even")
    plot.draw_path([(0.0, 0.05), (0.95, 1.0)], "bound")
    plot.draw_path([(0.05, 0.0), (1.0, 0.95)], "bound")
    for i, (name, samples) in enumerate(found.items()):
        tenths = group_by_promise(name, samples)
        plot.draw_path([(tenth.promise, tenth.outcome) for tenth in tenths], f"line {name}")
        for tenth in tenths:
            plot.draw_dot(tenth.promise, tenth.outcome, name, f"{name}: {tenth.promise:.0%}, {tenth.outcome:.0%}")
        plot.draw_dot(0.05, 0.94 - 0.09 * i, name, name)
        plot.draw_text(plot.locate(0.07, 0.0)[0], plot.locate(0.0, 0.94 - 0.09 * i)[1] + 4, name, "start")
    return plot.render("Promises of hints and outcomes").replace(
        ">", f' xmlns="http://www.w3.org/2000/svg">{style()}', 1
    )


def style() -> str:
    """Return the style sheet of the plot; it is on a white ground, because it is an image of a page."""
    rules = [
        "svg { background: #fff } text { font: 12px sans-serif; fill: #444 } path { fill: none; stroke-width: 2 }",
        ".grid { stroke: #eee } .even { stroke: #999; stroke-width: 1 }",
        ".bound { stroke: #bbb; stroke-width: 1; stroke-dasharray: 4 4 }",
        *[f"path.{name} {{ stroke: {colour} }} circle.{name} {{ fill: {colour} }}" for name, colour in COLOURS.items()],
    ]
    return f"<style>{' '.join(rules)}</style>"


# ---------------------------------------------------------------- the command


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"any of {', '.join(GAMES)} (default: all)")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="save positions in this folder", type=Path)
    parser.add_argument("--docs", default=DOCS, metavar="FOLDER", help="write the page and the plot here", type=Path)
    parser.add_argument("--positions", type=int, default=POSITIONS, help="positions for each game")
    parser.add_argument("--only-page", action="store_true", help="measure nothing; write the page from the positions")
    parser.add_argument("--fit", action="store_true", help="print the constants for bots/calibration.py")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args(words)
    if unknown := [name for name in arguments.games if name not in GAMES]:
        parser.error(f"no game is called {unknown[0]}")
    if not arguments.only_page:
        measure_games(arguments)
    saved = {name: read_samples(arguments.out / f"{name}.jsonl") for name in GAMES}
    found = {name: samples for name, samples in saved.items() if samples}
    if not found:
        parser.error(f"{arguments.out} holds no positions")
    if arguments.fit:
        for name, samples in found.items():
            print('    "{}": ({:.3f}, {:.3f}),'.format(name, *fit_line(samples)))
    (arguments.docs / "images").mkdir(parents=True, exist_ok=True)
    (arguments.docs / "calibration.md").write_text(render_page(found), "utf-8")
    (arguments.docs / "images" / "calibration.svg").write_text(draw_plot(found), "utf-8")
    return 0


def measure_games(arguments: argparse.Namespace) -> None:
    """Measure all missing positions, with a progress bar for each game."""
    arguments.out.mkdir(parents=True, exist_ok=True)
    with make_progress_bars() as progress:
        for name in arguments.games or GAMES:
            bar = progress.add_task(name, total=arguments.positions)
            for count in measure_game(name, arguments.out, arguments.positions, arguments.jobs):
                progress.update(bar, completed=count)


if __name__ == "__main__":
    sys.exit(main())
