"""Fixtures: a temporary folder for saved games, and English as the language."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def saves_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VELODROME_SAVES", str(tmp_path / "saves"))
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path / "saves"
