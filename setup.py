"""Compiles rules, search and a move's way at a table with mypyc; without a C compiler the same source is interpreted.

VELODROME_GROUPS=1 compiles each folder by itself: a change costs seconds instead of a minute, play some 12 %.
"""

import os
import shlex
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from setuptools import setup

CORE = ["bits", "contract", "driver", "heuristic", "log", "play", "rng"]  # core modules that playouts run through
BOTS = ["ismcts", "tree"]  # bots that are only as good as they are fast
SERVER = [
    "game/log",
    "game/undo",
    "game/spec",
    "game/views",
    "guests/limits",
    "rooms/connection",
    "rooms/handlers",
    "rooms/room",
    "rooms/seats",
    "rooms/takeback",
    "ws/endpoint",
    "ws/framing",
]  # what a move at a table passes on its way to the seats
PLAIN = {"__init__", "position"}  # files of a game that neither playouts nor a table server run through
# Libraries whose types are looked at by `dev.py test`, not here: it would take ten seconds and make nothing faster.
UNREAD = ["sqlalchemy", "starlette", "uvicorn", "websockets"]
# Only Python looks into an extension, so its names are hidden; and to look for warnings takes as long as to compile.
QUICK = ["-fvisibility=hidden", "-w", "-Wno-all"]


def sources() -> list[str]:
    package = Path("src/velodrome")
    found = [package / "core" / f"{name}.py" for name in CORE]
    found += [
        path
        for path in sorted([*package.glob("games/*/*.py"), *package.glob("games/*/bot/*.py")])
        if path.stem not in PLAIN
    ]
    found += [package / "bots" / f"{name}.py" for name in BOTS]
    found += [package / "server" / f"{name}.py" for name in SERVER]
    return [str(path) for path in found]


def groups(files: list[str]) -> list[tuple[list[str], str]]:
    """The files of each folder, with a name for what they become."""
    folders: dict[Path, list[str]] = {}
    for file in files:
        folders.setdefault(Path(file).parent, []).append(file)
    return [(found, f"velodrome_{folder.name}") for folder, found in folders.items()]


def settings(folder: str) -> str:
    """The path of a file with what mypyc's own look at the types needs to know."""
    path = Path(folder) / "mypy.ini"
    path.write_text("[mypy]\n" + "".join(f"[mypy-{name}.*]\nfollow_imports = skip\n" for name in UNREAD), "utf-8")
    return str(path)


def link_time() -> list[str]:
    """The options by which a compiler optimises one large file on all cores, in its linker; none if it cannot."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    with tempfile.TemporaryDirectory() as folder:
        trial = [*compiler, "-flto=auto", "-shared", "-fPIC", "-x", "c", os.devnull, "-o", f"{folder}/trial.so"]
        try:
            done = subprocess.run(trial, capture_output=True, check=False)
        except OSError:
            return []
    return [] if done.returncode else ["-flto=auto"]


def extensions() -> list[object]:
    try:
        from mypyc.build import mypycify
    except ImportError:
        print("velodrome: mypyc is missing, the rules will run interpreted", file=sys.stderr)
        return []
    files = sources()
    separate = groups(files) if os.environ.get("VELODROME_GROUPS") else False
    with tempfile.TemporaryDirectory() as folder:
        asked = [f"--config-file={settings(folder)}", *files]
        found = mypycify(asked, opt_level="3", debug_level="0", strip_asserts=False, separate=separate)
    options = link_time()
    for extension in found:
        extension.optional = True  # no compiler: a wheel without them, and the engine runs interpreted
        large = options if extension.name.endswith("__mypyc") else []  # the others are of one line
        quick = QUICK if os.name != "nt" else []
        extension.extra_compile_args = [*extension.extra_compile_args, *quick, *large]  # mypyc gave them all one list
        extension.extra_link_args = [*extension.extra_link_args, *large]
    return found


ASKED = "dist_info" not in sys.argv  # pip first asks for names and versions alone
setup(ext_modules=extensions() if ASKED else [], options={"build_ext": {"parallel": 2}})
