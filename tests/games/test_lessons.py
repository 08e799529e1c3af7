"""Lessons: every move of them is legal, every sentence is there in both languages, and none takes five minutes."""

import re
from importlib.resources import files

import pytest

from velodrome.core import lessons, rulebook
from velodrome.core.lessons import BadLesson, Lesson
from velodrome.core.texts import LANGUAGES
from velodrome.games import GAMES

MINUTES = 5
PACE = 180  # words that a slow reader reads in a minute
CLICK = 2  # seconds that a pick or a press takes


def lesson(name: str) -> Lesson:
    return lessons.read_lesson(
        files("velodrome.games").joinpath(name, "lesson.toml").read_text("utf-8"), GAMES[name].__call__
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_replays_and_asks_for_moves_that_are_open(name: str) -> None:
    found = lesson(name)
    assert 10 <= len(found.steps) <= 16
    state, asked = found.start.copy(), 0
    for step in found.steps:
        for move in step.moves:
            assert state.allows(move)
            state.play(move)
        if step.ask >= 0:
            assert state.actor == found.seat and step.ask in state.legal()
            state.play(step.ask)
            asked += 1
    assert asked >= 5


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_speaks_both_languages_and_names_rules_that_exist(name: str) -> None:
    known = rulebook.rules(name, "en")
    for step in lesson(name).steps:
        assert step.rules and set(step.rules) <= set(known), step.said["en"]
        for said in (step.said, step.other):
            assert {text.count("**") % 2 for text in said.values()} <= {0}
            assert not any("  " in text or text != text.strip() for text in said.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_takes_less_than_five_minutes(name: str, language: str) -> None:
    steps = lesson(name).steps
    words = sum(len(re.findall(r"\w+", step.said[language])) for step in steps)
    clicks = sum(1 if step.ask < 0 else 4 for step in steps)
    assert words / PACE + clicks * CLICK / 60 < MINUTES


STEP = '\n[[step]]\nen = "Look."\nfr = "Voyez."\n'
WRONG = {
    'play = ["1 solo"]': "step 2: seat 0 acts now",
    'play = ["0 group 9"]': "step 2: seat 0 cannot play",
    'point = ["space_99"]': "step 2: space_99 is not on the table",
    'ask = "solo"': "step 2: a move that is asked for needs a word",
    'ask = "group 9"\nother = { en = "No.", fr = "Non." }': "step 2: seat 0 cannot play",
    'asks = "solo"': "step 2: asks is not known",
}


@pytest.mark.parametrize("row", WRONG)
def test_a_lesson_that_cannot_be_given_says_where(row: str) -> None:
    text = f"seats = 3\nseat = 0\noptions = {{ first_player = 0 }}\n{STEP}{STEP}{row}\n"
    with pytest.raises(BadLesson, match=WRONG[row]):
        lessons.read_lesson(text, GAMES["velocity"].__call__)


def test_a_step_needs_both_languages() -> None:
    with pytest.raises(BadLesson, match="step 1: fr is not known, or missing"):
        lessons.read_lesson('seats = 2\nseat = 0\n[[step]]\nen = "Look."\n', GAMES["velvet"].__call__)
