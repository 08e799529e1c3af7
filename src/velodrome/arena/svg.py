"""Plots as SVG inside a page: lines with a band, dots by group, stacked bars. Colours come from the page's style."""

from collections.abc import Sequence
from html import escape
from math import floor, log10

WIDTH, HEIGHT = 640, 260
MARGIN_LEFT, MARGIN_RIGHT, MARGIN_TOP, MARGIN_BOTTOM = 54, 12, 10, 34  # room around the drawing


class Plot:
    """A drawing area with axes: numbers in, places on the page out."""

    def __init__(self, x: tuple[float, float], y: tuple[float, float]) -> None:
        self.x, self.y = x, y
        self.parts: list[str] = []

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point is drawn; what lies outside is drawn on the border."""
        along = (min(max(x, self.x[0]), self.x[1]) - self.x[0]) / (self.x[1] - self.x[0])
        up = (min(max(y, self.y[0]), self.y[1]) - self.y[0]) / (self.y[1] - self.y[0])
        return MARGIN_LEFT + along * (WIDTH - MARGIN_LEFT - MARGIN_RIGHT), HEIGHT - MARGIN_BOTTOM - up * (
            HEIGHT - MARGIN_TOP - MARGIN_BOTTOM
        )

    def level(self, y: float, style: str, label: str = "") -> None:
        """A line across, named at its left."""
        left, height = self.at(self.x[0], y)
        right, _ = self.at(self.x[1], y)
        self.parts.append(
            f'<line class="{style}" x1="{left:.1f}" x2="{right:.1f}" y1="{height:.1f}" y2="{height:.1f}"/>'
        )
        if label:
            self.words(left - 6, height + 4, label, "end")

    def words(self, x: float, y: float, text: str, anchor: str = "middle") -> None:
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>')

    def below(self, x: float, text: str) -> None:
        """A name under the drawing."""
        self.words(self.at(x, self.y[0])[0], HEIGHT - MARGIN_BOTTOM + 16, text)

    def path(self, points: Sequence[tuple[float, float]], style: str, closed: bool = False) -> None:
        way = " L".join("{:.1f},{:.1f}".format(*self.at(*point)) for point in points)
        self.parts.append(f'<path class="{style}" d="M{way}{"Z" if closed else ""}"/>')

    def dot(self, x: float, y: float, style: str, told: str) -> None:
        across, height = self.at(x, y)
        title = f"<title>{escape(told)}</title>"
        self.parts.append(f'<circle class="{style}" cx="{across:.1f}" cy="{height:.1f}" r="5">{title}</circle>')

    def box(self, x: tuple[float, float], y: tuple[float, float], style: str, told: str) -> None:
        left, top = self.at(x[0], y[1])
        right, foot = self.at(x[1], y[0])
        size = f'x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{foot - top:.1f}"'
        self.parts.append(f'<rect class="{style}" {size}><title>{escape(told)}</title></rect>')

    def scale(self, digits: int = 2) -> None:
        """Lines across at round numbers."""
        for value in choose_ticks(*self.y):
            self.level(value, "grid", f"{value:.{digits}f}")

    def svg(self, told: str) -> str:
        body = "".join(self.parts)
        return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(told)}">{body}</svg>'


def choose_ticks(low: float, high: float) -> list[float]:
    """Three to eight round numbers inside a range.

    >>> ticks(0.0, 1.0)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    """
    unit = 10.0 ** floor(log10((high - low) / 2))
    step = next(unit * k for k in (1, 2, 5, 10) if (high - low) / (unit * k) <= 6)
    first = -floor(-low / step + 1e-9)
    return [round(step * k, 9) for k in range(first, floor(high / step + 1e-9) + 1)]


def plot_running(blocks: int, points: Sequence[tuple[int, float, float, float]], told: str) -> str:
    """The mean after so many blocks, in the band of its interval; even is a line."""
    settled = [max(abs(low), abs(high)) for n, _, low, high in points if n >= min(10, blocks)]
    top = min(1.0, 1.1 * max(0.05, *settled))
    frame = Plot((0.0, float(blocks)), (-top, top))
    frame.scale()
    frame.level(0.0, "even")
    upper = [(float(n), high) for n, _, _, high in points]
    lower = [(float(n), low) for n, _, low, _ in points]
    frame.path([*upper, *reversed(lower)], "band", closed=True)
    frame.path([(float(n), mean) for n, mean, _, _ in points], "line")
    frame.below(0, "0")
    frame.words(WIDTH - MARGIN_RIGHT, HEIGHT - MARGIN_BOTTOM + 16, f"{blocks} blocks", "end")
    return frame.svg(told)


def plot_dots(groups: list[str], rows: list[tuple[str, list[float]]], told: str) -> str:
    """A dot for each row in each group, between 0 and 1."""
    frame = Plot((-0.5, len(groups) - 0.5), (0.0, 1.0))
    frame.scale(1)
    frame.level(0.5, "even")
    for x, group in enumerate(groups):
        frame.below(x, group)
        for i, (name, values) in enumerate(rows):
            shift = (i - (len(rows) - 1) / 2) * min(0.18, 0.7 / len(rows))
            frame.dot(x + shift, values[x], f"c{i % 8}", f"{name}, {group}: {values[x]:.3f}")
    return frame.svg(told)


def plot_stacks(rows: list[tuple[str, list[int]]], told: str) -> str:
    """For each row a column of shares, the first at the foot."""
    frame = Plot((-0.5, len(rows) - 0.5), (0.0, 1.0))
    frame.scale(1)
    for x, (name, counts) in enumerate(rows):
        frame.below(x, name)
        foot, total = 0.0, max(1, sum(counts))
        for i, count in enumerate(counts):
            head = foot + count / total
            frame.box((x - 0.3, x + 0.3), (foot, head), f"c{i % 8}", f"{name}, place {i + 1}: {count} of {total}")
            foot = head
    return frame.svg(told)
