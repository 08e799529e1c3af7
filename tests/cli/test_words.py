"""The terminal's sentences: every key that is used exists, in both languages, with the same arguments."""

import re
import string
from pathlib import Path

import pytest

import velodrome.terminal as package
from velodrome.core.contract import CHANCE
from velodrome.games import GAMES, game
from velodrome.terminal.telling import News, kind, tell, tell_all
from velodrome.terminal.words import say_game, sentences

SOURCES = sorted(Path(package.__file__).parent.rglob("*.py"))


def arguments(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_every_sentence_is_said_in_both_languages_with_the_same_arguments() -> None:
    for key, row in sentences().items():
        assert set(row) <= {"en", "fr", "match"}, key
        assert arguments(row["en"]) == arguments(row["fr"]), key
        if "match" in row:
            assert arguments(row["en"]) <= {"who", *re.compile(row["match"]).groupindex}, key


def test_every_sentence_that_the_code_names_exists() -> None:
    used = {
        key
        for path in SOURCES
        for key in re.findall(r'(?:say|tell)\(\s*f?"([a-z_]+\.[a-z_.]+)"', path.read_text("utf-8"))
    }
    assert len(used) > 40
    assert used - set(sentences()) == set()


@pytest.mark.parametrize("name", GAMES)
def test_every_move_of_every_game_has_a_sentence(name: str) -> None:
    for move in game(name).moves:
        assert kind(name, News(0, move.text)), move.text


def test_dice_that_roll_together_are_told_together() -> None:
    heard = [News(CHANCE, "roll 4"), News(CHANCE, "roll 6"), News(1, "move start own")]
    told = tell_all("velocity", heard, ["you", "Anna", "Ben"], "en")
    assert told == ["Dice: 4, 6.", "Anna moves a courier from start with the own die."]


def test_names_stand_where_a_move_names_a_seat() -> None:
    names = ["you", "Anna", "Ben"]
    assert tell("velonimo", News(1, "steal 2 from 2"), names, "en") == "Anna steals 2 from Ben."
    assert tell("velonimo", News(1, "steal 2 from 0"), names, "fr") == "Anna vole 2 carte(s) à you."
    assert tell("velonimo", News(0, "red2+red5+jersey"), names, "en") == "You: red 2 5 + jersey."
    assert tell("velonimo", News(CHANCE, "deal red4"), names, "en") == ""


def test_a_games_sentence_speaks_of_people_not_of_seats() -> None:
    said = say_game("en", "velocity", {"key": "prompt.over.three", "winner": 1}, ["you", "Anna"])
    assert said.startswith("Anna wins")
