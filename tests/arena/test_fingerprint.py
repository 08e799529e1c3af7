"""Tests of how a report names the code: by its commit (marked dirty after changes) or by the version number."""

import shutil
import subprocess
from pathlib import Path

import pytest

import velodrome
from velodrome.arena import fingerprint

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is missing")


def commit_all(folder: Path) -> str:
    """Turn a folder into a Git repository and commit everything in it; return the commit's short hash."""
    for words in (
        ("init", "-q"),
        ("add", "."),
        ("-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-qm", "first"),
    ):
        subprocess.run(["git", *words], cwd=folder, check=True)
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def package(folder: Path, text: str) -> None:
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(text)


def test_a_commit_is_named_only_if_it_contains_the_running_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".gitignore").write_text("env\n")
    package(tmp_path / "src" / "velodrome", "a = 1\n")
    package(tmp_path / "env" / "velodrome", "a = 1\n")
    first = commit_all(tmp_path)
    (tmp_path / "page.md").write_text("what is not code changes no figure\n")
    for where in ("src", "env"):
        monkeypatch.setattr(velodrome, "__file__", str(tmp_path / where / "velodrome" / "__init__.py"))
        assert fingerprint.find_commit() == first
    (tmp_path / "src" / "velodrome" / "__init__.py").write_text("a = 2\n")
    assert fingerprint.find_commit() == f"velodrome {velodrome.__version__}", "installed before the source was changed"
    (tmp_path / "env" / "velodrome" / "__init__.py").write_text("a = 2\n")
    assert fingerprint.find_commit() == f"{first}-dirty"


def test_the_commit_of_an_unrelated_repository_is_not_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path / "env" / "velodrome", "a = 1\n")
    commit_all(tmp_path)
    monkeypatch.setattr(velodrome, "__file__", str(tmp_path / "env" / "velodrome" / "__init__.py"))
    assert fingerprint.find_commit() == f"velodrome {velodrome.__version__}"
