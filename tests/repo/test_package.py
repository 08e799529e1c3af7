"""Tests of the package as users get it: built in isolation, installed into a clean environment, played and served.

The two tests that build a wheel need the package index. Each builds only one wheel, so that two
pytest workers can build at the same time.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
import urllib.request
import venv
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

import velodrome

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
BUILD_TIMEOUT = 600  # seconds
COMMAND_TIMEOUT = 120
NOT_COPIED = shutil.ignore_patterns(".git", ".venv", "build", "dist", "*.egg-info", "__pycache__", ".*_cache", "*.so")
BIN = "Scripts" if os.name == "nt" else "bin"
PLAY_GAMES = ROOT / ".ci" / "play_games.py"  # prints "compiled" or "interpreted"


def run(*command: object, environment: Mapping[str, str] | None = None, timeout: float = COMMAND_TIMEOUT) -> str:
    """Run a command outside the repository; return its output. If the command fails, fail the test with the output."""
    settings = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "CI")}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=Path(sys.executable).parent,
        env={**settings, **(environment or {})},
        capture_output=True,
        text=True,
        check=False,
        timeout=timeout,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build_wheel(source: Path, folder: Path, environment: Mapping[str, str]) -> Path:
    """Build a wheel from a folder or an sdist, in an isolated environment; return its path."""
    pip = (sys.executable, "-m", "pip", "wheel", "--no-deps", "-q", source, "-w", folder)
    run(*pip, environment=environment, timeout=BUILD_TIMEOUT)
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(requirement: str, folder: Path) -> Path:
    """Install a requirement and its locked dependencies into a new environment; return the environment's bin folder."""
    venv.create(folder / "env", with_pip=False)
    constraints = folder / "constraints.txt"
    locked = re.findall(r"^[\w.-]+==\S+(?: ; [^\\\n]+)?", (ROOT / "requirements.lock").read_text("utf-8"), re.MULTILINE)
    constraints.write_text("\n".join(locked), "utf-8")
    python = folder / "env" / BIN / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-compile", "--only-binary", ":all:")
    run(*pip, "-c", constraints, requirement, timeout=BUILD_TIMEOUT)
    return folder / "env" / BIN


def package_files() -> set[str]:
    """Return the paths that the package's source files have in a wheel."""
    source = ROOT / "src"
    paths = [path for path in (source / "velodrome").rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return {path.relative_to(source).as_posix() for path in paths}


def check_commands(commands: Path) -> None:
    """Check that the installed command prints its version and its games."""
    assert run(commands / "velodrome", "--version") == f"velodrome {velodrome.__version__}\n"
    assert "velonimo" in run(commands / "velodrome", "games", "--lang", "en").lower()


@pytest.mark.network
@pytest.mark.skipif(os.name != "nt" and shutil.which("cc") is None, reason="needs a C compiler")
def test_a_compiled_wheel_plays_and_serves(tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(ROOT, source, ignore=NOT_COPIED)
    wheel = build_wheel(source, tmp_path / "wheel", {"VELODROME_OPT_LEVEL": "0"})
    assert not wheel.name.endswith("-none-any.whl")
    assert package_files() <= set(zipfile.ZipFile(wheel).namelist())
    commands = install(f"{wheel}[server]", tmp_path)
    check_commands(commands)
    assert run(commands / "python", PLAY_GAMES) == "compiled\n"
    check_server(commands, tmp_path)


def check_server(commands: Path, folder: Path) -> None:
    """Check that the installed server starts and serves its page; then stop it."""
    environment = {**os.environ, "VELODROME_SAVES": str(folder)}
    environment.pop("PYTHONPATH", None)
    words = [str(commands / "velodrome"), "serve", "--port", "0"]
    server = subprocess.Popen(words, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout
        line = server.stdout.readline()
        address = re.search(r"http://[\d.]+:\d+/?", line)
        assert address, line
        with urllib.request.urlopen(address[0], timeout=COMMAND_TIMEOUT) as page:
            assert b"<title>" in page.read()
    finally:
        server.send_signal(signal.SIGTERM)
        server.communicate(timeout=COMMAND_TIMEOUT)


@pytest.mark.network
def test_an_sdist_gives_a_plain_wheel_that_plays_without_a_compiler_and_the_server(tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(ROOT, source, ignore=NOT_COPIED)
    run(sys.executable, "-m", "build", "--sdist", "-o", tmp_path, source, timeout=BUILD_TIMEOUT)
    (sdist,) = tmp_path.glob("*.tar.gz")
    broken = {"CC": "false"} if os.name != "nt" else {"VELODROME_COMPILE": "0"}
    wheel = build_wheel(sdist, tmp_path / "wheel", broken)
    assert wheel.name.endswith("-py3-none-any.whl")
    assert package_files() <= set(zipfile.ZipFile(wheel).namelist())
    commands = install(str(wheel), tmp_path)
    check_commands(commands)
    assert run(commands / "python", PLAY_GAMES) == "interpreted\n"
    done = subprocess.run([str(commands / "velodrome"), "serve"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert re.fullmatch(r"velodrome: serve needs \w+, .*pip install 'velodrome\[server\]'\n", done.stderr)


def test_the_build_requires_the_locked_versions() -> None:
    locks = (ROOT / "requirements.lock").read_text("utf-8")
    for requirement in PROJECT["build-system"]["requires"]:
        name, version = re.sub(r"\[.*?\]", "", requirement).split("==")
        assert re.search(rf"^{re.escape(name)}(\[.*\])?=={re.escape(version)} ", locks, re.MULTILINE), requirement


def test_every_library_of_the_server_is_locked() -> None:
    locks = (ROOT / "requirements.lock").read_text("utf-8")
    wanted = [*PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"]["server"]]
    names = [re.match(r"[\w-]+", requirement) for requirement in wanted]
    assert [name[0] for name in names if name and not re.search(rf"^{name[0]}==", locks, re.MULTILINE)] == []


def test_the_metadata_is_complete() -> None:
    project = PROJECT["project"]
    for name in ("description", "readme", "license", "keywords", "classifiers", "requires-python"):
        assert project[name], name
    assert "version" in project["dynamic"]
    assert f"## {velodrome.__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")
