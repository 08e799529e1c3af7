"""What all tests share: one path for imports, steady examples, and the seconds of each folder beside its budget."""

import os
import re
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

TESTS = Path(__file__).parent
SECONDS: Counter[str] = Counter()  # folder of tests: what its tests took

sys.path.insert(0, str(TESTS.parent))  # `from tests.laws.strategies import …` however pytest is started

# Every run tries the same examples: a red test is news of the change at hand. VELODROME_TESTS=search looks further.
slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=slow)
settings.register_profile("search", deadline=None, max_examples=1000, suppress_health_check=slow)
settings.load_profile(os.environ.get("VELODROME_TESTS", "steady"))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    parts = Path(report.nodeid.split("::")[0]).parts
    SECONDS["/".join(parts[1:-1])] += report.duration  # type: ignore[assignment]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A report, never a failure: a loaded machine is no defect."""
    budgets = {folder: float(limit) for folder, limit in re.findall(BUDGET, (TESTS / "README.md").read_text("utf-8"))}
    for folder, seconds in sorted(SECONDS.items()):
        budget = budgets.get(folder, budgets.get(folder.split("/")[0] + "/*"))
        beside = f" of {budget:.0f} s" if budget else " (no budget)"
        over = "  over budget" if budget and seconds > budget else ""
        terminalreporter.write_line(f"tests/{folder:<20} {seconds:6.1f} s{beside}{over}")


BUDGET = r"\| `tests/([\w/*]+)` \| (\d+) s \|"  # a row of the table in tests/README.md
