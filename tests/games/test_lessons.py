"""Lessons: every move is legal, every sentence exists in both languages, and each takes less than five minutes."""

import re
from importlib.resources import files

import pytest

from velodrome.core import lessons, rulebook
from velodrome.core.lessons import BadLesson, Lesson
from velodrome.core.texts import LANGUAGES
from velodrome.games import GAMES

MAX_MINUTES = 5
WORDS_PER_MINUTE = 180  # a slow reader
SECONDS_PER_CLICK = 2


def read_lesson(name: str) -> Lesson:
    """Read the lesson of a game."""
    return lessons.read_lesson(
        files("velodrome.games").joinpath(name, "lesson.toml").read_text("utf-8"), GAMES[name].__call__
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_replays_and_asks_for_legal_moves(name: str) -> None:
    lesson = read_lesson(name)
    assert 10 <= len(lesson.steps) <= 16
    state, asked = lesson.start.copy(), 0
    for step in lesson.steps:
        for move in step.moves:
            assert state.allows(move)
            state.play(move)
        if step.ask >= 0:
            assert state.actor == lesson.seat and step.ask in state.legal()
            state.play(step.ask)
            asked += 1
    assert asked >= 5


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_has_clean_sentences_and_names_existing_rules(name: str) -> None:
    known = rulebook.rules(name, "en")
    for step in read_lesson(name).steps:
        assert step.rules and set(step.rules) <= set(known), step.said["en"]
        for said in (step.said, step.other):
            assert {text.count("**") % 2 for text in said.values()} <= {0}
            assert not any("  " in text or text != text.strip() for text in said.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_takes_less_than_five_minutes(name: str, language: str) -> None:
    steps = read_lesson(name).steps
    words = sum(len(re.findall(r"\w+", step.said[language])) for step in steps)
    clicks = sum(1 if step.ask < 0 else 4 for step in steps)
    assert words / WORDS_PER_MINUTE + clicks * SECONDS_PER_CLICK / 60 < MAX_MINUTES


STEP = '\n[[step]]\nen = "Look."\nfr = "Voyez."\n'
FAULTY_STEPS = {
    'play = ["1 solo"]': "step 2: seat 0 acts now",
    'play = ["0 group 9"]': "step 2: seat 0 cannot play",
    'point = ["space_99"]': "step 2: space_99 is not on the table",
    'ask = "solo"': "step 2: a move that is asked for needs a word",
    'ask = "group 9"\nother = { en = "No.", fr = "Non." }': "step 2: seat 0 cannot play",
    'asks = "solo"': "step 2: asks is not known",
}


@pytest.mark.parametrize("row", FAULTY_STEPS)
def test_a_faulty_lesson_is_refused_with_the_step_and_the_reason(row: str) -> None:
    text = f"seats = 3\nseat = 0\noptions = {{ first_player = 0 }}\n{STEP}{STEP}{row}\n"
    with pytest.raises(BadLesson, match=FAULTY_STEPS[row]):
        lessons.read_lesson(text, GAMES["velocity"].__call__)


def test_a_lesson_step_without_french_is_refused() -> None:
    with pytest.raises(BadLesson, match="step 1: fr is not known, or missing"):
        lessons.read_lesson('seats = 2\nseat = 0\n[[step]]\nen = "Look."\n', GAMES["velvet"].__call__)
