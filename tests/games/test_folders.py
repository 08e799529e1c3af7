"""Tests of imports in game folders: rules at the top level never import `bot/`, and no game imports another."""

import ast
from pathlib import Path

import pytest

import velodrome.games
from velodrome.games import GAMES

FOLDER = Path(velodrome.games.__file__).parent


def list_imports(path: Path) -> list[str]:
    """Return the modules that a file imports, including imports inside functions."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [f"{node.module}.{name.name}" for name in node.names]
    return found


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_of_a_game_do_not_import_its_bots(name: str) -> None:
    rules = sorted((FOLDER / name).glob("*.py"))
    assert rules
    for path in rules:
        assert [module for module in list_imports(path) if ".bot" in module] == [], path.name


@pytest.mark.parametrize("name", GAMES)
def test_a_game_does_not_import_another_game(name: str) -> None:
    others = tuple(f"velodrome.games.{other}" for other in GAMES if other != name)
    for path in sorted((FOLDER / name).rglob("*.py")):
        assert [module for module in list_imports(path) if module.startswith(others)] == [], path.name
