"""The report as one self-contained HTML page."""

from collections.abc import Iterable
from html import escape

from velodrome.arena import svg
from velodrome.arena.report import (
    Report,
    describe_forfeits,
    describe_match,
    describe_pair,
    describe_sprt,
    format_interval,
    format_milliseconds,
)
from velodrome.arena.statistics import running_intervals

MAX_PLOT_POINTS = 600  # a plotted line has at most this many points

STYLE = """
:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #fff; --faint: #d8d8d8; --soft: #777; --line: #0b62a8; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --paper: #16181c; --faint: #3a3d44; --soft: #9a9a9a; --line: #6db7f2; }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .7rem; border-bottom: 1px solid var(--faint); text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
svg { width: 100%; max-width: 44rem; height: auto; display: block; }
svg text { fill: var(--ink); font-size: 12px; } .grid { stroke: var(--faint); } .even { stroke: var(--soft);
  stroke-dasharray: 5 4; } .band { fill: var(--line); opacity: .2; } .line { stroke: var(--line); fill: none;
  stroke-width: 2; }
.c0 { fill: #0072b2; } .c1 { fill: #e69f00; } .c2 { fill: #009e73; } .c3 { fill: #cc79a7; } .c4 { fill: #56b4e9; }
.c5 { fill: #d55e00; } .c6 { fill: #b8a90f; } .c7 { fill: #8a8a8a; }
.key span { display: inline-block; margin-right: 1rem; } .key svg { display: inline; width: .8rem; height: .8rem; }
.alarm { color: #c62828; font-weight: 600; } code { overflow-wrap: anywhere; } .soft { color: var(--soft); }
@media (prefers-color-scheme: dark) { .alarm { color: #ff8a80; } }
"""


def render_page(report: Report) -> str:
    """Return the report as HTML."""
    summary = report["summary"]
    title = escape(describe_match(report))
    body = [f"<h1>{title}</h1>", render_bots(report)]
    if summary["sprt"]:
        body.append(f"<p><strong>{escape(describe_sprt(report))}</strong></p>")
    body += [f"<p>{escape(line)}</p>" for line in report["notes"]]
    body += [f'<p class="alarm">{escape(line)}</p>' for line in describe_forfeits(summary)]
    body.append("<h2>Block by block</h2>")
    for pair, values in zip(summary["pairs"], report["running"], strict=True):
        line = describe_pair(report, pair)
        body += [f"<p>{escape(line)}</p>", svg.plot_running(len(values), sample_intervals(values), line)]
    names = [row["name"] for row in summary["bots"]]
    seats = [f"seat {i}" for i in range(len(summary["seats"]))]
    body += ["<h2>Outlook by bot and seat</h2>", render_legend(names)]
    body.append(
        svg.plot_dots(seats, [(row["name"], row["by_seat"]) for row in summary["bots"]], "outlook by bot and seat")
    )
    by_seat = ", ".join(f"{name}: {format_interval(seat)}" for name, seat in zip(seats, summary["seats"], strict=True))
    body.append(f"<p>All bots: {by_seat}</p>")
    body += ["<h2>Places</h2>", render_legend([f"place {i + 1}" for i in range(len(seats))])]
    body.append(svg.plot_stacks([(row["name"], row["places"]) for row in summary["bots"]], "places of each bot"))
    body += render_origin(report)
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}'
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}</title><style>{STYLE}</style></head><body>\n'
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def render_bots(report: Report) -> str:
    """Render a table with one row for each bot."""
    rows = [render_row(("bot", "outlook", "wins", "rating", "ms a move", "95 %", "worst"), "th")]
    for row, spent in zip(report["summary"]["bots"], report["pace"], strict=True):
        mu, sigma = row["rating"]
        rating = f"{mu:.1f} ± {2 * sigma:.1f}"
        times = [format_milliseconds(spent[which]) for which in ("mean", "p95", "worst")]
        rows.append(
            render_row((row["name"], format_interval(row["outlook"]), f"{100 * row['wins']:.1f} %", rating, *times))
        )
    note = (
        "Outlook: share of opponents ranked behind. Intervals: 95 % confidence, for matches of a fixed length."
        " Rating: OpenSkill, ± 2 sigma."
    )
    return f'<div class="wide"><table>{"".join(rows)}</table></div><p class="soft">{note}</p>'


def render_row(cells: Iterable[str], kind: str = "td") -> str:
    return f"<tr>{''.join(f'<{kind}>{escape(cell)}</{kind}>' for cell in cells)}</tr>"


def render_legend(names: list[str]) -> str:
    """Render a legend: one colour for each name."""
    mark = '<svg viewBox="0 0 10 10"><rect class="c{}" width="10" height="10"/></svg>'
    return (
        '<p class="key">'
        + "".join(f"<span>{mark.format(i % 8)} {escape(n)}</span>" for i, n in enumerate(names))
        + "</p>"
    )


def sample_intervals(values: list[float]) -> list[tuple[int, float, float, float]]:
    """Return the points of a running mean with its confidence interval, as `svg.plot_running` takes them.

    `values` has one number for each block. A point has the number of blocks so far, their mean value, and the lower
    and upper end of the interval. If there are many blocks, only every n-th block and the last one get a point.
    """
    every = -(-len(values) // MAX_PLOT_POINTS)
    found = enumerate(running_intervals(values, -1.0), 1)
    return [(n, *interval) for n, interval in found if n == len(values) or n % every == 0]


def render_origin(report: Report) -> list[str]:
    """Render the seed, versions and command needed to repeat the match."""
    match = report["match"]
    versions = (
        f"seed {match['seed']}, rules version {match['rules']}, code {match['code']}, commit {escape(report['commit'])}"
    )
    return [
        "<h2>Play it again</h2>",
        f"<p><code>{escape(report['command'])}</code></p>",
        f'<p class="soft">{versions}</p>',
    ]
