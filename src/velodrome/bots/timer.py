"""Clock for the search. It is not compiled, so that Python can handle Ctrl-C at each call during a compiled search."""

from time import perf_counter


def now() -> float:
    """Return the seconds on a monotonic clock."""
    return perf_counter()
