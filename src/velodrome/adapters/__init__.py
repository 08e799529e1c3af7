"""Adapters that offer the games to other frameworks; each needs its own extra."""
