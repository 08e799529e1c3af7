"""Which code plays: its commit for people, its fingerprint for matches that go on."""

import subprocess
from collections.abc import Iterable
from hashlib import blake2b
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import velodrome


def commit() -> str:
    """The commit of the checkout whose source this is, byte for byte; else the version."""
    here = Path(velodrome.__file__).resolve().parent
    top = said_by_git(here, "rev-parse", "--show-toplevel")
    source = Path(top) / "src" / "velodrome"
    if top and source.is_dir() and hashed([source]) == hashed([here]):
        return said_by_git(here, "describe", "--always", "--dirty")
    return f"velodrome {version('velodrome')}"


def said_by_git(folder: Path, *words: str) -> str:
    """What git says, or nothing."""
    try:
        done = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()


def fingerprint(game: str) -> str:
    """A hash of the code that plays: with another, the same seeds may bring another match."""
    return hashed([files("velodrome") / folder for folder in ("core", "bots", "arena", f"games/{game}")])


def hashed(folders: Iterable[Traversable]) -> str:
    """One hash of all code and data in these folders."""
    total = blake2b(digest_size=6)
    for folder in folders:
        add_code(folder, total)
    return total.hexdigest()


def add_code(folder: Traversable, total: "blake2b") -> None:
    for part in sorted(folder.iterdir(), key=lambda part: part.name):
        if part.is_dir() and part.name != "__pycache__":
            add_code(part, total)
        elif part.name.endswith((".py", ".toml")):
            total.update(part.name.encode() + b"\0" + part.read_bytes() + b"\0")
