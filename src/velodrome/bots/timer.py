"""Clock of the search. It is not compiled, so that Python handles Ctrl-C while compiled code runs."""

from time import perf_counter


def now() -> float:
    """Return the seconds of a monotonic clock."""
    return perf_counter()
