"""Where games are kept: a record a table, with the names, the seed and nothing else in remarks above it."""

import os
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from velodrome.core import record
from velodrome.core.errors import VelodromeError
from velodrome.core.record import Record
from velodrome.games import GAMES
from velodrome.paths import data_folder
from velodrome.terminal import seats as people
from velodrome.terminal.seats import Seat

SEATS = "# table "
SEED = "# seed "
SEEDED = re.compile(r"-?\d{1,40}")


class BadFile(VelodromeError):
    """A file that cannot be read or written."""


class Save(NamedTuple):
    """A table as it stands in a file."""

    record: Record
    seats: list[Seat]  # empty where the file does not name them
    seed: int | None  # None: chance is drawn afresh


def new_path(game: str) -> Path:
    """A name that no other table has."""
    try:
        data_folder().mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise BadFile(f"{data_folder()}: cannot be made ({problem.strerror}); name another in VELODROME_SAVES.") from None
    stem = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
    path = data_folder() / f"{stem}.txt"
    number = 2
    while path.exists():
        path = data_folder() / f"{stem}-{number}.txt"
        number += 1
    return path


def text(save: Save) -> str:
    """The record with its remarks."""
    remarks = SEATS + people.write(save.seats) + "\n"
    if save.seed is not None:
        remarks += f"{SEED}{save.seed}\n"
    return remarks + save.record.write()


def write(path: Path, save: Save, sync: Callable[[int], None] = os.fsync) -> None:
    """Put it in the file, whole or not at all: a crash leaves the last one in place.

    `sync` may be left to the system where another write follows before anybody is asked.
    """
    new = path.with_name(path.name + ".new")
    try:
        with new.open("w", encoding="utf-8") as file:
            file.write(text(save))
            file.flush()
            sync(file.fileno())
        new.replace(path)
    except (OSError, ValueError) as problem:
        with suppress(OSError, ValueError):
            new.unlink()
        raise BadFile(f"{path}: cannot be written ({getattr(problem, 'strerror', problem)}).") from None


def check_free(path: Path) -> None:
    """BadFile where a new game would overwrite what stands there."""
    if path.exists():
        raise BadFile(f"{path}: exists; name another, or go on with it if it is a game: --resume {path}")


def check_copy(path: Path, game: Record) -> None:
    """BadFile unless a copy of this game overwrites nothing but an earlier one of itself."""
    if not path.exists():
        return
    try:
        old = read(path).record
    except VelodromeError:
        old = None
    if old is None or not begins(old, game):
        raise BadFile(f"{path}: exists and is no copy of this game; name another.")


def begins(old: Record, new: Record) -> bool:
    """Whether one record is the other, or its first moves."""
    return record.header(old) == record.header(new) and old.moves == new.moves[: len(old.moves)]


def read(path: Path) -> Save:
    """A table from its file; BadRecord if it breaks off."""
    content = load(path)
    found = record.read(content, GAMES)
    names, seed = remark(content, SEATS), remark(content, SEED)
    seats = people.parse(names) if names else []
    if seats and len(seats) != found.game.seats:
        raise BadFile(f"{path.name}: names {len(seats)} at a table of {found.game.seats}.")
    return Save(found, seats, int(seed) if SEEDED.fullmatch(seed) else None)


def load(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise BadFile(f"{path}: is not text; expected a record of a game.") from None
    except (OSError, ValueError) as problem:
        raise BadFile(f"{path}: cannot be read ({getattr(problem, 'strerror', problem)}).") from None


def remark(content: str, start: str) -> str:
    """What stands behind a remark of the header, or ""."""
    head = content.partition("\n\n")[0].splitlines()
    return next((row[len(start) :].strip() for row in head if row.startswith(start)), "")
