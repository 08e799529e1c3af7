"""Benchmark of thinking time: how much stronger search plays with more simulations for each move.

    python benchmarks/thinking.py --out night                  play or resume all matches: some hours on two cores
    python benchmarks/thinking.py --out night velvet           play only one game
    python benchmarks/thinking.py --out night --scale 1/10     play a tenth of the blocks
    python benchmarks/thinking.py --out night --only-page      only write the page from the saved matches

In each match, search with a fixed number of simulations plays against the heuristic, which does not search. The script
writes docs/thinking.md with a plot after every match.
"""

import argparse
import os
import sys
from fractions import Fraction
from math import log10
from pathlib import Path
from typing import NamedTuple

from velodrome.arena import timing
from velodrome.arena.fingerprint import find_commit
from velodrome.arena.match import Match, create_match
from velodrome.arena.progress import make_progress_bars
from velodrome.arena.report import format_milliseconds, format_percent
from velodrome.arena.run import MatchPlan, MatchProgress, run_stored_match
from velodrome.arena.store import MATCH_FILE, read_match
from velodrome.arena.summary import summarize_match
from velodrome.arena.svg import Plot, draw_legend, make_file
from velodrome.arena.workers import choose_local_workers
from velodrome.bots.levels import LADDERS

DOCS = Path(__file__).resolve().parents[1] / "docs"
SEATS = {"velonimo": 4, "velocity": 3, "arcenciel": 3, "velvet": 2}
BLOCKS = {40: 60, 160: 60, 640: 60, 2560: 30, 10240: 20}  # {simulations: number of blocks}


class Point(NamedTuple):
    """Result of a match: how strong search is with this number of simulations, and how long it thinks."""

    game: str
    simulations: int
    blocks: int
    milliseconds: float  # mean processor time for each move of the search bot
    slow: float  # 95th percentile of this time
    ahead: float  # share of blocks in which search is ahead
    row: str  # the cells of the table after the game's name


# ---------------------------------------------------------------- matches


def plan_match(name: str, simulations: int, seed: int) -> Match:
    return create_match(name, [f"search:{simulations}", "heuristic"], SEATS[name], seed=seed)


def read_points(folder: Path) -> list[Point]:
    """Read the saved matches, those with the fewest simulations first."""
    found = []
    for path in folder.glob(f"*/{MATCH_FILE}"):
        stored = read_match(path)
        progress = MatchProgress(stored.match, MatchPlan(len(stored.blocks)))
        for block in stored.blocks.values():
            progress.add(block)
        if progress.counted:
            found.append(make_point(stored.match, progress))
    return sorted(found, key=lambda point: (list(SEATS).index(point.game), point.simulations))


def make_point(match: Match, progress: MatchProgress) -> Point:
    """Compute the result of a match from its finished blocks."""
    simulations = int(match.bots[0].partition(":")[2])
    spent = timing.merge_times([block["clocks"][0] for block in progress.counted])
    mean, slow = 1000 * timing.mean_seconds(spent), 1000 * timing.percentile(spent, 0.95)
    ahead = summarize_match(match, progress.counted)["pairs"][0]["ahead"]
    level = [f"level {n}" for n, each in enumerate(LADDERS[match.game], 1) if each.simulations == simulations]
    cells = [
        " ".join([f"{simulations}", *[f"({name})" for name in level]]), len(progress.counted),
        format_milliseconds(mean), format_milliseconds(slow), format_percent(ahead), match.seed,
    ]  # fmt: skip
    return Point(match.game, simulations, len(progress.counted), mean, slow, ahead.mean, " | ".join(map(str, cells)))


# ---------------------------------------------------------------- the page

HEAD = """\
# What thinking time is worth

Bots that search become stronger with more simulations for each move, but not in every game. In each match of this
page, search plays against the heuristic, which chooses its moves without search. A block is a group of games with the
same dice and cards. Brackets contain 95 % confidence intervals. Times are processor times for each move of the search
bot; they depend on the machine. To measure again, run:

```
python benchmarks/thinking.py --out FOLDER
```

![Share of blocks in which search is ahead of the heuristic, by mean time for each move](images/thinking.svg)
"""
TABLE = """\
| simulations | blocks | mean ms a move | 95 % of moves within ms | search ahead in | seed |
|---|---|---|---|---|---|"""


def render_page(points: list[Point]) -> str:
    """Return docs/thinking.md as Markdown."""
    parts = [HEAD, f"Commit {find_commit()}.\n"]
    for name, seats in SEATS.items():
        rows = [f"| {point.row} |" for point in points if point.game == name]
        if rows:
            parts.append("\n".join([f"## {name} with {seats} seats", "", TABLE, *rows, ""]))
    return "\n".join(parts)


def draw_plot(points: list[Point]) -> str:
    """Return a plot of strength against time for each move, on a logarithmic scale, as an SVG file."""
    plot = Plot((-1.0, 4.0), (0.3, 1.0))
    for power in range(-1, 5):
        plot.draw_label(power, f"{10**power:g} ms")
    for percent in range(30, 101, 10):
        plot.draw_level(percent / 100, "even" if percent == 50 else "grid", f"{percent} %")
    for name in SEATS:
        line = [(log10(point.milliseconds), point.ahead) for point in points if point.game == name]
        if line:
            plot.draw_path(line, name)
            for x, y in line:
                plot.draw_dot(x, y, name, f"{name}: {10**x:.1f} ms, {y:.0%}")
    draw_legend(plot, list(SEATS))
    return make_file(plot.render("Strength of search against time for each move"), list(SEATS))


# ---------------------------------------------------------------- the command


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"any of {', '.join(SEATS)} (default: all)")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="save matches in this folder", type=Path)
    parser.add_argument("--docs", default=DOCS, metavar="FOLDER", help="write the page and the plot here", type=Path)
    parser.add_argument("--scale", type=Fraction, default=Fraction(1), help="play this fraction of the blocks")
    parser.add_argument("--only-page", action="store_true", help="play nothing; write the page from the saved matches")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args(words)
    if unknown := [name for name in arguments.games if name not in SEATS]:
        parser.error(f"no game is called {unknown[0]}")
    if not arguments.only_page:
        play_matches(arguments)
    write_page(arguments)
    return 0


def play_matches(arguments: argparse.Namespace) -> None:
    """Play all missing blocks, with a progress bar for each match; write the page after every match."""
    with make_progress_bars() as progress:
        for simulations, most in BLOCKS.items():
            for name in arguments.games or SEATS:
                blocks = max(2, round(most * arguments.scale))
                bar = progress.add_task(f"{name}, {simulations} simulations", total=blocks)
                watch = lambda played, bar=bar: progress.update(bar, completed=len(played.done))  # noqa: E731
                folder = arguments.out / f"{name}-{simulations}"
                match = plan_match(name, simulations, arguments.seed)
                run_stored_match(folder, match, MatchPlan(blocks), choose_local_workers(arguments.jobs), watch)
                progress.remove_task(bar)
                write_page(arguments)


def write_page(arguments: argparse.Namespace) -> None:
    """Write the page and its plot from the saved matches."""
    points = read_points(arguments.out)
    (arguments.docs / "images").mkdir(parents=True, exist_ok=True)
    (arguments.docs / "thinking.md").write_text(render_page(points), "utf-8")
    (arguments.docs / "images" / "thinking.svg").write_text(draw_plot(points), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
