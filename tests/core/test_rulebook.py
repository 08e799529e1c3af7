"""Tests of reading rulebooks: chapters, rules and their notes."""

import pytest

from velodrome.core import rulebook
from velodrome.core.rulebook import UnknownRule
from velodrome.core.texts import LANGUAGES
from velodrome.games import GAMES

BODY = """
A play is worth more.

- a list item
- another

*Source: both books.*

*Ruling: **ours**.*
"""


def test_a_rule_is_split_into_text_and_note() -> None:
    rule = rulebook.read_rule("Play", "VN-15", "More", BODY)
    assert rule.text == "A play is worth more.\n\n- a list item\n- another"
    assert rule.note.startswith("Source: both books.") and rule.note.endswith("**ours**.")
    assert rule.summarize() == "VN-15 More: A play is worth more. - a list item - another"


def test_a_rule_may_have_no_note() -> None:
    assert rulebook.read_rule("Play", "VN-15", "More", "*Very* short.\n")[2:4] == ("", "Very* short.")
    assert rulebook.read_rule("Play", "VN-15", "More", "Short.\n").note == ""


def test_a_chapter_may_have_a_text_of_its_own() -> None:
    chapter = rulebook.read_chapter("Names", "\n| printed | ours |\n|---|---|\n\n### VN-01 Racers\nSeven.\n")
    assert chapter.text.startswith("| printed") and [rule.number for rule in chapter.rules] == ["VN-01"]
    assert rulebook.read_chapter("About", "\nOnly text.\n") == ("About", "Only text.", [])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_rule_has_a_title_a_text_and_a_source(name: str, language: str) -> None:
    for rule in rulebook.rules(name, language).values():
        assert rule.title and rule.text and rule.note, rule.number
        assert rule.chapter, rule.number


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_books_have_the_same_rules_and_chapters_in_every_language(name: str, language: str) -> None:
    def shape(language: str) -> list[list[str]]:
        return [[rule.number for rule in chapter.rules] for chapter in rulebook.chapters(name, language)]

    assert shape(language) == shape("en")
    numbers = [number for chapter in shape(language) for number in chapter]
    assert len(numbers) == len(set(numbers))
    assert rulebook.intro(name, language)


@pytest.mark.parametrize("wanted", ["VN-12", "vn12", "VN 12", " 12 ", "vn-012"])
def test_a_rule_is_found_by_its_number(wanted: str) -> None:
    assert rulebook.find("velonimo", wanted, "en").number == "VN-12"


@pytest.mark.parametrize("wanted", ["AC-12", "xx12", "999", "twelve", ""])
def test_a_number_of_another_game_finds_no_rule(wanted: str) -> None:
    with pytest.raises(UnknownRule, match="VN-01"):
        rulebook.find("velonimo", wanted, "en")
