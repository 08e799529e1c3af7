"""`velodrome arena`: a match from the command line."""

import argparse
import os
import re
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, TaskID

from velodrome.arena import report
from velodrome.arena.match import BadMatch, Match, arranged
from velodrome.arena.progress import bars
from velodrome.arena.report import percent
from velodrome.arena.run import Plan, Standing, contest
from velodrome.arena.statistics import wilson
from velodrome.arena.store import Store
from velodrome.arena.summary import Summary, block_scores, summed_up
from velodrome.arena.workers import Workers, ending_programs, local, on_ray
from velodrome.bots.process_bot import DEFAULT_TIMEOUT, make_printable
from velodrome.core.options import parse_pairs

BLOCKS = 100
DAY = 86400.0  # seconds
EPILOG = """\
A block is as many games as there are bots, all with the same luck: every bot
sits on every seat once. Bots fill the seats in turn, so two bots at four seats
alternate; where that would not let all pairs meet equally often, a block takes
more games. Equal commands give equal results, whatever --jobs says, unless a
bot thinks for a time; where programs play, the command of the report does,
with its --key.

examples:
  velodrome arena velonimo level5 level3 --seats 4 --blocks 200
  velodrome arena velvet level4 level3 --sprt 0.5 0.6   stop when it is clear
  velodrome arena velocity level3 uniform uniform --html match.html
  velodrome arena velonimo level8 level7 --out night    Ctrl-C, and go on so
  velodrome arena arcenciel level5 level4 --ray auto    on a cluster
  velodrome arena velvet python:my_bots:bold level2     a bot of your own
  velodrome arena velvet "exec:./my_bot" level2         in any language
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("bots", nargs="+", metavar="BOT", help="two or more; the same one twice is a mirror match")
    parser.add_argument("--seats", type=int, metavar="N", help="how many sit at the table (the fewest)")
    parser.add_argument("--option", metavar="NAME=VALUE", action="append", default=[], help="of the game; repeatable")
    parser.add_argument("--blocks", type=many, default=BLOCKS, metavar="N", help="at most (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of all chance and all bots (%(default)s)")
    parser.add_argument("--key", default="", metavar="SECRET",
                        help="of all chance, too; where programs play, one is drawn and told at the end")  # fmt: skip
    parser.add_argument("--sprt", type=float, nargs=2, metavar=("EVEN", "BETTER"),
                        help="stop once the first bot's share of blocks ahead of the second is clear")  # fmt: skip
    parser.add_argument("--control", action="store_true", help="the first bot against itself and against uniform, too")
    parser.add_argument("--patience", type=float, default=DEFAULT_TIMEOUT, metavar="SECONDS",
                        help="of an external bot's move, after which it forfeits (%(default)s)")  # fmt: skip
    parser.add_argument("--out", metavar="FOLDER", help="keep the match there, and go on with it if it is there")
    parser.add_argument("--records", action="store_true", help="keep the record of every game there, too")
    parser.add_argument("--json", metavar="FILE", help="write the report for programs")
    parser.add_argument("--html", metavar="FILE", help="write the report as one page with plots")
    parser.add_argument("--jobs", type=many, default=os.cpu_count() or 1, metavar="N",
                        help="processes (as many as cores: %(default)s)")  # fmt: skip
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster; auto finds one, local starts one")


def many(text: str) -> int:
    """A whole number from 1."""
    if not text.isdecimal() or len(text) > 9 or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not enough: expected a whole number from 1")
    return int(text)


def run(arguments: argparse.Namespace, words: list[str]) -> int:
    """Play, show, write; the exit code."""
    options = parse_pairs(arguments.option)
    match = arranged(arguments.game, arguments.bots, arguments.seats, options, arguments.seed, arguments.key)._replace(
        patience=arguments.patience
    )
    plan = planned(arguments)
    workers = on_ray(arguments.ray, arguments.jobs) if arguments.ray else local(arguments.jobs)
    store = kept(arguments, match) if arguments.out else None
    with ending_programs():
        try:
            standing = watched(match, plan, workers, store)
        except KeyboardInterrupt:
            left = f"the same command goes on from {store.path}" if store else "nothing is kept without --out FOLDER"
            print(f"stopped; {left}", file=sys.stderr)
            raise
        finally:
            if store:
                store.close()
        told = controls(standing.match, plan, workers) if arguments.control else {}
        summary = show(standing, arguments, words, list(told))
        return unanswered(summary, standing) or (0 if all(told.values()) else 1)


def kept(arguments: argparse.Namespace, match: Match) -> Store:
    """Where the match is kept; with the key that was asked for, if one was."""
    store = Store(Path(arguments.out), match)
    if arguments.key and store.match.key != arguments.key:
        store.close()
        raise BadMatch(f"{store.path} holds another match: its key is {store.match.key}, not {arguments.key}.")
    return store


def planned(arguments: argparse.Namespace) -> Plan:
    """How far it goes, as the command line says."""
    if arguments.records and not arguments.out:
        raise BadMatch("--records keeps games in the folder of --out FOLDER; name one.")
    for file in filter(None, (arguments.json, arguments.html)):
        if Path(file).is_dir() or not Path(file).absolute().parent.is_dir():
            raise BadMatch(f"{file} cannot be written: expected a file in a folder that is there.")
    if not 0 < arguments.patience <= DAY:  # nor what is no number
        raise BadMatch("--patience is a number of seconds above 0 and at most those of a day.")
    if arguments.key and not re.fullmatch(r"[0-9A-Za-z]{1,64}", arguments.key):
        raise BadMatch("--key is made of letters and digits, at most 64.")
    if arguments.sprt and not 0 < arguments.sprt[0] < arguments.sprt[1] < 1:
        raise BadMatch("--sprt takes two shares of blocks, the smaller first, such as --sprt 0.5 0.6.")
    return Plan(arguments.blocks, tuple(arguments.sprt) if arguments.sprt else None, arguments.records)


def watched(match: Match, plan: Plan, workers: Workers, store: Store | None = None) -> Standing:
    """A match with a bar on stderr while it is played."""
    with bars() as progress:
        task = progress.add_task(" ".join(match.labels()[:2]), total=plan.blocks)
        return contest(match, plan, workers, store, lambda standing: advance(progress, task, standing))


def advance(progress: Progress, task: TaskID, standing: Standing) -> None:
    """Move the bar, and say how the first two bots stand."""
    played = len(standing.counted)
    told = f", ahead {percent(wilson(standing.ahead, played))}" if played else ""
    names = " – ".join(standing.match.labels()[:2])
    progress.update(task, completed=len(standing.done), description=f"{names}{told}")


def show(standing: Standing, arguments: argparse.Namespace, words: list[str], controls: list[str]) -> Summary:
    """The report, wherever it was asked for; the figures in it."""
    match = standing.match
    summary = summed_up(match, standing.counted, standing.test)
    scores = [block_scores(match, block) for block in standing.counted]
    running = [[block[pair["bots"][0]] - block[pair["bots"][1]] for block in scores] for pair in summary["pairs"]]
    found = report.reported(match, summary, standing.counted, running, words, controls)
    Console(soft_wrap=True).print(report.as_text(found))
    if arguments.json:
        Path(arguments.json).write_text(report.as_json(found), "utf-8")
    if arguments.html:
        from velodrome.arena.html_report import page

        Path(arguments.html).write_text(page(found), "utf-8")
    return summary


def unanswered(summary: Summary, standing: Standing) -> int:
    """1 if a bot never gave a legal answer, which is said, with the reason; else 0."""
    answers = [sum(block["clocks"][i]["count"] for block in standing.counted) for i in range(len(summary["bots"]))]
    silent = {row["name"] for row, many in zip(summary["bots"], answers, strict=True) if not many}
    never = {forfeit["bot"]: forfeit["why"] for forfeit in summary["forfeits"] if forfeit["bot"] in silent}
    for name, why in never.items():
        print(f"velodrome: {make_printable(name)} gave no legal answer: {make_printable(why)}", file=sys.stderr)
    return 1 if never else 0


# ---------------------------------------------------------------- controls


def controls(match: Match, plan: Plan, workers: Workers) -> dict[str, bool]:
    """Whether the arena itself can be trusted: a mirror match is even, and uniform play loses; in words, and if so."""
    mirror = watched(match._replace(bots=(match.bots[0],) * 2), Plan(plan.blocks), workers)
    weak = watched(match._replace(bots=(match.bots[0], "uniform")), Plan(plan.blocks), workers)
    even = summed_up(mirror.match, mirror.counted)["pairs"][0]
    saturated = summed_up(weak.match, weak.counted)["pairs"][0]
    verdicts = {
        f"mirror: {percent(even['ahead'])} of blocks, even is inside": even["ahead"].low <= 0.5 <= even["ahead"].high,
        f"against uniform: {percent(saturated['ahead'])} of blocks, all above even": saturated["ahead"].low > 0.5,
    }
    return {f"control {'holds' if holds else 'FAILS'}: {told}": holds for told, holds in verdicts.items()}
