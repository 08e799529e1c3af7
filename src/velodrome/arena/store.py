"""Where a match is kept while it is played: a file that only grows, so that it can be stopped at any moment."""

import json
import subprocess
from hashlib import blake2b
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import BinaryIO

import velodrome
from velodrome.arena.match import BadMatch, Match, opened
from velodrome.arena.room import Block

FORMAT = 1


class Store:
    """The blocks of one match: a header, then a line of JSON for each block in the order they were done."""

    def __init__(self, folder: Path, match: Match) -> None:
        self.folder = folder
        self.path = folder / "match.jsonl"
        self.blocks: dict[int, Block] = {}
        self.commit = commit()  # with which it began
        folder.mkdir(parents=True, exist_ok=True)
        if self.path.exists() and b"\n" in self.path.read_bytes():
            self.resume(header(match))
        else:
            self.path.write_text(json.dumps({**header(match), "commit": self.commit}) + "\n", "utf-8")
        self.file: BinaryIO = self.path.open("ab")

    def resume(self, wanted: dict[str, object]) -> None:
        """Read what is there; a last line that was cut off is dropped."""
        content = self.path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        lines = whole.splitlines()
        try:
            found, *rows = [json.loads(line) for line in lines]
            self.blocks = {row["block"]: row for row in rows}
        except (ValueError, KeyError, TypeError):
            raise BadMatch(f"{self.path} is no match that can be resumed; choose another folder.") from None
        check_same(self.path, found, wanted)
        self.commit = str(found.get("commit", ""))
        if len(whole) < len(content):
            with self.path.open("r+b") as file:
                file.truncate(len(whole))

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
        "version": version("velodrome"),
        "code": fingerprint(match.game),
    }


def check_same(path: Path, found: object, wanted: dict[str, object]) -> None:
    """BadMatch if the file holds another match."""
    if not isinstance(found, dict) or "format" not in found:
        raise BadMatch(f"{path} is no match that can be resumed; choose another folder.")
    for name, value in wanted.items():
        if found.get(name) != value:
            was, now = json.dumps(found.get(name)), json.dumps(value)
            raise BadMatch(f"{path} holds another match: its {name} is {was}, not {now}. Choose another folder.")


def commit() -> str:
    """The state of the source, where it is known; else the version."""
    asked = ["git", "describe", "--always", "--dirty"]
    try:
        done = subprocess.run(asked, cwd=Path(velodrome.__file__).parent, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return f"velodrome {version('velodrome')}"
    return done.stdout.strip()


def fingerprint(game: str) -> str:
    """A hash of the code that plays: with another, the same seeds may bring another match."""
    total = blake2b(digest_size=6)
    for folder in ("core", "bots", "arena", f"games/{game}"):
        add_code(files("velodrome") / folder, total)
    return total.hexdigest()


def add_code(folder: Traversable, total: "blake2b") -> None:
    for part in sorted(folder.iterdir(), key=lambda part: part.name):
        if part.is_dir() and part.name != "__pycache__":
            add_code(part, total)
        elif part.name.endswith((".py", ".toml")):
            total.update(part.name.encode() + b"\0" + part.read_bytes() + b"\0")
