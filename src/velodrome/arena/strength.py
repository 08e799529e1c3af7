"""How strong each level is: every level against the one below, in all games, on one page."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from velodrome.arena import clock
from velodrome.arena.contest import Course, Plan, contest
from velodrome.arena.match import Match, arranged
from velodrome.arena.report import brief, percent
from velodrome.arena.store import Store
from velodrome.arena.summary import summed_up
from velodrome.arena.workers import Workers

TABLES = {"velonimo": (2, 4), "velocity": (3, 5), "arcenciel": (3, 5), "velvet": (2,)}  # seats
BLOCKS = {2: 1000, 3: 1000, 4: 1000, 5: 600, 6: 600, 7: 300, 8: 100}  # by the higher level: a night on two cores
AMONG_UNIFORM = {"velonimo": 2, "velocity": 3, "arcenciel": 3, "velvet": 2}  # seats at which level 3 must shine
UNIFORM_BLOCKS = 300

HEAD = """\
# How strong the levels are

Written by `python benchmarks/strength.py`; every figure can be played again with `velodrome arena` from its line: the
game, the bots, `--seats`, `--blocks` and `--seed`. A block is one luck with all seatings and counts as one observation;
intervals hold in 95 of 100 matches. Levels think at their full budgets. Times are processor time a move on one core,
and differ from machine to machine.
"""
LADDER = """\
| seats | higher | lower | blocks | higher ahead in | outlook by | ms a move: mean, 95 % within, worst |
|---|---|---|---|---|---|---|"""
UNIFORM = """\
## Level 3 among uniform players

| game | seats | blocks | games won | ms a move |
|---|---|---|---|---|"""


class Task(NamedTuple):
    """One match of the page."""

    game: str
    seats: int
    bots: tuple[str, ...]
    blocks: int

    def folder(self) -> str:
        return f"{self.game}-{self.seats}-{self.bots[0]}-{self.bots[1]}"

    def match(self, seed: int) -> Match:
        return arranged(self.game, list(self.bots), self.seats, seed=seed)


class Row(NamedTuple):
    """A match as far as it was played."""

    task: Task
    course: Course
    commit: str


def tasks(scale: float = 1.0, games: tuple[str, ...] = tuple(TABLES)) -> list[Task]:
    """Every match, those that are done soon first."""
    found: list[Task] = []
    for game in games:
        uniform = ("level3", *["uniform"] * (AMONG_UNIFORM[game] - 1))
        found.append(Task(game, AMONG_UNIFORM[game], uniform, scaled(UNIFORM_BLOCKS, scale)))
    for higher, blocks in BLOCKS.items():
        pair = (f"level{higher}", f"level{higher - 1}")
        found += [Task(game, seats, pair, scaled(blocks, scale)) for game in games for seats in TABLES[game]]
    return found


def scaled(blocks: int, scale: float) -> int:
    return max(2, round(blocks * scale))


def play(
    task: Task, folder: Path, seed: int, workers: Workers, watch: Callable[[Course], None] = lambda course: None
) -> Row:
    """One match to its end, from where it was."""
    match = task.match(seed)
    store = Store(folder / task.folder(), match)
    try:
        return Row(task, contest(match, Plan(task.blocks), workers, store, watch), store.commit)
    finally:
        store.close()


# ---------------------------------------------------------------- the page


def page(rows: list[Row], left: int) -> str:
    """The page, from the matches that were played; `left` are not yet."""
    parts = [HEAD, about(rows, left)]
    for game in TABLES:
        lines = [ladder_line(row) for row in by_table(rows, game) if row.task.bots[1] != "uniform"]
        if lines:
            parts.append("\n".join([f"## {game}", "", LADDER, *lines, ""]))
    uniform = [uniform_line(row) for row in rows if row.task.bots[1] == "uniform"]
    if uniform:
        parts.append("\n".join([UNIFORM, *uniform, ""]))
    return "\n".join(parts)


def about(rows: list[Row], left: int) -> str:
    """Which code and which seeds."""
    commits = ", ".join(sorted({row.commit for row in rows}))
    seeds = ", ".join(sorted({str(row.course.match.seed) for row in rows}))
    missing = f" {left} matches are still to be played." if left else ""
    return f"Commit {commits}; seed {seeds}.{missing}\n"


def by_table(rows: list[Row], game: str) -> list[Row]:
    return sorted([row for row in rows if row.task.game == game], key=lambda row: (row.task.seats, row.task.bots))


def ladder_line(row: Row) -> str:
    """A level against the one below."""
    pair = summed_up(row.course.match, row.course.counted)["pairs"][0]
    higher, lower = row.task.bots
    gap = pair["difference"]
    times = ", ".join([pace(row, 0), pace(row, 1)])
    return (
        f"| {row.task.seats} | {higher} | {lower} | {row.task.blocks} | {percent(pair['ahead'])} |"
        f" {gap.mean:+.3f} [{gap.low:+.3f}, {gap.high:+.3f}] | {times} |"
    )


def uniform_line(row: Row) -> str:
    wins = 100 * summed_up(row.course.match, row.course.counted)["bots"][0]["wins"]
    return f"| {row.task.game} | {row.task.seats} | {row.task.blocks} | {wins:.1f} % | {pace(row, 0)} |"


def pace(row: Row, bot: int) -> str:
    """The times of a bot's moves."""
    spent = clock.added([block["clocks"][bot] for block in row.course.counted])
    times = [clock.mean(spent), clock.percentile(spent, 0.95), spent["worst"]]
    return " ".join(brief(1000 * seconds) for seconds in times)
