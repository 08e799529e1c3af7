"""Plots as SVG: a line with a band, dots by group, and stacked bars; the page's style sheet sets the colours."""

from collections.abc import Sequence
from html import escape
from math import floor, log10

WIDTH, HEIGHT = 640, 260
MARGIN_LEFT, MARGIN_RIGHT, MARGIN_TOP, MARGIN_BOTTOM = 54, 12, 10, 34
FILE_COLOURS = ("#b3472f", "#2f6db3", "#3c8a4b", "#8a4b9c")  # of the lines and dots in a file


class Plot:
    """A plot that is drawn step by step: methods add SVG elements at data coordinates, and `render` returns the SVG.

    The attributes `x` and `y` are the ranges of the axes. A method's argument `style` is a CSS class of the page.
    """

    def __init__(self, x: tuple[float, float], y: tuple[float, float]) -> None:
        self.x, self.y = x, y
        self.parts: list[str] = []

    def locate(self, x: float, y: float) -> tuple[float, float]:
        """Convert a point to SVG coordinates. A point outside the axes is moved to the nearest edge of the plot."""
        along = (min(max(x, self.x[0]), self.x[1]) - self.x[0]) / (self.x[1] - self.x[0])
        up = (min(max(y, self.y[0]), self.y[1]) - self.y[0]) / (self.y[1] - self.y[0])
        return MARGIN_LEFT + along * (WIDTH - MARGIN_LEFT - MARGIN_RIGHT), HEIGHT - MARGIN_BOTTOM - up * (
            HEIGHT - MARGIN_TOP - MARGIN_BOTTOM
        )

    def draw_level(self, y: float, style: str, label: str = "") -> None:
        """Draw a horizontal line at the value `y`; if there is a label, draw it to the left of the line."""
        left, height = self.locate(self.x[0], y)
        right, _ = self.locate(self.x[1], y)
        self.parts.append(
            f'<line class="{style}" x1="{left:.1f}" x2="{right:.1f}" y1="{height:.1f}" y2="{height:.1f}"/>'
        )
        if label:
            self.draw_text(left - 6, height + 4, label, "end")

    def draw_text(self, x: float, y: float, text: str, anchor: str = "middle") -> None:
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>')

    def draw_label(self, x: float, text: str) -> None:
        """Draw a label below the plot, at the value `x`."""
        self.draw_text(self.locate(x, self.y[0])[0], HEIGHT - MARGIN_BOTTOM + 16, text)

    def draw_path(self, points: Sequence[tuple[float, float]], style: str, closed: bool = False) -> None:
        way = " L".join("{:.1f},{:.1f}".format(*self.locate(*point)) for point in points)
        self.parts.append(f'<path class="{style}" d="M{way}{"Z" if closed else ""}"/>')

    def draw_dot(self, x: float, y: float, style: str, title: str) -> None:
        across, height = self.locate(x, y)
        tooltip = f"<title>{escape(title)}</title>"
        self.parts.append(f'<circle class="{style}" cx="{across:.1f}" cy="{height:.1f}" r="5">{tooltip}</circle>')

    def draw_box(self, x: tuple[float, float], y: tuple[float, float], style: str, title: str) -> None:
        left, top = self.locate(x[0], y[1])
        right, foot = self.locate(x[1], y[0])
        size = f'x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{foot - top:.1f}"'
        self.parts.append(f'<rect class="{style}" {size}><title>{escape(title)}</title></rect>')

    def draw_scale(self, digits: int = 2) -> None:
        """Draw a horizontal grid line, with its value as label, at each round number of the y axis."""
        for value in choose_ticks(*self.y):
            self.draw_level(value, "grid", f"{value:.{digits}f}")

    def render(self, title: str) -> str:
        body = "".join(self.parts)
        return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">{body}</svg>'


def draw_legend(plot: Plot, names: Sequence[str]) -> None:
    """Draw a dot and a label for each name, one below the other, at the top left of the plot."""
    for i, name in enumerate(names):
        left, top = MARGIN_LEFT + 16, MARGIN_TOP + 14 + 20 * i
        plot.parts.append(f'<circle class="{name}" cx="{left}" cy="{top}" r="5"/>')
        plot.draw_text(left + 10, top + 4, name, "start")


def make_file(picture: str, names: Sequence[str]) -> str:
    """Return the SVG element `picture` as the content of a file, with its own style sheet and a white background.

    Paths and dots get a different colour for each CSS class in `names`.
    """
    rules = [
        "svg { background: #fff } text { font: 12px sans-serif; fill: #444 } path { fill: none; stroke-width: 2 }",
        ".grid { stroke: #eee } .even { stroke: #999; stroke-width: 1 }",
        ".bound { stroke: #bbb; stroke-width: 1; stroke-dasharray: 4 4 }",
        *[
            f"path.{name} {{ stroke: {colour} }} circle.{name} {{ fill: {colour} }}"
            for name, colour in zip(names, FILE_COLOURS, strict=False)
        ],
    ]
    return picture.replace(">", f' xmlns="http://www.w3.org/2000/svg"><style>{" ".join(rules)}</style>', 1)


def choose_ticks(low: float, high: float) -> list[float]:
    """Return three to eight round numbers within a range.

    >>> choose_ticks(0.0, 1.0)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    """
    unit = 10.0 ** floor(log10((high - low) / 2))
    step = next(unit * k for k in (1, 2, 5, 10) if (high - low) / (unit * k) <= 6)
    first = -floor(-low / step + 1e-9)
    return [round(step * k, 9) for k in range(first, floor(high / step + 1e-9) + 1)]


def plot_running(blocks: int, points: Sequence[tuple[int, float, float, float]], title: str) -> str:
    """Return an SVG plot of a running mean, with its confidence interval as a band.

    `blocks` is the number of blocks in the match. A point has the number of blocks so far, their mean value, and
    the lower and upper end of the confidence interval.
    """
    settled = [max(abs(low), abs(high)) for n, _, low, high in points if n >= min(10, blocks)]
    top = min(1.0, 1.1 * max(0.05, *settled))
    plot = Plot((0.0, float(blocks)), (-top, top))
    plot.draw_scale()
    plot.draw_level(0.0, "even")
    upper = [(float(n), high) for n, _, _, high in points]
    lower = [(float(n), low) for n, _, low, _ in points]
    plot.draw_path([*upper, *reversed(lower)], "band", closed=True)
    plot.draw_path([(float(n), mean) for n, mean, _, _ in points], "line")
    plot.draw_label(0, "0")
    plot.draw_text(WIDTH - MARGIN_RIGHT, HEIGHT - MARGIN_BOTTOM + 16, f"{blocks} blocks", "end")
    return plot.render(title)


def plot_dots(groups: list[str], rows: list[tuple[str, list[float]]], title: str) -> str:
    """Return an SVG plot with one dot for each value, on a scale from 0 to 1.

    Each row has a name and one value for each group; the rows have different colours.
    """
    plot = Plot((-0.5, len(groups) - 0.5), (0.0, 1.0))
    plot.draw_scale(1)
    plot.draw_level(0.5, "even")
    for x, group in enumerate(groups):
        plot.draw_label(x, group)
        for i, (name, values) in enumerate(rows):
            shift = (i - (len(rows) - 1) / 2) * min(0.18, 0.7 / len(rows))
            plot.draw_dot(x + shift, values[x], f"c{i % 8}", f"{name}, {group}: {values[x]:.3f}")
    return plot.render(title)


def plot_stacks(rows: list[tuple[str, list[int]]], title: str) -> str:
    """Return an SVG plot with one stacked bar for each row.

    A row has a name and a list of counts. The counts are drawn as shares of their sum, with the first at the bottom.
    """
    plot = Plot((-0.5, len(rows) - 0.5), (0.0, 1.0))
    plot.draw_scale(1)
    for x, (name, counts) in enumerate(rows):
        plot.draw_label(x, name)
        foot, total = 0.0, max(1, sum(counts))
        for i, count in enumerate(counts):
            head = foot + count / total
            plot.draw_box((x - 0.3, x + 0.3), (foot, head), f"c{i % 8}", f"{name}, place {i + 1}: {count} of {total}")
            foot = head
    return plot.render(title)
