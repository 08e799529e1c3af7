"""Tests of what an extra brings: without it they are passed over, except in CI, where they must run."""

import os
import sys
from importlib import import_module
from typing import Any

import pytest


def needs(module: str, before: tuple[int, int] = (9, 9)) -> Any:
    """A module of an extra; where it is missing the tests that ask for it are skipped, but fail in CI.

    What some version of Python does not have yet is asked for before that one only.
    """
    if os.environ.get("CI") and sys.version_info < before:
        return import_module(module)
    return pytest.importorskip(module, reason=f"{module} is missing: python3 dev.py extras")
