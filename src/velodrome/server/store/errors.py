"""Errors of the store."""

from velodrome.core.errors import VelodromeError


class BadStore(VelodromeError):
    """The database cannot be opened; the message says what would work."""


class ReadFailed(Exception):
    """A query failed: the database is unreadable or gone."""
