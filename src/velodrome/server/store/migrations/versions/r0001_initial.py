"""Create the first schema.

The first databases have no schema version, and the oldest of them lack some tables. Only missing tables are created.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables that are missing."""
    for name, columns in tables().items():
        options = {"sqlite_with_rowid": False} if name == "moves" else {}
        op.create_table(name, *columns, if_not_exists=True, **options)
    op.create_index("seats_guest", "seats", ["guest"], if_not_exists=True)


def tables() -> dict[str, list[sa.Column[Any]]]:
    """Return the columns of every table."""
    return {
        "rooms": [
            sa.Column("room", sa.String(16), primary_key=True),
            sa.Column("game", sa.String(32), nullable=False),
            sa.Column("version", sa.Integer, nullable=False),
            sa.Column("seats", sa.Integer, nullable=False),
            sa.Column("options", sa.Text, nullable=False),
            sa.Column("open", sa.Boolean, nullable=False),
            sa.Column("phase", sa.String(8), nullable=False),
            sa.Column("host", sa.String(32), nullable=False),
            sa.Column("invite", sa.String(32), nullable=False),
            sa.Column("seed", sa.LargeBinary, nullable=False),
            sa.Column("rematch", sa.String(16), nullable=False),
            sa.Column("made", sa.Float, nullable=False),
        ],
        "seats": [
            sa.Column("room", sa.String(16), primary_key=True),
            sa.Column("seat", sa.Integer, primary_key=True),
            sa.Column("guest", sa.String(32), nullable=False),
            sa.Column("bot", sa.String(16), nullable=False),
            sa.Column("away", sa.Boolean, nullable=False),
        ],
        "moves": [
            sa.Column("room", sa.String(16), primary_key=True),
            sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("move", sa.String(200), nullable=False),
        ],
        "freed": [
            sa.Column("room", sa.String(16), primary_key=True),
            sa.Column("guest", sa.String(32), primary_key=True),
        ],
        "terms": [
            sa.Column("room", sa.String(16), primary_key=True),
            sa.Column("terms", sa.Text, nullable=False),
        ],
        "called": [
            sa.Column("room", sa.String(16), primary_key=True),
            sa.Column("seat", sa.Integer, primary_key=True),
            sa.Column("name", sa.String(16), nullable=False),
        ],
        "says": [
            sa.Column("room", sa.String(16), primary_key=True),
            sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("ply", sa.Integer, nullable=False),
            sa.Column("guest", sa.String(32), nullable=False),
            sa.Column("seat", sa.Integer, nullable=False),
            sa.Column("name", sa.String(16), nullable=False),
            sa.Column("text", sa.String(200), nullable=False),
            sa.Column("reaction", sa.String(16), nullable=False),
            sa.Column("at", sa.Float, nullable=False),
        ],
        "clocks": [
            sa.Column("room", sa.String(16), primary_key=True),
            sa.Column("ply", sa.Integer, nullable=False),
            sa.Column("seat", sa.Integer, nullable=False),
            sa.Column("runs", sa.Boolean, nullable=False),
            sa.Column("since", sa.Float, nullable=False),
            sa.Column("spent", sa.Float, nullable=False),
            sa.Column("used", sa.Text, nullable=False),
        ],
        "forfeits": [
            sa.Column("room", sa.String(16), primary_key=True),
            sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("ply", sa.Integer, nullable=False),
        ],
        "pulse": [
            sa.Column("name", sa.String(16), primary_key=True),
            sa.Column("at", sa.Float, nullable=False),
        ],
        "openers": [
            sa.Column("room", sa.String(16), primary_key=True),
            sa.Column("seat", sa.Integer, nullable=False),
        ],
        "starts": [
            sa.Column("room", sa.String(16), primary_key=True),
            sa.Column("position", sa.Text, nullable=False),
        ],
        "guests": [
            sa.Column("guest", sa.String(32), primary_key=True),
            sa.Column("name", sa.String(16), nullable=False),
        ],
        "secrets": [
            sa.Column("name", sa.String(16), primary_key=True),
            sa.Column("value", sa.LargeBinary, nullable=False),
        ],
    }
