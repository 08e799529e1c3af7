"""Tests of rule numbers: every rule has a number, a test and a translation; all numbers in tests and source exist."""

import ast
import re
from pathlib import Path

import pytest

from velodrome.games import GAMES

ROOT = Path(__file__).resolve().parents[2]
HEADING = re.compile(r"^###\s+([A-Z]{2})-(\d+)\b", re.MULTILINE)
PARTS = ["__init__.py", "pieces.py", "moves.py", "game.py", "rules.py", "position.py", "view.py", "outcomes.py"]


def folder(name: str) -> Path:
    return ROOT / "src" / "velodrome" / "games" / name


def numbers(name: str, book: str = "RULES.md") -> list[str]:
    """Return the rule numbers of a game in order: VC-01, VC-02 …"""
    return [f"{letters}-{number}" for letters, number in HEADING.findall((folder(name) / book).read_text("utf-8"))]


def rules_in_tests(name: str) -> set[str]:
    """Return the rule numbers in the names of a game's tests."""
    letters = numbers(name)[0][:2].lower()
    found: set[str] = set()
    for path in (ROOT / "tests" / "games" / name).rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found |= {f"{letters.upper()}-{number}" for number in re.findall(rf"_{letters}(\d+)", node.name)}
    return found


@pytest.mark.parametrize("name", GAMES)
def test_rule_numbers_are_unique_and_have_one_prefix(name: str) -> None:
    found = numbers(name)
    assert found
    assert len(found) == len(set(found))
    assert len({number[:2] for number in found}) == 1


@pytest.mark.parametrize("name", GAMES)
def test_the_french_rules_have_the_same_numbers(name: str) -> None:
    assert numbers(name, "RULES.fr.md") == numbers(name)


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_has_a_test(name: str) -> None:
    assert sorted(set(numbers(name)) - rules_in_tests(name)) == []


@pytest.mark.parametrize("name", GAMES)
def test_every_tested_rule_exists(name: str) -> None:
    assert sorted(rules_in_tests(name) - set(numbers(name))) == []


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_named_in_the_source_exists(name: str) -> None:
    known = set(numbers(name))
    letters = numbers(name)[0][:2]
    for path in folder(name).rglob("*"):
        if path.suffix in (".py", ".toml", ".md"):
            named = set(re.findall(rf"\b{letters}-\d+\b", path.read_text("utf-8")))
            assert sorted(named - known) == [], path.name


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_all_its_parts(name: str) -> None:
    assert [part for part in PARTS if not (folder(name) / part).exists()] == []
    assert (ROOT / "tests" / "games" / name).is_dir()


def test_every_folder_of_a_game_is_registered() -> None:
    assert {path.parent.name for path in folder("").glob("*/rules.py")} == set(GAMES)
