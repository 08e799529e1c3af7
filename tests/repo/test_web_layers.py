"""Tests of the web page's import rules: imports between its folders go one way, without cycles.

Imports of types in JSDoc comments count too.
"""

import os
import re
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "src" / "velodrome" / "web"
DOCS = Path(__file__).parents[2] / "docs" / "web.md"
MODULES = {str(path.relative_to(WEB)): path.read_text("utf-8") for path in sorted(WEB.rglob("*.js"))}
LAYERS = {  # the folders that each folder may import besides itself; main.js is the top layer
    "main.js": {"pages", "art", "lib"},
    "pages": {"forms", "table", "protocol", "art", "lib"},
    "forms": {"table", "protocol", "art", "lib"},
    "table": {"protocol", "art", "lib"},
    "protocol": {"lib"},
    "art": {"lib"},
    "lib": set[str](),
}
OPEN_TO_GAMES = {"table/pieces.js", "protocol/types.js"}  # what a game's drawing may import besides art and lib
STATIC = re.compile(r"""^(?:import|export)\b[^'"`;]*?from '(\.[^']+)'|^import '(\.[^']+)'""", re.M)
ANY = re.compile(r"""(?:from |import\(|^import )['"](\.[^'"]+)['"]""", re.M)  # dynamic imports and JSDoc types too


def resolve(module: str, address: str) -> str:
    """Return the path of an imported module, relative to `web/`."""
    return os.path.normpath(os.path.join(os.path.dirname(module), address)).replace(os.sep, "/")


def imports(module: str) -> set[str]:
    """Return every module that this one imports in any way, even if only for a type in JSDoc."""
    return {resolve(module, address) for address in ANY.findall(MODULES[module])}


def loads(module: str) -> set[str]:
    """Return the modules that this one imports statically, so that the browser must load them first."""
    return {resolve(module, one or other) for one, other in STATIC.findall(MODULES[module])}


def is_allowed(module: str, target: str) -> bool:
    folder, goal = module.split("/")[0], target.split("/")[0]
    if folder == "games":
        own = "/".join(module.split("/")[:2]) + "/"
        return target.startswith(own) or goal in ("art", "lib") or target in OPEN_TO_GAMES
    return goal == folder or goal in LAYERS[folder]


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_what_its_folder_may(module: str) -> None:
    assert [target for target in sorted(imports(module)) if not is_allowed(module, target)] == []


@pytest.mark.parametrize("module", MODULES)
def test_every_import_names_a_module(module: str) -> None:
    assert imports(module) <= set(MODULES)


def test_only_the_table_loads_drawings_by_name() -> None:
    assert [module for module, text in MODULES.items() if re.search(r"import\(`", text)] == ["table/drawings.js"]


def test_there_are_no_import_cycles() -> None:
    ready: set[str] = set()
    waiting = {module: loads(module) for module in MODULES}
    while free := [module for module, needs in waiting.items() if needs <= ready]:
        ready |= set(free)
        for module in free:
            del waiting[module]
    assert sorted(waiting) == []


def test_imports_are_found() -> None:
    """Check that the patterns find every kind of import; a pattern that found nothing would let any import pass."""
    assert "pages/message.js" in loads("main.js")
    assert "pages/home.js" in imports("main.js") - loads("main.js")
    assert "table/clocks.js" in imports("table/parts.js") - loads("table/parts.js")
    assert "lib/site.js" in imports("table/session.js") - loads("table/session.js")


def test_every_folder_has_its_charter() -> None:
    folders = {str(path.relative_to(WEB)) for path in WEB.rglob("*") if path.is_dir()}
    wanted = {re.sub(r"^games/[^/]+", "games/<game>", folder) for folder in folders} - {"games"}
    table = DOCS.read_text("utf-8").split("\n## Find the folder\n")[1].split("\n## ")[0]
    listed = {folder for row in re.findall(r"^\| (`.*?) \|", table, re.M) for folder in re.findall(r"`([^`]+)/`", row)}
    assert listed == wanted


@pytest.mark.parametrize("module", MODULES)
def test_lines_are_at_most_120_columns_long(module: str) -> None:
    """Check every line, because the formatter does not break long templates and comments."""
    assert [line for line in MODULES[module].splitlines() if len(line) > 120] == []
