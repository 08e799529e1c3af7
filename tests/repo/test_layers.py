"""Imports go down the layers, never up; games do not know each other."""

import ast
import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src" / "velodrome"
LAYERS = ["core", "games", "bots", "arena", "adapters", "server", "cli"]  # each may import those before it
# modules and folders that stand beside a layer
BESIDE = {"paths": "core", "__init__": "games", "bench": "arena", "terminal": "cli", "__main__": "cli"}
MODULES = sorted(path.relative_to(SOURCE) for path in SOURCE.rglob("*.py"))


def imported(path: Path) -> list[str]:
    """Every module of ours that a file imports, wherever in it."""
    found: list[str] = []
    for node in ast.walk(ast.parse((SOURCE / path).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            found += [f"{node.module}.{name.name}" for name in node.names]
    return [name for name in found if name.split(".")[0] == "velodrome"]


def layer(parts: tuple[str, ...]) -> int:
    """Where a module stands; a name of the package itself stands on top of what it gathers."""
    first = parts[0].removesuffix(".py") if parts else "__init__"
    return LAYERS.index(first if first in LAYERS else BESIDE.get(first, "games"))


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_imports_go_down(path: Path) -> None:
    for name in imported(path):
        assert layer(tuple(name.split(".")[1:])) <= layer(path.parts), f"{path} imports {name}"


@pytest.mark.parametrize("path", [path for path in MODULES if path.parts[0] == "core"], ids=str)
def test_the_core_imports_only_itself(path: Path) -> None:
    assert all(name.startswith("velodrome.core.") for name in imported(path))


@pytest.mark.parametrize("path", [p for p in MODULES if p.parts[0] == "games" and len(p.parts) > 2], ids=str)
def test_a_game_imports_the_core_and_itself(path: Path) -> None:
    own = ("velodrome.core.", f"velodrome.games.{path.parts[1]}.")
    assert [name for name in imported(path) if not name.startswith(own)] == []


FORBIDDEN = {"random", "time", "datetime", "secrets", "socket", "asyncio", "threading", "os", "sys", "pathlib", "io"}


@pytest.mark.parametrize("path", [p for p in MODULES if p.parts[0] == "games" and len(p.parts) > 2], ids=str)
def test_rules_touch_no_clock_no_network_no_file_and_no_random_numbers(path: Path) -> None:
    tree = ast.parse((SOURCE / path).read_text("utf-8"))
    names = [name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names]
    names += [str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert {name.split(".")[0] for name in names} & FORBIDDEN == set()


def test_the_map_of_the_server_names_every_file_and_folder() -> None:
    text = ast.get_docstring(ast.parse((SOURCE / "server" / "__init__.py").read_text("utf-8"))) or ""
    listed = [path for path in (SOURCE / "server").iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()]
    for path in listed:
        name = f"{path.name}/" if path.is_dir() else path.stem
        assert path.stem == "__init__" or re.search(rf"(?<!\w){name}", text), name
