"""Alembic migrations: one file in `versions/` for each change of the schema.

To change the schema: change `schema.py`, add `versions/rNNNN_what.py` with the next number, and append the number to
`REVISIONS` in `store/upgrade.py`. Never edit a migration that has been released.
"""
