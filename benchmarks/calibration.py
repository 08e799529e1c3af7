"""Benchmark of the numbers in hints: compare what a hint promises with what happens when bots play on.

    python benchmarks/calibration.py --out night                2,000 positions or more for each game: about an hour
    python benchmarks/calibration.py --out night velvet         only one game
    python benchmarks/calibration.py --out night --fit          also print the constants for bots/calibration.py
    python benchmarks/calibration.py --out night --only-page    only write the page from the saved positions

Each position is a random decision in a game of level-6 bots. The script asks for a hint there and plays the move that
the hint names first. Then bots of equal strength (`heuristic`) play on to the end, several times. The promise is the
outlook that the hint shows; the outcome is the mean of the outlooks at the end of these games. The script saves each
position in FOLDER/GAME.jsonl, so that a stopped run can be resumed, and writes docs/calibration.md with a plot. The
constants are computed from the same positions as the page.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from velodrome.arena.fingerprint import find_commit
from velodrome.arena.progress import make_progress_bars
from velodrome.arena.statistics import mean_interval
from velodrome.arena.svg import Plot, draw_legend, make_file
from velodrome.bots import make_bot
from velodrome.bots.calibration import calibrate, find_kind
from velodrome.bots.heuristic_bot import make_heuristic
from velodrome.bots.hints import rank_moves
from velodrome.bots.search_bot import Budget
from velodrome.core.contract import CHANCE, OVER, State
from velodrome.core.rng import Rng
from velodrome.games import GAMES, game

DOCS = Path(__file__).resolve().parents[1] / "docs"
# For each game; more for Velvet, because most of its positions are surely won or surely lost.
POSITIONS = {"velonimo": 2000, "velocity": 2000, "arcenciel": 2000, "velvet": 6000}
PLAYOUTS = 16  # games played on from each position
BUDGET = Budget(2000)  # simulations of a hint, as on the page
TENTHS = 10
MIN_POSITIONS = 20  # tenths with fewer positions are left out: their outcome is mostly luck
MIN_GROUP_SIZE = 20  # minimum number of positions for one point of a curve
MARGIN = 0.005  # between its two end points, a curve has no points this close to them


class Sample(NamedTuple):
    """Result of measuring one position."""

    number: int  # of the position; it is also the seed
    seats: int
    kind: str  # kind of the position, as in `find_kind`
    mean: float  # mean reward of the best move in search
    outcome: float  # average final outlook of the seat in games that are played on from there


# ---------------------------------------------------------------- positions


def measure_position(name: str, number: int) -> Sample:
    """Find a position of the game `name`, search it, and play on from it. `number` is the seed of all of this."""
    seats = GAMES[name].seats[number % len(GAMES[name].seats)]
    state = find_position(name, seats, Rng(number))
    seat, seen = state.actor, state.seen_by(state.actor)
    kind = find_kind(make_heuristic(state.game), seen)
    ranked, _ = rank_moves(seen, BUDGET, Rng(number))
    state.play(ranked[0].move)
    outcomes = [play_on(state.copy(), seat, Rng(1000 * number + i)) for i in range(PLAYOUTS)]
    return Sample(number, seats, kind, ranked[0].mean, fmean(outcomes))


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
            if rng.below(choices) == 0:  # all choices so far are equally likely to be returned
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
    """All positions of a game whose promise is in the same tenth of the scale from 0 to 1."""

    positions: int
    promise: float  # mean promise of the positions
    outcome: float  # mean outcome of the positions
    low: float  # 95 % confidence interval of the outcome
    high: float


def group_by_promise(samples: Sequence[Sample]) -> list[Tenth]:
    """Group the positions of a game by the tenth of their promise, lowest first; omit tenths with few positions."""
    groups: list[list[Sample]] = [[] for _ in range(TENTHS)]
    for sample in samples:
        groups[min(TENTHS - 1, int(TENTHS * promise_of(sample)))].append(sample)
    found = []
    for group in groups:
        if len(group) >= MIN_POSITIONS:
            interval = mean_interval([sample.outcome for sample in group])
            promise = fmean([promise_of(sample) for sample in group])
            found.append(Tenth(len(group), promise, interval.mean, max(0.0, interval.low), min(1.0, interval.high)))
    return found


def promise_of(sample: Sample) -> float:
    return calibrate(sample.kind, sample.mean)


def fit_curve(samples: Sequence[Sample]) -> list[tuple[float, float]]:
    """Return points (mean reward, outcome) of a rising curve through these samples, from (0, 0) to (1, 1).

    Group the samples by the tenth of their mean reward; a small group also takes samples of the next tenth. Merge
    neighbouring groups until each group has a higher outcome than the one before. Then each group gives one point,
    unless the point would be too close to an end of the curve.
    """
    groups: list[list[Sample]] = [[]]
    for sample in sorted(samples, key=lambda sample: sample.mean):
        last = groups[-1]
        if len(last) >= MIN_GROUP_SIZE and int(TENTHS * sample.mean) > int(TENTHS * last[0].mean):
            groups.append([])
        groups[-1].append(sample)
    merged: list[list[Sample]] = []
    for group in groups:
        merged.append(group)
        while len(merged) > 1 and mean_outcome(merged[-2]) >= mean_outcome(merged[-1]):
            last = merged.pop()
            merged[-1] = merged[-1] + last
    points = [(fmean([sample.mean for sample in group]), mean_outcome(group)) for group in merged]
    return [(0.0, 0.0), *[(mean, outcome) for mean, outcome in points if MARGIN < mean < 1.0 - MARGIN], (1.0, 1.0)]


def mean_outcome(group: Sequence[Sample]) -> float:
    return fmean([sample.outcome for sample in group])


# ---------------------------------------------------------------- the page

HEAD = """\
# How honest the hints are

A hint promises an outlook: the chance to win with two players, otherwise the share of opponents that you will leave
behind. This page compares the promises with what happened. For each game, we took random positions from games between
level-6 bots. In each position, we played the move that the hint names first, and let equal bots play on to the end
{playouts} times.

The promises are corrected by curves with few points, which were fitted to the same positions. The table groups the
positions by tenths of the promise. Brackets contain 95 % confidence intervals. Tenths with fewer than {few} positions
are left out. To measure again, run:

```
python benchmarks/calibration.py --out FOLDER
```

The plot shows the same numbers. On the diagonal, promises and outcomes are equal; the dashed lines are 5 points away.

![Promises of hints and outcomes, for each of the four games](images/calibration.svg)
"""
TABLE = "| promise | positions | mean promise | mean outcome | difference |\n|---|---|---|---|---|"


def render_page(found: dict[str, list[Sample]]) -> str:
    """Return docs/calibration.md as Markdown."""
    parts = [HEAD.format(playouts=PLAYOUTS, few=MIN_POSITIONS)]
    for name, samples in found.items():
        rows = [format_tenth(tenth) for tenth in group_by_promise(samples)]
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


def draw_plot(found: dict[str, list[Sample]]) -> str:
    """Return the plot of promises and outcomes as an SVG file."""
    plot = Plot((0.0, 1.0), (0.0, 1.0))
    for percent in range(0, 101, 20):
        plot.draw_label(percent / 100, f"{percent} %")
        plot.draw_level(percent / 100, "grid", f"{percent} %")
    plot.draw_path([(0.0, 0.0), (1.0, 1.0)], "even")
    plot.draw_path([(0.0, 0.05), (0.95, 1.0)], "bound")
    plot.draw_path([(0.05, 0.0), (1.0, 0.95)], "bound")
    for name, samples in found.items():
        tenths = group_by_promise(samples)
        plot.draw_path([(tenth.promise, tenth.outcome) for tenth in tenths], name)
        for tenth in tenths:
            plot.draw_dot(tenth.promise, tenth.outcome, name, f"{name}: {tenth.promise:.0%}, {tenth.outcome:.0%}")
    draw_legend(plot, list(found))
    return make_file(plot.render("Promises of hints and outcomes"), list(found))


# ---------------------------------------------------------------- the command


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"any of {', '.join(GAMES)} (default: all)")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="save positions in this folder", type=Path)
    parser.add_argument("--docs", default=DOCS, metavar="FOLDER", help="write the page and the plot here", type=Path)
    parser.add_argument("--positions", type=int, help="number of positions for each game")
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
        fitted = [each for samples in saved.values() for each in samples]
        for kind in sorted({sample.kind for sample in fitted}):
            points = [
                f"({mean:.3f}, {outlook:.3f})" for mean, outlook in fit_curve([x for x in fitted if x.kind == kind])
            ]
            print(f'    "{kind}": ({", ".join(points)}),')
    (arguments.docs / "images").mkdir(parents=True, exist_ok=True)
    (arguments.docs / "calibration.md").write_text(render_page(found), "utf-8")
    (arguments.docs / "images" / "calibration.svg").write_text(draw_plot(found), "utf-8")
    return 0


def measure_games(arguments: argparse.Namespace) -> None:
    """Measure all missing positions, with a progress bar for each game."""
    arguments.out.mkdir(parents=True, exist_ok=True)
    with make_progress_bars() as progress:
        for name in arguments.games or GAMES:
            positions = arguments.positions or POSITIONS[name]
            bar = progress.add_task(name, total=positions)
            for count in measure_game(name, arguments.out, positions, arguments.jobs):
                progress.update(bar, completed=count)


if __name__ == "__main__":
    sys.exit(main())
