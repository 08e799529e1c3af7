"""Clock for the search. It is not compiled, so that Python can handle Ctrl-C at each call during a compiled search."""

from time import perf_counter


def now() -> float:
    """Return the time on a monotonic clock, in seconds."""
    return perf_counter()
