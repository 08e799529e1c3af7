"""Tests of the words that people type: words of every language are understood, and no word has two meanings."""

import pytest

from velodrome.core import texts
from velodrome.core.texts import LANGUAGES
from velodrome.games import GAMES, game
from velodrome.games.velonimo.pieces import COLOURS
from velodrome.terminal.commands import HELP_TOPICS
from velodrome.terminal.words import find_meaning, fold

TOPICS = ("command", "answer", "seat", "velonimo.move", "velonimo.card")


@pytest.mark.parametrize(
    ("topic", "word", "meaning"),
    [
        ("command", "help", "help"),
        ("command", "AIDE", "help"),
        ("command", "regles", "rules"),
        ("answer", "oui", "yes"),
        ("seat", "Robot", "bot"),
        ("velonimo.card", "lievre", "hare"),
        ("command", "", ""),
        ("command", "pass", ""),
    ],
)
def test_a_word_is_understood_whatever_its_language_case_or_accents(topic: str, word: str, meaning: str) -> None:
    assert find_meaning(topic, word) == meaning


@pytest.mark.parametrize("topic", TOPICS)
def test_no_word_has_two_meanings(topic: str) -> None:
    for language in LANGUAGES:
        for key, words in texts.load("terminal", language).items():
            if key.startswith(f"words.{topic}."):
                assert words.split(), key
                for word in words.split():
                    assert find_meaning(topic, word) == key.removeprefix(f"words.{topic}."), f"{language} {word}"


def test_every_topic_is_tested() -> None:
    keys = [key.removeprefix("words.") for key in texts.load("terminal", "en") if key.startswith("words.")]
    assert {key.rpartition(".")[0] for key in keys} == set(TOPICS)


@pytest.mark.parametrize("name", GAMES)
def test_no_move_begins_with_the_word_of_a_command(name: str) -> None:
    assert [text for text in game(name).index if find_meaning("command", text.split()[0])] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_commands_that_help_shows_can_be_typed(language: str) -> None:
    shown = texts.load("terminal", language)
    for command in HELP_TOPICS:
        if command not in ("comma", "look"):  # these two are not typed as words
            for example in shown[f"command.{command}"].split(", "):
                assert find_meaning("command", example.split()[0]) == command


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letters_in_brackets_are_understood_as_answers(language: str) -> None:
    for key in ("play.again", "replay.offer"):
        letters = texts.load("terminal", language)[key].partition("[")[2].partition("]")[0].split("/")
        assert [find_meaning("answer", letter) for letter in letters] == ["yes", "no"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_velonimos_cards_can_be_typed_by_the_names_that_are_shown(language: str) -> None:
    for piece in (*COLOURS, "hare", "jersey"):
        name = texts.sentences("velonimo", language)[f"piece.{piece}"]
        assert find_meaning("velonimo.card", name) == piece


def test_folding_keeps_letters_and_drops_accents() -> None:
    assert fold("Règles") == "regles"
    assert fold("ZURÜCK") == "zuruck"
