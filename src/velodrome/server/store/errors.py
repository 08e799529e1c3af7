"""Errors of the store."""

from velodrome.core.errors import VelodromeError


class BadStore(VelodromeError):
    """Raised if the database cannot be opened; the message says what to do."""


class ReadFailed(Exception):
    """Raised if a query fails: the database is unreadable or gone."""
