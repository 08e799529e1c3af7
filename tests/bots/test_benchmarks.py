"""Test the benchmarks of bots and hints with few games, and check the figures of the published pages."""

import importlib.util
import re
import sys
from argparse import Namespace
from pathlib import Path
from types import ModuleType

import pytest

from velodrome.bots import BOTS
from velodrome.bots.calibration import CURVES, calibrate, interpolate
from velodrome.games import GAMES, game

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"


def load_script(name: str) -> ModuleType:
    """Import a benchmark script, which is not part of the package."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "benchmarks" / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


calibration, exploits, overbids, thinking = map(load_script, ("calibration", "exploits", "overbids", "thinking"))


# ---------------------------------------------------------------- rules that try to beat the bots


@pytest.mark.parametrize("name", GAMES)
def test_no_rule_beats_level_6_in_a_short_match(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind, make in exploits.RULE_BOTS.items():
        monkeypatch.setitem(BOTS, kind, make)
    arguments = Namespace(against="level6", blocks=12, seed=1)
    seats = exploits.SEATS[name][-1]
    for patterns in exploits.RULES[name].values():
        for bot in ("rule", "rule-first"):
            assert exploits.measure_rule(name, seats, f"{bot}:{patterns}", arguments).low < 0.45, patterns


@pytest.mark.parametrize("name", GAMES)
def test_every_pattern_of_a_rule_matches_a_move(name: str) -> None:
    table = game(name, exploits.SEATS[name][0])
    texts = [table.text(move) for move in range(table.decisions)]
    for patterns in exploits.RULES[name].values():
        for pattern in patterns.split(">"):
            assert any(re.fullmatch(pattern, text) for text in texts), pattern


def test_the_page_shows_no_rule_that_beats_level_6() -> None:
    shares = re.findall(r"(\d+\.\d) % \[", (DOCS / "exploits.md").read_text("utf-8"))
    rules = sum(len(exploits.RULES[name]) * len(exploits.SEATS[name]) for name in exploits.RULES)
    assert len(shares) == 2 * rules + len(exploits.HALF_RULES)
    assert max(map(float, shares)) <= 45.0


# ---------------------------------------------------------------- bids that are higher than needed


@pytest.mark.parametrize("level", ["level3", "level6"])
def test_the_last_bidder_does_not_bid_more_than_needed(level: str) -> None:
    found = [overbids.count_bids(level, 3, seed) for seed in range(8)]
    bids, high = sum(bids for bids, _ in found), sum(high for _, high in found)
    assert bids > 20
    assert high <= 0.02 * bids


def test_the_page_shows_hardly_any_bids_that_are_too_high() -> None:
    rows = re.findall(r"^\| level([3-8]) \|.* ([\d.]+) % \[", (DOCS / "overbids.md").read_text("utf-8"), re.MULTILINE)
    assert {level for level, _ in rows} == set("345678")
    assert all(float(share) <= 2.0 for _, share in rows)


# ---------------------------------------------------------------- promises of hints


@pytest.mark.parametrize("name", GAMES)
def test_positions_are_measured_saved_and_read_back(name: str, tmp_path: Path) -> None:
    measured = [calibration.measure_position(name, number) for number in range(2)]
    assert all(0.0 <= sample.mean <= 1.0 and 0.0 <= sample.outcome <= 1.0 for sample in measured)
    assert calibration.measure_position(name, 1) == measured[1]
    lines = [calibration.json.dumps(sample) for sample in measured]
    (tmp_path / "game.jsonl").write_text("\n".join([*lines, '[3, "cut off']), "utf-8")
    assert calibration.read_samples(tmp_path / "game.jsonl") == measured


def test_the_fitted_curve_reproduces_promises_that_are_too_bold() -> None:
    means = [i / 1000 for i in range(1001)]
    samples = [calibration.Sample(i, 2, "velvet", mean, 0.5 + (mean - 0.5) / 2) for i, mean in enumerate(means)]
    points = calibration.fit_curve(samples)
    assert (points[0], points[-1]) == ((0.0, 0.0), (1.0, 1.0))
    assert all(value == pytest.approx(0.5 + (mean - 0.5) / 2) for mean, value in points[1:-1])
    assert interpolate(points, 0.7) == pytest.approx(0.6, abs=0.01)


def test_a_fitted_curve_always_rises() -> None:
    samples = [calibration.Sample(i, 2, "velvet", i / 600, (i * 7919 % 600) / 600) for i in range(600)]
    values = [value for _, value in calibration.fit_curve(samples)]
    assert values == sorted(set(values))


def test_a_better_move_is_never_promised_less() -> None:
    for kind, points in CURVES.items():
        promises = [calibrate(kind, mean / 200) for mean in range(201)]
        assert promises == sorted(promises) and 0.0 <= promises[0] <= promises[-1] <= 1.0
        assert list(points) == sorted(points)
    assert {kind.removesuffix(" set-up") for kind in CURVES} == set(GAMES)


def test_the_page_shows_honest_promises_in_every_tenth() -> None:
    page = (DOCS / "calibration.md").read_text("utf-8")
    rows = re.findall(r"^\| \d+–\d+ % \|.*\| ([+-][\d.]+) points \|$", page, re.MULTILINE)
    assert len(rows) > 4 * 5
    assert all(abs(float(points)) <= 5.0 for points in rows)


# ---------------------------------------------------------------- thinking time


def test_a_short_run_writes_the_page_and_the_plot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "BLOCKS", {40: 30, 160: 30})
    words = ["velvet", "--out", str(tmp_path / "night"), "--docs", str(tmp_path), "--scale", "1/10", "--jobs", "1"]
    assert thinking.main(words) == 0
    page = (tmp_path / "thinking.md").read_text("utf-8")
    assert re.search(r"^\| 40 \| 3 \|", page, re.MULTILINE) and re.search(r"^\| 160 \| 3 \|", page, re.MULTILINE)
    plot = (tmp_path / "images" / "thinking.svg").read_text("utf-8")
    assert plot.startswith("<svg") and plot.count('<circle class="velvet"') == 3  # two points and the legend
