"""Test Arc en Ciel's rulebook chapters, rule numbers and piece names.

The shared tests in `tests/laws` do not cover them.
"""

import re
from importlib.resources import files

import pytest

from velodrome.core import examples, rulebook
from velodrome.core.texts import LANGUAGES, sentences
from velodrome.games import GAMES
from velodrome.games.arcenciel.game import OPTIONS, ArcEnCiel
from velodrome.games.arcenciel.pieces import KINDS, TERRAINS

FOLDER = files("velodrome.games").joinpath("arcenciel")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_rule_appears_once_and_in_the_same_chapter_in_every_language(language: str) -> None:
    chapters = [[rule.number for rule in chapter.rules] for chapter in rulebook.chapters("arcenciel", language)]
    english = [[rule.number for rule in chapter.rules] for chapter in rulebook.chapters("arcenciel", "en")]
    assert chapters == english
    assert sorted(number for chapter in chapters for number in chapter) == [f"AC-{i:02}" for i in range(1, 45)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_states_its_source_and_every_option_is_named(language: str) -> None:
    notes = [rule.note for rule in rulebook.rules("arcenciel", language).values()]
    assert all(re.match("Source ?: |Quelle: ", note) for note in notes)
    book = rulebook.book("arcenciel", language)
    assert [option.name for option in OPTIONS if book.count(f"`{option.name}`") != 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_has_a_caption_and_a_rule(language: str) -> None:
    found = examples.read_examples(FOLDER.joinpath("examples.toml").read_text("utf-8"), GAMES["arcenciel"].__call__)
    captions = [key for key in sentences("arcenciel", language) if key.startswith("example.")]
    assert captions == [f"example.{example.name}" for example in found]
    assert {example.rule for example in found} <= set(rulebook.rules("arcenciel", language))


def test_every_piece_has_a_name() -> None:
    picks = {pick.partition(":")[0] for move in ArcEnCiel(3).moves for pick in move.picks}
    names = [
        *KINDS,
        *{re.sub(r"[_\d]+$", "", pick) for pick in picks},
        "leader",
        "arrow",
        "rainbow",
        "double",
        "triple",
    ]
    assert [name for name in names if f"piece.{name}" not in sentences("arcenciel", "en")] == []
    assert [name for name in TERRAINS if f"terrain.{name}" not in sentences("arcenciel", "en")] == []
