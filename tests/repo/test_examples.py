"""Tests of the examples in the documentation and in docstrings: each prints the output that is written below it."""

import ast
import doctest
import importlib
from pathlib import Path

import pytest
from tests.extras import needs

import velodrome

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(velodrome.__file__).parent
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def examples() -> list[doctest.DocTest]:
    """Return the examples in all docstrings, read from the source because doctest cannot see compiled functions."""
    found: list[doctest.DocTest] = []
    for path in sorted(PACKAGE.rglob("*.py")):
        module = ".".join(["velodrome", *path.relative_to(PACKAGE).with_suffix("").parts]).removesuffix(".__init__")
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                text = ast.get_docstring(node) or ""
                if ">>>" in text:
                    at = f"{module}.{getattr(node, 'name', '')}".rstrip(".")
                    names = dict(vars(importlib.import_module(module)))
                    found.append(doctest.DocTestParser().get_doctest(text, names, at, str(path), 0))
    return found


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_examples_in_a_docstring_run(example: doctest.DocTest) -> None:
    assert run(example) == ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples_on_a_documentation_page_run(page: Path) -> None:
    text = page.read_text("utf-8").replace("```", "\n")
    if "import pyspiel" in text:
        needs("pyspiel")
    assert run(doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)) == ""


def run(example: doctest.DocTest) -> str:
    """Run an example; return a description of the failure, or "" if it succeeds."""
    told: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS).run(example, out=told.append)
    return "".join(told)
