"""Compiles the rules with mypyc where there is a C compiler; without one the same source runs interpreted."""

import sys
from pathlib import Path

from setuptools import setup

CORE = ["bits", "contract", "rng", "play"]  # core modules that playouts run through
PLAIN = {"__init__", "position", "table"}  # files of a game that they do not


def sources() -> list[str]:
    package = Path("src/velodrome")
    found = [package / "core" / f"{name}.py" for name in CORE]
    found += [path for path in sorted(package.glob("games/*/*.py")) if path.stem not in PLAIN]
    return [str(path) for path in found]


def extensions() -> list[object]:
    try:
        from mypyc.build import mypycify
    except ImportError:
        print("velodrome: mypyc is missing, the rules will run interpreted", file=sys.stderr)
        return []
    found = mypycify(sources(), opt_level="3", debug_level="0", strip_asserts=False)
    for extension in found:
        extension.optional = True  # no compiler: a wheel without them, and the engine runs interpreted
        extension.extra_compile_args.append("-fvisibility=hidden")
    return found


setup(ext_modules=extensions())
