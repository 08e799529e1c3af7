"""What each part of a search brings, at equal time a move and in duplicate blocks.

Each style plays against random playouts, against rules of thumb alone, and against itself with one part undone.

    python benchmarks/styles.py                       20 ms a move, 60 blocks of every comparison
    python benchmarks/styles.py velvet-2 --blocks 200 --ms 50
    python benchmarks/styles.py velvet-2 --changes prior=0 sure=2

Prints a table for docs/bots.md. Stopped, it goes on where it was with the same words.
"""

import argparse
import sys
from pathlib import Path

from velodrome.arena import timing
from velodrome.arena.match import BadMatch, Match, arranged
from velodrome.arena.report import signed
from velodrome.arena.run import Plan, kept_contest
from velodrome.arena.summary import summed_up
from velodrome.arena.workers import local
from velodrome.bots.search_bot import PLAIN_STYLE, STYLE_FIELDS, STYLES
from velodrome.core.errors import VelodromeError

TABLES = ("velonimo-2", "velonimo-4", "velocity-3", "arcenciel-3", "velvet-2")
FOLDER = Path(__file__).parent / "styles"  # where matches are kept
HEADINGS = ("game", "seats", "style against", "blocks", "ahead, even, behind", "outlook by, 95 %", "ms a move: both")


def rivals(game: str, millis: int) -> list[str]:
    """Those that a style must beat: no rules of thumb, nothing but them, and itself without each of its parts."""
    style = STYLES[game]
    undone = [name for name in STYLE_FIELDS if getattr(style, name) != getattr(PLAIN_STYLE, name)]
    changed = [f"search:{millis}ms,{name}={getattr(PLAIN_STYLE, name):g}" for name in undone]
    return [f"plain:{millis}ms", "heuristic", *changed]


def read_table(text: str) -> tuple[str, int]:
    """`velvet-2`."""
    name, _, seats = text.partition("-")
    if name not in STYLES or not seats.isdecimal():
        raise BadMatch(f'"{text}" is no table: expected GAME-SEATS, such as {TABLES[0]}.')
    return name, int(seats)


def played(match: Match, blocks: int) -> str:
    """A match to its end, kept in a folder of its own; its row of the table."""
    name = f"{match.game}-{match.seats}-{'-'.join(match.bots)}-{match.seed}".replace(":", "_")
    counted = kept_contest(FOLDER / name, match, Plan(blocks), local(1)).counted
    summary = summed_up(match, counted)
    if summary["forfeits"]:
        raise BadMatch(f"a bot failed: {summary['forfeits'][0]['why']}")
    pair = summary["pairs"][0]
    times = [[block["clocks"][bot] for block in counted] for bot in (0, 1)]
    cells = [
        match.game, match.seats, match.bots[1], len(counted), ", ".join(map(str, pair["counts"])),
        signed(pair["difference"]),
        ", ".join(f"{1000 * timing.mean(timing.added(spent)):.1f}" for spent in times),
    ]  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("tables", nargs="*", default=TABLES, metavar="GAME-SEATS")
    words.add_argument("--changes", nargs="*", metavar="NAME=VALUE", help="of the style, instead of each part undone")
    words.add_argument("--ms", type=int, default=20, help="a move (%(default)s)")
    words.add_argument("--blocks", type=int, default=60)
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    print(f"| {' | '.join(HEADINGS)} |", "|---" * len(HEADINGS) + "|", sep="\n", flush=True)
    try:
        for table in given.tables:
            name, seats = read_table(table)
            changed = [f"search:{given.ms}ms,{change}" for change in given.changes or ()]
            for rival in changed or rivals(name, given.ms):
                match = arranged(name, [f"search:{given.ms}ms", rival], seats, seed=given.seed)
                print(played(match, given.blocks), flush=True)
    except VelodromeError as problem:
        print(f"styles: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
