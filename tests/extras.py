"""Helper that imports an optional library (extra). If it is missing, the test is skipped; in CI, the test fails."""

import os
import sys
from importlib import import_module
from typing import Any

import pytest

FIRST_PYTHON_WITHOUT_EXTRAS = (3, 14)  # Ray and OpenSpiel publish no wheels for this version yet


def needs(module: str) -> Any:
    """Import a module and return it. If it is missing, skip the calling test; in CI, raise an error instead."""
    if os.environ.get("CI") and sys.version_info < FIRST_PYTHON_WITHOUT_EXTRAS and sys.platform != "win32":
        return import_module(module)
    return pytest.importorskip(module, reason=f"{module} is missing: python3 dev.py extras")
