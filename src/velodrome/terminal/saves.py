"""Saved games: one record in each file, below remarks (lines with `#`) that list the seats and the seed."""

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
from velodrome.terminal.seats import LocalSeat, format_seats, parse_seats

SEATS_REMARK = "# table "  # start of the line that lists the seats
SEED_REMARK = "# seed "  # start of the line with the seed
SEED_PATTERN = re.compile(r"-?\d{1,40}")


class BadFile(VelodromeError):
    """Raised if a file cannot be read or written, or holds no usable saved game."""


class Save(NamedTuple):
    """A saved game: its record, seats and seed."""

    record: Record
    seats: list[LocalSeat]  # empty if the file does not name them
    seed: int | None  # None: dice and cards are not reproducible


def new_path(game: str) -> Path:
    """Return the path for a new saved game in the data folder; no file has this path yet.

    Create the folder if it does not exist; raise BadFile if this fails.
    """
    try:
        data_folder().mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise BadFile(
            f"{data_folder()}: cannot be created ({problem.strerror}); name another folder in VELODROME_SAVES."
        ) from None
    stem = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
    path = data_folder() / f"{stem}.txt"
    number = 2
    while path.exists():
        path = data_folder() / f"{stem}-{number}.txt"
        number += 1
    return path


def format_save(save: Save) -> str:
    """Format a saved game: the remarks, then the record."""
    remarks = SEATS_REMARK + format_seats(save.seats) + "\n"
    if save.seed is not None:
        remarks += f"{SEED_REMARK}{save.seed}\n"
    return remarks + save.record.write()


def write_save(path: Path, save: Save, sync: Callable[[int], None] = os.fsync) -> None:
    """Replace the file atomically, so that a crash leaves the previous version intact; raise BadFile on failure.

    `sync(descriptor)` flushes the file to disk. It may do nothing if a later save will flush the file.
    """
    new = path.with_name(path.name + ".new")
    try:
        with new.open("w", encoding="utf-8") as file:
            file.write(format_save(save))
            file.flush()
            sync(file.fileno())
        new.replace(path)
    except (OSError, ValueError) as problem:
        with suppress(OSError, ValueError):
            new.unlink()
        raise BadFile(f"{path}: cannot be written ({getattr(problem, 'strerror', problem)}).") from None


def check_free(path: Path) -> None:
    """Raise BadFile if the path exists."""
    if path.exists():
        raise BadFile(f"{path}: exists already; name another file, or continue that game with --resume {path}")


def check_copy(path: Path, game: Record) -> None:
    """Raise BadFile unless the path is free or holds an earlier copy of this game."""
    if not path.exists():
        return
    try:
        old = read_save(path).record
    except VelodromeError:
        old = None
    if old is None or not is_prefix(old, game):
        raise BadFile(f"{path}: exists and is not a copy of this game; name another file.")


def is_prefix(old: Record, new: Record) -> bool:
    """Return whether the old record equals the new one or is its beginning."""
    return record.write_header(old) == record.write_header(new) and old.moves == new.moves[: len(old.moves)]


def read_save(path: Path) -> Save:
    """Read a saved game. Raise BadRecord if its record is broken, and BadFile if something else is wrong."""
    content = load_text(path)
    found = record.read(content, GAMES)
    names, seed = find_remark(content, SEATS_REMARK), find_remark(content, SEED_REMARK)
    seats = parse_seats(names) if names else []
    if seats and len(seats) != found.game.seats:
        raise BadFile(f"{path.name}: names {len(seats)} players, but the game has {found.game.seats} seats.")
    return Save(found, seats, int(seed) if SEED_PATTERN.fullmatch(seed) else None)


def load_text(path: Path) -> str:
    """Return the content of a text file; raise BadFile if it cannot be read."""
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise BadFile(f"{path}: is not text; expected a record of a game.") from None
    except (OSError, ValueError) as problem:
        raise BadFile(f"{path}: cannot be read ({getattr(problem, 'strerror', problem)}).") from None


def find_remark(content: str, start: str) -> str:
    """Return the rest of the header's remark line that begins with `start`; "" if there is no such line."""
    head = content.partition("\n\n")[0].splitlines()
    return next((row[len(start) :].strip() for row in head if row.startswith(start)), "")
