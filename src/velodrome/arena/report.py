"""The report on a match, for the terminal and as JSON."""

import json
import shlex
from typing import TypedDict

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from velodrome.arena import timing
from velodrome.arena.fingerprint import find_commit
from velodrome.arena.match import Match
from velodrome.arena.play_game import Block
from velodrome.arena.statistics import Interval
from velodrome.arena.store import make_header
from velodrome.arena.summary import MatchSummary, PairSummary
from velodrome.arena.timing import ThinkingTime

MAX_FORFEITS_SHOWN = 5  # further forfeits are only counted
STOPPED_NOTE = (
    "The sequential test stopped this match early, so the means are biased towards its verdict and the intervals are"
    " too narrow. For an unbiased estimate, play a fixed number of blocks with another seed."
)


class MoveTimes(TypedDict):
    """Thinking times of a bot per move, in milliseconds."""

    bot: str
    mean: float
    p95: float  # 95 % of the moves took at most this time
    worst: float
    moves: int  # number of moves


class Report(TypedDict):
    """The results of a match, and everything needed to repeat it."""

    match: dict[str, object]  # header of the match; see `make_header`
    summary: MatchSummary
    running: list[list[float]]  # for each pair of bots, the difference of their outlooks in every block
    notes: list[str]  # warnings, and the results of control matches
    pace: list[MoveTimes]  # this field and those below change from run to run
    commit: str
    command: str


def make_report(
    match: Match,
    summary: MatchSummary,
    blocks: list[Block],
    running: list[list[float]],
    words: list[str],
    controls: list[str],
) -> Report:
    """Collect everything that a report shows.

    `running` is the same as in `Report`. `words` are the command-line arguments. `controls` has a sentence about each
    control match.
    """
    times = [timing.merge_times([block["clocks"][i] for block in blocks]) for i in range(len(match.bots))]
    return {
        "match": make_header(match),
        "summary": summary,
        "running": running,
        "notes": list_notes(summary) + controls,
        "pace": [measure_times(name, found) for name, found in zip(match.labels(), times, strict=True)],
        "commit": find_commit(),
        "command": shlex.join(["velodrome", *words, *missing_key(match, words)]),
    }


def missing_key(match: Match, words: list[str]) -> list[str]:
    """Return the --key argument to add to the command line `words`, so that it repeats the match.

    Return [] if `words` already has this argument, or if the match has no key.
    """
    return ["--key", match.key] if match.key and "--key" not in words else []


def list_notes(summary: MatchSummary) -> list[str]:
    """Return the warnings to print below the report's tables.

    If the sequential test stopped the match early, return [STOPPED_NOTE], otherwise [].
    """
    test = summary["sprt"]
    if not test or not test["verdict"]:
        return []
    return [STOPPED_NOTE]


def measure_times(name: str, found: ThinkingTime) -> MoveTimes:
    return {
        "bot": name,
        "mean": round(1000 * timing.mean_seconds(found), 3),
        "p95": round(1000 * timing.percentile(found, 0.95), 3),
        "worst": round(1000 * found["worst"], 3),
        "moves": found["count"],
    }


def to_json(report: Report) -> str:
    return json.dumps(report, indent=1) + "\n"


# ---------------------------------------------------------------- text


def render_report(report: Report) -> RenderableType:
    """Render the report for a terminal."""
    summary = report["summary"]
    parts: list[RenderableType] = [Text(describe_match(report), "bold"), render_bots(report)]
    parts += [Text(describe_pair(report, pair)) for pair in summary["pairs"]]
    if summary["sprt"]:
        parts.append(Text(describe_sprt(report), "bold"))
    parts += [Text(line) for line in report["notes"]]
    parts.append(Text(describe_seats(summary)))
    parts += [Text(line, "bold red") for line in describe_forfeits(summary)]
    parts.append(Text(f"commit {report['commit']}   {report['command']}", "dim"))
    return Group(*parts)


def describe_match(report: Report) -> str:
    match, summary = report["match"], report["summary"]
    options = match["options"]
    assert isinstance(options, dict)
    given = "".join(f", {name}={str(value).splitlines()[0]}" for name, value in options.items())
    return (
        f"{match['game']}, {match['seats']} seats{given}: {summary['blocks']} blocks of"
        f" {summary['games'] // summary['blocks']} games,"
        f" seed {match['seed']}"
    )


def render_bots(report: Report) -> Table:
    """Render a table with one row for each bot."""
    summary = report["summary"]
    table = Table(
        caption="outlook: share of opponents ranked behind; rating: OpenSkill, ± 2 sigma; ms: mean, p95, worst"
    )
    for heading in ("bot", "outlook", "wins %", "places %", "rating", "ms a move"):
        table.add_column(
            heading, justify="left" if heading == "bot" else "right", no_wrap=heading != "bot", overflow="fold"
        )
    for row, spent in zip(summary["bots"], report["pace"], strict=True):
        mu, sigma = row["rating"]
        mean, low, high = row["outlook"]
        times = " ".join(
            format_milliseconds(milliseconds) for milliseconds in (spent["mean"], spent["p95"], spent["worst"])
        )
        table.add_row(
            row["name"], f"{mean:.3f} ± {max(mean - low, high - mean):.3f}", f"{100 * row['wins']:.1f}",
            format_places(row["places"]), f"{mu:.0f} ± {2 * sigma:.0f}",
            times,
        )  # fmt: skip
    return table


def format_places(places: list[int]) -> str:
    """Format how often a bot reached each place, in whole percent, such as "50 30 20"."""
    return " ".join(f"{100 * count / sum(places):.0f}" for count in places)


def format_interval(found: Interval) -> str:
    """Format an interval, such as 0.532 [0.501, 0.563]."""
    return f"{found.mean:.3f} [{found.low:.3f}, {found.high:.3f}]"


def format_difference(found: Interval) -> str:
    """Format an interval with signs, such as +0.064 [+0.002, +0.126]."""
    return f"{found.mean:+.3f} [{found.low:+.3f}, {found.high:+.3f}]"


def format_milliseconds(milliseconds: float) -> str:
    """Format a time without its unit, such as 0.013, 1.4 or 250."""
    return f"{milliseconds:.2g}" if milliseconds < 10 else f"{milliseconds:.0f}"


def format_percent(found: Interval) -> str:
    return f"{100 * found.mean:.1f} % [{100 * found.low:.1f}, {100 * found.high:.1f}]"


def describe_pair(report: Report, pair: PairSummary) -> str:
    """Return a sentence about a pair of bots: how often the first was ahead, and the difference of their outlooks."""
    names = [row["name"] for row in report["summary"]["bots"]]
    one, other = pair["bots"]
    ahead, even, behind = pair["counts"]
    return (
        f"{names[one]} against {names[other]}: ahead in {format_percent(pair['ahead'])} of blocks"
        f" ({ahead} ahead, {even} even, {behind} behind), outlook {format_difference(pair['difference'])}"
    )


def describe_sprt(report: Report) -> str:
    """Return a sentence about the sequential test: its two hypotheses, its verdict and the likelihood ratio."""
    test = report["summary"]["sprt"]
    assert test
    names = [row["name"] for row in report["summary"]["bots"][:2]]
    verdict = f"after {test['blocks']} blocks, no verdict yet"
    if test["verdict"]:
        share = test["better"] if test["verdict"] == "better" else test["even"]
        verdict = f"after {test['blocks']} blocks, {100 * share:g} % fits better: {describe_lead(share, *names)}"
    ratio = f"log likelihood ratio {test['ratio']:.2f}, limits ±{test['bound']:.2f}"
    return f"SPRT, {100 * test['even']:g} % against {100 * test['better']:g} %: {verdict} ({ratio})"


def describe_lead(share: float, first: str, second: str) -> str:
    """Return a sentence that says whether the first bot is ahead of the second bot.

    `share` is the share of blocks that the first bot wins.
    """
    if share == 0.5:
        return f"{first} is not ahead of {second}"
    return f"{first} is {'ahead of' if share > 0.5 else 'behind'} {second}"


def describe_seats(summary: MatchSummary) -> str:
    return "outlook by seat: " + ", ".join(f"{i}: {format_interval(seat)}" for i, seat in enumerate(summary["seats"]))


def describe_forfeits(summary: MatchSummary) -> list[str]:
    """Return lines that say how many games each bot forfeited, with details of the first forfeits."""
    found = summary["forfeits"]
    if not found:
        return []
    counts = {name: sum(row["bot"] == name for row in found) for name in dict.fromkeys(row["bot"] for row in found)}
    lines = [f"{name} forfeited {games} of {summary['games']} games" for name, games in counts.items()]
    lines += [
        f"  block {f['block']}, game {f['room']}, seat {f['seat']}, {f['bot']}: {f['why']}"
        for f in found[:MAX_FORFEITS_SHOWN]
    ]
    return [*lines, *([f"  … and {len(found) - MAX_FORFEITS_SHOWN} more"] if len(found) > MAX_FORFEITS_SHOWN else [])]
