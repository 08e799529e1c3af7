"""Ablation benchmark: what each part of the search contributes, with equal time per move and equal dice and cards.

In each game, a bot with that game's search settings (its style) plays against search with random playouts, against the
heuristic alone, and against bots that lack one part of the style.

    python benchmarks/styles.py                       20 ms per move, 60 blocks per comparison
    python benchmarks/styles.py velvet-2 --blocks 200 --ms 50
    python benchmarks/styles.py velvet-2 --changes prior=0 sure=2    other bots: with prior=0, then with sure=2

Prints a table for docs/bots.md. To resume after a stop, run the same command again.
"""

import argparse
import sys
from pathlib import Path

from velodrome.arena.match import BadMatch, Match, create_match
from velodrome.arena.report import format_difference
from velodrome.arena.run import MatchPlan, run_stored_match
from velodrome.arena.summary import summarize_match
from velodrome.arena.workers import choose_local_workers
from velodrome.bots.search_bot import PLAIN_STYLE, STYLE_FIELDS, STYLES
from velodrome.core.errors import VelodromeError

TABLES = ("velonimo-2", "velonimo-4", "velocity-3", "arcenciel-3", "velvet-2")
FOLDER = Path(__file__).parent / "styles"  # where matches are saved
HEADINGS = ("game", "seats", "opponent", "blocks", "ahead", "even", "behind", "difference in outlook")


def list_rivals(game: str, millis: int) -> list[str]:
    """Return the opponents of a game's search bot.

    They are search with random playouts, the heuristic alone, and for each of the game's search settings a copy of the
    bot that lacks only this setting.
    """
    style = STYLES[game]
    undone = [name for name in STYLE_FIELDS if getattr(style, name) != getattr(PLAIN_STYLE, name)]
    changed = [f"search:{millis}ms,{name}={getattr(PLAIN_STYLE, name):g}" for name in undone]
    return [f"plain:{millis}ms", "heuristic", *changed]


def parse_table(text: str) -> tuple[str, int]:
    """Parse a game and its number of seats, such as `velvet-2`."""
    name, _, seats = text.partition("-")
    if name not in STYLES or not seats.isdecimal():
        raise BadMatch(f'"{text}" is not a table: expected GAME-SEATS, such as {TABLES[0]}.')
    return name, int(seats)


def play_match(match: Match, blocks: int) -> str:
    """Play a match and save it in its own folder, or resume a saved match; return its row for the table."""
    name = f"{match.game}-{match.seats}-{'-'.join(match.bots)}-{match.seed}".replace(":", "_")
    counted = run_stored_match(FOLDER / name, match, MatchPlan(blocks), choose_local_workers(1)).counted
    summary = summarize_match(match, counted)
    if summary["forfeits"]:
        raise BadMatch(f"a bot failed: {summary['forfeits'][0]['why']}")
    pair = summary["pairs"][0]
    difference = format_difference(pair["difference"])
    cells = [match.game, match.seats, f"`{match.bots[1]}`", len(counted), *pair["counts"], difference]
    return f"| {' | '.join(map(str, cells))} |"


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("tables", nargs="*", default=TABLES, metavar="GAME-SEATS")
    words.add_argument(
        "--changes",
        nargs="*",
        metavar="NAME=VALUE",
        help="compare with these changes of the style instead of removing its parts",
    )
    words.add_argument("--ms", type=int, default=20, help="a move (%(default)s)")
    words.add_argument("--blocks", type=int, default=60)
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    print(f"| {' | '.join(HEADINGS)} |", "|---" * len(HEADINGS) + "|", sep="\n", flush=True)
    try:
        for table in given.tables:
            name, seats = parse_table(table)
            changed = [f"search:{given.ms}ms,{change}" for change in given.changes or ()]
            for rival in changed or list_rivals(name, given.ms):
                match = create_match(name, [f"search:{given.ms}ms", rival], seats, seed=given.seed)
                print(play_match(match, given.blocks), flush=True)
    except VelodromeError as problem:
        print(f"styles: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
