"""Tests of the typeface of the page, which dev.py installs from its npm package."""

import importlib.util
import stat
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
TROUBLE = "could not be installed"


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Load dev.py as a module, and redirect it to an empty project without npm. It creates no environment."""
    spec = importlib.util.spec_from_file_location("dev_under_test", ROOT / "dev.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in ("style", "env", "bin"):
        (tmp_path / name).mkdir()
    for name, value in {
        "ROOT": tmp_path,
        "ENV": tmp_path / "env",
        "NODE_MODULES": tmp_path / "env" / "node" / "node_modules",
        "FONT_FOLDER": tmp_path / "style",
        "STAMPS": tmp_path / "stamps",
        "make_environment": lambda: None,
    }.items():
        monkeypatch.setattr(module, name, value)
    for name in ("package.json", "package-lock.json"):
        (tmp_path / name).write_text("{}")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    monkeypatch.setattr(module.shutil, "which", lambda name: find_command(tmp_path / "bin" / name))
    return module


def find_command(file: Path) -> str | None:
    return str(file) if file.exists() else None


def write_package(dev: ModuleType, node_modules: Path, content: str) -> None:
    """Write the files of the typeface's npm package."""
    for source in dev.FONT_FILES:
        file = node_modules / dev.FONT_PACKAGE / source
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)


def write_npm(folder: Path, script: str) -> None:
    """Create a fake command `npm` that runs this shell script."""
    file = folder / "bin" / "npm"
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)


def installed(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text() for file in (folder / "style").iterdir()}


def test_the_font_and_its_licence_come_from_the_installed_tools(dev: ModuleType, tmp_path: Path) -> None:
    write_package(dev, dev.NODE_MODULES, "tools")
    dev.font([])
    assert installed(tmp_path) == {"jost.woff2": "tools", "jost.LICENSE.txt": "tools"}


def test_without_the_tools_the_font_comes_from_the_npm_on_the_path(dev: ModuleType, tmp_path: Path) -> None:
    write_package(dev, tmp_path / "published", "npm")
    write_npm(tmp_path, f"test -f {tmp_path}/env/font/package-lock.json && cp -r {tmp_path}/published "
                        f"{tmp_path}/env/font/node_modules")  # fmt: skip
    dev.font([])
    assert installed(tmp_path) == {"jost.woff2": "npm", "jost.LICENSE.txt": "npm"}


def test_the_font_is_installed_again_only_if_its_lock_has_changed_or_a_file_is_missing(
    dev: ModuleType, tmp_path: Path
) -> None:
    install = dev.install_font.__wrapped__
    write_package(dev, dev.NODE_MODULES, "old")
    install()
    write_package(dev, dev.NODE_MODULES, "new")
    install()
    assert set(installed(tmp_path).values()) == {"old"}
    (tmp_path / "package-lock.json").write_text("[]")
    install()
    assert set(installed(tmp_path).values()) == {"new"}
    (tmp_path / "style" / "jost.LICENSE.txt").unlink()
    install()
    assert len(installed(tmp_path)) == 2


@pytest.mark.parametrize("script", ["", "exit 1"])
def test_set_up_continues_without_the_font_but_a_release_does_not(
    dev: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str], script: str
) -> None:
    if script:
        write_npm(tmp_path, script)
    dev.install_font()
    dev.install_font()
    said = capsys.readouterr().out
    assert said.count(TROUBLE) == 1 and said.count("\n") == 1
    assert installed(tmp_path) == {}
    with pytest.raises(SystemExit, match="a release needs the typeface"):
        dev.font([])


@pytest.mark.parametrize("step", ["set_up_checks", "set_up_package"])
def test_every_set_up_installs_the_font(dev: ModuleType, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """Test that both set-up steps install the typeface, so that people who follow the README get it, too."""
    done: list[str] = []
    for name in ("install", "install_node_modules", "install_font"):
        monkeypatch.setattr(dev, name, lambda *_, name=name: done.append(name))
    monkeypatch.setattr(dev, "is_current", lambda *_: True)
    getattr(dev, step)()
    assert "install_font" in done
