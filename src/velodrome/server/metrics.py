"""What the server counts, in the text format of Prometheus."""

from bisect import bisect_left

BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0)  # seconds of a commit


class Metrics:
    """Counters since the start."""

    def __init__(self) -> None:
        self.sockets = 0  # open now
        self.made = 0
        self.moves = 0  # written, chance's included
        self.refused = 0
        self.lost = 0  # writes that could not be kept
        self.decisions = 0  # of bots
        self.died = 0  # processes of bots
        self.commits = [0] * (len(BOUNDS) + 1)
        self.seconds = 0.0

    def committed(self, seconds: float, moves: int) -> None:
        self.commits[bisect_left(BOUNDS, seconds)] += 1
        self.moves += moves
        self.seconds += seconds

    def text(self, rooms: int) -> str:
        """All of them."""
        rows: list[str] = []
        for name, kind, about, value in (
            ("rooms", "gauge", "Rooms in memory.", rooms),
            ("sockets", "gauge", "Pages at tables.", self.sockets),
            ("rooms_made_total", "counter", "Rooms opened.", self.made),
            ("moves_total", "counter", "Moves written, chance's included.", self.moves),
            ("refusals_total", "counter", "Requests refused.", self.refused),
            ("writes_lost_total", "counter", "Writes that were not kept.", self.lost),
            ("bot_decisions_total", "counter", "Decisions of bots.", self.decisions),
            ("bot_deaths_total", "counter", "Processes of bots that died.", self.died),
        ):
            rows += [f"# HELP velodrome_{name} {about}", f"# TYPE velodrome_{name} {kind}", f"velodrome_{name} {value}"]
        return "\n".join([*rows, *self.histogram()]) + "\n"

    def histogram(self) -> list[str]:
        name = "velodrome_commit_seconds"
        rows = [f"# HELP {name} Seconds that a commit took.", f"# TYPE {name} histogram"]
        total = 0
        for bound, count in zip([*map(str, BOUNDS), "+Inf"], self.commits, strict=True):
            total += count
            rows.append(f'{name}_bucket{{le="{bound}"}} {total}')
        return [*rows, f"{name}_sum {self.seconds:.6f}", f"{name}_count {total}"]
