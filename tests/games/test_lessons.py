"""Tests of lessons: moves are legal, sentences exist in each language, and a lesson takes less than five minutes."""

import re
from importlib.resources import files

import pytest

from velodrome.core import lessons, rulebook
from velodrome.core.lessons import BadLesson, Lesson
from velodrome.core.texts import LANGUAGES, sentences
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
def test_every_step_has_its_sentences_and_names_rules_that_exist(name: str) -> None:
    known, said = rulebook.rules(name, "en"), sentences(name, "en")
    wanted = []
    for number, step in enumerate(read_lesson(name).steps, 1):
        assert step.rules and set(step.rules) <= set(known), number
        wanted += [f"lesson.{number}"] + ([f"lesson.{number}.other"] if step.ask >= 0 else [])
    assert [key for key in said if key.startswith("lesson.")] == wanted


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_bold_words_of_a_lesson_are_closed(name: str, language: str) -> None:
    said = [text for key, text in sentences(name, language).items() if key.startswith("lesson.")]
    assert {text.count("**") % 2 for text in said} == {0}
    assert not any("  " in text for text in said)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_takes_less_than_five_minutes(name: str, language: str) -> None:
    steps = read_lesson(name).steps
    said = [sentences(name, language)[f"lesson.{number}"] for number in range(1, 1 + len(steps))]
    words = sum(len(re.findall(r"\w+", text)) for text in said)
    clicks = sum(1 if step.ask < 0 else 4 for step in steps)
    assert words / WORDS_PER_MINUTE + clicks * SECONDS_PER_CLICK / 60 < MAX_MINUTES


STEP = "\n[[step]]\n"
FAULTY_STEPS = {
    'play = ["1 solo"]': "step 2: seat 0 acts now",
    'play = ["0 group 9"]': "step 2: seat 0 cannot play",
    'point = ["space_99"]': "step 2: space_99 is not on the table",
    'ask = "group 9"': "step 2: seat 0 cannot play",
    'asks = "solo"': "step 2: unknown key asks: expected ask, play, point, rules",
}


@pytest.mark.parametrize("row", FAULTY_STEPS)
def test_a_faulty_lesson_is_refused_with_the_step_and_the_reason(row: str) -> None:
    text = f"seats = 3\nseat = 0\noptions = {{ first_player = 0 }}\n{STEP}{STEP}{row}\n"
    with pytest.raises(BadLesson, match=FAULTY_STEPS[row]):
        lessons.read_lesson(text, GAMES["velocity"].__call__)
