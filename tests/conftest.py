"""Set-up for all tests: Hypothesis profiles, markers for slow tests, and a report of each folder's total time."""

import os
import re
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from tests.slow import is_slow, is_very_slow

TESTS = Path(__file__).parent
BUDGET = r"\| `tests/([\w/*]+)` \| (\d+) s \|"  # a row of the table in tests/README.md
SECONDS: defaultdict[str, float] = defaultdict(float)  # time that the tests of each folder took

# By default every run tries the same examples, so a new failure is caused by the latest change. VELODROME_TESTS=search
# tries many new examples. VELODROME_TESTS=quick tries few: it is for plain sources, which run some 60 times slower.
SLOW_CHECKS = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=SLOW_CHECKS)
settings.register_profile("search", deadline=None, max_examples=1000, suppress_health_check=SLOW_CHECKS)
settings.register_profile("quick", settings.get_profile("steady"), max_examples=10)
settings.load_profile(os.environ.get("VELODROME_TESTS", "steady"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that `dev.py test --fast` and the coverage run leave out."""
    for item in items:
        path = item.path.relative_to(TESTS)
        if is_slow(path):
            item.add_marker("slow")
        if is_very_slow(path, item.name):
            item.add_marker("very_slow")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add the time of a test to the total of its folder."""
    parts = Path(report.nodeid.split("::")[0]).parts
    SECONDS["/".join(parts[1:-1])] += report.duration


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print each folder's time and time budget; exceeding the budget is not a failure, as the machine may be busy."""
    budgets = {folder: float(limit) for folder, limit in re.findall(BUDGET, (TESTS / "README.md").read_text("utf-8"))}
    for folder, seconds in sorted(SECONDS.items()):
        budget = budgets.get(folder, budgets.get(folder.split("/")[0] + "/*"))
        limit = f" of {budget:.0f} s" if budget else " (no budget)"
        over = "  over budget" if budget and seconds > budget else ""
        terminalreporter.write_line(f"tests/{folder:<20} {seconds:6.1f} s{limit}{over}")
