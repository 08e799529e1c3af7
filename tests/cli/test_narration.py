"""Test what the terminal prints besides the table: recent moves, help, refusals, the result.

In games with hidden cards, the terminal also hides the screen between two players.
"""

import re
from pathlib import Path

import pytest
from tests.cli.command_line import play_arguments
from tests.cli.person import Person, any_number

from velodrome.core import texts
from velodrome.core.contract import CHANCE, OVER
from velodrome.core.record import Record
from velodrome.core.rng import Rng
from velodrome.core.texts import LANGUAGES
from velodrome.games import game
from velodrome.terminal.local_game import LocalGame
from velodrome.terminal.narration import narrate_moves
from velodrome.terminal.play import play
from velodrome.terminal.replay import show_replay
from velodrome.terminal.result import show_result
from velodrome.terminal.saves import Save
from velodrome.terminal.seats import default_seats, parse_seats


def finished(name: str, seats: int, seed: int) -> Record:
    rng, record = Rng(seed), Record(game(name, seats))
    while record.state.actor != OVER:
        record.play(record.state.draw(rng) if record.state.actor == CHANCE else record.state.pick(rng))
    return record


def ended(record: Record, tmp_path: Path) -> str:
    seats = parse_seats(default_seats(record.game.seats, "en"))
    person = Person([])
    local = LocalGame(Save(record, seats, None), tmp_path / "a", "en")
    show_result(local, person, 0, narrate_moves(record.game.name, local.list_heard(0)[-1:], local.names, "en"))
    return person.text


def test_the_command_any_n_plays_n_decisions_of_that_person_at_random() -> None:
    person = Person(["any 6", "quit"])
    play(play_arguments("velonimo"), person)
    assert len(person.asked) == 2
    assert person.text.count("Your hand") == 2
    assert re.search(r"  … and \d+ more lines: type log", person.text)


def test_moves_typed_ahead_are_dropped_with_a_notice_if_the_situation_changes() -> None:
    person = Person(["pass, pass", "quit"])
    play(play_arguments("velonimo"), person)
    assert person.say("play.dropped", moves="pass") in person.text


def test_a_resumed_game_shows_the_last_moves(tmp_path: Path) -> None:
    file = str(tmp_path / "a")
    play(play_arguments("velonimo", file=file), Person(["pass", "quit"]))
    person = Person(["quit"])
    play(play_arguments(resume=file), person)
    assert "· You pass." in person.text


def test_the_log_contains_every_outcome_that_was_shown_during_play() -> None:
    person = Person([*["any"] * 8, "log", "quit"])
    play(play_arguments("velocity", seats="you,uniform,uniform"), person)
    landing = texts.sentences("velocity", "en")["outcome.to"].partition("{")[0]
    news = set(re.findall(rf"^· ({landing}.*)\.$", person.text, re.MULTILINE))
    log = person.text.rsplit("   1  ", 1)[1]
    assert news
    assert all(sentence in log for sentence in news)


def test_help_shows_the_rules_of_the_legal_actions() -> None:
    person = Person(["any 17", "help", "quit"])
    play(play_arguments("velvet", seed=2, option=["first_player=0"]), person)
    assert "VV-06" in person.text
    assert "VV-08 Invade: " in person.text
    assert "fox, bear, horse" in person.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_a_sentence_and_lists_legal_moves(language: str) -> None:
    person = Person(["b6 b7", "quit"], language)
    play(play_arguments("velonimo"), person)
    said = " ".join(person.text.split())
    label = texts.sentences("velonimo", language)["piece.blue"] + " 6 7"
    opened = person.say("choices.open", moves="")[:-1]
    assert re.search(rf"{label}: [a-zà-ÿ][^.]* \(VN-\d+\)\. {opened}[^.]*\.", said)


@pytest.mark.parametrize(("name", "curtains"), [("velocity", False), ("arcenciel", False), ("velonimo", True)])
def test_the_screen_is_hidden_between_players_only_in_games_with_hidden_cards(name: str, curtains: bool) -> None:
    person = Person(any_number(4, 40))
    play(play_arguments(name, seats="Anna,Ben,bot"), person)
    assert ("Pass the device" in person.text) == curtains


def test_both_kingdoms_are_shown_at_the_end(tmp_path: Path) -> None:
    assert not re.search(r" \? ", ended(finished("velvet", 2, 1), tmp_path).partition("213")[0])


def test_tie_breaks_are_explained_at_the_end(tmp_path: Path) -> None:
    ties = [ended(finished("velocity", 5, seed), tmp_path) for seed in range(6)]
    parts = re.split(r"\{.*\}", texts.sentences("velocity", "en")["outcome.tie.latest"])
    assert any(all(part.strip(" .") in " ".join(text.split()) for part in parts) for text in ties)
    assert any("(VC-28)." in text for text in ties)


@pytest.mark.parametrize(("name", "seats"), [("velonimo", 3), ("velocity", 3), ("arcenciel", 3), ("velvet", 2)])
def test_the_winner_is_announced_once(name: str, seats: int, tmp_path: Path) -> None:
    record = finished(name, seats, 1)
    text = " ".join(ended(record, tmp_path).split())
    (said,) = re.findall(r"▶ (.*?[.!])", text)
    assert text.count(said) == 1


def test_a_replay_shows_the_outcomes_of_each_move(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(finished("velonimo", 3, 2).write(), "utf-8")
    person = Person([])
    assert show_replay(tmp_path / "a.txt", "", True, person) == 0
    assert re.search(r"\d  Seat \d plays [^\n]*\n +Seat \d [^\n]*: \+2\.", person.text)
    text = " ".join(person.text.split())
    assert re.search(r"Round 1 is over: seat \d \+2 [^,]*, seat \d \+1 [^,]*, seat \d \+0 ", text)


def test_a_replay_shows_the_text_of_a_chance_card(tmp_path: Path) -> None:
    record = finished("arcenciel", 3, 2)
    (tmp_path / "a.txt").write_text(record.write(), "utf-8")
    person = Person([])
    assert show_replay(tmp_path / "a.txt", "", True, person) == 0
    assert re.search(r"A chance card is turned up \([A-Z][^)]*\)\.", " ".join(person.text.split()))
