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
FEW = 20  # tenths with fewer positions are left out: their outcome is mostly luck
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
    """Group the positions of a game by the tenth of their promise, lowest first; leave out tenths with few positions."""
    groups: list[list[Sample]] = [[] for _ in range(TENTHS)]
    for sample in samples:
        groups[min(TENTHS - 1, int(TENTHS * calibrate(name, sample.mean)))].append(sample)
    found = []
    for group in groups:
        if len(group) >= FEW:
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
    parts = [HEAD.format(positions=f"{max(map(len, found.values())):,}", playouts=PLAYOUTS, few=FEW)]
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
STYLE = """<style>
text { font: 12px sans-serif; fill: #444 } .even { stroke: #888 } .bound { stroke: #bbb; stroke-dasharray: 4 4 }
path { fill: none }
</style>"""


def render_plot(found: dict[str, list[Sample]]) -> str:
    """Return the plot of promises and outcomes as an SVG file."""
    plot = Plot((0.0, 1.0), (0.0, 1.0))
    for tenth in range(0, 11, 2):
        plot.draw_label(tenth / 10, f"{10 * tenth} %")
        plot.draw_level(tenth / 10, "", f"{10 * tenth} %")
    for offset, style in ((0.0, "even"), (0.05, "bound"), (-0.05, "bound")):
        ends = [(max(0.0, -offset), max(0.0, offset)), (1.0 - max(0.0, offset), 1.0 - max(0.0, -offset))]
        plot.draw_path(ends, style)
    for name, samples in found.items():
        tenths = group_by_promise(name, samples)
        plot.draw_path([(tenth.promise, tenth.outcome) for tenth in tenths], f"line {name}")
        for tenth in tenths:
            plot.draw_dot(tenth.promise, tenth.outcome, name, f"{name}: {tenth.promise:.0%} → {tenth.outcome:.0%}")
    for i, name in enumerate(found):
        plot.draw_text(70, 24 + 16 * i, name, f'start" class="{name}')
    colours = "".join([f".{name} {{ stroke: {colour}; fill: {colour} }}" for name, colour in COLOURS.items()])
    return plot.render().replace(">", f">{STYLE.replace('</style>', colours + '</style>')}", 1)
