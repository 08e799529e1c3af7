"""Tests of `velodrome play` in the test's own process: whole games, invalid input, resuming, several people."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from tests.cli.command_line import play_arguments, read_only_save
from tests.cli.person import Person, any_number

from velodrome.core.contract import OVER
from velodrome.core.errors import VelodromeError
from velodrome.core.rng import Rng
from velodrome.core.texts import LANGUAGES
from velodrome.games import GAMES
from velodrome.games import game as game_of
from velodrome.terminal import saves
from velodrome.terminal.commands import HELP_TOPICS
from velodrome.terminal.draw import Drawing, DrawingView, make_drawing
from velodrome.terminal.play import play

NONSENSE = [
    "",
    "xyzzy",
    "999",
    "-1",
    "0.5",
    "[red]",
    "{0}",
    "play play",
    "red99",
    "undo",
    ",",
    ";",
    "move ? ?",
    "é" * 500,
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_person_who_types_numbers_plays_every_game_to_its_end(game: str, language: str, saves_dir: Path) -> None:
    person = Person(any_number(3), language)
    assert play(play_arguments(game), person) == 0
    record = read_only_save(saves_dir).record
    assert record.state.actor == OVER
    assert person.say("play.again") in person.text
    assert "Traceback" not in person.text


@pytest.mark.parametrize("game", GAMES)
def test_bots_alone_play_with_every_seat_count(game: str, saves_dir: Path) -> None:
    for seats in GAMES[game].seats:
        person = Person([])
        assert play(play_arguments(game, seats=",".join(["uniform"] * seats)), person) == 0
        assert person.asked == []
    assert len(list(saves_dir.glob("*.txt"))) == len(GAMES[game].seats)


@pytest.mark.parametrize("game", GAMES)
def test_invalid_input_changes_nothing_and_gets_a_helpful_answer(game: str, saves_dir: Path) -> None:
    before = Person([])
    play(play_arguments(game), before)
    kept = read_only_save(saves_dir).record.write()
    person = Person(list(NONSENSE))
    play(play_arguments(resume=str(next(saves_dir.glob("*.txt")))), person)
    assert read_only_save(saves_dir).record.write() == kept
    assert person.say("choices.unknown", typed="xyzzy") in person.text
    assert "There is no choice 999" in person.text
    assert person.say("command.undo.not") in person.text


RUBBISH = [
    "9" * 5000, "é" * 5000, "save \0", "save /", "save /nowhere/at/all", "save ~nobody/x", "log " + "9" * 5000,
    "rules \0", "rules " + "9" * 5000, "rules VN-", "any 99999", "\x1b[2J", "٣٣٣", "²", "{who}", "[/bold]",
    "a" * 10_000, "+", "+++", "1 2 3",
]  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_random_input_is_answered_and_changes_nothing(game: str, saves_dir: Path) -> None:
    play(play_arguments(game), Person([]))
    kept = read_only_save(saves_dir).record.write()
    person = Person(list(RUBBISH))
    play(play_arguments(resume=""), person)
    assert read_only_save(saves_dir).record.write() == kept
    assert "\x1b[2J" not in person.text


@pytest.mark.parametrize("game", GAMES)
def test_a_game_left_and_resumed_continues_as_if_never_left(game: str, saves_dir: Path, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.txt", tmp_path / "parts.txt"
    typed = ["any"] * 60
    play(play_arguments(game, file=str(whole)), Person(list(typed)))
    play(play_arguments(game, file=str(parts)), Person(typed[:25]))
    left = saves.read_save(parts).record
    again = Person(typed[25:])
    play(play_arguments(resume=str(parts), seed=None), again)
    assert left.moves == saves.read_save(parts).record.moves[: len(left.moves)]
    assert whole.read_text() == parts.read_text()


def test_a_resumed_game_shows_the_same_table_and_state(saves_dir: Path) -> None:
    play(play_arguments("velonimo"), Person(["1", "1", "quit"]))
    key = read_only_save(saves_dir).record.state.key()
    person = Person([])
    play(play_arguments(resume=""), person)
    assert read_only_save(saves_dir).record.state.key() == key
    assert "Your hand" in person.text
    assert "play --resume" in " ".join(person.text.split())


def test_help_shows_the_rule_behind_the_choice_and_the_commands() -> None:
    person = Person(["help", "rules 15", "rules 999", "log", "save", "look", "all"])
    play(play_arguments("velonimo"), person)
    assert "VN-" in person.text
    assert person.say("command.comma.does") in person.text
    assert "velonimo has no rule 999" in person.text
    assert person.say("play.saved", path="") in person.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_command_fits_a_line_of_help(game: str, language: str) -> None:
    person = Person(["help"], language)
    play(play_arguments(game), person)
    lines = [" ".join(line.split()) for line in person.text.splitlines()]
    for topic in HELP_TOPICS:
        typed = person.say(f"command.{topic}" if topic != "comma" else f"command.comma.{game}")
        assert f"{typed} {person.say(f'command.{topic}.does')}" in lines


def test_a_refusal_names_its_rule() -> None:
    person = Person(["steal none"])
    play(play_arguments("velonimo"), person)
    assert "steal none: " in person.text
    assert "(VN-" in person.text.split("steal none: ")[1].splitlines()[0] + person.text.split("steal none: ")[1]


def test_a_number_opens_a_group_of_moves_and_enter_closes_it(saves_dir: Path) -> None:
    person = Person(["any 17", "1", "", "1", "1"])
    play(play_arguments("velvet", seed=2, option=["first_player=0"]), person)
    assert "choices" in person.text
    assert person.say("choices.back") in person.text
    assert any(line.text.startswith("invade") and line.who == "0" for line in read_only_save(saves_dir).record.lines)


def test_several_moves_can_be_typed_at_once(saves_dir: Path) -> None:
    play(play_arguments("velvet"), Person(["fox, bear, Place Rhino, threads"]))
    texts = [line.text for line in read_only_save(saves_dir).record.lines if line.who == "0"]
    assert texts == ["place fox", "place bear", "place rhino", "place threads"]


def test_after_the_end_a_rematch_is_offered_and_played(saves_dir: Path) -> None:
    person = Person(any_number(3, 3000))
    person.rematches = 1
    play(play_arguments("velvet", option=["max_plies=20"]), person)
    assert len(list(saves_dir.glob("*.txt"))) == 2


def test_a_forced_move_is_played_with_a_notice(saves_dir: Path) -> None:
    person = Person(any_number(4, 150))
    play(play_arguments("velocity", seats="you,uniform,uniform"), person)
    assert person.say("tell.forced") in person.text


def test_velonimo_asks_even_if_a_pass_is_the_only_move() -> None:
    person = Person(any_number(3, 150))
    play(play_arguments("velonimo"), person)
    assert "pass\nyou > " in person.text.replace(" ", "").replace("you>", "\nyou > ").replace("1pass\n\n", "pass\n")


def test_the_same_seed_deals_the_same_game(tmp_path: Path) -> None:
    for name in ("a", "b"):
        play(play_arguments("velonimo", file=str(tmp_path / name)), Person(["1"] * 5))
    play(play_arguments("velonimo", file=str(tmp_path / "c"), seed=8), Person(["1"] * 5))
    a, b, c = [(tmp_path / name).read_text() for name in "abc"]
    assert a == b
    assert a != c


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"game": "chess"}, "no game is called chess"),
        ({"game": "velonimo", "seats": "a,b,c,d,e,f"}, "2 to 5"),
        ({"game": "velonimo", "seats": "a,,b"}, "cannot be a name"),
        ({"game": "velonimo", "seats": "Anna,anna"}, "two people are called"),
        ({"game": "velonimo", "seats": "1"}, "1 seats are not possible"),
        ({"game": "velonimo", "seats": "9"}, "expected 2 to 5"),
        ({"game": "velonimo", "option": ["speed=3"]}, "has no option speed"),
        ({"game": "velonimo", "option": ["edition"]}, "expected name=value"),
        ({"game": "velonimo", "option": ["edition=xx"]}, "expected one of en"),
        ({"game": "velocity", "option": ["track=nowhere.toml"]}, "nowhere.toml"),
        ({"game": None}, "which game?"),
        ({"resume": ""}, "holds no saved game"),
        ({"resume": "nothing.txt"}, "cannot be read"),
    ],
)
def test_a_game_that_cannot_be_opened_is_refused_with_the_reason(more: dict[str, Any], error: str) -> None:
    with pytest.raises(VelodromeError, match=error):
        play(play_arguments(**more), Person([]))


def test_a_custom_board_can_be_played_and_is_saved_in_the_record(saves_dir: Path, tmp_path: Path) -> None:
    import velodrome.games.velocity as package

    track = (Path(package.__file__).parent / "city_default.toml").read_text("utf-8").replace("city_default", "mine")
    (tmp_path / "mine.toml").write_text(track, "utf-8")
    play(play_arguments("velocity", option=[f"track={tmp_path / 'mine.toml'}"]), Person(["1", "1"]))
    assert "board track" in next(saves_dir.glob("*.txt")).read_text("utf-8")
    assert read_only_save(saves_dir).record.game.boards


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("r2 r5", "red2+red5"),
        ("red 5 2", "red5+red2"),
        ("rouge 2 5 maillot", "red2+red5+jersey"),
        ("H25", "hare25"),
        ("b3 g3", "blue3+green3"),
        ("p", "pass"),
        ("p7", "pink7"),
        ("give y4", "give yellow4"),
        ("steal 2 from 1", "steal 2 from 1"),
    ],
)
def test_cards_can_be_abbreviated(typed: str, meant: str) -> None:
    state = game_of("velonimo", 3).start()
    state.settle(Rng(1))
    drawing = make_drawing(DrawingView.of(state.seen_by(0), ["a", "b", "c"], "en"))
    assert drawing.expand(typed) == meant
    state.game.parse(drawing.expand(typed))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_without_its_own_drawing_is_drawn_zone_by_zone(name: str) -> None:
    state = game_of(name).start()
    state.settle(Rng(1))
    console = Console(file=StringIO(), width=80)
    view = DrawingView.of(state.seen_by(0), [f"player {seat}" for seat in range(7)], "en")
    console.print(Drawing(view).draw())
    file = console.file
    assert isinstance(file, StringIO)
    assert "player 1" in file.getvalue()
