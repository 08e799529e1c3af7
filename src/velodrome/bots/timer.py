"""Clock for the search. Not compiled: calling it lets Python handle Ctrl-C during a compiled search."""

from time import perf_counter


def now() -> float:
    """Return the seconds on a monotonic clock."""
    return perf_counter()
