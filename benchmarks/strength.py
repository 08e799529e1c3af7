"""Writes docs/strength.md: neighbouring levels in all games, and level 3 among uniform players.

    python benchmarks/strength.py --out night              a night on two cores; Ctrl-C, and the same command goes on
    python benchmarks/strength.py --out night --scale 0.1  a tenth of the blocks
    python benchmarks/strength.py --out night velvet       one game

The page is written anew after every match, so that it always says what is known.
"""

import argparse
import os
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from velodrome.arena.strength import TABLES, Row, page, play, tasks
from velodrome.arena.workers import local
from velodrome.core.errors import VelodromeError

PAGE = Path(__file__).resolve().parents[1] / "docs" / "strength.md"


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"which of {', '.join(TABLES)}; all if none is named")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="where the matches are kept")
    parser.add_argument("--page", default=PAGE, type=Path, metavar="FILE", help="the page (docs/strength.md)")
    parser.add_argument("--scale", type=float, default=1.0, help="of the number of blocks (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args(words)
    if unknown := [name for name in arguments.games if name not in TABLES]:
        parser.error(f"no game is called {unknown[0]}")
    try:
        run(arguments)
    except VelodromeError as problem:
        print(f"strength: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


def run(arguments: argparse.Namespace) -> None:
    """Match after match, with a bar for all of them and one for the match at hand."""
    todo = tasks(arguments.scale, tuple(arguments.games or TABLES))
    rows: list[Row] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        whole = progress.add_task("matches", total=len(todo))
        for task in todo:
            bar = progress.add_task(task.folder(), total=task.blocks)
            watch = lambda course, bar=bar: progress.update(bar, completed=len(course.done))  # noqa: E731
            rows.append(play(task, Path(arguments.out), arguments.seed, local(arguments.jobs), watch))
            progress.remove_task(bar)
            progress.advance(whole)
            arguments.page.write_text(page(rows, len(todo) - len(rows)), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
