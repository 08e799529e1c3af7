"""How fast somebody may ask: small enough to stand on the way of every message."""


class Bucket:
    """So many messages a second, after a burst of three times as many."""

    __slots__ = ("left", "rate", "since")

    def __init__(self, rate: int, now: float) -> None:
        self.rate = rate
        self.left = 3.0 * rate
        self.since = now

    def take(self, now: float) -> bool:
        """Whether one more is granted."""
        self.left = min(3.0 * self.rate, self.left + (now - self.since) * self.rate)
        self.since = now
        if self.left < 1.0:
            return False
        self.left -= 1.0
        return True
