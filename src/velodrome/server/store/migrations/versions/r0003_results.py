"""Store when games were played, their results, and which games a guest removed from their list."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add empty columns; later, the server fills in the results of finished games (`rooms/housekeeping.py`)."""
    with op.batch_alter_table("rooms") as rooms:
        rooms.add_column(sa.Column("started_at", sa.Float))
        rooms.add_column(sa.Column("ended_at", sa.Float))
        rooms.add_column(sa.Column("decisions", sa.Integer))
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("place", sa.Integer))
        seats.add_column(sa.Column("score", sa.Integer))
        seats.add_column(sa.Column("removed_at", sa.Float))
