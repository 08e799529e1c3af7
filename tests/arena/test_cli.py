"""Tests of the command `velodrome arena`: reports, errors, Ctrl-C, resuming a match, and control matches."""

import json
import re
import shlex
import signal
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.arena.programs import PLAYER, have_ended, reset_signal_handlers, write_program

from velodrome import cli
from velodrome.arena.report import describe_lead

TWO = ["arena", "velocity", "uniform", "uniform", "--option", "first_player=0", "--jobs", "1"]


def test_the_report_contains_everything_needed_to_repeat_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*TWO, "--blocks", "5", "--seed", "3"]) == 0
    told = capsys.readouterr().out
    assert "velocity, 3 seats, first_player=0: 5 blocks of 2 games, seed 3" in told
    assert re.search(r"uniform #1 against uniform #2: ahead in [\d.]+ % \[", told)
    assert "outlook by seat: 0: 0." in told
    assert "velodrome arena velocity uniform uniform --option first_player=0 --jobs 1 --blocks 5 --seed 3" in told
    assert re.search(r"commit \S+", told)


def test_json_reports_of_equal_matches_are_equal(tmp_path: Path) -> None:
    found = []
    for jobs in ("1", "2"):
        path = tmp_path / f"{jobs}.json"
        words = ["arena", "velvet", "uniform", "uniform", "--blocks", "4", "--jobs", jobs, "--sprt", "0.5", "0.6"]
        assert cli.main([*words, "--json", str(path)]) == 0
        found.append(json.loads(path.read_text("utf-8")))
    for name in ("match", "summary", "running"):
        assert found[0][name] == found[1][name]
    assert {"mean", "p95", "worst"} < set(found[0]["pace"][0])


class Page(HTMLParser):
    """Parser that collects a page's tags and links, and checks that the tags are nested correctly."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.links += [str(value) for name, value in attrs if name in ("src", "href")]
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("blocks", ["1", "2", "12"])
def test_the_html_page_is_self_contained_and_well_formed(tmp_path: Path, blocks: str) -> None:
    path = tmp_path / "match.html"
    four = ["arena", "velocity", "uniform", "uniform", "uniform", "exec:<b>&", "--jobs", "1"]
    assert cli.main([*four, "--blocks", blocks, "--html", str(path)]) == 1, "the program cannot be started"
    text = path.read_text("utf-8")
    page = Page(text)
    assert page.open == []
    assert page.links == []
    assert "script" not in page.seen
    assert "b" not in page.seen, "names are not markup"
    assert page.seen.count("svg") == 6 + 2 + 4 + 3  # plots of pairs, other plots, symbols in two legends
    assert "http" not in text
    assert not re.search(r"\b(nan|inf)\b", text)
    assert "prefers-color-scheme: dark" in text
    assert "forfeited" in text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["arena", "go", "uniform", "uniform"], "no game is called go"),
        (["arena", "velvet", "uniform", "best"], "no bot is called best"),
        (["arena", "velvet", "uniform"], "two bots or more"),
        (["arena", "velvet", "uniform", "uniform", "--seats", "3"], "velvet is played by 2"),
        (["arena", "velvet", "uniform", "uniform", "--option", "speed"], "expected name=value"),
        (["arena", "velvet", "uniform", "uniform", "--records"], "--out FOLDER"),
        (["arena", "velvet", "uniform", "uniform", "--sprt", "0.6", "0.5"], "the smaller first"),
        (["arena", "velvet", "uniform", "uniform", "--patience", "0"], "above 0"),
        (["arena", "velvet", "uniform", "uniform", "--patience", "nan"], "above 0"),
        (["arena", "velvet", "uniform", "uniform", "--patience", "inf"], "at most one day"),
        (["arena", "velvet", "uniform", "level3:2"], "level3 takes no settings"),
        (["arena", "velvet", *["uniform"] * 30], "name fewer bots"),
        (["arena", "velvet", "uniform", "uniform", "--key", "a/b"], "letters and digits"),
    ],
)
def test_an_impossible_match_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    assert cli.main(words) == 2
    error = capsys.readouterr().err
    assert told in error
    assert "Traceback" not in error


def test_a_folder_with_another_match_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*TWO, "--blocks", "2", "--out", str(tmp_path)]) == 0
    assert cli.main([*TWO, "--blocks", "3", "--out", str(tmp_path)]) == 0
    assert cli.main([*TWO, "--blocks", "3", "--out", str(tmp_path), "--seed", "2"]) == 2
    assert "holds another match: its seed is 1, not 2" in capsys.readouterr().err


def test_a_program_that_cannot_be_started_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["arena", "velvet", "exec:/no/such/program", "uniform", "--blocks", "1", "--jobs", "1"]) == 1
    found = capsys.readouterr()
    assert "velodrome: exec:/no/such/program gave no legal answer: /no/such/program could not be started" in found.err
    assert "forfeited 2 of 2 games" in found.out


def test_a_match_with_a_program_can_be_repeated_by_the_command_in_its_report(tmp_path: Path) -> None:
    words = ["arena", "velvet", PLAYER, "uniform", "--blocks", "2", "--jobs", "1", "--patience", "60"]
    path = tmp_path / "report.json"
    assert cli.main([*words, "--json", str(path)]) == 0
    first = json.loads(path.read_text("utf-8"))
    again = shlex.split(first["command"])[1:]
    assert again[-2:] == ["--key", first["match"]["key"]]
    assert cli.main([*again, "--out", str(tmp_path)]) == 0
    second = json.loads(path.read_text("utf-8"))
    assert [second[part] for part in ("match", "summary", "running")] == [
        first[part] for part in ("match", "summary", "running")
    ]
    assert cli.main([*words, "--key", "another", "--out", str(tmp_path)]) == 2


def test_a_match_stopped_by_the_sequential_test_warns_that_its_figures_are_biased(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["arena", "velvet", "heuristic", "uniform", "--blocks", "60", "--jobs", "1", "--sprt", "0.5", "0.7"]
    files = ["--json", str(tmp_path / "a.json"), "--html", str(tmp_path / "a.html")]
    assert cli.main([*words, *files]) == 0
    found = json.loads((tmp_path / "a.json").read_text("utf-8"))
    assert found["summary"]["sprt"]["verdict"] == "better"
    assert found["summary"]["sprt"]["blocks"] == found["summary"]["blocks"] < 60
    page = (tmp_path / "a.html").read_text("utf-8")
    assert "SPRT, 50 % against 70 %: after" in page
    assert "70 % fits better: heuristic is ahead of uniform" in page
    for text in (found["notes"][0], capsys.readouterr().out, page):
        assert "the means are biased towards its verdict" in text
    assert cli.main([*words[:-3], "--json", str(tmp_path / "a.json")]) == 0
    assert json.loads((tmp_path / "a.json").read_text("utf-8"))["notes"] == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_saves_finished_blocks_and_the_same_command_resumes(tmp_path: Path, jobs: str) -> None:
    sleeper = tmp_path / "slow.py"
    sleeper.write_text(
        "import json, sys, time\nfor line in sys.stdin:\n    message = json.loads(line)\n    time.sleep(0.002)\n"
        "    if 'ask' in message: print(json.dumps({'move': message['legal'][0]}), flush=True)\n"
    )
    bot = f'exec:"{sys.executable}" "{sleeper}"'
    words = ["-m", "velodrome", "arena", "velvet", bot, "uniform", "--jobs", jobs, "--out", str(tmp_path / "match")]
    path = tmp_path / "match" / "match.jsonl"
    with subprocess.Popen(
        [sys.executable, *words, "--blocks", "500"], stderr=subprocess.PIPE, text=True, preexec_fn=reset_signal_handlers
    ) as process:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and (not path.exists() or path.read_bytes().count(b"\n") < 3):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "run the same command to resume" in error
    assert "Traceback" not in error
    kept = path.read_bytes().count(b"\n") - 1
    assert 2 <= kept < 500
    done = subprocess.run(
        [sys.executable, *words, "--blocks", str(kept)], capture_output=True, text=True, timeout=60, check=True
    )
    assert f"{kept} blocks of 2 games" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_arena_ended_by_a_signal_leaves_no_program_running(tmp_path: Path, jobs: str, name: str) -> None:
    number = signal.Signals[name]
    ids = tmp_path / "ids"
    deaf = f"import os, time\nopen({str(ids)!r}, 'a').write(f'{{os.getpid()}} ')\ntime.sleep(600)\n"
    words = ["-m", "velodrome", "arena", "velvet", write_program(tmp_path / "deaf.py", deaf), "uniform", "--jobs", jobs]
    with subprocess.Popen(
        [sys.executable, *words, "--patience", "500"], stderr=subprocess.PIPE, preexec_fn=reset_signal_handlers
    ) as process:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and (not ids.exists() or ids.read_text().count(" ") < int(jobs)):
            time.sleep(0.05)
        process.send_signal(number)
        process.communicate(timeout=60)
    assert process.returncode == 128 + number
    found = [int(word) for word in ids.read_text().split()]
    assert len(found) >= int(jobs)
    assert have_ended(found)


@pytest.mark.parametrize(
    ("share", "meaning"),
    [(0.6, "bold is ahead of shy"), (0.5, "bold is not ahead of shy"), (0.4, "bold is behind shy")],
)
def test_the_verdict_of_the_sequential_test_says_which_bot_is_ahead(share: float, meaning: str) -> None:
    assert describe_lead(share, "bold", "shy") == meaning


def test_control_matches_pass_or_report_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    """Test the two control matches of a bot: it must tie with itself, and it must beat `uniform`.

    Here the bot is `uniform`, so the first control match passes and the second one fails.
    """
    assert cli.main([*TWO, "--blocks", "40", "--control"]) == 1
    told = capsys.readouterr().out
    assert "control passed: uniform against itself: ahead in" in told
    assert "control FAILED: uniform against uniform: ahead in" in told
