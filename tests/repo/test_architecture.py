"""Tests of docs/architecture.md: every file, function and folder that the page names exists."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "velodrome"
TEXT = (ROOT / "docs" / "architecture.md").read_text("utf-8")
FILE = re.compile(r"`((?:[a-z_]+/)+[a-z_]+\.(?:py|js)|[a-z_]+/[a-z_/]*\.(?:py|js))`(?:,? `([\w.]+)`)?")
NAMED = sorted({(found[1], found[2] or "") for found in FILE.finditer(TEXT.replace("\n", " ").replace("   ", ""))})
FOLDERS = re.findall(r"^\| `((?:[a-z]+/)+)`", TEXT, re.M)


def defined_names(path: Path) -> set[str]:
    """Return the names of functions, classes and methods (`Class.method`) that a module defines."""
    text = path.read_text("utf-8")
    if path.suffix == ".js":
        return set(re.findall(r"^export (?:async )?(?:function|const|class) (\w+)", text, re.M))
    names: set[str] = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            names |= {
                f"{node.name}.{inner.name}"
                for inner in node.body
                if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef)
            }
    return names


def test_the_page_names_many_functions() -> None:
    assert len([name for _, name in NAMED if name]) > 40


@pytest.mark.parametrize(("file", "name"), NAMED, ids=lambda value: value or "file")
def test_every_named_file_and_function_exists(file: str, name: str) -> None:
    path = ROOT / file if file.startswith("tests/") else SOURCE / file
    assert path.is_file(), file
    assert not name or name in defined_names(path), f"{file} defines no {name}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_named_folder_exists(folder: str) -> None:
    assert (SOURCE / folder).is_dir()


def test_every_folder_of_the_package_has_a_row() -> None:
    folders = {f"{path.parent.relative_to(SOURCE).as_posix()}/" for path in SOURCE.rglob("__init__.py")} - {"./"}
    own = {folder for folder in folders if not re.match(r"(games|web)/.|terminal/draw|server/store/migrations", folder)}
    assert own - {"games/"} <= set(FOLDERS)
