"""Tests of names: constants say what they measure, and public class names are unique."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "velodrome"
# Names that do not say what is measured: LONGEST should be MAX_NAME_LENGTH.
BARE_NAMES = {"BIGGEST", "ENOUGH", "FEW", "FEWEST", "HIGHEST", "LARGEST", "LEAST", "LONGEST", "LOWEST", "MANY"}
BARE_NAMES |= {"MAX", "MIN", "MOST", "SHORTEST", "SMALLEST", "USUAL"}
SOURCES = ["dev.py", "setup.py", "benchmarks", "docs", "examples", "src", "tests"]


def python_files(source_path: str) -> list[Path]:
    path = ROOT / source_path
    return [path] if path.is_file() else sorted(path.rglob("*.py"))


def constants(tree: ast.Module) -> Iterator[str]:
    """Yield the names assigned at the top level of a module."""
    for node in tree.body:
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AnnAssign):
            targets = [node.target]
        for target in targets:
            yield from (name.id for name in ast.walk(target) if isinstance(name, ast.Name))


def bare_constants(tree: ast.Module) -> list[str]:
    return [name for name in constants(tree) if name in BARE_NAMES]


@cache
def classes_by_name() -> dict[str, list[Path]]:
    """Return every public class name of the package with the modules that define it.

    A name that several games use in the same module (`games/*/rules.py`) counts once. So does a name that several
    modules in `terminal/draw` use.
    """
    found: defaultdict[str, list[Path]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        module = path.relative_to(PACKAGE)
        if module.parts[0] == "games" and len(module.parts) > 2:
            module = Path("games", "*", *module.parts[2:])
        elif module.parts[:2] == ("terminal", "draw"):
            module = Path("terminal", "draw", "*")
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and module not in found[node.name]:
                found[node.name].append(module)
    return found


@pytest.mark.parametrize("source_path", SOURCES)
def test_no_constant_has_a_bare_adjective_as_its_name(source_path: str) -> None:
    files = python_files(source_path)
    assert files, f"{source_path} holds no Python"
    found = {str(path): bare_constants(ast.parse(path.read_text("utf-8"))) for path in files}
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize("source", ["LONGEST = 500", "MOST: Final = 3", "FEW, MANY = 1, 2"])
def test_a_bare_constant_is_found(source: str) -> None:
    assert bare_constants(ast.parse(source))


def test_a_full_name_is_no_bare_constant() -> None:
    assert bare_constants(ast.parse("MAX_LINES = 500\ndef f():\n    MOST = 1")) == []


def test_no_two_public_classes_share_a_name() -> None:
    shared = {name: modules for name, modules in classes_by_name().items() if len(modules) > 1}
    assert shared == {}
