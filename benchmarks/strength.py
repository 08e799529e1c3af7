"""Measure the levels and write docs/strength.md: each level plays the level below, and level 3 plays random bots.

    python benchmarks/strength.py --out night                 run or resume everything: a night on two cores
    python benchmarks/strength.py --out night --scale 1/10    play a tenth of the blocks
    python benchmarks/strength.py --out night velvet          play only one game
    python benchmarks/strength.py --out night --levels 7,8    play only levels 7 and 8
    python benchmarks/strength.py --out half --budget 1/2     halve the simulations of levels that search
    python benchmarks/strength.py --out night --only-page     only write the page from the saved matches

Level 3 plays random bots even if --levels does not include it. The page is written after every match and when
the script is stopped.
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

TABLES = {"velonimo": (2, 4), "velocity": (3, 5), "arcenciel": (3, 5), "velvet": (2,)}  # {game: numbers of seats}
BLOCKS = {
    2: 1000,
    3: 1000,
    4: 1000,
    5: 600,
    6: 600,
    7: 300,
    8: 100,
}  # {higher level of a match: number of blocks}; all matches together take a night on two cores
AMONG_UNIFORM = {
    "velonimo": 2,
    "velocity": 3,
    "arcenciel": 3,
    "velvet": 2,
}  # {game: number of seats for level 3 against uniform bots}
UNIFORM_BLOCKS = 300
FULL = Fraction(1)


# ---------------------------------------------------------------- matches to play


class Task(NamedTuple):
    """A planned match: a level against the level below, or level 3 against random bots."""

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
    """Return the matches to play: level 3 against random bots, then the given levels against the levels below.

    `scale` is the fraction of the usual blocks to play. `budget` is the fraction of its usual simulations that each
    level gets.
    """
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
    """Return the name of a bot that plays like this level, but with only this fraction of its simulations."""
    simulations = LADDERS[game][level - 1].simulations
    return f"search:{max(1, round(simulations * budget))}" if simulations and budget != FULL else f"level{level}"


def play_task(
    task: Task,
    folder: Path,
    seed: int,
    workers: Workers,
    watch: Callable[[MatchProgress], None] = lambda progress: None,
) -> None:
    """Run a match, or resume it if it was stopped; call `watch` at the start and after each block."""
    run_stored_match(folder / task.folder(), task.match(seed), MatchPlan(task.blocks), workers, watch)


# ---------------------------------------------------------------- the page

HEAD = """\
# How strong the levels are

In each row, a level plays against the level below. To repeat a match, run this command with the values of its row:

```
velodrome arena GAME HIGHER LOWER --seats N --blocks N --seed N
```

| column | meaning |
|---|---|
| blocks | number of finished blocks. All games of a block have the same dice and cards; the bots change seats |
| higher ahead in | share of blocks in which the higher level scores more than the lower level |
| outlook by | outlook of the higher level minus outlook of the lower level |
| ms a move | processor time per move in milliseconds: mean, 95th percentile, maximum. It depends on the machine |

The outlook of a bot is the share of opponents that it leaves behind. Brackets contain 95 % confidence intervals. The
script `benchmarks/strength.py` wrote this page.
"""
LADDER = """\
| higher | lower | blocks | higher ahead in | outlook by | higher: ms a move | lower: ms a move | seed | commit |
|---|---|---|---|---|---|---|---|---|"""
UNIFORM = """\
## Level 3 against random players

The bot `uniform` chooses every legal move with the same probability.

| game | seats | bots | blocks | games won | level 3: ms a move | seed | commit |
|---|---|---|---|---|---|---|---|"""


class Row(NamedTuple):
    """A match read from its file: its settings, its finished blocks, and the commit of the code that started it."""

    match: Match
    blocks: list[Block]  # only those before the first missing one: short games finish first and would bias the result
    commit: str


def read_rows(folder: Path) -> list[Row]:
    """Read all matches in a folder that have finished blocks, even if another version of the code played them."""
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
    """Return the page docs/strength.md as Markdown.

    `found` contains the matches with finished blocks, whose results the page shows; `todo` lists all planned
    matches. `budget` is the fraction of its usual simulations that each level had.
    """
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
    """Return a sentence that says which fraction of their usual simulations the levels had.

    If planned matches are not finished, add a sentence that says how many.
    """
    share = "their full number of simulations for each move" if budget == FULL else f"{budget} of their simulations"
    done = {(row.match.game, row.match.seats, row.match.bots): len(row.blocks) for row in found}
    missing = [task for task in todo if done.get(task[:3], 0) < task.blocks]
    unfinished = f" {len(missing)} of {len(todo)} matches are not finished." if missing else ""
    return f"The levels that use search had {share}.{unfinished}\n"


def format_ladder_row(row: Row, budget: Fraction) -> str:
    """Format the table row for a match of a level against the level below."""
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
    """Return a bot's name as the page shows it, such as "level7".

    With a reduced budget, a level that searches is played by a bot such as "search:500". For such a bot, the level
    and the budget are added: "search:500, level7 at 1/2".
    """
    levels = {find_bot(game, level, budget): level for level in range(1, 1 + len(LADDERS[game]))}
    return name if name.startswith("level") or name not in levels else f"{name}, level{levels[name]} at {budget}"


def format_times(row: Row, bot: int) -> str:
    """Format the thinking times of the bot with the index `bot`: mean, 95th percentile, worst."""
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
