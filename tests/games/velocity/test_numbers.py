"""Rule numbers in VeloCity: each has a test, and the counts of spaces in every rulebook match the track."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from velodrome.core.texts import sentences
from velodrome.games.velocity.game import OPTIONS

GAME = files("velodrome.games").joinpath("velocity")
BOOKS = ("RULES.md", "RULES.fr.md", "RULES.de.md")


def headings(name: str) -> list[str]:
    """Return the rule numbers of a rulebook in order."""
    return re.findall(r"^### (VC-\d\d) ", GAME.joinpath(name).read_text("utf-8"), re.MULTILINE)


def rules_in_tests() -> set[str]:
    """Return the rule numbers in the names of the tests in this folder."""
    texts = [path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    names = re.findall(r"^def (test_\w+)", "\n".join(texts), re.MULTILINE)
    return {f"VC-{number}" for name in names for number in re.findall(r"_vc(\d\d)(?=_)", name)}


@pytest.mark.parametrize("book", BOOKS)
def test_vc01_every_rule_appears_once_and_all_rulebooks_have_the_same_order(book: str) -> None:
    assert sorted(headings(book)) == [f"VC-{n:02}" for n in range(1, 30)]
    assert headings(book) == headings("RULES.md")


def test_vc01_every_rule_has_a_test_and_every_tested_rule_exists() -> None:
    assert rules_in_tests() == set(headings("RULES.md"))


def test_vc01_every_rule_number_in_the_source_exists() -> None:
    for path in GAME.iterdir():
        if path.name.endswith((".py", ".toml", ".md")):
            assert set(re.findall(r"VC-\d\d", path.read_text("utf-8"))) <= set(headings("RULES.md")), path.name


def test_vc02_the_rules_state_how_many_spaces_are_designed() -> None:
    track = tomllib.loads(GAME.joinpath("city_default.toml").read_text("utf-8"))
    found = [row["source"].split(":")[0] for row in track["spaces"]]
    counts = [found.count(source) for source in ("rulebook", "inferred", "designed")]
    assert counts == [4, 4, 27]
    assert {row["source"] for row in track["setup"]} == {"rulebook"}
    for book in BOOKS:
        (words,) = re.findall(
            r"^\*\*[^*]+\*\* (.*)\Z", GAME.joinpath(book).read_text("utf-8"), re.MULTILINE | re.DOTALL
        )
        spaces = [row["n"] for row in track["spaces"] if row["source"] == "rulebook"]
        inferred = [row["n"] for row in track["spaces"] if row["source"].startswith("inferred")]
        numbers = [int(number) for number in re.findall(r"\d+", words)]
        assert numbers == [len(found), 4, *sorted(spaces), 4, *sorted(inferred), 27], book


@pytest.mark.parametrize("book", BOOKS)
def test_vc01_every_option_has_a_sentence_and_is_in_the_rules(book: str) -> None:
    rules = GAME.joinpath(book).read_text("utf-8")
    for option in OPTIONS:
        assert f"option.{option.name}" in sentences("velocity", "en")
        assert f"`{option.name}`" in rules
        for value in option.values if option.kind == "board" else ():
            assert f"option.{option.name}.{value}" in sentences("velocity", "en")
