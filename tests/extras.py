"""Import of optional libraries (extras): tests are skipped if a library is missing, except in CI."""

import os
import sys
from importlib import import_module
from typing import Any

import pytest

FIRST_PYTHON_WITHOUT_EXTRAS = (3, 14)  # Ray and OpenSpiel publish no wheels for it yet


def needs(module: str) -> Any:
    """Import a module, or skip the calling test if it is missing; in CI a missing module is an error."""
    if os.environ.get("CI") and sys.version_info < FIRST_PYTHON_WITHOUT_EXTRAS and sys.platform != "win32":
        return import_module(module)
    return pytest.importorskip(module, reason=f"{module} is missing: python3 dev.py extras")
