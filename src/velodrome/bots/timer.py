"""Clock of the search. Not compiled: calling it lets Python handle Ctrl-C during a compiled search."""

from time import perf_counter


def now() -> float:
    """Return the time of a monotonic clock in seconds."""
    return perf_counter()
