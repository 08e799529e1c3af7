"""Build script: compiles the rules, the search and the server's busiest modules with mypyc.

The package's metadata is in pyproject.toml. Without a working C compiler, the wheel contains plain Python. Environment
variables:

VELODROME_COMPILE=0     build a plain wheel, do not compile
VELODROME_OPT_LEVEL=0   set the compiler's optimisation level (default 3); 0 compiles fastest
VELODROME_GROUPS=1      compile each folder separately: rebuilds take seconds instead of a minute, play is 12 % slower
"""

import os
import sys
import tempfile
from pathlib import Path

from setuptools import Extension, setup

CORE = ["bits", "contract", "driver", "heuristic", "log", "playout", "rng"]  # core modules that playouts use
BOTS = ["ismcts", "tree"]  # modules of the search, whose strength depends on speed
SERVER = [
    "game/encoding",
    "game/log",
    "game/spec",
    "guests/limits",
    "rooms/bot_turns",
    "rooms/broadcast",
    "rooms/clocks",
    "rooms/connection",
    "rooms/follow_up",
    "rooms/handlers",
    "rooms/moves",
    "rooms/premoves",
    "rooms/presence",
    "rooms/room",
    "rooms/state",
    "ws/endpoint",
    "ws/framing",
]  # modules that handle a move; compiling saves processor time: encoding 18 %, log 5 %, others 8 %
NOT_COMPILED = {"__init__", "figures", "position"}  # files of a game that neither playouts nor server moves use
# mypyc treats everything from these libraries as Any, even if they are installed. So a build in an isolated
# environment, where they are missing, produces the same C code. msgspec is a build requirement, because it defines the
# layout of protocol classes.
UNTYPED_LIBRARIES = [
    "aiosqlite",
    "alembic",
    "h11",
    "itsdangerous",
    "segno",
    "sqlalchemy",
    "starlette",
    "uvicorn",
    "uvloop",
    "websockets",
]
BUILD_COMMANDS = {"build", "build_ext", "bdist_wheel", "editable_wheel", "install", "develop"}
# Only Python uses an extension's symbols, so they are hidden; warnings are off because they double the compile time.
GCC_OPTIONS = ["-fvisibility=hidden", "-w", "-Wno-all"]


def list_modules() -> list[str]:
    """Return the paths of all modules to compile."""
    package = Path("src/velodrome")
    games = sorted([*package.glob("games/*/*.py"), *package.glob("games/*/bot/*.py")])
    modules = [package / "core" / f"{name}.py" for name in CORE]
    modules += [path for path in games if path.stem not in NOT_COMPILED]
    modules += [package / "bots" / f"{name}.py" for name in BOTS]
    modules += [package / "server" / f"{name}.py" for name in SERVER]
    return [str(path) for path in modules]


def group_by_folder(modules: list[str]) -> list[tuple[list[str], str]]:
    """Group the modules by folder. For each folder, return its modules and the name of their shared library."""
    folders: dict[Path, list[str]] = {}
    for module in modules:
        folders.setdefault(Path(module).parent, []).append(module)
    return [(found, "_".join(folder.parts[1:])) for folder, found in folders.items()]


def write_mypy_config(folder: str) -> Path:
    """Write the configuration for mypyc's type check; return its path."""
    path = Path(folder) / "mypy.ini"
    sections = [f"[mypy-{name}.*]\nfollow_imports = skip\nignore_missing_imports = true" for name in UNTYPED_LIBRARIES]
    path.write_text("\n".join(["[mypy]", *sections, ""]), "utf-8")
    return path


def can_compile(options: list[str]) -> bool:
    """Compile and link a minimal extension with these options; return False if that fails."""
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "probe.c"
        source.write_text("#include <Python.h>\nPyObject *PyInit_probe(void) { return NULL; }\n", "utf-8")
        probe = Extension("probe", [str(source)], extra_compile_args=options, extra_link_args=options)
        command = build_ext(Distribution({"name": "probe", "ext_modules": [probe]}))
        command.build_lib = command.build_temp = folder
        try:
            command.ensure_finalized()
            command.run()
        except Exception as problem:  # each platform's compiler raises different errors
            print(f"velodrome: the C compiler failed with {options}: {problem}", file=sys.stderr)
            return False
    return True


def make_extensions() -> list[Extension]:
    """Translate the modules to C and return the extensions; return an empty list if C cannot be compiled here."""
    if os.environ.get("VELODROME_COMPILE") == "0" or sys.implementation.name != "cpython":
        return []
    if not can_compile([]):
        print("velodrome: no working C compiler, so the wheel contains plain Python", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    modules = list_modules()
    separate = group_by_folder(modules) if os.environ.get("VELODROME_GROUPS") else False
    level = os.environ.get("VELODROME_OPT_LEVEL", "3")
    with tempfile.TemporaryDirectory() as folder:
        arguments = [f"--config-file={write_mypy_config(folder)}", *modules]
        extensions = mypycify(arguments, opt_level=level, debug_level="0", strip_asserts=False, separate=separate)
    set_options(extensions, level)
    return extensions


def set_options(extensions: list[Extension], level: str) -> None:
    """Set the compiler options of each extension; `level` is the optimisation level, such as "3".

    Every extension gets new option lists, because mypyc gives the same list object to all extensions.
    """
    common = [] if os.name == "nt" else GCC_OPTIONS
    # The large library is optimised at link time, which uses every core.
    parallel = ["-flto=auto"] if os.name != "nt" and level != "0" and can_compile(["-flto=auto"]) else []
    for extension in extensions:
        large = parallel if extension.name.endswith("__mypyc") else []  # the other extensions are tiny stubs
        extension.extra_compile_args = [*extension.extra_compile_args, *common, *large]
        extension.extra_link_args = [*extension.extra_link_args, *large]


# pip also runs this file to get metadata and to build an sdist; neither needs the extensions.
setup(
    ext_modules=make_extensions() if BUILD_COMMANDS & set(sys.argv) else [],
    options={"build_ext": {"parallel": 2}},
)
