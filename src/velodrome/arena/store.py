"""Match files: append-only, so that a match can be stopped at any time and resumed."""

import json
import os
import sys
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from velodrome import __version__
from velodrome.arena.fingerprint import find_commit, fingerprint_bots, fingerprint_game
from velodrome.arena.match import MAX_BLOCK_GAMES, BadMatch, Match, count_block_games, open_game
from velodrome.arena.play_game import Block

FORMAT_VERSION = 1
MATCH_FILE = "match.jsonl"


class MatchStore:
    """The open file of a match: a header, then one JSON line for each block, in the order in which blocks finished.

    Creating a `MatchStore` locks the folder and opens the file in it. If there is no file yet, it is created. If the
    file exists, it must be from the same match, and `self.match` gets its secret key (`Match.key`) from the file.
    """

    def __init__(self, folder: Path, match: Match) -> None:
        self.folder = folder
        self.path = folder / MATCH_FILE
        folder.mkdir(parents=True, exist_ok=True)
        self.lock = lock_file(folder / "match.lock")
        try:
            if not self.path.exists() or not self.path.stat().st_size:
                self.create(match)
            stored = read_match(self.path)
            check_same(self.path, stored.header, make_header(match))
            with self.path.open("r+b") as file:
                file.truncate(stored.whole)  # drop an incomplete last line
        except BaseException:
            self.lock.close()
            raise
        self.match = match._replace(key=stored.match.key)
        self.blocks = stored.blocks
        self.commit = stored.commit
        self.file: BinaryIO = self.path.open("ab")

    def create(self, match: Match) -> None:
        """Create the match file with only its header.

        The file is written atomically, because a file with an incomplete header would be refused later.
        """
        new = self.path.with_suffix(".new")
        new.write_text(json.dumps({**make_header(match), "commit": find_commit()}) + "\n", "utf-8")
        new.replace(self.path)

    def append(self, block: Block) -> None:
        """Append a block to the file. Its game records are removed from the block and written to separate files."""
        for game_index, text in enumerate(block.pop("records", [])):
            self.record_path(block["block"], game_index).write_text(text, "utf-8")
        self.file.write(json.dumps(block).encode() + b"\n")
        self.file.flush()

    def record_path(self, block: int, game_index: int) -> Path:
        folder = self.folder / "records"
        folder.mkdir(exist_ok=True)
        return folder / f"{block:06}-{game_index}.txt"

    def close(self) -> None:
        self.file.close()
        self.lock.close()


def lock_file(path: Path) -> BinaryIO:
    """Open and lock a file, and return it; the lock ends when the file is closed or this process ends.

    Except on Windows, also write the process id into the file. Raise BadMatch if another process holds the lock. If
    the file system does not support locks, return the file without a lock.
    """
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
        raise BadMatch(f"another arena{who} uses {path.parent}; wait for it or choose another folder.") from None
    except OSError:  # some file systems do not support locks
        pass
    return file


# ---------------------------------------------------------------- read match files


class StoredMatch(NamedTuple):
    """A match as read from a file."""

    match: Match
    header: dict[str, Any]
    blocks: dict[int, Block]  # {number of a block: the block}
    commit: str  # commit of the code that started the match
    whole: int  # size of the complete lines, in bytes


def read_match(path: Path) -> StoredMatch:
    """Read the complete lines of a file, even if it is still growing; raise BadMatch with the number of a bad line."""
    content = path.read_bytes()
    whole = content.rfind(b"\n") + 1
    first, *lines = content[:whole].splitlines() or [b""]
    found = parse_line(first)
    match = parse_header(found)
    if match is None:
        raise BadMatch(f"{path} is not a match that can be resumed; choose another folder.")
    blocks: dict[int, Block] = {}
    for number, line in enumerate(lines, 2):
        block = parse_block(match, parse_line(line))
        if block is None:
            raise BadMatch(f"{path}, line {number}: not a block of this match; remove it or choose another folder.")
        blocks[block["block"]] = block
    return StoredMatch(match, found, blocks, str(found.get("commit", "")), whole)


def parse_line(line: bytes) -> dict[str, Any]:
    """Parse a line as a JSON object; return {} if it is not one."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


HEADER_TYPES: dict[str, Any] = {  # required fields of a header
    "format": int, "game": str, "seats": int, "options": dict, "bots": list, "seed": int, "patience": (int, float),
}  # fmt: skip


def parse_header(found: dict[str, Any]) -> Match | None:
    """Return the match that a header describes; None if the header is not valid."""
    if not all([isinstance(found.get(name), kind) for name, kind in HEADER_TYPES.items()]):
        return None
    bots, seats = [str(name) for name in found["bots"]], found["seats"]
    if len(bots) < 2 or seats < 2 or count_block_games(len(bots), seats) > MAX_BLOCK_GAMES:
        return None
    options = {name: tuple(value) if isinstance(value, list) else value for name, value in found["options"].items()}
    key = str(found.get("key", ""))
    return Match(found["game"], seats, tuple(options.items()), tuple(bots), found["seed"], found["patience"], key)


def parse_block(match: Match, row: dict[str, Any]) -> Block | None:
    """Return the block that a line describes; None if a part is missing or wrong."""
    number, rooms, clocks = row.get("block"), row.get("rooms"), row.get("clocks")
    sound = (
        isinstance(number, int)
        and number >= 0
        and isinstance(rooms, list)
        and len(rooms) == match.block_size()
        and all([is_game_result(match, result) for result in rooms])
        and isinstance(clocks, list)
        and len(clocks) == len(match.bots)
        and all([isinstance(clock, dict) and {"count", "total", "worst", "classes"} <= set(clock) for clock in clocks])
    )
    return row if sound else None  # type: ignore[return-value]


def is_game_result(match: Match, result: object) -> bool:
    """Return whether a result has an outlook and a place for every seat."""
    return isinstance(result, dict) and all(
        [isinstance(result.get(name), list) and len(result[name]) == match.seats for name in ("outlooks", "places")]
    )


def make_header(match: Match) -> dict[str, object]:
    """Return the header of a match: everything that must be equal for the match to be resumed."""
    game = open_game(match)
    return {
        "format": FORMAT_VERSION,
        "game": match.game,
        "rules": game.version,
        "seats": match.seats,
        "options": {name: list(value) if isinstance(value, tuple) else value for name, value in match.options},
        "bots": list(match.bots),
        "seed": match.seed,
        "patience": match.patience,
        **({"key": match.key} if match.key else {}),
        "version": __version__,
        "code": fingerprint_game(match.game),
        **({"own": own} if (own := fingerprint_bots(match.bots)) else {}),
    }


def check_same(path: Path, found: dict[str, object], wanted: dict[str, object]) -> None:
    """Raise BadMatch if a setting in the file's header differs from the wanted header.

    If the file has a secret key, that key may differ: the match then continues with the file's key.
    """
    for name, value in wanted.items():
        if found.get(name) != value and not (name == "key" and found.get(name)):
            was, now = json.dumps(found.get(name)), json.dumps(value)
            raise BadMatch(f"{path} holds another match: its {name} is {was}, not {now}. Choose another folder.")
