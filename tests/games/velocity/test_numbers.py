"""Test numbers in VeloCity's rulebooks: each rule number has a test.

The rulebooks also state correctly how many spaces of the track this project has designed itself.
"""

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from velodrome.core.texts import sentences
from velodrome.games.velocity.game import OPTIONS
from velodrome.games.velocity.pieces import TRACKS

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
def test_vc02_the_table_of_the_two_tracks_has_the_numbers_of_their_files(book: str) -> None:
    rules = GAME.joinpath(book).read_text("utf-8")
    (heading,) = re.findall(r"^\| +\|.*\n\|---\|---\|---\|\n", rules, re.MULTILINE)
    rows = [[cell.strip() for cell in row.split("|")[2:4]] for row in rules.partition(heading)[2].splitlines()]
    tracks = [tomllib.loads(GAME.joinpath(f"{name}.toml").read_text("utf-8"))["spaces"] for name in TRACKS]
    for row, kind in enumerate(("obstacle", "can")):
        assert rows[row] == [str([space["kind"] for space in track].count(kind)) for track in tracks], book
    first = [next(space["n"] for space in track if space["kind"] == "obstacle") for track in tracks]
    assert rows[2] == [str(n) for n in first], book


def test_vc02_the_measured_ranges_are_the_same_in_all_rulebooks() -> None:
    tables = [
        [re.findall(r"\d+", row) for row in GAME.joinpath(book).read_text("utf-8").splitlines() if "%" in row]
        for book in BOOKS
    ]
    assert tables == [[["34", "43", "4", "8"]]] * 3


@pytest.mark.parametrize("book", BOOKS)
def test_vc01_every_option_has_a_sentence_and_is_in_the_rules(book: str) -> None:
    rules = GAME.joinpath(book).read_text("utf-8")
    for option in OPTIONS:
        assert f"option.{option.name}" in sentences("velocity", "en")
        assert f"`{option.name}`" in rules
        for value in option.values if option.kind == "board" else ():
            assert f"option.{option.name}.{value}" in sentences("velocity", "en")
