"""Tests of the test suite itself: time budgets, helper modules, and the list of slow tests."""

import ast
from pathlib import Path

import pytest
from tests.slow import SLOW_MODULES, VERY_SLOW_TESTS, is_slow, is_very_slow

TESTS = Path(__file__).resolve().parents[1]
# Folders whose tests may import helpers only from helper modules.
FOLDERS_WITH_HELPER_MODULES = sorted(path.name for path in TESTS.iterdir() if path.is_dir() and any(path.rglob("*.py")))


def imported_tests(source: str) -> list[str]:
    """Return the test modules and conftest.py files that a module imports."""
    modules: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            modules += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules += [f"{node.module}.{alias.name}" for alias in node.names]
    ours = [module for module in modules if module.split(".")[0] in ("tests", "conftest")]
    return [module for module in ours if any(part.startswith(("test_", "conftest")) for part in module.split("."))]


@pytest.mark.parametrize("folder", FOLDERS_WITH_HELPER_MODULES)
def test_helpers_come_from_helper_modules(folder: str) -> None:
    files = sorted((TESTS / folder).rglob("*.py"))
    assert files
    found = {path.name: imported_tests(path.read_text("utf-8")) for path in files}
    assert {name: modules for name, modules in found.items() if modules} == {}


@pytest.mark.parametrize(
    "source",
    [
        "from tests.server.test_rooms import SHORT",
        "from tests.browser.conftest import Visit",
        "from tests.laws import test_texts",
        "import tests.core.test_rng",
    ],
)
def test_a_helper_from_a_test_file_is_found(source: str) -> None:
    assert imported_tests(source)


def test_a_helper_module_may_be_imported() -> None:
    assert imported_tests("from tests.laws.strategies import steps\nfrom other.test_case import x") == []


def test_every_folder_has_a_budget() -> None:
    table = (TESTS / "README.md").read_text("utf-8")
    folders = [path.name for path in TESTS.iterdir() if path.is_dir() and path.name != "__pycache__"]
    assert [name for name in folders if f"| `tests/{name}" not in table] == []


@pytest.mark.parametrize("pattern", SLOW_MODULES)
def test_every_slow_module_exists(pattern: str) -> None:
    assert list(TESTS.glob(pattern))


@pytest.mark.parametrize("test", VERY_SLOW_TESTS)
def test_every_very_slow_test_exists(test: str) -> None:
    path, name = test.split("::")
    assert f"def {name}(" in (TESTS / path).read_text("utf-8")


def test_slow_tests_are_recognised() -> None:
    assert is_slow(Path("games/velvet/test_heuristic.py"))
    assert not is_slow(Path("games/velvet/test_rules.py"))
    assert is_very_slow(Path("games/velvet/test_heuristic.py"), "test_it_beats_a_blind_runner[3]")
    assert not is_very_slow(Path("games/velvet/test_heuristic.py"), "test_another")
