"""Test the import rules between the folders of the package.

A module imports only from its own layer and lower ones. In the server, each part imports only from the parts
that SERVER_IMPORTS lists for it.
"""

import ast
import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src" / "velodrome"
MODULES = sorted(path.relative_to(SOURCE) for path in SOURCE.rglob("*.py"))
GAME_MODULES = [path for path in MODULES if path.parts[0] == "games" and len(path.parts) > 2]

# Rank of each top-level folder or module. Each may import itself and those of a lower rank.
RANKS = {
    "core": 0,
    "paths": 0,
    "games": 1,
    "__init__": 2,
    "bots": 3,
    "arena": 4,
    "bench": 4,
    "terminal": 4,
    "adapters": 4,
    "server": 4,
    "cli": 5,
    "__main__": 6,
}

# The parts of the server that each part may import, besides itself.
FOUNDATION = {"protocol", "settings", "logs", "metrics"}
SERVER_IMPORTS = {
    "protocol": set[str](),
    "settings": set[str](),
    "logs": set[str](),
    "metrics": set[str](),
    "game": {"protocol", "settings"},
    "store": {"protocol", "settings", "metrics"},
    "workers": {"game", *FOUNDATION},
    "guests": {"settings"},
    "rooms": {"game", "store", "workers", *FOUNDATION},
    "services": {"guests", "rooms", "store", *FOUNDATION},
    "http": {"services", "guests", "rooms", "game", "store", "workers", *FOUNDATION},
    "ws": {"services", "guests", "rooms", "game", "store", *FOUNDATION},
    "app": {"http", "ws", "services", "guests", "rooms", "store", "workers", *FOUNDATION},
    "cli": {"app", "ws", "store", *FOUNDATION},
    "__init__": set[str](),
}

SQL_OUTSIDE_STORE: set[str] = set()  # modules outside the store that may import sqlalchemy
IMPURE = {"sqlalchemy", "asyncio", "socket", "time", "datetime", "threading", "starlette", "uvicorn", "websockets"}
FORBIDDEN_IN_RULES = {
    "random", "time", "datetime", "secrets", "socket", "asyncio", "threading", "os", "sys", "pathlib", "io",
}  # fmt: skip


def imports_of(path: Path) -> list[str]:
    """Return all dotted names that a module imports, even inside functions; `from a import b` counts as a.b."""
    names: list[str] = []
    for node in ast.walk(ast.parse((SOURCE / path).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return names


def own_imports(path: Path) -> list[str]:
    """Return the names that a module imports from this package, each without the leading `velodrome.`."""
    return [name.partition(".")[2] for name in imports_of(path) if name.split(".")[0] == "velodrome"]


def libraries(path: Path) -> set[str]:
    """Return the top-level names of all packages that a module imports."""
    return {name.split(".")[0] for name in imports_of(path)}


def top_folder(name: str) -> str:
    """Return the top-level folder or module in which a dotted name is defined.

    Names that the package `velodrome` itself defines belong to `__init__`.
    """
    first = name.split(".")[0]
    return first if first in RANKS else "__init__"


def server_part(path: Path) -> str:
    return path.parts[1].removesuffix(".py")


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_imports_go_down_the_layers(path: Path) -> None:
    own = path.parts[0].removesuffix(".py")
    for name in own_imports(path):
        other = top_folder(name)
        assert other == own or RANKS[other] < RANKS[own], f"{path} imports velodrome.{name}"


@pytest.mark.parametrize("path", [path for path in MODULES if path.parts[0] == "core"], ids=str)
def test_the_core_imports_only_itself(path: Path) -> None:
    assert [name for name in own_imports(path) if not name.startswith("core.")] == []


@pytest.mark.parametrize("path", GAME_MODULES, ids=str)
def test_a_game_imports_the_core_and_itself(path: Path) -> None:
    allowed = ("core.", f"games.{path.parts[1]}.")
    assert [name for name in own_imports(path) if not name.startswith(allowed)] == []


@pytest.mark.parametrize("path", GAME_MODULES, ids=str)
def test_rules_use_no_clock_network_files_or_random_numbers(path: Path) -> None:
    assert libraries(path) & FORBIDDEN_IN_RULES == set()


# ---------------------------------------------------------------- inside the server

SERVER_MODULES = [path for path in MODULES if path.parts[0] == "server"]


@pytest.mark.parametrize("path", SERVER_MODULES, ids=str)
def test_imports_go_down_the_layers_of_the_server(path: Path) -> None:
    own = server_part(path)
    for name in own_imports(path):
        parts = name.split(".")
        if parts[0] != "server" or parts[1] == own:
            continue
        assert parts[1] in SERVER_IMPORTS[own], f"{path} imports velodrome.{name}"


def test_every_part_of_the_server_has_an_import_rule() -> None:
    assert {server_part(path) for path in SERVER_MODULES} == set(SERVER_IMPORTS)


def test_the_rules_of_the_server_have_no_cycle() -> None:
    left = dict(SERVER_IMPORTS)
    while left:
        lowest = [part for part, imported in left.items() if not imported & left.keys()]
        assert lowest, f"these import each other: {sorted(left)}"
        for part in lowest:
            del left[part]


def test_only_the_store_imports_sqlalchemy() -> None:
    found = {
        path.relative_to("server").as_posix()
        for path in SERVER_MODULES
        if server_part(path) != "store" and "sqlalchemy" in libraries(path)
    }
    assert found == SQL_OUTSIDE_STORE


@pytest.mark.parametrize("path", [path for path in SERVER_MODULES if server_part(path) == "game"], ids=str)
def test_the_game_layer_imports_no_sql_sockets_or_time(path: Path) -> None:
    assert libraries(path) & IMPURE == set()


def test_the_map_of_the_server_names_every_file_and_folder() -> None:
    text = ast.get_docstring(ast.parse((SOURCE / "server" / "__init__.py").read_text("utf-8"))) or ""
    listed = [path for path in (SOURCE / "server").iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()]
    for path in listed:
        name = f"{path.name}/" if path.is_dir() else path.stem
        assert path.stem == "__init__" or re.search(rf"(?<!\w){name}", text), name
