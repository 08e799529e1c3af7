"""Fingerprints of the code that plays: a commit for reports, and a hash that is compared when a match is resumed."""

import subprocess
import sys
from collections.abc import Iterable
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import velodrome


def find_commit() -> str:
    """Return the commit of the Git checkout that contains this code, plus "-dirty" if its sources were changed.

    If there is no such checkout, or if this code differs from its sources, return the package version instead.
    """
    here = Path(velodrome.__file__).resolve().parent
    top = run_git(here, "rev-parse", "--show-toplevel")
    source = Path(top) / "src" / "velodrome"
    if top and source.is_dir() and hash_files([source]) == hash_files([here]):
        changed = run_git(source, "status", "--porcelain", "--", ".")
        return run_git(here, "rev-parse", "--short", "HEAD") + ("-dirty" if changed else "")
    return f"velodrome {velodrome.__version__}"


def run_git(folder: Path, *words: str) -> str:
    """Run git and return its output; return "" if git fails."""
    try:
        done = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()


def fingerprint_game(game: str) -> str:
    """Return a hash of the code that plays this game. If the hash changes, the same seed may give other games."""
    playing = [
        f"arena/{name}.py" for name in ("duplicate_chance", "match", "play_game")
    ]  # the other modules of the arena only report results
    return hash_files([files("velodrome") / part for part in ("core", "bots", *playing, f"games/{game}")])


def fingerprint_bots(bots: Iterable[str]) -> dict[str, str]:
    """Return {name of a `python:` bot: hash of its source file}; modules that the file imports are not included."""
    found: dict[str, str] = {}
    for name in bots:
        kind, _, rest = name.partition(":")
        file = getattr(sys.modules.get(rest.partition(":")[0]), "__file__", None)
        if kind == "python" and file:
            found[name] = hash_files([Path(file)])
    return found


def hash_files(parts: Iterable[Traversable]) -> str:
    """Hash the .py and .toml files among these files and folders, except the texts shown to people."""
    total = blake2b(digest_size=6)
    for part in parts:
        update_hash(part, total)
    return total.hexdigest()


def update_hash(part: Traversable, total: "blake2b") -> None:
    """Add a file to a hash, or all files of a folder and its subfolders; skip the files that `hash_files` excludes."""
    if part.is_dir():
        for inner in sorted(part.iterdir(), key=lambda inner: inner.name):
            update_hash(inner, total)
    elif part.name.endswith((".py", ".toml")) and not part.name.startswith("texts."):
        total.update(part.name.encode() + b"\0" + part.read_bytes() + b"\0")
