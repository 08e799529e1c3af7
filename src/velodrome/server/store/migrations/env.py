"""Alembic's entry point: run the migrations on the connection that `store/upgrade.py` passes."""

from alembic import context

from velodrome.server.store import schema

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=schema.metadata,
    render_as_batch=True,
)
context.run_migrations()
