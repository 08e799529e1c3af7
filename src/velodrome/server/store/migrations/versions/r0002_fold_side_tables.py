"""Replace the small side tables with columns in `rooms` and `seats`, and give some tables and columns clearer names."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add columns, copy the side tables into them, drop the side tables."""
    with op.batch_alter_table("rooms") as rooms:
        rooms.add_column(sa.Column("terms", sa.Text, nullable=False, server_default="{}"))
        rooms.add_column(sa.Column("start", sa.Text))
        rooms.add_column(sa.Column("opener", sa.Integer))
        rooms.add_column(sa.Column("banned_guests", sa.Text, nullable=False, server_default="[]"))
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("name", sa.String(16)))
        seats.add_column(sa.Column("forfeit_ply", sa.Integer))
    copy_side_tables()
    for name in ("terms", "starts", "openers", "freed", "called", "forfeits"):
        op.drop_table(name)
    op.execute("ALTER TABLE rooms RENAME COLUMN made TO created_at")  # SQLite and PostgreSQL alike
    op.rename_table("says", "chat_messages")
    op.rename_table("pulse", "heartbeats")


def copy_side_tables() -> None:
    """Copy the side tables into the new columns."""
    for column, table, value in (("start", "starts", "position"), ("opener", "openers", "seat")):
        op.execute(f"UPDATE rooms SET {column} = (SELECT {value} FROM {table} WHERE {table}.room = rooms.room)")
    op.execute(
        "UPDATE rooms SET terms = (SELECT terms.terms FROM terms WHERE terms.room = rooms.room)"
        " WHERE EXISTS (SELECT 1 FROM terms WHERE terms.room = rooms.room)"
    )
    for column, table, value in (("name", "called", "name"), ("forfeit_ply", "forfeits", "ply")):
        op.execute(
            f"UPDATE seats SET {column} ="
            f" (SELECT {table}.{value} FROM {table} WHERE {table}.room = seats.room AND {table}.seat = seats.seat)"
        )
    banned: dict[str, list[str]] = {}
    connection = op.get_bind()
    for room, guest in connection.execute(sa.text("SELECT room, guest FROM freed ORDER BY room, guest")):
        banned.setdefault(room, []).append(guest)
    for room, guests in banned.items():
        statement = sa.text("UPDATE rooms SET banned_guests = :guests WHERE room = :room")
        connection.execute(statement, {"room": room, "guests": json.dumps(guests)})
