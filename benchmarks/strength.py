"""Measure the levels: each plays against the level below, and level 3 against uniform bots; write docs/strength.md.

    python benchmarks/strength.py --out night                 run everything: a night on two cores; can be resumed
    python benchmarks/strength.py --out night --scale 1/10    play a tenth of the blocks
    python benchmarks/strength.py --out night velvet          play one game; --levels 7,8 plays only these levels
    python benchmarks/strength.py --out half --budget 1/2     halve the simulations of levels that search
    python benchmarks/strength.py --out night --only-page     play nothing; write the page from the saved matches

The page is written after every match and when the script is stopped.
"""

import argparse
import os
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from velodrome.arena import timing
from velodrome.arena.match import BadMatch, Match, create_match
from velodrome.arena.play_game import Block
from velodrome.arena.progress import make_progress_bars
from velodrome.arena.report import format_difference, format_milliseconds, format_percent
from velodrome.arena.run import MatchPlan, MatchProgress, run_stored_match
from velodrome.arena.statistics import mean_interval
from velodrome.arena.store import MATCH_FILE, read_match
from velodrome.arena.summary import share_block_wins, summarize_match
from velodrome.arena.workers import Workers, choose_local_workers, end_programs_on_exit
from velodrome.bots.levels import LADDERS
from velodrome.core.errors import VelodromeError

PAGE = Path(__file__).resolve().parents[1] / "docs" / "strength.md"

TABLES = {"velonimo": (2, 4), "velocity": (3, 5), "arcenciel": (3, 5), "velvet": (2,)}  # numbers of seats to measure
BLOCKS = {
    2: 1000,
    3: 1000,
    4: 1000,
    5: 600,
    6: 600,
    7: 300,
    8: 100,
}  # number of blocks, by the higher level of a match; all of them take a night on two cores
AMONG_UNIFORM = {
    "velonimo": 2,
    "velocity": 3,
    "arcenciel": 3,
    "velvet": 2,
}  # number of seats for level 3 against uniform bots
UNIFORM_BLOCKS = 300
FULL = Fraction(1)


# ---------------------------------------------------------------- matches to play


class Task(NamedTuple):
    """A match that the page will report."""

    game: str
    seats: int
    bots: tuple[str, ...]
    blocks: int

    def folder(self) -> str:
        return f"{self.game}-{self.seats}-{self.bots[0]}-{self.bots[1]}".replace(":", "_")

    def match(self, seed: int) -> Match:
        return create_match(self.game, list(self.bots), self.seats, seed=seed)


def list_tasks(
    scale: Fraction = FULL,
    games: tuple[str, ...] = tuple(TABLES),
    levels: tuple[int, ...] = tuple(BLOCKS),
    budget: Fraction = FULL,
) -> list[Task]:
    """Return the matches in which the higher level is one of the given levels, short matches first."""
    found: list[Task] = []
    for game in games:
        uniform = ("level3", *["uniform"] * (AMONG_UNIFORM[game] - 1))
        found.append(Task(game, AMONG_UNIFORM[game], uniform, scale_blocks(UNIFORM_BLOCKS, scale)))
    for higher in levels:
        blocks = scale_blocks(BLOCKS[higher], scale)
        for game in games:
            pair = (find_bot(game, higher, budget), find_bot(game, higher - 1, budget))
            found += [Task(game, seats, pair, blocks) for seats in TABLES[game]]
    return found


def scale_blocks(blocks: int, scale: Fraction) -> int:
    return max(2, round(blocks * scale))


def find_bot(game: str, level: int, budget: Fraction) -> str:
    """Return the bot for a level, with this fraction of its simulations."""
    simulations = LADDERS[game][level - 1].simulations
    return f"search:{max(1, round(simulations * budget))}" if simulations and budget != FULL else f"level{level}"


def play_task(
    task: Task,
    folder: Path,
    seed: int,
    workers: Workers,
    watch: Callable[[MatchProgress], None] = lambda progress: None,
) -> None:
    """Run a match, or resume it if it was stopped."""
    run_stored_match(folder / task.folder(), task.match(seed), MatchPlan(task.blocks), workers, watch)


# ---------------------------------------------------------------- the page

HEAD = """\
# How strong the levels are

Written by `python benchmarks/strength.py`. To repeat a figure, run `velodrome arena` with the game, bots, seats, blocks
and seed of its line. All games of a block have the same dice and cards, with the bots on different seats; a block
counts as one observation. Brackets are 95 % confidence intervals. An unfinished match has fewer blocks; each line gives
their number. Times are milliseconds of processor time per move on one core: mean, 95th percentile, worst; they depend
on the machine.
"""
LADDER = """\
| higher | lower | blocks | higher ahead in | outlook by | higher: ms a move | lower: ms a move | seed | commit |
|---|---|---|---|---|---|---|---|---|"""
UNIFORM = """\
## Level 3 among uniform players

| game | seats | bots | blocks | games won | level 3: ms a move | seed | commit |
|---|---|---|---|---|---|---|---|"""


class Row(NamedTuple):
    """The finished blocks of a match."""

    match: Match
    blocks: list[Block]  # only up to the first missing one: quick blocks finish first and would bias the result
    commit: str


def read_rows(folder: Path) -> list[Row]:
    """Read every match in a folder that has finished blocks, no matter which version of the code played it."""
    found: list[Row] = []
    for path in sorted(folder.glob(f"*/{MATCH_FILE}")):
        stored = read_match(path)
        progress = MatchProgress(stored.match, MatchPlan(len(stored.blocks)))
        for block in stored.blocks.values():
            progress.add(block)
        if progress.counted:
            found.append(Row(stored.match, progress.counted, stored.commit))
    return found


def render_page(found: list[Row], todo: list[Task], budget: Fraction = FULL) -> str:
    """Return the page about the finished blocks; `todo` lists all planned matches."""
    parts = [HEAD, describe_progress(found, todo, budget)]
    ladder = [row for row in found if "uniform" not in row.match.bots]
    for game, tables in TABLES.items():
        played = [row for row in ladder if row.match.game == game]
        if played:
            parts.append(f"## {game}\n")
        for seats in tables:
            lines = sorted(format_ladder_row(row, budget) for row in played if row.match.seats == seats)
            if lines:
                parts.append("\n".join([f"### {game} with {seats} seats", "", LADDER, *lines, ""]))
    uniform = [format_uniform_row(row) for row in found if "uniform" in row.match.bots]
    if uniform:
        parts.append("\n".join([UNIFORM, *uniform, ""]))
    return "\n".join(parts)


def describe_progress(found: list[Row], todo: list[Task], budget: Fraction) -> str:
    """Return a sentence about the budgets, and one about the number of unfinished matches."""
    share = "their full budgets" if budget == FULL else f"{budget} of their simulations"
    done = {(row.match.game, row.match.seats, row.match.bots): len(row.blocks) for row in found}
    missing = [task for task in todo if done.get(task[:3], 0) < task.blocks]
    unfinished = f" {len(missing)} of {len(todo)} matches are not finished." if missing else ""
    return f"The levels that use search had {share}.{unfinished}\n"


def format_ladder_row(row: Row, budget: Fraction) -> str:
    """Format the row of a level against the level below."""
    pair = summarize_match(row.match, row.blocks)["pairs"][0]
    cells = [
        *[label_bot(row.match.game, name, budget) for name in row.match.bots], len(row.blocks),
        format_percent(pair["ahead"]), format_difference(pair["difference"]),
        format_times(row, 0), format_times(row, 1), row.match.seed, row.commit,
    ]  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"


def format_uniform_row(row: Row) -> str:
    wins = format_percent(mean_interval([share_block_wins(row.match, block)[0] for block in row.blocks]))
    bots = " ".join(row.match.bots)
    cells = [
        row.match.game,
        row.match.seats,
        bots,
        len(row.blocks),
        wins,
        format_times(row, 0),
        row.match.seed,
        row.commit,
    ]
    return f"| {' | '.join(map(str, cells))} |"


def label_bot(game: str, name: str, budget: Fraction) -> str:
    """Return a bot's name; if it has a reduced budget, add its level."""
    levels = {find_bot(game, level, budget): level for level in range(1, 1 + len(LADDERS[game]))}
    return name if name.startswith("level") or name not in levels else f"{name}, level{levels[name]} at {budget}"


def format_times(row: Row, bot: int) -> str:
    """Format a bot's thinking times: mean, 95th percentile, worst."""
    spent = timing.merge_times([block["clocks"][bot] for block in row.blocks])
    times = [timing.mean_seconds(spent), timing.percentile(spent, 0.95), spent["worst"]]
    return ", ".join(format_milliseconds(1000 * seconds) for seconds in times)


# ---------------------------------------------------------------- the command


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"any of {', '.join(TABLES)} (default: all)")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="save matches in this folder", type=Path)
    parser.add_argument("--page", default=PAGE, type=Path, metavar="FILE", help="the page (docs/strength.md)")
    parser.add_argument("--only-page", action="store_true", help="play nothing; write the page from the saved matches")
    parser.add_argument(
        "--levels",
        type=parse_levels,
        default=tuple(BLOCKS),
        help="measure only these levels, such as 7,8 (default: all)",
    )
    parser.add_argument(
        "--scale", type=parse_fraction, default=FULL, help="play this fraction of the blocks, such as 1/10 (default: 1)"
    )
    parser.add_argument(
        "--budget",
        type=parse_fraction,
        default=FULL,
        help="give search levels this fraction of their simulations (default: 1)",
    )
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


def parse_levels(text: str) -> tuple[int, ...]:
    """Parse a list of levels; level 1 is refused, because there is no level below it."""
    if not set(text.split(",")) <= set(map(str, BLOCKS)):
        raise argparse.ArgumentTypeError(f"expected levels from {min(BLOCKS)} to {max(BLOCKS)}, such as 7,8")
    return tuple(sorted(map(int, text.split(","))))


def parse_fraction(text: str) -> Fraction:
    """Parse a fraction such as 1/10 or 0.1."""
    try:
        found = Fraction(text)
    except (ValueError, ZeroDivisionError):
        found = Fraction(0)
    if found <= 0:
        raise argparse.ArgumentTypeError(f"{text} is not a fraction above 0, such as 1/10")
    return found


def run(arguments: argparse.Namespace) -> None:
    """Run all matches; write the page after each match and when the script is stopped."""
    todo = list_tasks(arguments.scale, tuple(arguments.games or TABLES), arguments.levels, arguments.budget)

    def write() -> None:
        arguments.page.write_text(render_page(read_rows(arguments.out), todo, arguments.budget), "utf-8")

    if arguments.only_page:
        if not read_rows(arguments.out):
            raise BadMatch(f"{arguments.out} holds no match.")
        write()
        return
    with end_programs_on_exit(), make_progress_bars() as progress:
        whole = progress.add_task("matches", total=len(todo))
        for task in todo:
            bar = progress.add_task(task.folder(), total=task.blocks)
            watch = lambda played, bar=bar: progress.update(bar, completed=len(played.done))  # noqa: E731
            try:
                play_task(task, arguments.out, arguments.seed, choose_local_workers(arguments.jobs), watch)
            finally:
                write()
            progress.remove_task(bar)
            progress.advance(whole)


if __name__ == "__main__":
    sys.exit(main())
