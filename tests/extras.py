"""Tests of what an extra brings: without it they are passed over, except in CI, where they must run."""

import os
import sys
from importlib import import_module
from typing import Any

import pytest

NOT_YET = (3, 14)  # the Python that the extras are not made for


def needs(module: str) -> Any:
    """A module of an extra; where it is missing the tests that ask for it are skipped, but fail in CI."""
    if os.environ.get("CI") and sys.version_info < NOT_YET:
        return import_module(module)
    return pytest.importorskip(module, reason=f"{module} is missing: python3 dev.py extras")
