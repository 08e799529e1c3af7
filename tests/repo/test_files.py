"""Tests of source files: their length, their docstrings, and the data files that are installed."""

import ast
from importlib.resources import files
from pathlib import Path

import pytest

from velodrome.games import GAMES

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "velodrome"
MAX_LINES = 500  # empty lines do not count; data belongs in .toml and .txt files
MAX_CHARTER_LENGTH = 120  # characters
PYTHON = sorted(path for place in ("src", "tests", "benchmarks") for path in (ROOT / place).rglob("*.py"))
PACKAGES = sorted({path.parent for path in PACKAGE.rglob("*.py")})


def charter_problem(folder: Path) -> str:
    """Return what is wrong with a package's charter (the first line of its docstring); "" if nothing is wrong."""
    init = folder / "__init__.py"
    if not init.exists():
        return "no __init__.py"
    docstring = ast.get_docstring(ast.parse(init.read_text("utf-8"))) or ""
    first, _, rest = docstring.partition("\n")
    if not first.endswith("."):
        return "the first line of the docstring is not a sentence"
    if len(first) > MAX_CHARTER_LENGTH:
        return "the first line of the docstring is too long"
    if rest and not rest.startswith("\n"):
        return "the first sentence does not end on its line"
    return ""


@pytest.mark.parametrize("path", [*PYTHON, ROOT / "dev.py"], ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_is_short_and_says_what_it_is(path: Path) -> None:
    text = path.read_text("utf-8")
    lines = len([line for line in text.splitlines() if line.strip()])
    assert lines <= MAX_LINES
    docstring = ast.get_docstring(ast.parse(text))
    assert docstring, "no docstring"
    assert docstring.splitlines()[0].endswith((".", ":", "…", "?")), "a docstring begins with a sentence"


@pytest.mark.parametrize("folder", PACKAGES, ids=lambda folder: str(folder.relative_to(PACKAGE.parent)))
def test_a_package_has_a_charter_of_one_line(folder: Path) -> None:
    assert charter_problem(folder) == ""


@pytest.mark.parametrize(
    "source", [None, "", '"""Two lines\nof a sentence."""', '"""No full stop"""', f'"""{"a" * 120}."""']
)
def test_a_missing_or_long_charter_is_found(source: str | None, tmp_path: Path) -> None:
    if source is not None:
        (tmp_path / "__init__.py").write_text(source, "utf-8")
    assert charter_problem(tmp_path)


@pytest.mark.parametrize("name", GAMES)
def test_data_is_installed_with_the_package(name: str) -> None:
    source = PACKAGE / "games" / name
    for path in source.iterdir():
        if path.suffix in (".toml", ".md"):
            assert files("velodrome.games").joinpath(name, path.name).read_text("utf-8") == path.read_text("utf-8")
