"""Test the documentation pages that are generated for each game: they are complete, their examples run, links work."""

import doctest
import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from velodrome.core import rulebook
from velodrome.games import GAMES

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build", ROOT / "docs" / "build.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_page_has_the_same_eight_headings(builder: ModuleType, tmp_path: Path) -> None:
    pages = builder.build(tmp_path / "pages")
    assert [path.stem for path in pages] == list(GAMES)
    for path in pages:
        headings = [row[3:] for row in path.read_text("utf-8").splitlines() if row.startswith("## ")]
        assert headings == list(builder.HEADINGS)
        assert len(headings) == 8


@pytest.mark.parametrize("name", GAMES)
def test_a_page_holds_every_rule_and_option_and_its_example_runs(builder: ModuleType, name: str) -> None:
    page = builder.page(name)
    assert all(f"#### {number} " in page for number in rulebook.rules(name, "en"))
    assert all(f"`{option.name}`" in page for option in GAMES[name].options)
    test = doctest.DocTestParser().get_doctest(page.replace("```", "\n"), {}, name, None, 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_links_between_pages_are_not_broken() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
    for page in pages:
        for target in re.findall(r"\]\(([\w./-]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
