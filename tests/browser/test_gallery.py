"""Tests of gallery.py, which draws any state of any game with the modules of the web page, but without a server."""

import subprocess
import sys
from pathlib import Path

import pytest

GALLERY = Path(__file__).parent / "gallery.py"


@pytest.mark.parametrize(("game", "seats"), [("velonimo", 4), ("velocity", 3), ("arcenciel", 3), ("velvet", 2)])
def test_a_state_is_drawn(game: str, seats: int, tmp_path: Path) -> None:
    picture = tmp_path / "state.png"
    command = [
        sys.executable,
        str(GALLERY),
        game,
        str(seats),
        "--plies",
        "14",
        "--size",
        "phone",
        "--out",
        str(picture),
    ]
    done = subprocess.run([*command, "--out", str(picture)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("wider than the window by 0 px\n\n"), done.stdout  # no problems follow
    assert picture.stat().st_size > 10_000
