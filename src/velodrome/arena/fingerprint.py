"""Which code plays: its commit for people, its fingerprint for matches that go on."""

import subprocess
import sys
from collections.abc import Iterable
from hashlib import blake2b
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
        changed = said_by_git(source, "status", "--porcelain", "--", ".")
        return said_by_git(here, "rev-parse", "--short", "HEAD") + ("-dirty" if changed else "")
    return f"velodrome {velodrome.__version__}"


def said_by_git(folder: Path, *words: str) -> str:
    """What git says, or nothing."""
    try:
        done = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()


def fingerprint(game: str) -> str:
    """A hash of the code that plays: with another, the same seeds may bring another match."""
    playing = [f"arena/{name}.py" for name in ("luck", "match", "room")]  # the others only count and tell
    return hashed([files("velodrome") / part for part in ("core", "bots", *playing, f"games/{game}")])


def fingerprints(bots: Iterable[str]) -> dict[str, str]:
    """A hash of the file of each bot of one's own; what that file imports is not looked at."""
    found: dict[str, str] = {}
    for name in bots:
        kind, _, rest = name.partition(":")
        file = getattr(sys.modules.get(rest.partition(":")[0]), "__file__", None)
        if kind == "python" and file:
            found[name] = hashed([Path(file)])
    return found


def hashed(parts: Iterable[Traversable]) -> str:
    """One hash of all code and boards in these files and folders; what is said to people is neither."""
    total = blake2b(digest_size=6)
    for part in parts:
        add_code(part, total)
    return total.hexdigest()


def add_code(part: Traversable, total: "blake2b") -> None:
    if part.is_dir():
        for inner in sorted(part.iterdir(), key=lambda inner: inner.name):
            add_code(inner, total)
    elif part.name.endswith((".py", ".toml")) and part.name != "texts.toml":
        total.update(part.name.encode() + b"\0" + part.read_bytes() + b"\0")
