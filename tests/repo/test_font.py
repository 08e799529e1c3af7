"""Tests of the typeface of the page, which dev.py copies from its npm package if it is installed."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Load dev.py as a module that uses empty folders instead of the project's, and installs nothing."""
    spec = importlib.util.spec_from_file_location("dev_under_test", ROOT / "dev.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "style").mkdir()
    monkeypatch.setattr(module, "NODE_MODULES", tmp_path / "node_modules")
    monkeypatch.setattr(module, "FONT_FOLDER", tmp_path / "style")
    monkeypatch.setattr(module, "set_up_checks", module.copy_font)
    return module


def test_the_font_and_its_licence_are_copied_from_the_package(dev: ModuleType, tmp_path: Path) -> None:
    for name in dev.FONT_FILES:
        file = tmp_path / "node_modules" / dev.FONT_PACKAGE / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name)
    dev.font([])
    assert (tmp_path / "style" / "jost.woff2").read_text().endswith(".woff2")
    assert (tmp_path / "style" / "jost.LICENSE.txt").read_text() == "LICENSE"


def test_set_up_continues_without_the_font_but_a_release_does_not(dev: ModuleType, tmp_path: Path) -> None:
    dev.copy_font()
    assert not list((tmp_path / "style").iterdir())
    with pytest.raises(SystemExit, match="a release needs the typeface"):
        dev.font([])
