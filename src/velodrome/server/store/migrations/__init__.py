"""Alembic migrations: one file in `versions/` for each change of the schema.

To change the schema: change `schema.py`, add `versions/rNNNN_what.py` with the next number, and set `HEAD` in
`store/versions.py`. A migration is never edited once a release has it.
"""
