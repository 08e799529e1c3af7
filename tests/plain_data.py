"""Typing helper: the data from `State.table` and `State.write` has values of type `object`, which cannot be indexed."""

from typing import Any


def as_any(data: object) -> Any:
    """Return the data unchanged but typed as Any, so that a test can index it at any depth."""
    return data
