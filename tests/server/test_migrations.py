"""Tests of schema versions: a database is created, upgraded or refused; a refused database stays untouched."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine
from tests.server.harness import async_test

from velodrome.server.store import schema, upgrade
from velodrome.server.store.errors import BadStore
from velodrome.server.store.store import Store

FIXTURE = Path(__file__).with_name("fixtures") / "281ce46.sqlite"
OPEN_AT_HEAD = """
import asyncio, sys
from velodrome.server.store.store import Store

async def main():
    store = Store("sqlite+aiosqlite:///" + sys.argv[1], lambda seconds, moves: None)
    await store.open()
    await store.close()

asyncio.run(main())
print("alembic" in sys.modules)
"""


async def open_and_close(file: Path) -> None:
    """Open a database as a server does, and close it."""
    store = Store(f"sqlite+aiosqlite:///{file}", lambda seconds, moves: None)
    await store.open()
    await store.close()


def copy_fixture(folder: Path) -> Path:
    return Path(shutil.copy(FIXTURE, folder / "games.sqlite"))


def execute(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()


def dump(file: Path) -> list[str]:
    """Return everything in a database as SQL."""
    with closing(sqlite3.connect(file)) as db:
        return list(db.iterdump())


def contents(folder: Path) -> dict[str, bytes]:
    """Return {file name: content} for a folder, without the server's lock file and SQLite's shared-memory file."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix not in (".lock", ".sqlite-shm")}


def differences(file: Path) -> list[object]:
    """Return how the tables in a database differ from `schema.metadata`."""
    engine = create_engine(f"sqlite+pysqlite:///{file}")
    with engine.connect() as db:
        options = {"compare_type": True, "compare_server_default": True}
        found = compare_metadata(MigrationContext.configure(db, opts=options), schema.metadata)
    engine.dispose()
    return list(found)


@async_test
async def test_a_new_database_has_the_current_schema(tmp_path: Path) -> None:
    await open_and_close(tmp_path / "games.sqlite")
    assert differences(tmp_path / "games.sqlite") == []
    assert upgrade.read_file_revision(str(tmp_path / "games.sqlite")) == upgrade.HEAD
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.sqlite", "games.sqlite.lock"]


@async_test
async def test_an_upgraded_database_has_the_current_schema(tmp_path: Path) -> None:
    await open_and_close(copy_fixture(tmp_path))
    assert differences(tmp_path / "games.sqlite") == []
    assert upgrade.read_file_revision(str(tmp_path / "games.sqlite")) == upgrade.HEAD


def test_the_listed_revisions_are_those_of_the_migrations() -> None:
    scripts = ScriptDirectory(str(upgrade.MIGRATIONS))
    found = [script.revision for script in scripts.walk_revisions()]
    assert tuple(reversed(found)) == upgrade.REVISIONS
    assert scripts.get_heads() == [upgrade.HEAD]


def test_the_first_revision_is_the_schema_of_the_stored_fixture(tmp_path: Path) -> None:
    def definitions(file: Path) -> dict[str, str]:
        with closing(sqlite3.connect(file)) as db:
            rows = db.execute("select name, sql from sqlite_master where sql is not null").fetchall()
        return {name: " ".join(sql.split()) for name, sql in rows if name != upgrade.VERSION_TABLE}

    upgrade.migrate(str(tmp_path / "games.sqlite"), "0001")
    (tmp_path / "old").mkdir()
    assert definitions(tmp_path / "games.sqlite") == definitions(copy_fixture(tmp_path / "old"))


@async_test
async def test_a_database_with_only_the_first_five_tables_is_upgraded(tmp_path: Path) -> None:
    file = copy_fixture(tmp_path)
    execute(file, *[f"drop table {name}" for name in upgrade.UNVERSIONED_TABLES - upgrade.OWN_TABLES])
    await open_and_close(file)
    assert differences(file) == []
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("select count(*) from moves").fetchone()[0] > 1000
        assert db.execute("select distinct terms, banned_guests from rooms").fetchall() == [("{}", "[]")]


@async_test
async def test_the_database_is_copied_before_an_upgrade(tmp_path: Path) -> None:
    file = copy_fixture(tmp_path)
    before = dump(file)
    await open_and_close(file)
    copy = tmp_path / f"games.sqlite.before-{upgrade.HEAD}"
    assert dump(copy) == before != dump(file)
    assert copy.stat().st_mode & 0o777 == 0o600
    copy.unlink()
    await open_and_close(file)
    assert not copy.exists(), "nothing is copied when nothing is upgraded"


def test_a_current_database_is_opened_without_alembic(tmp_path: Path) -> None:
    file = str(tmp_path / "games.sqlite")
    upgrade.migrate(file)
    done = subprocess.run([sys.executable, "-c", OPEN_AT_HEAD, file], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@async_test
async def test_an_upgrade_includes_a_write_ahead_log_left_by_a_power_cut(tmp_path: Path) -> None:
    running = tmp_path / "running"
    running.mkdir()
    with closing(sqlite3.connect(copy_fixture(running))) as db:
        db.execute("insert into guests values ('somebody', 'Otto')")
        db.commit()
        for name in ("games.sqlite", "games.sqlite-wal"):
            shutil.copy(running / name, tmp_path / name)
    await open_and_close(tmp_path / "games.sqlite")
    for name in ("games.sqlite", f"games.sqlite.before-{upgrade.HEAD}"):
        with closing(sqlite3.connect(tmp_path / name)) as db:
            assert db.execute("select name from guests where guest = 'somebody'").fetchall() == [("Otto",)], name


# ---------------------------------------------------------------- refused and untouched


@async_test
async def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    file = copy_fixture(tmp_path)
    await open_and_close(file)
    execute(file, f"update {upgrade.VERSION_TABLE} set version_num = '0007'")
    before = contents(tmp_path)
    expected = rf"games\.sqlite was written by a newer Velodrome \(schema 0007; this one knows {upgrade.HEAD}\): update"
    with pytest.raises(BadStore, match=expected):
        await open_and_close(file)
    assert contents(tmp_path) == before


@async_test
async def test_a_newer_database_with_a_log_is_refused(tmp_path: Path) -> None:
    running = tmp_path / "running"
    running.mkdir()
    await open_and_close(copy_fixture(running))
    with closing(sqlite3.connect(running / "games.sqlite")) as db:
        db.execute(f"update {upgrade.VERSION_TABLE} set version_num = '0007'")
        db.commit()
        (tmp_path / "copy").mkdir()
        for name in ("games.sqlite", "games.sqlite-wal"):
            shutil.copy(running / name, tmp_path / "copy" / name)
    before = contents(tmp_path / "copy")
    with pytest.raises(BadStore, match="newer Velodrome"):
        await open_and_close(tmp_path / "copy" / "games.sqlite")
    assert contents(tmp_path / "copy") == before


OWN = [f"create table {name} (x)" for name in sorted(upgrade.OWN_TABLES)]
VERSIONED = ("create table alembic_version (version_num text)", "insert into alembic_version values ('0002')")
FOREIGN = {
    "other tables": ("create table books (title text)",),
    "other tables beside ours": (
        *[f"create table {name} (x)" for name in upgrade.OWN_TABLES],
        "create table books (x)",
    ),
    "tables of the same names": tuple(OWN),
    "other tables with the same revision": ("create table books (title text)", *VERSIONED),
    "a version table alone": VERSIONED,
}


@pytest.mark.parametrize("statements", FOREIGN.values(), ids=FOREIGN)
@async_test
async def test_another_applications_database_is_refused(tmp_path: Path, statements: tuple[str, ...]) -> None:
    file = tmp_path / "books.sqlite"
    execute(file, *statements)
    before = contents(tmp_path)
    with pytest.raises(BadStore, match=r"books\.sqlite is a database of another application: name another"):
        await open_and_close(file)
    assert contents(tmp_path) == before


@async_test
async def test_an_upgrade_that_fails_changes_nothing(tmp_path: Path) -> None:
    file = copy_fixture(tmp_path)
    execute(file, "create view heartbeats as select 1")  # the last step of 0002 needs this name
    before, tables = file.read_bytes(), dump(file)
    with pytest.raises(BadStore, match=rf"unversioned to {upgrade.HEAD} failed \(.*; nothing was changed"):
        await open_and_close(file)
    assert dump(file) == tables
    assert file.read_bytes() == before
    execute(file, "drop view heartbeats")
    await open_and_close(file)
    assert differences(file) == []


@pytest.mark.parametrize("denied", ["games.sqlite", "games.sqlite.lock"])
@async_test
async def test_a_read_only_file_or_folder_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, denied: str
) -> None:
    file = copy_fixture(tmp_path)
    before, real = file.read_bytes(), os.open

    def deny(path: str | Path, flags: int, mode: int = 0o777) -> int:
        if Path(path).name == denied and flags & os.O_RDWR:
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, flags, mode)

    monkeypatch.setattr(os, "open", deny)
    with pytest.raises(BadStore, match="Permission denied; make the file and its folder writable, or name another"):
        await open_and_close(file)
    assert file.read_bytes() == before


@pytest.mark.parametrize("url", ["postgresql+asyncpg://host/games", "sqlite+aiosqlite:///:memory:", "sqlite://"])
def test_only_sqlite_files_can_be_used(url: str) -> None:
    with pytest.raises(BadStore, match="must be a SQLite file; name one with --database"):
        Store(url, lambda seconds, moves: None)


DIE_WHILE_WRITING = """
import resource, signal, sys
from velodrome.server.store import upgrade

signal.signal(signal.SIGXFSZ, signal.SIG_DFL)  # a file that grows too large stands for a kill
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
upgrade.prepare(sys.argv[1])
"""


@pytest.mark.skipif(os.name == "nt", reason="only POSIX can limit the size of files")
@pytest.mark.parametrize("size", [20_480, 81_920])
@async_test
async def test_the_server_starts_although_its_first_start_was_killed_half_way(tmp_path: Path, size: int) -> None:
    file = tmp_path / "games.sqlite"
    died = subprocess.run([sys.executable, "-c", DIE_WHILE_WRITING, str(file), str(size)], check=False)
    assert died.returncode != 0 and file.with_name("games.sqlite-journal").exists()
    await open_and_close(file)
    assert differences(file) == []
