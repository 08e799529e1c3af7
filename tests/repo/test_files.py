"""The files themselves: sizes, docstrings, data that is installed."""

import ast
from importlib.resources import files
from pathlib import Path

import pytest

from velodrome.games import GAMES

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 500  # lines that are not empty; tables and data stand in .toml and .txt
PYTHON = sorted(path for place in ("src", "tests", "benchmarks") for path in (ROOT / place).rglob("*.py"))


@pytest.mark.parametrize("path", [*PYTHON, ROOT / "dev.py"], ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_is_short_and_says_what_it_is(path: Path) -> None:
    text = path.read_text("utf-8")
    lines = len([line for line in text.splitlines() if line.strip()])
    assert lines <= LONGEST
    docstring = ast.get_docstring(ast.parse(text))
    assert docstring, "no docstring"
    assert docstring.splitlines()[0].endswith((".", ":", "…", "?")), "a docstring begins with a sentence"


@pytest.mark.parametrize("name", GAMES)
def test_data_is_installed_with_the_package(name: str) -> None:
    source = ROOT / "src" / "velodrome" / "games" / name
    for path in source.iterdir():
        if path.suffix in (".toml", ".md"):
            assert files("velodrome.games").joinpath(name, path.name).read_text("utf-8") == path.read_text("utf-8")


def test_every_folder_of_tests_has_a_budget() -> None:
    told = (ROOT / "tests" / "README.md").read_text("utf-8")
    for path in (ROOT / "tests").iterdir():
        if path.is_dir() and path.name != "__pycache__":
            assert f"| `tests/{path.name}" in told, path.name
