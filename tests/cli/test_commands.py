"""Tests of the command line: output, errors and exit codes."""

import io
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from velodrome.cli import main
from velodrome.core import rulebook, texts
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.core.texts import LANGUAGES
from velodrome.games import GAMES, game
from velodrome.terminal.i18n import say


@pytest.fixture(autouse=True)
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make standard input empty."""
    monkeypatch.setattr("sys.stdin", io.StringIO(""))


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def test_games_lists_every_game_in_every_language(capsys: pytest.CaptureFixture[str]) -> None:
    for language in LANGUAGES:
        code, shown, _ = run(capsys, "games", "--lang", language)
        assert code == 0
        assert all(name in shown for name in GAMES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_listed_with_every_option_and_its_default(
    name: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, shown, _ = run(capsys, "games", name, "--lang", language)
    assert code == 0
    assert all(option.name in shown for option in GAMES[name].options)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "option"), [("velocity", "track"), ("arcenciel", "circuit"), ("arcenciel", "deck")])
def test_a_board_is_listed_with_its_description(
    name: str, option: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Check that `games` prints the description of each board, which says how much of the board we designed."""
    _, shown, _ = run(capsys, "games", name, "--lang", language)
    known = texts.sentences(name, language)
    told = [sentence for key, sentence in known.items() if f"{key}.".startswith(f"option.{option}.")]
    (board,) = [one for one in GAMES[name].options if one.name == option]
    assert len(told) == 1 + len(board.values)
    assert all(sentence in " ".join(shown.split()) for sentence in told)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_whole_rulebook_or_one_rule_is_shown(name: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, shown, _ = run(capsys, "rules", name, "--lang", language)
    numbers = list(rulebook.rules(name, language))
    assert code == 0
    assert all(number in shown for number in numbers)
    assert numbers == list(rulebook.rules(name, "en"))
    for wanted in (
        numbers[3],
        numbers[3].lower(),
        numbers[3].partition("-")[2],
        numbers[3].partition("-")[2].lstrip("0"),
    ):
        code, shown, _ = run(capsys, "rules", name, wanted, "--lang", language)
        assert code == 0
        assert numbers[3] in shown


@pytest.mark.parametrize(
    "words",
    [
        ["play"],
        ["play", "chess"],
        ["play", "velonimo", "--seats", "a,b,c,d,e,f"],
        ["play", "velonimo", "--option", "nonsense=1"],
        ["play", "velocity", "--option", "track=/nowhere/at/all.toml"],
        ["play", "--resume", "missing.txt"],
        ["replay", "missing.txt"],
        ["rules", "chess"],
        ["rules", "velonimo", "9999"],
        ["rules", "velonimo", "first"],
        ["games", "chess"],
        ["bench", "chess"],
    ],
)
def test_an_error_is_one_line_and_exit_code_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, _, error = run(capsys, *words)
    lines = [line for line in error.splitlines() if "not compiled" not in line]
    assert code == 2
    assert len(lines) == 1
    assert "Traceback" not in error


def test_a_file_that_is_not_text_or_not_a_record_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "noise").write_bytes(bytes(range(256)))
    (tmp_path / "prose").write_text("It was a dark and stormy night.\n", "utf-8")
    (tmp_path / "empty").write_text("", "utf-8")
    for name in ("noise", "prose", "empty"):
        for command in (["replay"], ["play", "--resume"]):
            code, shown, error = run(capsys, *command, str(tmp_path / name))
            assert code == 2
            assert "Traceback" not in shown + error


def test_replay_names_the_broken_line_and_shows_the_good_part(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = Record(game("velonimo", 3))
    for _ in range(34):
        record.play(record.state.draw(Rng(len(record.moves))))
    (tmp_path / "broken.txt").write_text(record.write() + "0 red9+red10\n1 pass\n", "utf-8")
    code, shown, error = run(capsys, "replay", str(tmp_path / "broken.txt"))
    assert code == 2
    assert "line 39" in shown + error
    assert say("en", "replay.good", moves=34) in shown
    assert say("en", "velonimo.cards", count=11) in shown
    code, shown, error = run(capsys, "play", "--resume", str(tmp_path / "broken.txt"))
    assert code == 2
    assert "line 39" in error


def test_replay_refuses_an_unknown_seat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.txt").write_text(Record(game("velonimo", 3)).write(), "utf-8")
    for seat in ("3", "-1", "nobody"):
        code, _, error = run(capsys, "replay", str(tmp_path / "a.txt"), f"--seat={seat}")
        assert code == 2
        assert "expected 0 to 2, onlooker or open" in error


def test_version_and_help_exit_with_0_and_show_examples(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--version"], ["--help"], ["play", "--help"], ["replay", "-h"], ["rules", "-h"], ["games", "-h"]):
        with pytest.raises(SystemExit) as left:
            main(words)
        assert left.value.code == 0
        shown = capsys.readouterr().out
        assert re.search(r"velodrome \d|examples:", shown)


@pytest.mark.parametrize("command", ["play", "hint", "replay", "games", "rules", "bench", "arena"])
def test_help_fits_eighty_columns(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert max(len(line) for line in capsys.readouterr().out.splitlines()) <= 80


def test_help_lists_every_command_with_its_description(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    shown = capsys.readouterr().out
    for command, about in (("play", "Play at"), ("replay", "Look at"), ("rules", "Read"), ("bench", "Measure")):
        assert re.search(rf"^ +{command} +{about}", shown, re.MULTILINE)


def test_end_of_input_saves_the_game_and_says_how_to_resume(
    capsys: pytest.CaptureFixture[str], saves_dir: Path
) -> None:
    code, shown, _ = run(capsys, "play", "velonimo", "--seed", "3")
    (path,) = saves_dir.glob("*.txt")
    assert code == 0
    assert f"--resume {path}" in shown.replace("\n", "")


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs a shell")
def test_a_closed_pipe_is_not_an_error(tmp_path: Path) -> None:
    command = f'"{sys.executable}" -m velodrome rules velonimo | head -n 1'
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert "Error" not in done.stderr
    assert len(done.stdout.splitlines()) == 1


def test_interpreted_rules_print_a_warning(tmp_path: Path) -> None:
    source = Path(__file__).parents[2] / "src"
    environment = {"PYTHONPATH": str(source), "VELODROME_SAVES": str(tmp_path)}
    command = [sys.executable, "-m", "velodrome", "play", "velonimo"]
    done = subprocess.run(command, input="", capture_output=True, text=True, check=False, env=environment)
    assert "the rules are not compiled" in done.stderr
    assert done.returncode == 0


def test_the_language_follows_the_environment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert say("fr", "column.about") in run(capsys, "games")[1]
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    assert say("en", "column.about") in run(capsys, "games")[1]


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_closed_standard_stream_causes_no_traceback(closed: str) -> None:
    command = f'"{sys.executable}" -m velodrome games {closed}'
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False, timeout=60)
    assert "Traceback" not in done.stdout + done.stderr
    assert done.returncode == 0
