"""Where a match is kept while it is played: a file that only grows, so that it can be stopped at any moment."""

import json
import os
import sys
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from velodrome import __version__
from velodrome.arena.fingerprint import commit, fingerprint, fingerprints
from velodrome.arena.match import MOST_ROOMS, BadMatch, Match, opened, rooms_of
from velodrome.arena.play_game import Block

FORMAT = 1
NAME = "match.jsonl"


class Store:
    """The blocks of one match: a header, then a line of JSON for each block in the order they were done.

    Its `match` is the one to play: a match that goes on has the key with which it began.
    """

    def __init__(self, folder: Path, match: Match) -> None:
        self.folder = folder
        self.path = folder / NAME
        folder.mkdir(parents=True, exist_ok=True)
        self.lock = locked(folder / "match.lock")
        try:
            if not self.path.exists() or not self.path.stat().st_size:
                self.begin(match)
            kept = read_match(self.path)
            check_same(self.path, kept.header, header(match))
            with self.path.open("r+b") as file:
                file.truncate(kept.whole)  # a last line that was cut off is dropped
        except BaseException:
            self.lock.close()
            raise
        self.match = match._replace(key=kept.match.key)
        self.blocks = kept.blocks
        self.commit = kept.commit
        self.file: BinaryIO = self.path.open("ab")

    def begin(self, match: Match) -> None:
        """Write the header; whole or not at all, so that nobody else's file is taken for half of ours."""
        new = self.path.with_suffix(".new")
        new.write_text(json.dumps({**header(match), "commit": commit()}) + "\n", "utf-8")
        new.replace(self.path)

    def keep(self, block: Block) -> None:
        """One more block, with its records in files of their own."""
        for room, text in enumerate(block.pop("records", [])):
            self.record_path(block["block"], room).write_text(text, "utf-8")
        self.file.write(json.dumps(block).encode() + b"\n")
        self.file.flush()

    def record_path(self, block: int, room: int) -> Path:
        folder = self.folder / "records"
        folder.mkdir(exist_ok=True)
        return folder / f"{block:06}-{room}.txt"

    def close(self) -> None:
        self.file.close()
        self.lock.close()


def locked(path: Path) -> BinaryIO:
    """A file that is locked until it is closed, at the latest when its process ends; it says which that is."""
    file = path.open("a+b")
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            file.truncate(0)
            file.write(str(os.getpid()).encode())
            file.flush()
    except (BlockingIOError, PermissionError):
        file.seek(0)
        who = "" if sys.platform == "win32" else f" (process {file.read(20).decode('ascii', 'replace')})"
        file.close()
        raise BadMatch(f"another arena{who} is at work in {path.parent}; wait for it or choose another.") from None
    except OSError:  # some file systems know no locks: then two arenas are their owner's care
        pass
    return file


# ---------------------------------------------------------------- reading


class Kept(NamedTuple):
    """A match as a file has it."""

    match: Match
    header: dict[str, Any]
    blocks: dict[int, Block]
    commit: str  # with which it began
    whole: int  # bytes up to the end of the last whole line


def read_match(path: Path) -> Kept:
    """All whole lines of a file, which may be growing; BadMatch says which line is wrong."""
    content = path.read_bytes()
    whole = content.rfind(b"\n") + 1
    first, *lines = content[:whole].splitlines() or [b""]
    found = parsed(first)
    match = match_of(found)
    if match is None:
        raise BadMatch(f"{path} is no match that can be resumed; choose another folder.")
    blocks: dict[int, Block] = {}
    for number, line in enumerate(lines, 2):
        block = block_of(match, parsed(line))
        if block is None:
            raise BadMatch(f"{path}, line {number}: no block of this match; remove the line or choose another folder.")
        blocks[block["block"]] = block
    return Kept(match, found, blocks, str(found.get("commit", "")), whole)


def parsed(line: bytes) -> dict[str, Any]:
    """The object of a line, or an empty one."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


HEADER: dict[str, Any] = {  # what a match is made of
    "format": int, "game": str, "seats": int, "options": dict, "bots": list, "seed": int, "patience": (int, float),
}  # fmt: skip


def match_of(found: dict[str, Any]) -> Match | None:
    """The match that a header describes, if it does."""
    if not all([isinstance(found.get(name), kind) for name, kind in HEADER.items()]):
        return None
    bots, seats = [str(name) for name in found["bots"]], found["seats"]
    if len(bots) < 2 or seats < 2 or rooms_of(len(bots), seats) > MOST_ROOMS:
        return None
    options = {name: tuple(value) if isinstance(value, list) else value for name, value in found["options"].items()}
    key = str(found.get("key", ""))
    return Match(found["game"], seats, tuple(options.items()), tuple(bots), found["seed"], found["patience"], key)


def block_of(match: Match, row: dict[str, Any]) -> Block | None:
    """A line as a block, if it has all that is counted."""
    number, rooms, clocks = row.get("block"), row.get("rooms"), row.get("clocks")
    sound = (
        isinstance(number, int)
        and number >= 0
        and isinstance(rooms, list)
        and len(rooms) == match.rooms()
        and all([is_room(match, room) for room in rooms])
        and isinstance(clocks, list)
        and len(clocks) == len(match.bots)
        and all([isinstance(clock, dict) and {"count", "total", "worst", "classes"} <= set(clock) for clock in clocks])
    )
    return row if sound else None  # type: ignore[return-value]


def is_room(match: Match, room: object) -> bool:
    """Whether every seat has its outlook and its place."""
    return isinstance(room, dict) and all(
        [isinstance(room.get(name), list) and len(room[name]) == match.seats for name in ("outlooks", "places")]
    )


def header(match: Match) -> dict[str, object]:
    """What must be the same for a match to go on."""
    game = opened(match)
    return {
        "format": FORMAT,
        "game": match.game,
        "rules": game.version,
        "seats": match.seats,
        "options": {name: list(value) if isinstance(value, tuple) else value for name, value in match.options},
        "bots": list(match.bots),
        "seed": match.seed,
        "patience": match.patience,
        **({"key": match.key} if match.key else {}),
        "version": __version__,
        "code": fingerprint(match.game),
        **({"own": own} if (own := fingerprints(match.bots)) else {}),
    }


def check_same(path: Path, found: dict[str, object], wanted: dict[str, object]) -> None:
    """BadMatch if the file holds another match; its key is not asked for, only whether it has one."""
    for name, value in wanted.items():
        if found.get(name) != value and not (name == "key" and found.get(name)):
            was, now = json.dumps(found.get(name)), json.dumps(value)
            raise BadMatch(f"{path} holds another match: its {name} is {was}, not {now}. Choose another folder.")
