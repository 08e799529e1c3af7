"""The folder of a game: its top is the rules, `bot/` is what only bots and hints use."""

import ast
from pathlib import Path

import pytest

import velodrome.games
from velodrome.games import GAMES

FOLDER = Path(velodrome.games.__file__).parent


def list_imports(path: Path) -> list[str]:
    """Return the modules that a file imports, those inside functions too."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [f"{node.module}.{name.name}" for name in node.names]
    return found


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_of_a_game_import_nothing_of_its_bots(name: str) -> None:
    rules = sorted((FOLDER / name).glob("*.py"))
    assert rules
    for path in rules:
        assert [module for module in list_imports(path) if ".bot" in module] == [], path.name


@pytest.mark.parametrize("name", GAMES)
def test_a_game_imports_nothing_of_another_game(name: str) -> None:
    others = tuple(f"velodrome.games.{other}" for other in GAMES if other != name)
    for path in sorted((FOLDER / name).rglob("*.py")):
        assert [module for module in list_imports(path) if module.startswith(others)] == [], path.name
