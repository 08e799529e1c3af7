"""Folder in which Velodrome stores saved games and databases on this platform."""

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Return the folder for saved games and a server's database; VELODROME_SAVES overrides it."""
    if os.environ.get("VELODROME_SAVES"):
        return Path(os.environ["VELODROME_SAVES"])
    if os.name == "nt":
        return Path(os.environ.get("APPDATA") or Path.home()) / "velodrome"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "velodrome"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "velodrome"
