"""`velodrome arena` from outside: reports, errors, Ctrl-C and going on, controls."""

import json
import re
import signal
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest

from velodrome import cli

TWO = ["arena", "velocity", "uniform", "uniform", "--option", "first_player=0", "--jobs", "1"]


def test_the_report_says_all_that_is_needed_to_play_it_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*TWO, "--blocks", "5", "--seed", "3"]) == 0
    told = capsys.readouterr().out
    assert "velocity, 3 seats, first_player=0: 5 blocks of 2 games, seed 3" in told
    assert re.search(r"uniform #1 against uniform #2: ahead in [\d.]+ % \[", told)
    assert "outlook by seat: 0: 0." in told
    assert "velodrome arena velocity uniform uniform --option first_player=0 --jobs 1 --blocks 5 --seed 3" in told
    assert re.search(r"commit \S+", told)


def test_reports_for_programs_are_equal_for_equal_matches(tmp_path: Path) -> None:
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
    """The tags of a page, closed as they were opened."""

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
def test_the_page_needs_nothing_else(tmp_path: Path, blocks: str) -> None:
    path = tmp_path / "match.html"
    four = ["arena", "velocity", "uniform", "uniform", "uniform", "exec:<b>&", "--jobs", "1"]
    assert cli.main([*four, "--blocks", blocks, "--html", str(path)]) == 0
    text = path.read_text("utf-8")
    page = Page(text)
    assert page.open == []
    assert page.links == []
    assert "script" not in page.seen
    assert "b" not in page.seen, "names are not markup"
    assert page.seen.count("svg") == 6 + 2 + 4 + 3  # pairs, two more plots, two keys
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
    ],
)
def test_what_cannot_be_is_said_in_one_line(capsys: pytest.CaptureFixture[str], words: list[str], told: str) -> None:
    assert cli.main(words) == 2
    error = capsys.readouterr().err
    assert told in error
    assert "Traceback" not in error


def test_another_match_in_the_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*TWO, "--blocks", "2", "--out", str(tmp_path)]) == 0
    assert cli.main([*TWO, "--blocks", "3", "--out", str(tmp_path)]) == 0
    assert cli.main([*TWO, "--blocks", "3", "--out", str(tmp_path), "--seed", "2"]) == 2
    assert "holds another match: its seed is 1, not 2" in capsys.readouterr().err


def listening() -> None:
    """Hear Ctrl-C even if the tests were started in the background, where shells switch it off."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_was_played_and_the_same_command_goes_on(tmp_path: Path, jobs: str) -> None:
    sleeper = tmp_path / "slow.py"
    sleeper.write_text(
        "import json, sys, time\nfor line in sys.stdin:\n    message = json.loads(line)\n    time.sleep(0.002)\n"
        "    if 'ask' in message: print(json.dumps({'move': message['legal'][0]}), flush=True)\n"
    )
    bot = f'exec:"{sys.executable}" "{sleeper}"'
    words = ["-m", "velodrome", "arena", "velvet", bot, "uniform", "--jobs", jobs, "--out", str(tmp_path / "match")]
    path = tmp_path / "match" / "match.jsonl"
    with subprocess.Popen(
        [sys.executable, *words, "--blocks", "500"], stderr=subprocess.PIPE, text=True, preexec_fn=listening
    ) as process:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and (not path.exists() or path.read_bytes().count(b"\n") < 3):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "the same command goes on" in error
    assert "Traceback" not in error
    kept = path.read_bytes().count(b"\n") - 1
    assert 2 <= kept < 500
    done = subprocess.run(
        [sys.executable, *words, "--blocks", str(kept)], capture_output=True, text=True, timeout=60, check=True
    )
    assert f"{kept} blocks of 2 games" in done.stdout


def test_the_controls_hold_and_say_when_they_do_not(capsys: pytest.CaptureFixture[str]) -> None:
    """A mirror match is even; and uniform play, which does not beat itself, fails the second control."""
    assert cli.main([*TWO, "--blocks", "40", "--control"]) == 1
    told = capsys.readouterr().out
    assert "control holds: mirror" in told
    assert "control FAILS: against uniform" in told
