"""`velodrome arena`: run a match from the command line."""

import argparse
import os
import re
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, TaskID

from velodrome.arena import report
from velodrome.arena.match import BadMatch, Match, create_match
from velodrome.arena.progress import make_progress_bars
from velodrome.arena.report import format_percent
from velodrome.arena.run import MatchPlan, MatchProgress, run_match
from velodrome.arena.statistics import Interval, wilson_interval
from velodrome.arena.store import MatchStore
from velodrome.arena.summary import MatchSummary, score_block, summarize_match
from velodrome.arena.workers import Workers, choose_local_workers, connect_ray, end_programs_on_exit
from velodrome.bots.process_bot import DEFAULT_TIMEOUT, make_printable
from velodrome.core.options import parse_pairs

DEFAULT_BLOCKS = 100
SECONDS_PER_DAY = 86400.0
ARENA_EXAMPLES = """\
A match is played in blocks. The games of a block share the same cards and dice,
and every bot plays every seat equally often. With fewer bots than seats, the
bots alternate: two bots at four seats have two seats each. The same command
gives the same results with any --jobs, unless a bot's budget is a time. To
repeat a match with external programs, run the command that its report shows,
which includes --key.

examples:
  velodrome arena velonimo level5 level3 --seats 4 --blocks 200
  velodrome arena velvet level4 level3 --sprt 0.5 0.6   stop early
  velodrome arena velocity level3 uniform uniform --html match.html
  velodrome arena velonimo level8 level7 --out night    save, and resume later
  velodrome arena arcenciel level5 level4 --ray auto    run on a cluster
  velodrome arena velvet python:my_bots:bold level2     test a Python bot
  velodrome arena velvet "exec:./my_bot" level2         test any program
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="the game to play")
    parser.add_argument("bots", nargs="+", metavar="BOT", help="two or more bots; a bot may be named twice")
    parser.add_argument("--seats", type=int, metavar="N", help="set the number of seats (default: the game's minimum)")
    parser.add_argument(
        "--option", metavar="NAME=VALUE", action="append", default=[], help="set an option of the game; repeatable"
    )
    parser.add_argument(
        "--blocks",
        type=parse_positive,
        default=DEFAULT_BLOCKS,
        metavar="N",
        help="play N blocks (default: %(default)s)",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed chance and bots (default: %(default)s)")
    parser.add_argument("--key", default="", metavar="SECRET",
                        help="add a secret to the seed (default: random with programs, otherwise none)")  # fmt: skip
    parser.add_argument("--sprt", type=float, nargs=2, metavar=("EVEN", "BETTER"),
                        help="stop once it is clear whether the first bot wins the share EVEN or BETTER of"
                             " the blocks against the second")  # fmt: skip
    parser.add_argument(
        "--control", action="store_true", help="check the arena: play the first bot against itself and uniform"
    )
    parser.add_argument("--patience", type=float, default=DEFAULT_TIMEOUT, metavar="SECONDS",
                        help="make a program forfeit if a move takes longer (default: %(default)s)")  # fmt: skip
    parser.add_argument("--out", metavar="FOLDER", help="save the match in this folder, or resume the one saved there")
    parser.add_argument("--records", action="store_true", help="also save the record of every game in that folder")
    parser.add_argument("--json", metavar="FILE", help="write the report as JSON")
    parser.add_argument("--html", metavar="FILE", help="write the report as a web page with plots")
    parser.add_argument("--jobs", type=parse_positive, default=os.cpu_count() or 1, metavar="N",
                        help="use N processes (default: one per core, %(default)s)")  # fmt: skip
    parser.add_argument(
        "--ray", metavar="ADDRESS", help="play on a Ray cluster: an address, auto to find one, local to start one"
    )


def parse_positive(text: str) -> int:
    """Parse a whole number of at least 1."""
    if not text.isdecimal() or len(text) > 9 or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not valid: expected a whole number from 1 to 999999999")
    return int(text)


def run(arguments: argparse.Namespace, words: list[str]) -> int:
    """Run a match and write its reports; return the exit code.

    `words` are the command-line arguments, which the reports show.
    """
    options = parse_pairs(arguments.option)
    match = create_match(
        arguments.game, arguments.bots, arguments.seats, options, arguments.seed, arguments.key
    )._replace(patience=arguments.patience)
    plan = parse_plan(arguments)
    workers = connect_ray(arguments.ray, arguments.jobs) if arguments.ray else choose_local_workers(arguments.jobs)
    store = open_store(arguments, match) if arguments.out else None
    with end_programs_on_exit():
        try:
            progress = run_with_progress(match, plan, workers, store)
        except KeyboardInterrupt:
            left = f"run the same command to resume {store.path}" if store else "nothing was saved; use --out FOLDER"
            print(f"stopped; {left}", file=sys.stderr)
            raise
        finally:
            if store:
                store.close()
        controls = run_controls(progress.match, plan, workers) if arguments.control else {}
        summary = write_reports(progress, arguments, words, list(controls))
        return warn_of_silent_bots(summary, progress) or (0 if all(controls.values()) else 1)


def open_store(arguments: argparse.Namespace, match: Match) -> MatchStore:
    """Open the match file in the folder --out, or create it.

    Raise BadMatch if the file belongs to another match, or if --key is given and differs from the key in the file.
    """
    store = MatchStore(Path(arguments.out), match)
    if arguments.key and store.match.key != arguments.key:
        store.close()
        raise BadMatch(f"{store.path} holds another match: its key is {store.match.key}, not {arguments.key}.")
    return store


def parse_plan(arguments: argparse.Namespace) -> MatchPlan:
    """Return the plan of the match: the number of blocks, the sequential test, and whether to save game records.

    Raise BadMatch if an argument is not allowed.
    """
    if arguments.records and not arguments.out:
        raise BadMatch("--records saves games in the folder of --out; add --out FOLDER.")
    for file in filter(None, (arguments.json, arguments.html)):
        if Path(file).is_dir() or not Path(file).absolute().parent.is_dir():
            raise BadMatch(f"{file} cannot be written: expected a file in an existing folder.")
    if not 0 < arguments.patience <= SECONDS_PER_DAY:  # this form also refuses nan
        raise BadMatch("--patience takes a number of seconds above 0, at most one day (86400).")
    if arguments.key and not re.fullmatch(r"[0-9A-Za-z]{1,64}", arguments.key):
        raise BadMatch("--key takes at most 64 letters and digits.")
    if arguments.sprt and not 0 < arguments.sprt[0] < arguments.sprt[1] < 1:
        raise BadMatch("--sprt takes two shares of blocks, the smaller first, such as --sprt 0.5 0.6.")
    return MatchPlan(arguments.blocks, tuple(arguments.sprt) if arguments.sprt else None, arguments.records)


def run_with_progress(
    match: Match, plan: MatchPlan, workers: Workers, store: MatchStore | None = None
) -> MatchProgress:
    """Run a match, show a progress bar on stderr, and return the finished blocks."""
    with make_progress_bars() as bars:
        task = bars.add_task(" ".join(match.labels()[:2]), total=plan.blocks)
        return run_match(match, plan, workers, store, lambda progress: update_bar(bars, task, progress))


def update_bar(bars: Progress, task: TaskID, progress: MatchProgress) -> None:
    """Update the progress bar, which also shows how often the first bot is ahead of the second."""
    played = len(progress.counted)
    ahead = f", ahead {format_percent(wilson_interval(progress.ahead, played))}" if played else ""
    names = " – ".join(progress.match.labels()[:2])
    bars.update(task, completed=len(progress.done), description=f"{names}{ahead}")


def write_reports(
    progress: MatchProgress, arguments: argparse.Namespace, words: list[str], controls: list[str]
) -> MatchSummary:
    """Print the report, write it to the requested files, and return the summary of the match.

    `words` are the command-line arguments. `controls` has a sentence about each control match, such as "control
    passed: …".
    """
    match = progress.match
    summary = summarize_match(match, progress.counted, progress.test)
    scores = [score_block(match, block) for block in progress.counted]
    running = [[block[pair["bots"][0]] - block[pair["bots"][1]] for block in scores] for pair in summary["pairs"]]
    found = report.make_report(match, summary, progress.counted, running, words, controls)
    Console(soft_wrap=True).print(report.render_report(found))
    if arguments.json:
        Path(arguments.json).write_text(report.to_json(found), "utf-8")
    if arguments.html:
        from velodrome.arena.html_report import render_page

        Path(arguments.html).write_text(render_page(found), "utf-8")
    return summary


def warn_of_silent_bots(summary: MatchSummary, progress: MatchProgress) -> int:
    """Print a warning for each bot that never gave a legal answer; return exit code 1 if there is one, else 0."""
    answers = [sum(block["clocks"][i]["count"] for block in progress.counted) for i in range(len(summary["bots"]))]
    silent = {row["name"] for row, count in zip(summary["bots"], answers, strict=True) if not count}
    never = {forfeit["bot"]: forfeit["why"] for forfeit in summary["forfeits"] if forfeit["bot"] in silent}
    for name, why in never.items():
        print(f"velodrome: {make_printable(name)} gave no legal answer: {make_printable(why)}", file=sys.stderr)
    return 1 if never else 0


# ---------------------------------------------------------------- control matches


def run_controls(match: Match, plan: MatchPlan, workers: Workers) -> dict[str, bool]:
    """Check the arena itself with control matches: the first bot must tie with itself and beat `uniform`.

    Return {sentence about a control match: True if the match went as expected}.
    """
    bot = match.bots[0]
    itself = measure_lead(match._replace(bots=(bot, bot)), plan.blocks, workers)
    weak = measure_lead(match._replace(bots=(bot, "uniform")), plan.blocks, workers)
    verdicts = (
        (itself.low <= 0.5 <= itself.high, f"{bot} against itself", itself, "contain 50 %"),
        (weak.low > 0.5, f"{bot} against uniform", weak, "be above 50 %"),
    )
    return {
        f"control {'passed' if passed else 'FAILED'}: {who}: ahead in {format_percent(ahead)} of blocks;"
        f" the interval must {demand}": passed
        for passed, who, ahead, demand in verdicts
    }


def measure_lead(match: Match, blocks: int, workers: Workers) -> Interval:
    """Play a match between two bots; return the share of blocks in which the first is ahead, with its interval."""
    progress = run_with_progress(match, MatchPlan(blocks), workers)
    return summarize_match(progress.match, progress.counted)["pairs"][0]["ahead"]
