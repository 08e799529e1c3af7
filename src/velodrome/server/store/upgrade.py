"""Schema upgrades: read the schema revision of a database before writing to it, then run the missing migrations.

Alembic's table `alembic_version` holds the schema revision. The oldest databases do not have this table; they
have the tables of revision 0001. Alembic itself is imported only if something must be created or upgraded.
"""

import logging
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.engine import URL
from sqlalchemy.pool import NullPool

from velodrome.server.store.errors import BadStore

REVISIONS = ("0001", "0002", "0003")  # of `migrations/versions`, oldest first
HEAD = REVISIONS[-1]
MIGRATIONS = Path(__file__).with_name("migrations")
VERSION_TABLE = "alembic_version"
OWN_TABLES = {"rooms", "seats", "moves", "guests", "secrets"}  # tables that every revision has
UNVERSIONED_TABLES = OWN_TABLES | {  # all tables of revision 0001
    "freed", "terms", "called", "says", "clocks", "forfeits", "pulse", "openers", "starts",
}  # fmt: skip
UNVERSIONED_ROOMS = {  # columns of `rooms` in revision 0001
    "room", "game", "version", "seats", "options", "open", "phase", "host", "invite", "seed", "rematch", "made",
}  # fmt: skip
EMPTY = ""  # the revision of a database without tables
UNVERSIONED = "unversioned"
LOG = logging.getLogger("velodrome")


def prepare(file: str) -> None:
    """Create a SQLite database, or upgrade an existing one to the current schema after making a backup.

    Raise BadStore, without changing the file, if it belongs to another application or to a newer version of
    Velodrome.
    """
    revision = read_file_revision(file)
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))  # SQLite would make it readable for everybody
    if revision == HEAD:
        return
    try:
        if revision != EMPTY:
            back_up(file)
        migrate(file)
    except OSError:
        raise
    except Exception as problem:
        LOG.exception("store.migration_failed")
        why = getattr(problem, "orig", problem)
        raise BadStore(
            f"{file}: the upgrade from schema {revision or 'nothing'} to {HEAD} failed ({why}); nothing was changed."
        ) from None
    if revision != EMPTY:
        LOG.info("store.upgraded", extra={"old": revision, "new": HEAD})


def read_file_revision(file: str) -> str:
    """Return the schema revision of a SQLite file without changing its data; EMPTY for a missing or empty file."""
    path = Path(file).absolute()
    if not path.exists() or path.stat().st_size == 0:
        return EMPTY
    mode = "mode=ro&immutable=1"  # immutable: SQLite creates no files beside it
    if path.with_name(path.name + "-wal").exists():
        mode = "mode=ro"  # the write-ahead log must be read too
    elif path.with_name(path.name + "-journal").exists():
        mode = "mode=rw"  # SQLite must first roll back the unfinished write of a killed process
    engine = create_engine(
        "sqlite+pysqlite://",
        creator=lambda: sqlite3.connect(f"{path.as_uri()}?{mode}", uri=True),
        poolclass=NullPool,
    )
    with engine.connect() as connection:
        return read_revision(connection, file)


def read_revision(connection: Connection, name: str) -> str:
    """Return the schema revision of a database.

    Return EMPTY if it has no tables, and UNVERSIONED if it is from before migrations existed. Raise BadStore if it
    belongs to another application or to a newer version of Velodrome; `name` names it in the error message.
    """
    tables = set(inspect(connection).get_table_names())
    if not tables:
        return EMPTY
    if VERSION_TABLE not in tables:
        if not is_unversioned(connection, tables):
            raise foreign(name)
        return UNVERSIONED
    found = list(connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalars())
    if len(found) != 1 or not tables >= OWN_TABLES:
        raise foreign(name)
    if found[0] not in REVISIONS:
        raise BadStore(
            f"{name} was written by a newer Velodrome (schema {found[0]}; this one knows {HEAD}): "
            "update Velodrome, or name another with --database."
        )
    return str(found[0])


def is_unversioned(connection: Connection, tables: set[str]) -> bool:
    """Return whether these are the tables of a Velodrome database from before migrations existed."""
    if not OWN_TABLES <= tables <= UNVERSIONED_TABLES:
        return False
    return {column["name"] for column in inspect(connection).get_columns("rooms")} == UNVERSIONED_ROOMS


def foreign(name: str) -> BadStore:
    """Return the error for another application's database."""
    return BadStore(f"{name} is a database of another application: name another with --database.")


def back_up(file: str) -> None:
    """Copy a SQLite database, including its write-ahead log, to `FILE.before-REVISION`; replace an earlier copy.

    REVISION is the schema revision to which the database will be upgraded (`HEAD`).
    """
    target = Path(f"{file}.before-{HEAD}")
    partial = Path(f"{target}.partial")
    partial.unlink(missing_ok=True)
    os.close(os.open(partial, os.O_RDWR | os.O_CREAT, 0o600))
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(partial)) as copy:
        source.backup(copy)
    partial.replace(target)


def migrate(file: str, target: str = HEAD) -> None:
    """Run all migrations up to this revision in one transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    engine = create_engine(URL.create("sqlite+pysqlite", database=file), poolclass=NullPool, hide_parameters=True)
    with engine.connect() as connection, connection.begin():
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # Python's driver begins no transaction for DDL
        config.attributes["connection"] = connection
        command.upgrade(config, target)
