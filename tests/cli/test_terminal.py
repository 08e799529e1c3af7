"""Tests of the command in a real pseudo-terminal: menus, keys, colours, Ctrl-C, and whole games."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.person import any_number

from velodrome.core.contract import OVER
from velodrome.games import GAMES
from velodrome.terminal import saves
from velodrome.terminal.i18n import say

pytest.importorskip("termios", reason="this platform has no pseudo-terminals")
from tests.cli.pseudo_terminal import in_terminal

COLOUR = re.compile(r"\x1b\[[\d;]*(?:3[0-79]|4[0-79]|9\d|10\d)[\d;]*m")


def typist(script: list[str]) -> Callable[[str], str | None]:
    """Return a callback for `in_terminal` that types the next line of the script whenever the program waits for input.

    After the last line, it types "quit".
    """
    state = {"seen": 0}

    def answer(shown: str) -> str | None:
        fresh = shown[state["seen"] :]
        if re.search(r"(?: > |: |\] |\? )$", fresh):
            state["seen"] = len(shown)
            return (script.pop(0) if script else "quit") + "\n"
        return None

    return answer


def presser(keys: list[str]) -> Callable[[str], str | None]:
    """Return a callback for `in_terminal` that presses the next key whenever the replay or a question waits for one."""
    state = {"seen": 0}

    def answer(shown: str) -> str | None:
        if keys and ("q quit" in shown[state["seen"] :] or shown.endswith("? ")):
            state["seen"] = len(shown)
            return keys.pop(0)
        return None

    return answer


@pytest.mark.parametrize("game", GAMES)
def test_a_complete_game_can_be_played_at_a_terminal(game: str, saves_dir: Path) -> None:
    number = any_number(2)
    state = {"seen": 0}

    def answer(shown: str) -> str | None:
        fresh = shown[state["seen"] :]
        if not re.search(r"(?: > |: |\] )$", fresh):
            return None
        state["seen"] = len(shown)
        return "n\n" if "Play again?" in fresh else "any\n" if len(shown) % 3 else number() + "\n"

    short = {"velonimo": ["difficulties=1 2"], "velocity": ["max_rounds=12"], "arcenciel": ["max_laps=2"], "velvet": []}
    options = [word for option in short[game] for word in ("--option", option)]
    shown, code = in_terminal(["play", game, "--seed", "3", *options], answer, saves_dir, 90)
    (path,) = saves_dir.glob("*.txt")
    assert saves.read_save(path).record.state.actor == OVER
    assert "Play again?" in shown
    assert "Traceback" not in shown
    assert code == 0


def test_without_a_game_a_menu_is_shown(saves_dir: Path) -> None:
    script = ["chess", "velon", "9", "a,a", "4", "quit"]
    shown, code = in_terminal(["play"], typist(script), saves_dir)
    assert "What shall we play?" in shown
    assert "Type a number from 1 to 4" in shown
    assert "Type a number from 2 to 5, or names" in " ".join(re.sub(r"\x1b\[[\d;]*m", "", shown).split())
    assert "two people are called a" in shown
    assert "Club rider 3" in shown
    assert "play --resume" in " ".join(shown.split())
    assert code == 0


def interrupt(shown: str) -> str | None:
    return "\x03" if shown.endswith("you > ") else None


def test_an_interrupt_saves_the_game_and_says_how_to_resume(saves_dir: Path) -> None:
    shown, code = in_terminal(["play", "velonimo", "--seed", "3"], interrupt, saves_dir)
    (path,) = saves_dir.glob("*.txt")
    assert "--resume" in shown
    assert "Traceback" not in shown
    assert saves.read_save(path).record.moves
    assert code == 0


def test_colours_are_shown_unless_no_color_is_set(saves_dir: Path) -> None:
    words = ["play", "velonimo", "--seed", "3"]
    shown, _ = in_terminal(words, typist(["quit"]), saves_dir)
    assert COLOUR.search(shown)
    shown, _ = in_terminal(words, typist(["quit"]), saves_dir, NO_COLOR="1")
    assert not COLOUR.search(shown)
    assert "Your hand" in shown


def test_the_screen_and_scrollback_are_cleared_between_two_people(saves_dir: Path) -> None:
    script = ["", "1", "", "1", "quit"]
    shown, _ = in_terminal(["play", "velonimo", "--seats", "Anna,Ben,uniform"], typist(script), saves_dir)
    first, *rest = shown.split("\x1b[3J")
    assert "Your hand" not in first
    assert len(rest) >= 3
    assert all("Your hand" not in part for part in rest if "Pass the device" in part)


def test_keys_step_through_a_record(saves_dir: Path) -> None:
    in_terminal(["play", "velocity", "--seed", "3"], typist(["1", "1", "1", "1", "quit"]), saves_dir)
    (path,) = saves_dir.glob("*.txt")
    keys = ["\n", " ", "\x1b[C", "b", "\x1b[D", "g", "7\n", "v", "v", "e", "a", "x", "q"]
    shown, code = in_terminal(["replay", str(path)], presser(keys), saves_dir)
    last = len(saves.read_save(path).record.moves)
    for ply in (0, 1, 2, 3, 7, last):
        assert f"move {ply} of {last}" in shown
    assert say("en", "replay.onlooker") in shown
    assert say("en", "replay.open") in shown
    assert code == 0


def test_the_rules_are_shown_in_a_pager(saves_dir: Path) -> None:
    shown, code = in_terminal(["rules", "velonimo"], lambda _: None, saves_dir, PAGER="cat")
    assert "VN-01" in shown
    assert code == 0


def test_a_french_terminal_speaks_french(saves_dir: Path) -> None:
    shown, _ = in_terminal(["play"], typist(["1", "", "aide", "quitter"]), saves_dir, LANG="fr_FR.UTF-8")
    assert "À quoi jouons-nous" in shown
    assert "Votre main" in shown
    assert "Partie enregistrée" in shown


@pytest.mark.parametrize(("game", "seats"), [("velocity", 7), ("arcenciel", 6), ("velonimo", 5)])
def test_a_full_table_with_the_latest_moves_fits_24_lines(game: str, seats: int, saves_dir: Path) -> None:
    words = ["play", game, "--seats", str(seats), "--seed", "5"]
    shown, _ = in_terminal(words, typist(["any"] * 9), saves_dir)
    screens = shown.split("\x1b[2J")[2:-1]
    assert len(screens) >= 7
    for screen in screens:
        plain = re.sub(r"\x1b\[[\d;]*[A-Za-z]", "", screen)
        assert len(plain.splitlines()) <= 24, plain
    assert sum("· " in screen for screen in screens) >= 5
