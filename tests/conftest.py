"""Shared by all tests: the import path, Hypothesis profiles, the `slow` marker and the time report."""

import os
import re
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from tests.slow import is_slow

TESTS = Path(__file__).parent
BUDGET = r"\| `tests/([\w/*]+)` \| (\d+) s \|"  # a row of the table in tests/README.md
SECONDS: defaultdict[str, float] = defaultdict(float)  # time taken by the tests of each folder

# Every run tries the same examples, so a failure comes from the change at hand. VELODROME_TESTS=search tries new ones;
# quick is for plain sources, which run some 60 times slower.
SLOW_CHECKS = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=SLOW_CHECKS)
settings.register_profile("search", deadline=None, max_examples=1000, suppress_health_check=SLOW_CHECKS)
settings.register_profile("quick", settings.get_profile("steady"), max_examples=10)
settings.load_profile(os.environ.get("VELODROME_TESTS", "steady"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that `dev.py test --fast` and the coverage run leave out."""
    for item in items:
        if is_slow(item.path.relative_to(TESTS)):
            item.add_marker("slow")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add a test's time to that of its folder."""
    parts = Path(report.nodeid.split("::")[0]).parts
    SECONDS["/".join(parts[1:-1])] += report.duration


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report the seconds of each folder beside its budget. It never fails: a busy machine is no defect."""
    budgets = {folder: float(limit) for folder, limit in re.findall(BUDGET, (TESTS / "README.md").read_text("utf-8"))}
    for folder, seconds in sorted(SECONDS.items()):
        budget = budgets.get(folder, budgets.get(folder.split("/")[0] + "/*"))
        limit = f" of {budget:.0f} s" if budget else " (no budget)"
        over = "  over budget" if budget and seconds > budget else ""
        terminalreporter.write_line(f"tests/{folder:<20} {seconds:6.1f} s{limit}{over}")
