"""The server's counters, in Prometheus text format."""

from bisect import bisect_left

COMMIT_BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0)  # upper bounds in seconds


class Metrics:
    """Counters since the server started."""

    def __init__(self) -> None:
        self.sockets = 0  # open now
        self.made = 0  # rooms created
        self.moves = 0  # committed, including moves of chance
        self.refused = 0  # requests refused
        self.lost = 0  # writes that failed
        self.decisions = 0  # decisions made by bots
        self.died = 0  # bot processes that died
        self.commits = [0] * (len(COMMIT_BUCKETS) + 1)  # by duration
        self.commit_seconds = 0.0

    def count_commit(self, seconds: float, moves: int) -> None:
        """Count a commit, with its duration and its number of moves."""
        self.commits[bisect_left(COMMIT_BUCKETS, seconds)] += 1
        self.moves += moves
        self.commit_seconds += seconds

    def render(self, rooms: int) -> str:
        """Return all metrics as text; `rooms` is the number of rooms in memory."""
        lines: list[str] = []
        for name, kind, description, value in (
            ("rooms", "gauge", "Rooms in memory.", rooms),
            ("sockets", "gauge", "Open WebSocket connections.", self.sockets),
            ("rooms_made_total", "counter", "Rooms created.", self.made),
            ("moves_total", "counter", "Moves committed, including moves of chance.", self.moves),
            ("refusals_total", "counter", "Requests refused.", self.refused),
            ("writes_lost_total", "counter", "Writes that failed.", self.lost),
            ("bot_decisions_total", "counter", "Decisions of bots.", self.decisions),
            ("bot_deaths_total", "counter", "Bot processes that died.", self.died),
        ):
            full_name = f"velodrome_{name}"
            lines += [f"# HELP {full_name} {description}", f"# TYPE {full_name} {kind}", f"{full_name} {value}"]
        return "\n".join([*lines, *self.render_histogram()]) + "\n"

    def render_histogram(self) -> list[str]:
        """Return the lines of the histogram of commit durations."""
        name = "velodrome_commit_seconds"
        lines = [f"# HELP {name} Duration of a commit in seconds.", f"# TYPE {name} histogram"]
        total = 0
        for bound, count in zip([*map(str, COMMIT_BUCKETS), "+Inf"], self.commits, strict=True):
            total += count
            lines.append(f'{name}_bucket{{le="{bound}"}} {total}')
        return [*lines, f"{name}_sum {self.commit_seconds:.6f}", f"{name}_count {total}"]
